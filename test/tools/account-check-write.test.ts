import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';

import { build } from 'esbuild';

import type { Transport } from '../../nodes/shared/client/transport';
import { DIALECTS, startSandbox, type Sandbox } from '../../sandbox';
import { checkAccount } from '../../tools/account-check/check';
import { openFullAccount, readClaims } from '../../tools/account-check/claim';
import { compare } from '../../tools/account-check/compare';
import { Run } from '../../tools/account-check/run';
import { deleteMadeUp, makeUp, planWrites } from '../../tools/account-check/write';
import { openRun } from '../support/account-check';
import { withoutHttp } from '../support/client';

const handlersIn = ({ store }: Sandbox): string[] =>
	[...store.sweepstakes.all()].map(({ Handler }) => Handler).sort();

it.each(DIALECTS)(
	'a check that writes finds everything as in the sandbox, and leaves nothing behind (%s)',
	async (dialect) => {
		const sandbox = await openFullAccount(dialect);
		const madeUp = makeUp();
		const plan = planWrites(madeUp);
		const claims = await readClaims(plan);
		const run = openRun(sandbox);
		await run.take(plan);
		expect(handlersIn(sandbox)).toContain(madeUp.Handler);
		expect(await deleteMadeUp(run, madeUp)).toBe(true);
		expect(handlersIn(sandbox)).toEqual(['EMPTY', 'MAIN']);
		const compared = compare(run.readings, claims);
		expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
		expect(run.readings.filter(({ failure }) => failure)).toEqual([]);
		expect(compared.filter(({ verdict }) => !verdict.startsWith('as in the sandbox'))).toEqual([]);
		expect(compared.flatMap(({ answers }) => answers)).toHaveLength(1);
		await sandbox.close();
	},
);

describe('a check that writes', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await openFullAccount('contract')));
	afterAll(async () => await sandbox.close());

	it('leaves nothing behind if it is stopped during any call', async () => {
		const madeUp = makeUp();
		const plan = planWrites(madeUp);
		for (let last = 1; last <= plan.length + 2; last++) {
			let calls = 0;
			let hasReply = false;
			const transport: Transport = async (request) => {
				const isLast = ++calls === last;
				if (isLast) {
					await new Promise(setImmediate);
					run.end();
					await new Promise((resolve) => setTimeout(resolve, 20));
				}
				const outcome = await withoutHttp(sandbox)(request);
				hasReply ||= isLast;
				return outcome;
			};
			const run = new Run({ baseUrl: sandbox.baseUrl, transport, callsPerMinute: 0 });
			await run.take(plan);
			expect(await deleteMadeUp(run, madeUp)).toBe(true);
			expect(hasReply).toBe(true);
			expect(handlersIn(sandbox)).toEqual(['EMPTY', 'MAIN']);
		}
	});

	it('writes nothing in another sweepstakes that a reply names', async () => {
		const madeUp = makeUp();
		const plan = planWrites(madeUp);
		const [main] = [...sandbox.store.sweepstakes.all()].filter(({ Handler }) => Handler === 'MAIN');
		const run = openRun(sandbox, ({ call, body }) => {
			if (call === 'POST /sweepstakes/create') body.Data = main;
		});
		await run.take(plan);
		expect(run.calls).toBe(1);
		expect(await deleteMadeUp(run, madeUp)).toBe(true);
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
	const FAST = ['--calls-per-minute', '100000'];
	const folder = mkdtempSync(join(tmpdir(), 'account-check-'));
	const before = process.cwd();
	let sandbox: Sandbox;
	beforeAll(async () => {
		process.chdir(folder);
		const accounts = [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }];
		sandbox = await startSandbox({ accounts, sample: true });
	});
	afterAll(async () => {
		process.chdir(before);
		rmSync(folder, { recursive: true });
		await sandbox.close();
	});
	beforeEach(() => sandbox.clearCalls());

	/** Runs the check in this process. Each question is answered on a terminal. */
	function check(args: readonly string[], ...answers: string[]) {
		const input = Object.assign(new PassThrough(), { isTTY: true });
		const output = new PassThrough();
		const typed = [sandbox.baseUrl, sandbox.token, ...answers];
		let shown = '';
		output.on('data', (chunk) => {
			shown += String(chunk);
			if (/: $/.test(shown)) input.write(`${typed.shift()}\r`);
		});
		const ended = checkAccount([...FAST, ...args], { input, output });
		return { output, ended, readShown: () => shown };
	}

	/** Waits until the check has written to the account. */
	async function written(): Promise<void> {
		while (!sandbox.calls(5).some((call) => call.path === '/groups/create'))
			await new Promise((resolve) => setTimeout(resolve, 2));
	}

	const readReport = () =>
		readFileSync(
			readdirSync(folder).find((name) => name.endsWith('.txt'))!,
			'utf8',
		);

	it('asks for the address and the token, shows the report and writes it to a file, with neither values nor the token', async () => {
		const { ended, readShown } = check([]);
		expect(await ended).toBe(true);
		const shown = readShown();
		expect(shown).toContain(`Base URL: ${sandbox.baseUrl}`);
		expect(shown).toContain('No difference from the sandbox.');
		expect(shown).toContain(readReport());
		for (const value of [sandbox.token, 'ada@example.com', 'Lovelace', 'Summer'])
			expect(shown).not.toContain(value);
	});

	it('writes only after the user has agreed', async () => {
		const { ended } = check(['--write'], 'yes');
		await expect(ended).rejects.toThrow('Nothing was sent.');
		expect(sandbox.calls()).toEqual([]);
	});

	it.each([
		['--token', 'secret'],
		['--calls-per-minute', '0'],
	])('refuses the argument %s %s without repeating it', async (...args) => {
		const error = await check(args).ended.catch((reason: Error) => reason.message);
		expect(error).toMatch(/^The command cannot read an argument\. .*whole number>\.$/);
	});

	it('deletes what it made up after the terminal is closed', async () => {
		const { output, ended } = check(['--write'], 'write');
		await written();
		output.destroy(new Error('The terminal is closed'));
		expect(await ended).toBe(false);
		expect(handlersIn(sandbox)).toEqual(['SUMMER']);
	});

	it('deletes what it made up after Ctrl+C, and reports the calls so far', async () => {
		const command = join(folder, 'main.cjs');
		const source = join(__dirname, '../../tools/account-check/main.ts');
		await build({
			entryPoints: [source],
			outfile: command,
			bundle: true,
			platform: 'node',
			packages: 'external',
		});
		const env = { ...process.env, NODE_PATH: resolve(before, 'node_modules') };
		const child = spawn(process.execPath, [command, ...FAST, '--write'], { cwd: folder, env });
		child.stdin.end(`${sandbox.baseUrl}\n${sandbox.token}\nwrite\n`);
		const ended = once(child, 'close');
		await written();
		child.kill('SIGINT');
		expect((await ended)[0]).toBe(1);
		expect(handlersIn(sandbox)).toEqual(['SUMMER']);
		expect(readReport()).toContain('Group › Delete: not tried');
		expect(readReport()).toContain('stopped before its end');
	});
});
