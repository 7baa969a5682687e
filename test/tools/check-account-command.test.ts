import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';

import { build } from 'esbuild';

import { startSandbox, type Sandbox } from '../../sandbox';
import { ask, askSecretly } from '../../tools/check-account/ask';
import { readOptions } from '../../tools/check-account/options';
import { PLAN } from '../../tools/check-account/plan';
import { mostCalls } from '../../tools/check-account/table';
import { UNFINISHED_FILE } from '../../tools/check-account/unfinished';
import { WRITING_CALLS } from '../../tools/check-account/write';
import { createSweepstakes } from '../../tools/sandbox';
import { runs } from '../support/runs';

const REPOSITORY = join(__dirname, '../..');

const SOURCE = join(REPOSITORY, 'tools/check-account/main.ts');

/** The arguments with which package.json starts the command. */
const AS_SCRIPT = ['--import', join(REPOSITORY, 'node_modules/tsx/dist/loader.mjs'), SOURCE];

/** The path of the command as a single file, which starts in a third of the time. */
let command: string;
beforeAll(async () => {
	command = join(mkdtempSync(join(tmpdir(), 'check-account-command-')), 'main.cjs');
	await build({
		entryPoints: [SOURCE],
		outfile: command,
		bundle: true,
		platform: 'node',
	});
});
afterAll(() => rmSync(dirname(command), { recursive: true }));

/** Creates a folder in which the command runs, with the token in a file. */
function openFolder({ token }: Sandbox): string {
	const folder = mkdtempSync(join(tmpdir(), 'check-account-'));
	writeFileSync(join(folder, 'token'), `${token}\n`);
	return folder;
}

/** Starts the command in a folder and types `input`. */
function start(
	{ baseUrl }: Sandbox,
	folder: string,
	args: readonly string[],
	input = '',
	started = [command],
) {
	const all = [...started, '--base-url', baseUrl, '--token-file', 'token', ...args];
	const child = spawn(process.execPath, all, { cwd: folder });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
	child.stdin.end(input);
	const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
	return { child, ended };
}

function reportIn(folder: string): string | undefined {
	const file = readdirSync(folder).find((name) => /^account-check-\d{4}-\d\d-\d\d\.json$/.test(name));
	return file && readFileSync(join(folder, file), 'utf8');
}

/** Runs the command in its own folder. */
async function check(sandbox: Sandbox, args: string[], input = '', started?: string[]) {
	const folder = openFolder(sandbox);
	const { code, output } = await start(sandbox, folder, args, input, started).ended;
	const report = reportIn(folder);
	rmSync(folder, { recursive: true });
	return { code, output, report };
}

describe('`npm run check:account`', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox()));
	afterAll(async () => await sandbox.close());

	it('reads the account, prints a table and writes a report', async () => {
		const { code, output, report } = await check(sandbox, ['--calls-per-minute', '1000'], '', AS_SCRIPT);
		expect(code).toBe(0);
		expect(output).toContain('Everything that was seen is as these nodes expect it.');
		expect(JSON.parse(report!)).toMatchObject({ version: 1 });
		for (const value of [sandbox.token, 'ada@example.com', 'Lovelace', 'Summer'])
			expect(output + report).not.toContain(value);
	});

	it('does not show the token if it is given in place of a file', async () => {
		const { code, output } = await check(sandbox, ['--token-file', 'secret-token']);
		expect(code).toBe(1);
		expect(output).toBe('The file of --token-file cannot be read. It must contain only the API token.\n');
	});

	it('changes the account with --write only after the user has typed the sweepstakes’ handler', async () => {
		sandbox.clearCalls();
		const { code, output } = await check(sandbox, ['--write', '--sweepstakes', 'SUMMER'], 'yes\n');
		expect(code).toBe(1);
		expect(output).toContain('That is not the handler. Nothing was sent.');
		expect(sandbox.calls()).toEqual([]);
	});
});

const FAST = ['--calls-per-minute', '100000'];
const WRITE = ['--write', '--sweepstakes', 'MAIN', ...FAST];

type Child = ReturnType<typeof start>['child'];

/** Ways to end a check from outside. */
const STOPS: Array<[name: string, stop: (child: Child) => void]> = [
	['Ctrl+C', (child) => child.kill('SIGINT')],
	['SIGTERM', (child) => child.kill('SIGTERM')],
	['SIGHUP', (child) => child.kill('SIGHUP')],
	[
		'a closed terminal',
		(child) => {
			child.stdout.destroy();
			child.stderr.destroy();
			child.kill('SIGHUP');
		},
	],
	[
		'the loss of its output',
		(child) => {
			child.stdout.destroy();
			child.stderr.destroy();
		},
	],
	['a kill', (child) => child.kill('SIGKILL')],
];

/** Returns the records of every kind that a check has left in the sandbox. */
async function recordsOfCheck({ api }: Sandbox, sweepstakesToken: string): Promise<string[]> {
	const parts: string[] = [];
	const SweepstakesToken = sweepstakesToken;
	for (const [path, body] of [
		['/groups/fetch', { sweepstakesToken }],
		['/notes/fetch', {}],
		['/codes/fetch', { SweepstakesToken }],
		['/invoices/fetch', {}],
		['/participants/fetch', { sweepstakesToken }],
	] as const)
		parts.push(JSON.stringify(await api(path, body)));
	return parts.join('').match(/Account check \w+|CHECK-\w+|check-\w+-[abc]@example\.com/g) ?? [];
}

/**
 * The calls during which the check is stopped. `npm test` uses only the first one, because writing.test.ts stops the
 * check at every call. `.ci/run` uses all of them.
 */
const MOMENTS = ['/participants/add', '/notes/delete', '/groups/create', '/invoices/create'];

describe.each(MOMENTS.slice(0, runs(1)))(
	'`npm run check:account -- --write`, stopped during the call %s,',
	(path) => {
		it.each(STOPS)('removes everything after %s, either at once or when it is run again', async (_, stop) => {
			const accounts = [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }];
			const sandbox = await startSandbox({ accounts, sample: false, latencyMs: 5 });
			const main = await createSweepstakes(sandbox, { Handler: 'MAIN' });
			sandbox.clearCalls();
			const folder = openFolder(sandbox);
			const { child, ended } = start(sandbox, folder, WRITE, 'MAIN\n');
			let isOver = false;
			void ended.finally(() => (isOver = true));
			while (!isOver && !sandbox.calls(5).some((call) => call.path === path))
				await new Promise((resolve) => setTimeout(resolve, 2));
			expect(isOver).toBe(false);
			stop(child);
			await ended;
			const unfinished = join(folder, UNFINISHED_FILE);
			if (existsSync(unfinished)) {
				const { output } = await start(sandbox, folder, FAST).ended;
				expect(output).toContain('An earlier check may have left');
			}
			expect(await recordsOfCheck(sandbox, main)).toEqual([]);
			expect(existsSync(unfinished)).toBe(false);
			rmSync(folder, { recursive: true });
			await sandbox.close();
		});
	},
);

it('`npm run check:account` does not touch records that an unfinished check of another account left behind', async () => {
	const sandbox = await startSandbox();
	const folder = openFolder(sandbox);
	const added = [
		{
			kind: 'note',
			mark: 'Account check 1',
			sweepstakesToken: '',
			sentAt: 0,
			unanswered: 0,
			confirmed: 1,
			found: [],
		},
	];
	writeFileSync(join(folder, UNFINISHED_FILE), JSON.stringify({ account: 'other', added }));
	const { code, output } = await start(sandbox, folder, FAST).ended;
	expect(code).toBe(1);
	expect(output).toContain(
		'An earlier check of another account may have left there: the note “Account check 1”.',
	);
	expect(sandbox.calls()).toEqual([]);
	expect(existsSync(join(folder, UNFINISHED_FILE))).toBe(true);
	rmSync(folder, { recursive: true });
	await sandbox.close();
});

it('`npm run check:account` shows its questions and the user’s answers, but not the token that the user types', async () => {
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
	[['secret'], 'It takes only options that begin with --.'],
	[['--write', '--sweepstakes', ' '], '--write and --sweepstakes <handler> belong together.'],
	[['--write', '--sweepstakes', 'A', '--calls', '50'], '--calls 50 is too few for --write'],
])(
	'`npm run check:account` refuses the arguments %j without showing a secret among them',
	(args, message) => {
		const refused = () => readOptions(args, 198);
		expect(refused).toThrow(message);
		expect(refused).not.toThrow(/secret/);
	},
);

it('`npm run check:account -- --write` needs no more calls than the default of --calls', () =>
	expect(mostCalls(PLAN) + WRITING_CALLS).toBeLessThanOrEqual(readOptions([]).calls));
