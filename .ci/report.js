const { readdirSync, readFileSync, existsSync } = require('node:fs');
const { join, relative } = require('node:path');

/*
 * Lists the reasons why checks failed and counts the tests. Usage: node .ci/report.js FOLDER, where the folder has a
 * `<name>.log` with the output and a `<name>.status` with the exit code of each check. This script uses no installed
 * packages, because `npm ci` may have failed.
 */

const MOST_LINES = 36;

const [folder] = process.argv.slice(2);

const checks = readdirSync(folder)
	.filter((file) => file.endsWith('.log'))
	.sort()
	.map((file) => readCheck(file.replace(/\.log$/, '')));

const failed = checks.filter(({ isFailed }) => isFailed);
for (const { name, reasons } of failed) {
	console.log(`\n${name.replace(/^\d+ /, '')} failed:`);
	const kinds = Object.values(reasons);
	const share = Math.max(3, Math.floor(MOST_LINES / failed.length / kinds.length) - 1);
	for (const kind of kinds) {
		for (const reason of [...kind].slice(0, share)) console.log(`  ${reason}`);
		if (kind.size > share) console.log(`  … and ${kind.size - share} more`);
	}
}
if (failed.length > 0) process.exitCode = 1;

console.log(
	`\n${total(checks.map(({ passed }) => passed))} passed, ${total(checks.map((check) => check.failed))} failed`,
);

function readCheck(name) {
	const status = join(folder, `${name}.status`);
	const isFailed = !existsSync(status) || readFileSync(status, 'utf8').trim() !== '0';
	const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
		.replace(/\u001B\[[\d;]*m/g, '')
		.split(/\r?\n/);
	const counts = lines.filter((line) => line.startsWith('Tests: '));
	const count = (what) =>
		total(counts.map((line) => Number(new RegExp(`(\\d+) ${what}`).exec(line)?.[1] ?? 0)));
	const failedTests = count('failed');
	return {
		name,
		isFailed,
		passed: count('passed'),
		// A check that fails without a failed test counts as one failure.
		failed: isFailed ? Math.max(1, failedTests) : failedTests,
		reasons: isFailed ? findReasons(lines) : {},
	};
}

/**
 * Returns the lines that give the reasons for a failure, grouped by kind, so that many reasons of one kind do not hide
 * another kind.
 */
function findReasons(lines) {
	const reasons = {};
	const add = (kind, reason) => (reasons[kind] ??= new Set()).add(reason);
	let testFile = '';
	let lintedFile = '';
	/** What has failed, if the output gives the reason only in the next line. */
	let heading = '';
	for (const line of lines) {
		const shown = line.trim().slice(0, 240);
		const [, suite] = /^FAIL (?:.* )?(\S+\.test\.ts)/.exec(line) ?? [];
		if (suite) testFile = suite;
		if (/^\/\S*\.\w+$/.test(line)) lintedFile = relative(process.cwd(), line);
		if (heading && shown) {
			add('start', `${heading} ${shown}`);
			heading = '';
		} else if (/^\s*● Test suite failed to run/.test(line)) heading = `${testFile}:`;
		else if (/^● /.test(line)) heading = shown;
		else if (/^ {2}● /.test(line)) add('test', `${testFile} ${shown}`);
		else if (/coverage threshold .*not met/.test(line)) add('coverage', withoutFolder(shown));
		else if (/^\s+\d+:\d+\s+(error|warning)\s/.test(line))
			add('lint', `${lintedFile}:${shown.replace(/\s+/g, ' ')}`);
		else if (/^\[(warn|error)\] \S/.test(line) && !/Code style issues/.test(line))
			add('format', `not formatted: ${shown.replace(/^\[\w+\] /, '')}`);
		else if (/^(\S+\(\d+,\d+\): )?error TS\d+:/.test(line)) add('types', shown);
		else if (/^npm error (?!A complete log)|^\w*Error: |^No tests found/.test(line)) add('start', shown);
	}
	return Object.keys(reasons).length > 0 ? reasons : { end: new Set(lastLines(lines)) };
}

function withoutFolder(line) {
	return line.replaceAll(`${process.cwd()}/`, '');
}

/** Returns the last lines of a check's output, for use when the output gives no reason in a known form. */
function lastLines(lines) {
	const said = lines.map((line) => line.trimEnd().slice(0, 240)).filter(Boolean);
	return said.length > 0 ? said.slice(-8) : ['It ended without a word.'];
}

function total(counts) {
	return counts.reduce((sum, count) => sum + count, 0);
}
