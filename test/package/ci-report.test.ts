import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ci-report-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Stores the result of a check as `.ci/run` does. A check without a status was killed. */
function keep(name: string, log: string, status?: number): void {
	writeFileSync(join(folder, `${name}.log`), log);
	if (status !== undefined) writeFileSync(join(folder, `${name}.status`), `${status}\n`);
}

function report() {
	const script = resolve(__dirname, '../../.ci/report.js');
	const { stdout, status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
	return { lines: stdout.trimEnd().split('\n').filter(Boolean), status };
}

const TESTS = 'Tests:       2 failed, 1 skipped, 40 passed, 43 total\n';

test('if nothing failed, the report of `.ci/run` gives the total number of tests', () => {
	keep('1 npm ci', 'added 900 packages\nnpm error is only a word here', 0);
	keep('2 npm test', '\u001B[1mTests:       \u001B[22m40 passed, 40 total\n', 0);
	keep('3 faults', 'Tests:       2 passed, 2 total\n', 0);
	expect(report()).toEqual({ lines: ['42 passed, 0 failed'], status: 0 });
});

test.each([
	[
		'a failed test, which jest shows twice',
		'FAIL nodes test/nodes/a.test.ts (5 s)\n  ● group › name\n\n    expect(1)\n\nFAIL nodes test/nodes/a.test.ts\n  ● group › name\n',
		'test/nodes/a.test.ts ● group › name',
	],
	[
		'a test file that does not start',
		"FAIL test/nodes/a.test.ts\n  ● Test suite failed to run\n\n    Cannot find module './gone'\n",
		"test/nodes/a.test.ts: Cannot find module './gone'",
	],
	[
		'a layer that does not start',
		'● Validation Error:\n\n  Jest Sequencer gone.js cannot be found.\n',
		'● Validation Error: Jest Sequencer gone.js cannot be found.',
	],
	[
		'an error in the setup of a layer',
		'TypeError: Jest: Got error running globalSetup\n    at run (x.js)\n',
		'TypeError: Jest: Got error running globalSetup',
	],
	[
		'coverage',
		`Jest: "${process.cwd()}/nodes/a.ts" coverage threshold for branches (90%) not met: 85.7%\n`,
		'Jest: "nodes/a.ts" coverage threshold for branches (90%) not met: 85.7%',
	],
	[
		'lint',
		`${process.cwd()}/nodes/a.ts\n  12:3  error  Unexpected var  no-var\n`,
		'nodes/a.ts:12:3 error Unexpected var no-var',
	],
	[
		'format',
		'[warn] nodes/a.ts\n[warn] Code style issues found in the above file.\n',
		'not formatted: nodes/a.ts',
	],
	['types', 'nodes/a.ts(1,5): error TS6133: x.\n', 'nodes/a.ts(1,5): error TS6133: x.'],
	['npm', 'npm error Missing script: "x"\n', 'npm error Missing script: "x"'],
	['something else', 'PASS a\nKilled\n', 'Killed'],
])('the report of `.ci/run` says why a check failed, and counts the failure: %s', (_what, log, reason) => {
	keep('1 npm ci', '', 0);
	keep('2 npm test', log, 1);
	const { lines, status } = report();
	expect(lines[0]).toBe('npm test failed:');
	expect(lines.at(-2)).toBe(`  ${reason}`);
	expect(lines.at(-1)).toBe('0 passed, 1 failed');
	expect(status).toBe(1);
});

test('in the report of `.ci/run`, a check that was killed counts as failed', () => {
	keep('6 faults', '');
	expect(report().lines).toEqual(['faults failed:', '  It ended without a word.', '0 passed, 1 failed']);
});

test('the report of `.ci/run` fits on a screen, and many reasons of one kind do not hide a reason of another kind', () => {
	const failures = Array.from({ length: 500 }, (_, n) => `  ● test ${n}\n`).join('');
	for (const name of ['2 npm test', '3 n8n 2', '4 faults'])
		keep(name, `FAIL test/a.test.ts\n${failures}${TESTS}[warn] nodes/a.ts\n`, 1);
	const { lines } = report();
	expect(lines.filter((line) => line === '  not formatted: nodes/a.ts')).toHaveLength(3);
	expect(lines.filter((line) => /… and \d+ more$/.test(line))).toHaveLength(3);
	expect(lines.length).toBeLessThan(40);
	expect(lines.at(-1)).toBe('120 passed, 6 failed');
});
