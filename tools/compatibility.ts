/** `npm run docs:compatibility` updates README's compatibility table. `npm test` checks that it is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '..');
const README = join(REPOSITORY, 'README.md');
const TABLE = /(?<=<!-- compatibility[^>]*-->\n).*?(?=<!-- end of compatibility -->)/s;

/** The rows of the table: test/engine and each file of test/n8n. */
export const SUITES = {
	engine: 'Every operation in n8n’s engine, with errors and cancellation',
	'package-loads': 'The published package: nodes, credential, icons and examples load',
	menu: 'Every operation, executed once',
	'main-job': 'Add, draw and invoice; error output; cancellation; time-out; credential test',
	editor: 'Node search, pickers and entry form fields in the editor',
	trigger: 'The trigger',
	queue: 'Queue mode with two workers',
	safety: 'The token stays with our nodes; form posts of 1 MB; shutdown',
};

/** The columns of the table: the n8n versions that `.ci/run` tests. */
export const VERSIONS = ['host', 'host-1x'].map((line) => {
	const manifest = readFileSync(join(REPOSITORY, 'tools/n8n', line, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
});

/** The expected table, as Markdown with unaligned columns. */
export function expectedTable(): string {
	const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		row('Tested', ...VERSIONS.map((version) => `n8n ${version}`)),
		row('---', ...VERSIONS.map(() => ':-:')),
		...Object.values(SUITES).map((suite) => row(suite, ...VERSIONS.map(() => '✓'))),
	].join('\n');
}

/** The table in README. */
export const actualTable = (): string => readFileSync(README, 'utf8').match(TABLE)![0];

if (require.main === module) {
	const readme = readFileSync(README, 'utf8');
	writeFileSync(README, readme.replace(TABLE, `\n${expectedTable()}\n\n`));
}
