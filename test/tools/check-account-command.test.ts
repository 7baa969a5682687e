import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { startSandbox, type Sandbox } from '../../sandbox';
import { ask, askSecretly } from '../../tools/check-account/ask';
import { readOptions } from '../../tools/check-account/options';

const REPOSITORY = join(__dirname, '../..');

/** Runs the command in its own folder, and types `input`. */
async function check({ baseUrl, token }: Sandbox, args: string[], input = '') {
	const folder = mkdtempSync(join(tmpdir(), 'check-account-'));
	writeFileSync(join(folder, 'token'), `${token}\n`);
	const main = join(REPOSITORY, 'tools/check-account/main.ts');
	const tsx = join(REPOSITORY, 'node_modules/tsx/dist/loader.mjs');
	const all = ['--import', tsx, main, '--base-url', baseUrl, '--token-file', 'token', ...args];
	const child = spawn(process.execPath, all, { cwd: folder });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
	child.stdin.end(input);
	const [code] = (await once(child, 'close')) as [number];
	const file = readdirSync(folder).find((name) => /^account-check-\d{4}-\d\d-\d\d\.json$/.test(name));
	const report = file && readFileSync(join(folder, file), 'utf8');
	rmSync(folder, { recursive: true });
	return { code, output, report };
}

describe('npm run check:account', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox()));
	afterAll(async () => await sandbox.close());

	it('reads, prints a table and writes a report', async () => {
		const { code, output, report } = await check(sandbox, ['--calls-per-minute', '1000']);
		expect(code).toBe(0);
		expect(output).toContain('Everything that was seen is as these nodes expect it.');
		expect(JSON.parse(report!)).toMatchObject({ version: 1 });
		for (const value of [sandbox.token, 'ada@example.com', 'Lovelace', 'Summer'])
			expect(output + report).not.toContain(value);
	});

	it('writes only after the handler is typed', async () => {
		sandbox.clearCalls();
		const { code, output } = await check(sandbox, ['--write', '--sweepstakes', 'SUMMER'], 'yes\n');
		expect(code).toBe(1);
		expect(output).toContain('That is not the handler. Nothing was sent.');
		expect(sandbox.calls()).toEqual([]);
	});
});

it('shows a question, but not the token that is typed', async () => {
	const terminal = { input: Object.assign(new PassThrough(), { isTTY: true }), output: new PassThrough() };
	const token = askSecretly(terminal, 'API token: ');
	terminal.input.write('secret-token\r');
	expect(await token).toBe('secret-token');
	const address = ask(terminal, 'Base URL: ');
	terminal.input.write('https://api.example.com\r');
	expect(await address).toBe('https://api.example.com');
	const shown = String(terminal.output.read());
	expect(shown).toContain('API token: ');
	expect(shown).not.toContain('secret');
});

it.each([
	[['--calls', '0'], '--calls takes a whole number from 1 on.'],
	[['--write'], '--write and --sweepstakes <handler> belong together.'],
	[['--token', 'secret'], "Unknown option '--token'"],
	[['secret'], 'Unexpected argument'],
])('refuses %j', (args, message) => expect(() => readOptions(args)).toThrow(message));
