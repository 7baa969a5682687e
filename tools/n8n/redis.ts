import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endTree, freePorts } from './processes';
import { TIMEOUT_MS } from './wait';

/** A Redis server that keeps its data in memory, for n8n's queue mode. */
export interface Redis {
	port: number;
	stop(): Promise<void>;
}

/** @throws Error with instructions if Redis is not installed */
export async function startRedis(): Promise<Redis> {
	const [port] = (await freePorts(0)) as [number];
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const child = spawn('redis-server', args, { stdio: 'ignore' });
	await once(child, 'spawn').catch(() => {
		throw new Error('Queue mode needs Redis: install redis-server (Debian: apt-get install redis-server).');
	});
	await untilListening(port, child);
	return { port, stop: async () => await endTree(child) };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (!(await isListening(port))) {
		if (child.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start');
		await sleep(50);
	}
}

async function isListening(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
