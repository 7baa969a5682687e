import { endpoint, noRequest, safe } from '../../nodes/shared/api/endpoint';
import { Account } from '../../nodes/shared/client/account';
import { Client, type ClientOptions } from '../../nodes/shared/client/client';
import type { Transport } from '../../nodes/shared/client/transport';
import { z } from '../../nodes/shared/zod';
import type { Sandbox } from '../../sandbox';
import { DAY_MS } from './constants';
import { RESET } from './fake-service';

const realSetTimeout = setTimeout;

/** Fakes the clock and the timers, except those that sockets need. */
export function fakeClock(): void {
	const doNotFake = ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'] as const;
	jest.useFakeTimers({ now: Date.now() - DAY_MS, doNotFake: [...doNotFake] });
	// The monotonic clock starts at 0. If the tests started there, a time could be mistaken for a duration.
	jest.advanceTimersByTime(DAY_MS);
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

/** Waits until the current call ends, for up to 5 ms of real time. */
async function endOfCall(): Promise<void> {
	await new Promise<void>((resolve) => {
		callEnded = resolve;
		realSetTimeout(resolve, 5);
	});
}

/**
 * Advances the fake clock from timer to timer until the promise settles. The clock stands still during a call, unless
 * the call itself waits for a timer.
 *
 * @returns how many ms of fake time passed
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

/** Creates the simplest transport, which calls the sandbox without n8n and without HTTP. */
export function withoutHttp(sandbox: Pick<Sandbox, 'baseUrl' | 'send'>): Transport {
	return async ({ method, url, body }) => {
		inFlight++;
		try {
			const reply = await sandbox.send({ method, path: url.slice(sandbox.baseUrl.length), body });
			return reply ? { reply } : RESET;
		} finally {
			inFlight--;
			progress++;
			callEnded();
		}
	};
}

/** Creates a client for one execution. By default, it has an account of its own and no rate limit. */
export function openClient(options: Partial<ClientOptions> & Pick<ClientOptions, 'transport'>): Client {
	return new Client({ baseUrl: 'http://service', account: new Account(), callsPerMinute: 0, ...options });
}

/** Creates a client for one execution that calls the sandbox. */
export function clientAt(
	sandbox: Pick<Sandbox, 'baseUrl' | 'send'>,
	options: Partial<ClientOptions> = {},
): Client {
	return openClient({ baseUrl: sandbox.baseUrl, transport: withoutHttp(sandbox), ...options });
}

/** Returns the reason why a promise is rejected. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}
