import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../sandbox/main';

const RANDOM_TOKEN = expect.stringMatching(/^sandbox-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;

let folder: string;
let accounts: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	accounts = join(folder, 'accounts.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

const health = async (baseUrl: string, token: string) => {
	const headers = { authorization: `Bearer ${token}` };
	return (await fetch(`${baseUrl}/account/health-check`, { method: 'POST', headers })).status;
};

it('`npm run sandbox -- --json` prints one line of JSON, listens on a free port and ends cleanly on SIGTERM', async () => {
	const file = join(__dirname, '../../sandbox/main.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', file, '--json', '--port', '0'], {
		timeout: 170_000,
	});
	let [out, err] = ['', ''];
	child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
	const ended = new Promise((resolve) => child.once('close', resolve));
	await new Promise<void>((resolve) =>
		child.stdout.on('data', (chunk: Buffer) => {
			out += chunk.toString();
			resolve();
		}),
	);
	const { baseUrl, token, dialect } = JSON.parse(out) as Record<string, string>;
	const lines = out.split('\n').length;
	expect({ lines, token, dialect }).toMatchObject({ lines: 2, token: RANDOM_TOKEN, dialect: 'contract' });
	expect(await health(baseUrl!, token!)).toBe(200);
	child.kill('SIGTERM');
	expect([await ended, err]).toEqual([0, '']);
});

describe('The flags of `npm run sandbox`', () => {
	afterEach(() => {
		process.exitCode = undefined;
		jest.restoreAllMocks();
	});

	/**
	 * Runs the command in this process.
	 *
	 * @returns its output
	 */
	async function run(...flags: string[]) {
		const out: string[] = [];
		const err: string[] = [];
		jest.spyOn(console, 'log').mockImplementation((text: string) => out.push(text));
		jest.spyOn(console, 'error').mockImplementation((text: string) => err.push(text));
		await main(['--port', '0', ...flags]);
		return { out: out.join(''), err: err.join(''), code: process.exitCode };
	}

	/** Stops the sandbox that runs in this process. */
	async function end() {
		const exited = new Promise((resolve) =>
			jest.spyOn(process, 'exit').mockImplementation(resolve as () => never),
		);
		process.emit('SIGTERM');
		expect(await exited).toBe(0);
	}

	it('set the token and the dialect, which the greeting shows', async () => {
		const names = ['--dialect', 'reference', '--token', 'for-a-script'];
		const { out } = await run(...names, '--latency-ms', '1', '--window-ms', '9');
		expect(out).toMatch(/Base URL +http:\/\/127\.0\.0\.1:\d+\n +Token +for-a-script\n +Dialect +reference/);
		await end();
	});

	it('are all listed by --help, which starts nothing', async () => {
		const { out, code } = await run('--help');
		const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
		const flags = readme.match(/(?<=^\| `)--[a-z-]+/gm)!;
		expect(flags.length).toBeGreaterThan(8);
		for (const flag of flags) expect(out).toContain(`${flag} `);
		expect(code).toBeUndefined();
	});

	it('set the format of dates', async () => {
		const { out } = await run('--json', '--dates', 'unzoned');
		const { baseUrl, token } = JSON.parse(out) as Record<string, string>;
		const ask = async (path: string, body: object) => {
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
			const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
			return (await answer.json()) as { Data: Array<{ SweepstakesToken: string }>; Participants: object[] };
		};
		const [{ SweepstakesToken: sweepstakesToken } = {}] = (await ask('/sweepstakes/fetch', {})).Data;
		const CreationDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string;
		const { Participants } = await ask('/participants/fetch', { sweepstakesToken });
		expect(Participants[0]).toMatchObject({ CreationDate });
		await end();
	});

	it('name a file with accounts, and a file that keeps the state and the token', async () => {
		writeFileSync(accounts, JSON.stringify([{ plan: { MaxApiCallsPerMinute: 1 } }]));
		const tokens: string[] = [];
		for (let start = 0; start < 2; start++) {
			const { out } = await run('--json', '--accounts', accounts, '--data', join(folder, 'data'));
			const { baseUrl, token } = JSON.parse(out) as Record<string, string>;
			expect([await health(baseUrl!, token!), await health(baseUrl!, token!)]).toEqual([200, 429]);
			tokens.push(token!);
			await end();
		}
		expect(tokens).toEqual([RANDOM_TOKEN, tokens[0]]);
	});

	it.each([
		['a port that is not a number', ['--port', 'http'], /port/],
		['an unknown flag', ['--verbose'], /verbose/],
		['an unknown dialect', ['--dialect', 'legacy'], /contract or reference/],
		['an unknown form of dates', ['--dates', 'local'], /zoned or unzoned/],
		['a missing accounts file', ['--accounts', '/nowhere/accounts.json'], /nowhere/],
		['an invalid value in the accounts file', ['--accounts', '.'], /MaxApiCallsPerMinute/],
	])('lead to a message on the error stream in case of %s', async (_what, flags, words) => {
		writeFileSync(accounts, JSON.stringify([{ plan: { MaxApiCallsPerMinute: '150' } }]));
		const { out, err, code } = await run(...flags.map((flag) => (flag === '.' ? accounts : flag)));
		expect([out, code]).toEqual(['', 1]);
		expect(err).toMatch(words);
	});
});
