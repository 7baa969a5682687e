import { request } from 'node:http';

import { endpoint, noRequest, safe } from '../../nodes/shared/api/endpoint';
import { Account } from '../../nodes/shared/client/account';
import { Client, type ClientOptions } from '../../nodes/shared/client/client';
import type { Outcome, Transport } from '../../nodes/shared/client/transport';
import { z } from '../../nodes/shared/zod';
import type { Sandbox } from '../../sandbox';

const realSetTimeout = setTimeout;

/** Fakes the clock and the timers, except those that sockets need. */
export function fakeClock(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'] });
}

/** Lets real I/O happen for `ms` of real time. */
export async function realTime(ms: number): Promise<void> {
	await new Promise((resolve) => realSetTimeout(resolve, ms));
}

/** An endpoint whose reply has the key Drawings. */
export const ANY_ENDPOINT = endpoint({
	call: 'POST /any',
	request: noRequest,
	reply: z.object({ Drawings: z.array(z.unknown()) }),
	retry: safe,
});

let progress = 0;
let callEnded = (): void => {};

/** Waits until the current call ends, for at most 5 ms of real time. */
async function endOfCall(): Promise<void> {
	await new Promise<void>((resolve) => {
		callEnded = resolve;
		realSetTimeout(resolve, 5);
	});
}

/**
 * Advances the fake clock from timer to timer until the promise settles. Pauses during a call, unless the
 * call itself waits for a timer.
 *
 * @returns the ms of fake time that passed.
 */
export async function settle(work: Promise<unknown>): Promise<number> {
	const start = performance.now();
	let settled = false;
	work.then(
		() => (settled = true),
		() => (settled = true),
	);
	while (!settled) {
		const before = progress;
		await (inFlight > 0 ? endOfCall() : new Promise(setImmediate));
		if (!settled && progress === before) await jest.advanceTimersToNextTimerAsync();
	}
	return performance.now() - start;
}

let inFlight = 0;

/** The plainest transport, without n8n: node:http, one connection for each call. */
export function overHttp(token: string): Transport {
	return async ({ method, url, body }) => {
		inFlight++;
		try {
			return await new Promise<Outcome>((resolve) => {
				const headers = {
					authorization: `Bearer ${token}`,
					...(body && {
						'content-type': 'application/json',
						// Otherwise the body of a DELETE would not be part of the request.
						'content-length': Buffer.byteLength(body),
					}),
				};
				const fault = (error: NodeJS.ErrnoException) =>
					resolve({ fault: { code: error.code, message: error.message } });
				const call = request(url, { method, headers, agent: false }, (response) => {
					let text = '';
					response.setEncoding('utf8');
					response.on('data', (chunk: string) => (text += chunk));
					response.on('end', () =>
						resolve({
							reply: {
								status: response.statusCode ?? 0,
								headers: response.headers as Record<string, string>,
								text,
							},
						}),
					);
					response.on('error', fault);
				});
				call.on('error', fault);
				call.end(body);
			});
		} finally {
			inFlight--;
			progress++;
			callEnded();
		}
	};
}

/** The service at the sandbox, for one execution. */
export function clientAt(
	sandbox: Pick<Sandbox, 'baseUrl' | 'token'>,
	connection: Partial<ClientOptions> = {},
): Client {
	return new Client({
		baseUrl: sandbox.baseUrl,
		transport: overHttp(sandbox.token),
		account: new Account(),
		callsPerMinute: 0,
		...connection,
	});
}

/** The reason why a promise is rejected. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}
