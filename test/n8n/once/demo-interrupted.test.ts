import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const REPOSITORY = resolve(__dirname, '../../..');

/** The demo as `npm run demo` starts it, without building first. */
const DEMO = ['--import', 'tsx', 'examples/demo/main.ts'];

describe('Ctrl-C', () => {
	/** The temporary folder of one demo: whatever is in it afterwards, or runs with it, was left behind. */
	let folder: string;
	beforeEach(async () => {
		folder = await realpath(await mkdtemp(join(tmpdir(), 'demo-')));
	});
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	/** Starts the demo in a process group of its own, as a terminal does. */
	function start(...args: string[]) {
		const child = spawn(process.execPath, [...DEMO, ...args], {
			cwd: REPOSITORY,
			// Without the password of the n8n that the tests share, the demo makes its own.
			env: { ...process.env, TMPDIR: folder, N8N_TEST_PASSWORD: undefined },
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
		const until = async (isSo: () => boolean | Promise<boolean>) => {
			while (!(await isSo())) {
				if (child.exitCode !== null) throw new Error(`The demo ended too early:\n${output}`);
				await sleep(20);
			}
		};
		return { child, exited, output: () => output, until };
	}

	const has = async (name: string) => (await readdir(folder)).some((entry) => entry.startsWith(name));
	/** tsx keeps what it compiled there. */
	const left = async () => (await readdir(folder)).filter((entry) => !entry.startsWith('tsx-'));

	/** The processes that were started with this temporary folder. */
	async function running(): Promise<string[]> {
		const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
		const found = await Promise.all(
			pids.map(async (pid) => {
				const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
				return environment.includes(`TMPDIR=${folder}`) ? [pid] : [];
			}),
		);
		return found.flat();
	}

	type Demo = ReturnType<typeof start>;
	const said = (words: string) => (one: Demo) => one.until(() => one.output().includes(words));
	const after = (ms: number, words: string) => async (one: Demo) => {
		await said(words)(one);
		await sleep(ms);
	};

	it.each<[string, (one: Demo) => Promise<void>]>([
		['before anything is packed', said('The sandbox listens')],
		['while the package is packed', (one) => one.until(() => has('n8n-package-'))],
		['while the package is installed', (one) => one.until(() => has('n8n-user-'))],
		['at the start of n8n', said('Starting n8n')],
		['while n8n starts', after(2_000, 'Starting n8n')],
		['when the credential is there', said('Credential test')],
		['while entrants are added', said('Adding 12 entrants')],
	])('%s leaves no folder and no process', async (_moment, moment) => {
		const one = start();
		await moment(one);
		expect(await running()).toContain(String(one.child.pid));
		process.kill(-one.child.pid!, 'SIGINT');

		expect(await one.exited).toEqual([130, null]);
		expect(one.output()).toContain('Ending the demo');
		expect(await left()).toEqual([]);
		expect(await running()).toEqual([]);
	});

	it('pressed again while the demo ends changes nothing', async () => {
		const one = start();
		await after(1_000, 'Starting n8n')(one);
		process.kill(-one.child.pid!, 'SIGINT');
		await said('Ending the demo')(one);
		process.kill(-one.child.pid!, 'SIGINT');

		expect(await one.exited).toEqual([130, null]);
		expect(await left()).toEqual([]);
		expect(await running()).toEqual([]);
	});

	it('SIGTERM to the demo alone ends n8n as well', async () => {
		const one = start();
		await after(2_000, 'Starting n8n')(one);
		one.child.kill('SIGTERM');

		expect(await one.exited).toEqual([143, null]);
		expect(await left()).toEqual([]);
		expect(await running()).toEqual([]);
	});

	it('ends a demo that was kept open, whose owner had a password of its own', async () => {
		const [first, second] = [start('--keep'), start('--keep')];
		const passwords = [];
		for (const one of [first, second]) {
			await said('Ctrl-C ends the demo')(one);
			passwords.push(/password {2}(\S{16,})/.exec(one.output())![1]);
			process.kill(-one.child.pid!, 'SIGINT');
			expect(await one.exited).toEqual([0, null]);
		}
		expect(passwords[0]).not.toBe(passwords[1]);
		expect(await left()).toEqual([]);
		expect(await running()).toEqual([]);
	});
});
