import { execFile, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** How long a process has to exit before it is killed, in ms. */
const GRACE_MS = 10_000;

/**
 * Runs a program to its end.
 *
 * @param signal ends the program; `run` settles only after it has ended
 * @returns its standard output
 * @throws Error with the last lines of the output, if the program cannot be started or exits with a code other than 0
 */
export async function run(
	program: string,
	args: string[],
	{ cwd, env = process.env, signal }: { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<string> {
	signal?.throwIfAborted();
	// On Windows, npm is a .cmd file, which only a shell can start.
	const shell = process.platform === 'win32';
	const running = execute(program, args, { cwd, env, shell, maxBuffer: 64 * 1024 * 1024 });
	// The `signal` option of execFile would reject while the program may still be writing files.
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

/**
 * Removes a folder and its contents. Retries for about 1.5 seconds, because a program that is ending may still write
 * there.
 */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function lastLines(text: string, count: number): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * Finds different free ports at 127.0.0.1.
 *
 * @param wishes each port's number, or 0 for any
 * @throws Error if a port is taken
 */
export async function freePorts(...wishes: number[]): Promise<number[]> {
	const servers = await Promise.all(wishes.map(listen));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => once(server.close(), 'close')));
	return ports;
}

/**
 * Returns a random port below the system's ephemeral ports. The system could give an ephemeral port to another program
 * before n8n listens on it.
 */
const anyPort = () => randomInt(15_000, 32_000);

async function listen(wish: number): Promise<Server> {
	const port = wish || anyPort();
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
		return server;
	} catch {
		if (!wish) return await listen(wish);
		throw new Error(`Port ${port} is taken: end what uses it, or choose another`);
	}
}

/** Asks a process to terminate. After 10 s, kills it with all its descendants. */
export async function endTree(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined || hasEnded(child)) return;
	// The descendants are listed now, because once their parent has exited, the system no longer shows that it was their
	// parent.
	const started = await descendants(pid);
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
	await killTree(child);
	started.forEach(kill);
}

/** Kills a process and all its descendants at once. */
export async function killTree(child: ChildProcess): Promise<void> {
	const { pid } = child;
	if (pid === undefined || hasEnded(child)) return;
	// The process is paused first, so that it cannot start others while its descendants are being listed.
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
		// The process has already exited.
	}
}

async function descendants(pid: number): Promise<number[]> {
	// On a system without ps (Windows), n8n must end its own child processes.
	const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
	const processes = stdout
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/).map(Number));
	const listChildren = (parent: number): number[] =>
		processes.flatMap(([id, parentId]) =>
			id !== undefined && parentId === parent ? [id, ...listChildren(id)] : [],
		);
	return listChildren(pid);
}
