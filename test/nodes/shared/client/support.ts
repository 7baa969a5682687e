import { request } from 'node:http';

import { Account } from '../../../../nodes/shared/client/account';
import { Service, type Connection } from '../../../../nodes/shared/client/service';
import type { Outcome, Transport } from '../../../../nodes/shared/client/transport';
import type { Sandbox } from '../../../../sandbox';

const realSetTimeout = setTimeout;

/** Fakes the clock and the timers, but not what sockets live on. */
export function fakeClock(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'] });
}

/** Lets real input and output happen for `ms` of real time. */
export async function realTime(ms: number): Promise<void> {
	await new Promise((resolve) => realSetTimeout(resolve, ms));
}

let progress = 0;
let callEnded = (): void => {};

/** Waits until the call under way ends, for at most 5 ms of real time. */
async function endOfCall(): Promise<void> {
	await new Promise<void>((resolve) => {
		callEnded = resolve;
		realSetTimeout(resolve, 5);
	});
}

/**
 * Moves the fake clock from timer to timer until the promise settles; not while a call is under way, unless it is the
 * call itself that waits for a timer.
 *
 * @returns the ms of fake time that went by.
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

/** The plainest transport there is, so that nothing of n8n's is in the way: node:http, one connection a call. */
export function overHttp(token: string): Transport {
	return async ({ method, url, body }) => {
		inFlight++;
		try {
			return await new Promise<Outcome>((resolve) => {
				const headers = {
					authorization: `Bearer ${token}`,
					...(body && {
						'content-type': 'application/json',
						// Without it, the body of a DELETE would be no part of the request.
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

/** The service as one execution would see it, at the sandbox. */
export function serviceAt(
	sandbox: Pick<Sandbox, 'baseUrl' | 'token'>,
	connection: Partial<Connection> = {},
): Service {
	return new Service({
		baseUrl: sandbox.baseUrl,
		transport: overHttp(sandbox.token),
		account: new Account(),
		callsPerMinute: 0,
		...connection,
	});
}

/** What a promise is rejected with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}
