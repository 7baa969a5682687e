import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { until } from '../../../../tools/n8n/wait';

const REPOSITORY = resolve(__dirname, '../../../..');

/** The demo as `npm run demo` starts it, but without building the package. */
const DEMO = ['--import', 'tsx', 'examples/demo/main.ts'];

/** The temporary folder of one demo. Any file left in it is a leak. */
let folder: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'demo-')));
});
afterEach(async () => {
	for (const child of started.splice(0)) signalGroup(child, 'SIGKILL');
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid!, signal);
	} catch {
		// The signal cannot be sent, because every process of the group has ended.
	}
}

/** Starts the demo in its own process group, as a terminal does. */
function start(...args: string[]) {
	const child = spawn(process.execPath, [...DEMO, ...args], {
		cwd: REPOSITORY,
		// Without the password of the shared n8n instance, the demo creates its own.
		env: { ...process.env, TMPDIR: folder, N8N_TEST_PASSWORD: undefined },
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	started.push(child);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	let hasEnded = false;
	/** Settles when the whole output has been read. */
	const ended = once(child, 'close').finally(() => (hasEnded = true)) as Promise<
		[number | null, NodeJS.Signals | null]
	>;
	const reached = async (isSo: () => boolean | Promise<boolean>) => {
		await until(async () => (await isSo()) || hasEnded);
		if (!(await isSo())) throw new Error(`The demo ended too early:\n${output}`);
	};
	return {
		child,
		ended,
		output: () => output,
		reached,
		said: async (words: string) => await reached(() => output.includes(words)),
		/** Like a terminal, signals all processes of the group. */
		pressCtrlC: () => signalGroup(child, 'SIGINT'),
	};
}
type Demo = ReturnType<typeof start>;

/** Whether the demo's folder contains an entry whose name begins with `name`. */
const found = async (name: string) => (await readdir(folder)).some((entry) => entry.startsWith(name));

/** Returns the files in the folder, except tsx's cache, and the processes that were started with the folder. */
async function left(): Promise<string[]> {
	const files = (await readdir(folder)).filter((entry) => !entry.startsWith('tsx-'));
	const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
	const running = pids.map(async (pid) => {
		const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
		return environment.includes(`TMPDIR=${folder}`) ? [pid] : [];
	});
	return [...files, ...(await Promise.all(running)).flat()];
}

/** A killed process may still be listed for a moment after the demo has ended. */
const untilNothingIsLeft = async () => await until(async () => (await left()).length === 0);

const row = (label: string, value: number) => new RegExp(`│ ${label} +│ ${value} +│`);
const passwordOf = (demo: Demo) => /password {2}(\S{16,})/.exec(demo.output())![1];

/** Runs the demo with `--keep`, and waits until it has finished and keeps n8n open. */
async function keepOpen(...args: string[]): Promise<Demo> {
	const demo = start('--keep', ...args);
	await demo.said('Ctrl+C ends the demo');
	return demo;
}

it('the demo with --keep adds the sample participants, draws winners, creates invoices, prints the table, and runs until Ctrl+C', async () => {
	const demo = await keepOpen('--winners', '2');
	expect(demo.output()).toMatch(row('entrants added', 12));
	expect(demo.output()).toMatch(row('winners', 2));
	expect(demo.output()).toMatch(row('invoices', 2));
	expect(demo.output()).toMatch(row('calls refused', 0));
	expect(demo.output()).toMatch(/\/invoice\?t=/);
	const password = passwordOf(demo);
	demo.pressCtrlC();
	expect(await demo.ended).toEqual([0, null]);
	await untilNothingIsLeft();

	// The second run uses the dialect `reference`, and a file whose columns are found by their names.
	const csv =
		'Surname,First,E-Mail,Phone,Zip\nSmith,Sam,smith@example.com,2025550151,20001\nJones,Jo,jones,2025550152,\n';
	const file = join(folder, 'mine.csv');
	await writeFile(file, `${csv}Smith,Sam,smith@example.com,2025550151,20001\n`);
	const other = await keepOpen('--dialect', 'reference', '--entrants', file, '--winners', '1');
	await rm(file);
	expect(other.output()).toContain('E-Mail → KeyEmail');
	expect(other.output()).toMatch(row('entrants added', 1));
	expect(other.output()).toMatch(row('entrants already in', 1));
	expect(other.output()).toMatch(row('rows to correct', 1));
	expect(other.output()).toContain('to correct: Item 2: “Email” must be an email address');
	expect(passwordOf(other)).not.toBe(password);
	other.child.kill('SIGTERM');
	expect(await other.ended).toEqual([0, null]);
	await untilNothingIsLeft();
});

it('the demo with --example opens that example, and says which nodes have sample data', async () => {
	const demo = start('--example', 'sync-opt-outs');
	await demo.said('Ctrl+C ends the demo');
	expect(demo.output()).toContain('Sample data stands in for other services: Read Rows, Append Row\n');
	demo.pressCtrlC();
	expect(await demo.ended).toEqual([0, null]);
	await untilNothingIsLeft();
});

it.each<[string, (demo: Demo) => boolean | Promise<boolean>]>([
	['while the package is installed', async () => await found('n8n-user-')],
	['while entrants are added', (demo) => demo.output().includes('Adding 12 entrants')],
])(
	'if Ctrl+C is pressed twice %s, the demo leaves neither a folder nor a process behind',
	async (_moment, moment) => {
		// At this rate, the demo does not end by itself before the second Ctrl+C.
		const demo = start('--keep', '--calls-per-minute', '10');
		await demo.reached(() => moment(demo));
		expect(await left()).toContain(String(demo.child.pid));
		demo.pressCtrlC();
		await demo.said('Ending the demo');
		demo.pressCtrlC();
		// Node.js removes its signal handlers shortly before it exits, so a late second signal can end the process itself. A
		// shell shows exit code 130 in both cases.
		expect([
			[130, null],
			[null, 'SIGINT'],
		]).toContainEqual(await demo.ended);
		await untilNothingIsLeft();
	},
);
