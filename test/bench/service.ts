import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Sandbox, SandboxOptions } from '../../sandbox';

/** A rate limit that no benchmark reaches. */
export const UNLIMITED = 1_000_000_000;

export interface ServiceOptions {
	callsPerMinute: number;
	/** The processing time of each call, in ms. */
	latencyMs?: number;
	dialect?: SandboxOptions['dialect'];
}

/** The sandbox's methods that the parent process can call. */
type Method = 'accounts' | 'calls' | 'clearCalls' | 'fill' | 'advance';

export interface Question {
	id: number;
	method: Method;
	args: unknown[];
}

export interface StartedService {
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
}

/** A sandbox with one sweepstakes, in its own process. */
export interface Service {
	baseUrl: string;
	token: string;
	sweepstakesToken: string;
	ask<M extends Method>(method: M, ...args: Parameters<Sandbox[M]>): Promise<ReturnType<Sandbox[M]>>;
	close(): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
	const args = ['--import', 'tsx', join(__dirname, 'service-process.ts'), JSON.stringify(options)];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>();
	child.on('message', ({ id, answer }: { id: number; answer: never }) => {
		waiting.get(id)?.resolve(answer);
		waiting.delete(id);
	});
	child.once('exit', () => waiting.forEach(({ reject }) => reject(new Error('The sandbox ended'))));
	const answerTo = async <T>(id: number) =>
		await new Promise<T>((resolve, reject) => waiting.set(id, { resolve, reject }));
	const { baseUrl, token, sweepstakesToken } = await answerTo<StartedService>(0);
	let questions = 0;
	return {
		baseUrl,
		token,
		sweepstakesToken,
		async ask(method, ...args) {
			const id = ++questions;
			child.send({ id, method, args } satisfies Question);
			return await answerTo(id);
		},
		async close() {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}
