import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = resolve(__dirname, '../../..');

/** The demo as `npm run demo` starts it, without building first. */
const DEMO = ['--import', 'tsx', 'examples/demo/main.ts'];

async function demo(...args: string[]): Promise<{ code: number; output: string }> {
	const options = { cwd: REPOSITORY };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, [...DEMO, ...args], options);
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}

const row = (label: string, value: number) => new RegExp(`│ ${label} +│ ${value} +│`);

describe('npm run demo', () => {
	it('adds the sample entrants, draws, invoices, prints the table and exits with 0', async () => {
		const { code, output } = await demo('--winners', '2');

		expect(output).toMatch(row('entrants added', 12));
		expect(output).toMatch(row('winners', 2));
		expect(output).toMatch(row('invoices', 2));
		expect(output).toMatch(row('calls refused', 0));
		expect(output).toMatch(/\/invoice\?t=/);
		expect(code).toBe(0);
	});

	it('does the same with a service that follows the reference', async () => {
		const { code, output } = await demo('--dialect', 'reference', '--winners', '2');

		expect(output).toMatch(row('entrants added', 12));
		expect(output).toMatch(row('winners', 2));
		expect(output).toMatch(row('invoices', 2));
		expect(output).toMatch(row('calls refused', 0));
		expect(code).toBe(0);
	});

	it('maps columns by their names, skips who is already in, and lists the rows that need correction', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'entrants-'));
		const file = join(folder, 'mine.csv');
		await writeFile(file, 'Surname,E-Mail\nSmith,smith@example.com\nJones,jones\nSmith,smith@example.com\n');
		const { output } = await demo('--entrants', file, '--winners', '1');
		await rm(folder, { recursive: true });

		expect(output).toContain('E-Mail → KeyEmail, Surname → Last Name');
		expect(output).toMatch(row('entrants added', 1));
		expect(output).toMatch(row('entrants already in', 1));
		expect(output).toMatch(row('rows to correct', 1));
		expect(output).toContain('to correct: Item 2: “Email” must be an email address');
	});

	it.each([
		['--entrants', 'nowhere.csv', 'there is no file nowhere.csv'],
		['--winners', 'many', 'many is not a whole number above 0'],
		['--dialect', 'latin', 'latin is neither contract nor reference'],
	])('explains what is wrong with %s %s', async (option, value, words) => {
		const { code, output } = await demo(option, value);
		expect(code).toBe(1);
		expect(output).toContain(words);
	});
});
