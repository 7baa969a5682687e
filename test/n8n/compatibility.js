const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const prettier = require('prettier');

const README = join(__dirname, '../../README.md');
const TABLE = /(?<=<!-- compatibility[^>]*-->\n).*?(?=<!-- end of compatibility -->)/s;
const PASSED = '✓';

/** What a suite of test/n8n, or the whole of test/engine, tries: the rows of the table. */
const TRIES = {
	engine: 'Every operation, limit, error and stop, in the engine of n8n',
	'package-loads': 'The package as published: nodes, credential, icons',
	'main-job': 'Add, draw and invoice; error output; stop; credential test; pickers',
	editor: 'Node search, pickers and entry form fields in the editor',
	examples: 'All examples',
	trigger: 'The trigger',
	faults: 'Nothing lost or done twice when the service, or n8n, fails',
	queue: 'Queue mode with two workers',
	demo: 'The demo',
};
const LABELS = Object.values(TRIES);

/**
 * A jest reporter that writes README's compatibility table: a suite that passed as a whole gets its mark under the
 * version of n8n it ran with; a new version begins with none. In CI (`--ci`) nothing is written, and the run fails where
 * the table lacks a mark.
 */
module.exports = class Compatibility {
	/** @param options.version of n8n, e.g. `2.41.1`: each major version has a column */
	constructor({ ci }, { version }) {
		this.ci = ci;
		this.version = version;
	}

	async onRunComplete(_contexts, { testResults }) {
		const readme = readFileSync(README, 'utf8');
		const columns = columnsOf(readme.match(TABLE)[0]);
		columnOf(columns, this.version).passed.push(...passedAsAWhole(testResults).map((suite) => TRIES[suite]));
		const options = { ...(await prettier.resolveConfig(README)), filepath: README };
		const written = await prettier.format(readme.replace(TABLE, `\n${tableOf(columns)}\n`), options);
		if (written === readme) return;
		if (this.ci) this.error = new Error('README’s compatibility table lacks what these tests have shown.');
		else writeFileSync(README, written);
	}

	/** jest asks for it after the run. */
	getLastError() {
		return this.error;
	}
};

function passedAsAWhole(testResults) {
	const passed = testResults.filter(({ skipped, numFailingTests, numPendingTests, testExecError }) => {
		return !skipped && !testExecError && numFailingTests + numPendingTests === 0;
	});
	const inFolder = (folder) =>
		passed.map(({ testFilePath }) => testFilePath).filter((file) => dirname(file) === folder);
	const engine = join(__dirname, '../engine');
	const engineSuites = readdirSync(engine).filter((name) => name.endsWith('.test.ts'));
	return [
		...(inFolder(engine).length === engineSuites.length ? ['engine'] : []),
		...inFolder(__dirname).map((file) => basename(file, '.test.ts')),
	];
}

function columnOf(columns, version) {
	const majorOf = (text) => text.split('.')[0];
	let column = columns.find((one) => majorOf(one.version) === majorOf(version));
	if (!column) columns.push((column = {}));
	return column.version === version ? column : Object.assign(column, { version, passed: [] });
}

/** The columns of a Markdown table as it stands: which version, and the labels of the rows with a mark. */
function columnsOf(table) {
	const [header, , ...rows] = table
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	return header.slice(1).map((title, index) => ({
		version: title.replace('n8n ', ''),
		passed: rows.filter((cells) => cells[index + 1] === PASSED).map(([label]) => label),
	}));
}

function tableOf(columns) {
	const row = (...cells) => `| ${cells.join(' | ')} |`;
	return [
		row('What is tried', ...columns.map(({ version }) => `n8n ${version}`)),
		row('---', ...columns.map(() => ':-:')),
		...LABELS.map((label) =>
			row(label, ...columns.map(({ passed }) => (passed.includes(label) ? PASSED : ''))),
		),
	].join('\n');
}
