import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../sandbox/main.ts');

const RANDOM_TOKEN = /\bsandbox-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;

/** Runs the sandbox with these flags and stops it with SIGTERM once it has printed its address. */
function run(
	...flags: string[]
): Promise<{ code: number | null; out: string; err: string; visited?: number }> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...flags], { timeout: 20_000 });
		let [out, err] = ['', ''];
		let visited: number | undefined;
		child.stdout.on('data', (chunk: Buffer) => {
			out += chunk.toString();
			const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
			if (!address || visited !== undefined) return;
			visited = 0;
			const [, token] = /token(?:":"| +)([^"\s]+)/i.exec(out)!;
			const headers = { authorization: `Bearer ${token}` };
			void fetch(`${address}/account/health-check`, { method: 'POST', headers }).then(({ status }) => {
				visited = status;
				child.kill('SIGTERM');
			});
		});
		child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
		child.once('close', (code) => resolve({ code, out, err, visited }));
	});
}

describe('npm run sandbox', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('prints one line of JSON with --json, listens on a free port, ends cleanly on SIGTERM', async () => {
		const { code, out, err, visited } = await run('--json', '--port', '0');
		expect({ code, err, visited }).toEqual({ code: 0, err: '', visited: 200 });
		expect(out.split('\n')).toHaveLength(2);
		expect(JSON.parse(out)).toEqual({
			baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
			token: expect.stringMatching(RANDOM_TOKEN),
			dialect: 'contract',
		});
	});

	it('prints the address and the token as a greeting without it', async () => {
		const { out, visited } = await run('--port', '0');
		expect(visited).toBe(200);
		expect(out).toMatch(RANDOM_TOKEN);
	});

	it('makes another token at each start, unless it is given one', async () => {
		const [first, second, given] = await Promise.all([
			run('--json', '--port', '0'),
			run('--json', '--port', '0'),
			run('--json', '--port', '0', '--token', 'for-a-script'),
		]);
		const tokens = [first, second, given].map(({ out }) => JSON.parse(out).token);
		expect(new Set(tokens).size).toBe(3);
		expect([tokens[2], given.visited]).toEqual(['for-a-script', 200]);
	}, 30_000);

	it('keeps the token with the data, so that a credential stays valid', async () => {
		const flags = ['--json', '--port', '0', '--data', join(folder, 'data')];
		const first = await run(...flags);
		const second = await run(...flags);
		expect(JSON.parse(second.out).token).toBe(JSON.parse(first.out).token);
		expect(second.visited).toBe(200);
	}, 30_000);

	it('names the dialect in the greeting and in the JSON', async () => {
		const flags = ['--port', '0', '--dialect', 'reference'];
		expect((await run(...flags)).out).toMatch(/Dialect +reference/);
		expect(JSON.parse((await run('--json', ...flags)).out).dialect).toBe('reference');
	});

	it('takes accounts from a file', async () => {
		const file = join(folder, 'accounts.json');
		writeFileSync(file, JSON.stringify([{ token: 'mine' }]));
		const { out, visited } = await run('--json', '--port', '0', '--accounts', file);
		expect({ token: JSON.parse(out).token, visited }).toEqual({ token: 'mine', visited: 200 });
	});

	it.each<[string, string, string]>([
		['a port that is not a number', '--port', 'http'],
		['an unknown flag', '--verbose', ''],
		['an unknown dialect', '--dialect', 'legacy'],
		['a missing accounts file', '--accounts', '/nowhere/accounts.json'],
	])('explains %s on the error stream and exits with 1', async (_what, flag, value) => {
		const { code, out, err } = await run(flag, ...(value ? [value] : []));
		expect({ code, out }).toEqual({ code: 1, out: '' });
		expect(err).toMatch(/port|verbose|accounts|dialect/);
		expect(err).not.toContain('    at ');
	});

	it('names the wrong key of an accounts file', async () => {
		const file = join(folder, 'wrong.json');
		writeFileSync(file, JSON.stringify([{ plan: { MaxApiCallsPerMinute: '150' } }]));
		const { code, err } = await run('--port', '0', '--accounts', file);
		expect(code).toBe(1);
		expect(err).toContain('MaxApiCallsPerMinute');
	});
});
