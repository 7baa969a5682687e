import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';

import { build } from 'esbuild';

import { DIALECTS, startSandbox, type Sandbox } from '../../sandbox';
import { ask } from '../../tools/account-check/ask';
import { openFullAccount, readClaims } from '../../tools/account-check/claim';
import { toReport } from '../../tools/account-check/report';
import { deleteMadeUp, makeUp, planWrites } from '../../tools/account-check/write';
import { openRun } from '../support/account-check';

const handlersIn = ({ store }: Sandbox): string[] =>
	[...store.sweepstakes.all()].map(({ Handler }) => Handler).sort();

describe.each(DIALECTS)('a check that writes in an account that follows the %s', (dialect) => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await openFullAccount(dialect)));
	afterAll(async () => await sandbox.close());

	it('finds everything as in the sandbox, and leaves nothing behind', async () => {
		const madeUp = makeUp();
		const plan = planWrites(madeUp);
		const claims = await readClaims(async (run) => await run.take(plan));
		const run = openRun(sandbox);
		await run.take(plan);
		expect(handlersIn(sandbox)).toContain(madeUp.Handler);
		expect(await deleteMadeUp(run, madeUp)).toBe(true);
		expect(handlersIn(sandbox)).toEqual(['EMPTY', 'MAIN']);
		const { operations } = toReport(run, claims);
		expect(operations.flatMap(({ findings, newKeys }) => [...findings, ...newKeys])).toEqual([]);
		expect(operations.filter(({ result }) => result !== 'read')).toEqual([]);
		expect(operations.flatMap(({ guesses }) => guesses)).toHaveLength(1);
	});

	it('leaves nothing behind if it is stopped after any call', async () => {
		const madeUp = makeUp();
		const plan = planWrites(madeUp);
		for (let last = 1; last <= plan.length + 2; last++) {
			let calls = 0;
			const run = openRun(sandbox, () => ++calls === last && run.end());
			await run.take(plan);
			expect(await deleteMadeUp(run, madeUp)).toBe(true);
			expect(handlersIn(sandbox)).toEqual(['EMPTY', 'MAIN']);
		}
	});

	it('deletes only the sweepstakes that has its name and its handler, and says if that fails', async () => {
		const madeUp = makeUp();
		const run = openRun(sandbox);
		await run.take(planWrites(madeUp).slice(0, 1));
		expect(await deleteMadeUp(openRun(sandbox), { ...madeUp, Handler: 'MAIN' })).toBe(true);
		expect(await deleteMadeUp(openRun(sandbox), { ...madeUp, SweepstakesName: 'MAIN' })).toBe(true);
		expect(handlersIn(sandbox)).toContain(madeUp.Handler);
		const refusal = { status: 400, body: { Response: false, Message: 'No.', Code: 400 } };
		const refusing = openRun(sandbox, (reply) => Object.assign(reply, refusal));
		expect(await deleteMadeUp(refusing, madeUp)).toBe(false);
		expect(await deleteMadeUp(run, madeUp)).toBe(true);
		expect(handlersIn(sandbox)).toEqual(['EMPTY', 'MAIN']);
	});
});

describe('`npm run check:account`', () => {
	const SOURCE = join(__dirname, '../../tools/account-check/main.ts');
	const folder = mkdtempSync(join(tmpdir(), 'account-check-'));
	const command = join(folder, 'main.cjs');
	let sandbox: Sandbox;
	beforeAll(async () => {
		await build({
			entryPoints: [SOURCE],
			outfile: command,
			bundle: true,
			platform: 'node',
			packages: 'external',
		});
		const accounts = [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }];
		sandbox = await startSandbox({ accounts, sample: true });
	});
	afterAll(async () => {
		rmSync(folder, { recursive: true });
		await sandbox.close();
	});

	/** Starts the command and types `input`. */
	function start(args: readonly string[], input = '') {
		const fixed = ['--base-url', sandbox.baseUrl, '--calls-per-minute', '100000'];
		const own = { NODE_PATH: resolve('node_modules'), SWEEPSTAKES_API_TOKEN: sandbox.token };
		const env = { ...process.env, ...own };
		const child = spawn(process.execPath, [command, ...fixed, ...args], { cwd: folder, env });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (chunk) => (output += String(chunk)));
		child.stdin.end(input);
		const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
		return { child, ended };
	}

	it('reads the account, prints a table and writes a report without values', async () => {
		const { code, output } = await start([]).ended;
		expect(output).toContain('Everything that was seen is as in the sandbox.');
		expect(code).toBe(0);
		const file = readdirSync(folder).find((name) => /^account-check-\d{4}-\d\d-\d\d\.json$/.test(name))!;
		const report = readFileSync(join(folder, file), 'utf8');
		expect(JSON.parse(report)).toMatchObject({ version: 2 });
		for (const value of [sandbox.token, 'ada@example.com', 'Lovelace', 'Summer'])
			expect(output + report).not.toContain(value);
	});

	it('writes only after the user has agreed', async () => {
		sandbox.clearCalls();
		const { code, output } = await start(['--write'], 'yes\n').ended;
		expect(code).toBe(1);
		expect(output).toContain('Nothing was sent.');
		expect(sandbox.calls()).toEqual([]);
	});

	it.each(['SIGINT', 'a closed terminal'] as const)('deletes what it made up after %s', async (stop) => {
		sandbox.clearCalls();
		const { child, ended } = start(['--write'], 'write\n');
		let isOver = false;
		void ended.finally(() => (isOver = true));
		while (!isOver && !sandbox.calls(5).some((call) => call.path === '/groups/create'))
			await new Promise((resolve) => setTimeout(resolve, 2));
		expect(isOver).toBe(false);
		if (stop === 'a closed terminal') {
			child.stdout.destroy();
			child.stderr.destroy();
			child.kill('SIGHUP');
		} else child.kill(stop);
		await ended;
		expect(handlersIn(sandbox)).toEqual(['SUMMER']);
	});

	it('refuses an unknown argument without showing a secret in it', async () => {
		const { code, output } = await start(['--token', 'secret']).ended;
		expect(code).toBe(1);
		expect(output).toContain('cannot read an argument');
		expect(output).not.toContain('secret');
	});

	it('shows its questions and the user’s answers, but not the token that the user types', async () => {
		const terminal = {
			input: Object.assign(new PassThrough(), { isTTY: true }),
			output: new PassThrough(),
		};
		const token = ask(terminal, 'API token: ', true);
		terminal.input.write('secret-token\r');
		expect(await token).toBe('secret-token');
		const address = ask(terminal, 'Base URL: ');
		terminal.input.write('https://api.example.com\r');
		expect(await address).toBe('https://api.example.com');
		const shown = String(terminal.output.read());
		expect(shown).toContain('API token: ');
		expect(shown).not.toContain('secret');
	});
});
