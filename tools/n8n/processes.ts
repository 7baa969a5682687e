import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** How long a process may take to exit before it is killed, in ms. */
const GRACE_MS = 10_000;

/**
 * Runs a program to its end.
 * @param signal ends the program; `run` still settles only after it has ended
 * @returns what it wrote to its standard output
 * @throws Error with the last lines of the output, if the program cannot be started or exits with a code other than 0
 */
export async function run(
	program: string,
	args: string[],
	{ cwd, env = process.env, signal }: { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<string> {
	signal?.throwIfAborted();
	// npm is a .cmd file on Windows, which only a shell can start.
	const shell = process.platform === 'win32';
	const running = execute(program, args, { cwd, env, shell, maxBuffer: 64 * 1024 * 1024 });
	// execFile's own `signal` option would reject while the program still writes files.
	const end = () => running.child.kill();
	signal?.addEventListener('abort', end);
	try {
		return (await running).stdout;
	} catch (error) {
		const { stderr = '', stdout = '', message } = error as Error & { stderr?: string; stdout?: string };
		throw new Error(`${program} ${args.join(' ')} failed:\n${lastLines(stderr || stdout || message, 15)}`);
	} finally {
		signal?.removeEventListener('abort', end);
	}
}

/** Removes a folder and what is in it, also while a program that was just ended writes its last files there. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The last `count` lines of a text. */
export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * Free ports at 127.0.0.1, all different.
 * @param wishes for each port its number, or 0 for any
 * @throws Error if a port is taken
 */
export async function freePorts(...wishes: number[]): Promise<number[]> {
	const servers = await Promise.all(wishes.map(listen));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => once(server.close(), 'close')));
	return ports;
}

async function listen(port: number): Promise<Server> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening').catch(() => {
		throw new Error(`Port ${port} is taken: end what uses it, or choose another`);
	});
	return server;
}

/** Terminates a process. After 10 s it is killed, with all processes it has started. */
export async function endTree(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined || hasEnded(child)) return;
	// Must be listed before the parent exits: an orphan no longer shows its parent.
	const started = await descendants(pid);
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
	if (!hasEnded(child)) {
		child.kill('SIGKILL');
		await ended;
	}
	started.forEach(kill);
}

/** Kills a process and all processes it has started, at once. */
export async function killTree(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined || hasEnded(child)) return;
	// Stops it at this moment: what it has started can only be listed while it exists.
	child.kill('SIGSTOP');
	const started = await descendants(pid);
	const ended = once(child, 'exit');
	child.kill('SIGKILL');
	await ended;
	started.forEach(kill);
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function kill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has exited already.
	}
}

async function descendants(pid: number): Promise<number[]> {
	// Without ps (Windows), n8n has to end its own processes.
	const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
	const processes = stdout
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/).map(Number));
	const childrenOf = (parent: number): number[] =>
		processes.flatMap(([id, parentId]) =>
			id !== undefined && parentId === parent ? [id, ...childrenOf(id)] : [],
		);
	return childrenOf(pid);
}
