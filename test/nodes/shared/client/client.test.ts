import { Cancelled } from '../../../../nodes/shared/client/cancellation';
import type { Endpoint } from '../../../../nodes/shared/client/endpoint';
import { ServiceError } from '../../../../nodes/shared/client/failures';
import type { Timing } from '../../../../nodes/shared/time/service-clock';
import { Turn } from '../../../../nodes/shared/client/queue';
import { Account } from '../../../../nodes/shared/client/account';
import { endpoint, noRequest, safe, safeDelete, unsafe } from '../../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../../nodes/shared/api/replies';
import { fetchScheduledDrawings } from '../../../../nodes/SweepstakesWinner/api/scheduled-drawings';
import type { Json } from '../../../../nodes/shared/json';
import { endsRun } from '../../../../nodes/shared/n8n/errors/node-errors';
import { describeFailure } from '../../../../nodes/shared/n8n/errors/failure-texts';
import { startSandbox, type Fault, type Sandbox } from '../../../../sandbox';
import type { ClientOptions } from '../../../../nodes/shared/client/client';
import type { Outcome, Transport } from '../../../../nodes/shared/client/transport';
import { fakeClock, overHttp, realTime, rejection, clientAt, settle } from '../../../support/client';

const PATH = '/account/health-check';
const at = (retry: Endpoint['retry']) =>
	endpoint({ call: `POST ${PATH}`, request: noRequest, reply: anyReply, retry });
const lookUp = at(safe);
const OTHER = { request: noRequest, reply: anyReply, retry: safe };
const plainLookup = endpoint({ call: 'POST /sweepstakes/fetch', ...OTHER });
const draw = at(unsafe({ check: 'Look whether winners were drawn.' }));

/** Whether a record is newer than the call. An inexact date decides nothing. */
function isNew(timing: Timing): boolean {
	if (timing === 'unknown') throw new ServiceError({ code: 'inconclusive' });
	return timing === 'since';
}

/** An unsafe call with a lookup. */
const asking = (happened: (isSince: (creationDate: unknown) => boolean) => Promise<Json | undefined>) =>
	at(
		unsafe({
			check: 'Look.',
			confirm: () => ({
				lookUp: async ({ clock }, since) =>
					await happened((creationDate) => isNew(clock.timing(since, creationDate))),
			}),
		}),
	);

/** An unsafe call whose lookup makes a call, too. */
const lookingFor = (found: () => Json | undefined | void) =>
	at(
		unsafe({
			check: 'Look.',
			confirm: () => ({
				async lookUp(client) {
					const result = found();
					await client.call(plainLookup, undefined);
					return result ?? undefined;
				},
			}),
		}),
	);

let sandbox: Sandbox;
beforeEach(async () => {
	fakeClock();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	sandbox = await startSandbox({ accounts: [{ token: 'secret', plan: { MaxApiCallsPerMinute: 150 } }] });
});
afterEach(async () => {
	jest.useRealTimers();
	jest.restoreAllMocks();
	await sandbox.close();
});

const arrivals = () => sandbox.calls().map(({ at }) => at);
const statuses = () => sandbox.calls().map(({ status }) => status);
const faults = (fault: Omit<Fault, 'path'>) => sandbox.faults([{ path: PATH, ...fault }]);

const call = async (called: Endpoint, connection: Partial<ClientOptions> = {}) =>
	await clientAt(sandbox, connection).call(called, undefined);

/** @returns the value of the promise, and the ms of fake time until it settled */
async function ending<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
	const ms = await settle(work);
	return { value: await work, ms };
}

/** The reply to a call that succeeds. */
const replyTo = async (called: Endpoint, connection: Partial<ClientOptions> = {}) =>
	(await ending(call(called, connection))).value;

async function problemOf(called: Endpoint, connection: Partial<ClientOptions> = {}) {
	const { value: error, ms } = await ending(rejection(call(called, connection)));
	expect(error).toBeInstanceOf(ServiceError);
	const { failure } = error as ServiceError;
	return { ...failure, ...describeFailure(failure), ms };
}

describe('a call that was refused without being processed is retried, safe or not', () => {
	test('503: after about two durations of a call, until the service is free', async () => {
		faults({ status: 503, times: 3 });
		const client = clientAt(sandbox);
		const { value, ms } = await ending(client.call(draw, undefined));
		expect(ms).toBeGreaterThanOrEqual(3 * 2 * 30);
		expect(ms).toBeLessThan(300);
		expect(value).toMatchObject({ Response: true });
		expect(statuses()).toEqual([503, 503, 503, 200]);
		expect(client.stats).toMatchObject({ calls: 4, retries: 3 });
	});

	test.each([
		['429: not before Retry-After, if it is shorter', { status: 429, retryAfter: 4, times: 1 }, 4_000],
		['429: sooner, if other processes fill the window', { status: 429, retryAfter: 60, times: 1 }, 5_000],
		['429: not before a Retry-After longer than it', { status: 429, retryAfter: 61, times: 1 }, 61_000],
		['429 with a Retry-After of 0: the waits grow', { status: 429, retryAfter: 0, times: 3 }, 3_500],
		['503: not before Retry-After', { status: 503, retryAfter: 60, times: 1 }, 60_000],
	])('%s', async (_what, fault, expectedMs) => {
		faults(fault);
		expect((await ending(call(draw))).ms).toBeCloseTo(expectedMs, -2);
		expect(statuses()).toEqual([...Array<number>(fault.times).fill(fault.status), 200]);
	});

	test('503: a caller who looks again gets the failure after the wait, unless the call is in doubt', async () => {
		const lookUp = jest.fn(async () => undefined);
		const looking = at(unsafe({ check: 'Look.', confirm: () => ({ lookUp, failsIfBusy: true }) }));
		faults({ status: 503 });
		const { code, gaveUp, ms } = await problemOf(looking);
		expect({ code, gaveUp }).toEqual({ code: 'busy', gaveUp: undefined });
		expect(ms).toBeGreaterThanOrEqual(2 * 30);
		expect(statuses()).toEqual([503]);
		faults({ drop: 'before' });
		faults({ status: 503 });
		expect(await replyTo(looking)).toMatchObject({ Response: true });
		expect(lookUp).toHaveBeenCalled();
	});

	test('after a refused connection, every call is retried', async () => {
		await sandbox.close();
		const { message, ambiguous, ms } = await problemOf(draw);
		expect(message).toMatch(/“Base URL” \(ECONNREFUSED\)\. Tried 6 times in 16 s$/);
		expect(ambiguous).toBeUndefined();
		expect(ms).toBeCloseTo(15_500, -2);
	});
});

describe('other executions of the account', () => {
	/** Two executions with a call each. @returns the names of the calls in the order of their ends */
	async function both(...calls: [Endpoint, Endpoint]): Promise<number[]> {
		const account = new Account();
		const done: number[] = [];
		await settle(
			Promise.all(calls.map(async (one, index) => await call(one, { account }).then(() => done.push(index)))),
		);
		return done;
	}

	test('wait, too, after a 429', async () => {
		faults({ status: 429, retryAfter: 60 });
		await both(draw, lookUp);
		expect(statuses()).toEqual([429, 200, 200]);
		expect(arrivals()[2]! - arrivals()[0]!).toBeGreaterThanOrEqual(5_000);
	});

	test('come after a refused call, which keeps its turn', async () => {
		faults({ status: 503, times: 2 });
		expect(await both(draw, draw)).toEqual([0, 1]);
	});

	test('proceed if only the operation of another call is busy', async () => {
		faults({ status: 503, times: 3 });
		expect(await both(draw, plainLookup)).toEqual([1, 0]);
		expect(sandbox.calls().map(({ path }) => path)).toEqual([PATH, '/sweepstakes/fetch', PATH, PATH, PATH]);
	});

	test('are not delayed by a 429 without Retry-After, which may come from a firewall', async () => {
		const client = clientAt(sandbox, { callsPerMinute: 10 });
		await settle(client.call(lookUp, undefined));
		faults({ status: 429 });
		const work = (async () => {
			for (let n = 0; n < 9; n++) await client.call(lookUp, undefined);
		})();
		expect(await settle(work)).toBeLessThan(2_000);
	});
});

describe('an impatient caller, such as a picker', () => {
	const impatient = (connection: Partial<ClientOptions> = {}) =>
		problemOf(lookUp, { patienceMs: 10_000, ...connection });

	beforeEach(() => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			// The deadline of a call never passes.
			if (ms === 10_000) setTimeout(() => controller.abort(), ms);
			return controller.signal;
		});
	});

	test('behind a call that waits for the rate limit: fails in time and says when to try again', async () => {
		const account = new Account();
		const client = clientAt(sandbox, { account, callsPerMinute: 1 });
		await settle(client.call(lookUp, undefined));
		const waiting = client.call(lookUp, undefined);
		const { message, ms } = await impatient({ account, callsPerMinute: 1 });
		expect(message).toBe('The rate limit is reached. Try again in 50 s');
		expect(ms).toBe(10_000);
		await settle(waiting);
		expect(sandbox.calls()).toHaveLength(2);
	});

	test('behind a slow call: fails in time', async () => {
		const account = new Account();
		await account.queue.enter(new Turn(0, PATH));
		const { message, ms } = await impatient({ account });
		expect(message).toBe('Other calls of the same account come first. Try again in a few seconds');
		expect(ms).toBe(10_000);
	});

	test('an error of onWait is passed on, and not reported as a long queue', async () => {
		const account = new Account();
		account.queue.block(5_000);
		const onWait = () => {
			throw new TypeError('Odd');
		};
		const waiting = rejection(call(lookUp, { account, onWait, patienceMs: 10_000 }));
		await settle(waiting);
		expect(await waiting).toEqual(new TypeError('Odd'));
		expect(sandbox.calls()).toHaveLength(0);
	});

	test('refused for a minute: is not retried', async () => {
		faults({ status: 429, retryAfter: 60 });
		const { message } = await impatient();
		expect(message).toMatch(/The service asks to wait 60 s$/);
		expect(sandbox.calls()).toHaveLength(1);
	});
});

const FORBIDDEN = { status: 403, body: { message: 'Forbidden' } };
test.each<[string, Array<Omit<Fault, 'path'>>, string[], number]>([
	['before any success concerns the account', [FORBIDDEN], ['accessRefused'], 1],
	[
		'after a success fails its call, and the next one in a row waits',
		[{}, { ...FORBIDDEN, times: 4 }],
		['done', 'refusedOnTheWay', 'done', 'done'],
		4 + 3,
	],
	[
		'again after another success fails only its call',
		[{}, FORBIDDEN, {}, FORBIDDEN, {}],
		['done', 'refusedOnTheWay', 'done', 'refusedOnTheWay', 'done'],
		5,
	],
	[
		'that stays makes one call wait, and then each fails at once',
		[{}, { ...FORBIDDEN, times: 100 }],
		['done', ...Array<string>(5).fill('refusedOnTheWay')],
		1 + 1 + 10 + 3,
	],
])('a 403 without the service’s envelope %s', async (_what, answers, expected, calls) => {
	for (const answer of answers) faults(answer);
	const client = clientAt(sandbox);
	const work = (async () => {
		const found: string[] = [];
		while (found.length < expected.length) {
			const error = await rejection(client.call(draw, undefined));
			found.push(error instanceof ServiceError ? error.failure.code : 'done');
		}
		return found;
	})();
	const { value, ms } = await ending(work);
	expect(value).toEqual(expected);
	expect(sandbox.calls()).toHaveLength(calls);
	// A call that waits is sent again after half of 1 s, 2 s and 4 s.
	expect(ms > 3_000).toBe(calls > expected.length);
	expect(ms).toBeLessThan(200_000);
});

/** Other failures that may hide a processed call: retryPolicy.test.ts. */
test.each(['before', 'after'] as const)(
	'after a reset %s processing, a call is resent only if that does no harm, and otherwise says what to check',
	async (drop) => {
		faults({ drop });
		expect(await replyTo(lookUp)).toMatchObject({ Response: true });
		expect(sandbox.calls()).toHaveLength(2);
		faults({ drop });
		const { message, description, ambiguous } = await problemOf(draw);
		expect(sandbox.calls()).toHaveLength(3);
		expect(ambiguous).toBeDefined();
		expect(message).toMatch(/may have been processed, so it was not sent again$/);
		expect(description).toBe('Look whether winners were drawn.');
	},
);

describe('an unsafe call that may have been processed and can be looked up', () => {
	test('was processed: returns the reply found and resends nothing', async () => {
		faults({ drop: 'after' });
		const client = clientAt(sandbox);
		const found = { Response: true, found: true };
		const looking = asking(async () => found);
		expect((await ending(client.call(looking, undefined))).value).toEqual(found);
		expect(sandbox.calls()).toHaveLength(1);
		expect(client.stats.confirmed).toBe(1);
	});

	test('was not processed: resends it', async () => {
		faults({ drop: 'before' });
		expect(await replyTo(asking(async () => undefined))).toMatchObject({ Response: true });
		expect(sandbox.calls()).toHaveLength(2);
	});

	test.each<[string, Array<Omit<Fault, 'path'>>, boolean, number, RegExp]>([
		['the resent call is refused', [{ drop: 'before' }, { status: 409 }], false, 2, /^The service refused/],
		['it never is: fails after 4 tries', [{ drop: 'before', times: 100 }], true, 4, /may have been proc/],
	])('was not processed, and %s', async (_what, all, isInDoubt, calls, words) => {
		for (const fault of all) faults(fault);
		const { message, ambiguous } = await problemOf(asking(async () => undefined));
		expect(message).toMatch(words);
		expect(ambiguous !== undefined).toBe(isInDoubt);
		expect(sandbox.calls()).toHaveLength(calls);
	});

	test('was processed after the first lookup: a later lookup finds it', async () => {
		const sentAt = Date.now();
		faults({ drop: 'before', times: 3 });
		const judged: boolean[] = [];
		await replyTo(
			asking(async (isSince) => {
				judged.push(isSince(new Date(sentAt).toISOString()));
				return judged.length === 3 ? { Response: true } : undefined;
			}),
		);
		expect(judged).toEqual([true, true, true]);
		expect(sandbox.calls()).toHaveLength(2);
	});

	describe('is processed late, after its gateway gave up', () => {
		/** The late call is processed just before the second attempt is answered. */
		const processedLate = async (second: () => Outcome | Promise<Outcome>) => {
			const sent: string[] = [];
			const send = overHttp(sandbox.token);
			let isProcessed = false;
			const transport: Transport = async (request) => {
				sent.push(request.url.endsWith(PATH) ? 'call' : 'lookup');
				if (sent.at(-1) === 'lookup') return await send(request);
				if (sent.length === 1) return { reply: { status: 504, headers: {}, text: '' } };
				isProcessed = true;
				return await second();
			};
			const looking = lookingFor(() => (isProcessed ? { Response: true, found: true } : undefined));
			const reply = await replyTo(looking, { transport, callsPerMinute: 150 });
			expect(reply).toEqual({ Response: true, found: true });
			return sent;
		};
		const answering =
			(status: number, more: object = { Response: false }, headers = {}) =>
			() => ({ reply: { status, headers, text: JSON.stringify({ ...more, Code: status }) } });

		test.each<[string, () => Outcome]>([
			['the service is busy with it', answering(503)],
			['the limit is reached', answering(429, { Response: false }, { 'retry-after': '60' })],
			['the connection is refused', () => ({ fault: { code: 'ECONNREFUSED', message: 'connect' } })],
			['the next attempt is also in doubt', answering(502, {})],
			['the next attempt is refused because of it', answering(409)],
		])('and %s: it is looked up again, and found', async (_what, second) => {
			expect(await processedLate(second)).toEqual(['call', 'lookup', 'lookup', 'call', 'lookup']);
		});
	});

	test('is looked up in its turn, after the wait: no other execution calls in between', async () => {
		const order: string[] = [];
		const account = new Account();
		const naming = (name: string): Transport => {
			const send = overHttp(sandbox.token);
			return async (request) => {
				order.push(name);
				return await send(request);
			};
		};
		faults({ drop: 'before' });
		const looking = lookingFor(() => void order.push('looks'));
		const calling = call(looking, { account, transport: naming('doubt') });
		const others = (async () => {
			for (let n = 0; n < 20; n++) {
				await call(lookUp, { account, transport: naming('other') });
				if (n > 5) await jest.advanceTimersByTimeAsync(100);
			}
		})();
		await settle(Promise.all([calling, others]));
		const looks = order.lastIndexOf('looks');
		expect(order.slice(looks, looks + 3)).toEqual(['looks', 'doubt', 'doubt']);
		expect(order.slice(0, looks)).toContain('other');
	});

	test('is looked up again if the lookup is old, and stays in doubt if all are old', async () => {
		faults({ drop: 'before' });
		let looks = 0;
		const account = new Account();
		const slow = asking(async () => {
			looks++;
			account.queue.block(30_000);
			return undefined;
		});
		expect(await problemOf(slow, { account })).toMatchObject({ ambiguous: { check: 'Look.' } });
		expect(looks).toBe(8);
		expect(sandbox.calls()).toHaveLength(1);
	});

	const today = new Date().toISOString().slice(0, 10);
	test.each<[string, Parameters<typeof asking>[0]]>([
		['fails unexpectedly', async () => Promise.reject(new TypeError('Odd'))],
		['is inconclusive', async () => Promise.reject(new ServiceError({ code: 'busy' }))],
		['finds no readable date', async (isSince) => (isSince(undefined) ? {} : undefined)],
		['finds a date without a zone', async (isSince) => (isSince(`${today}T12:00:00`) ? {} : undefined)],
	])('the lookup %s: it is not sent again', async (_what, happened) => {
		faults({ drop: 'after' });
		const { message, ambiguous } = await problemOf(asking(happened));
		expect(message).toMatch(/may have been processed/);
		expect(ambiguous).toEqual({ check: 'Look.' });
		expect(sandbox.calls()).toHaveLength(1);
	});

	test('cancelled during the lookup: ends as cancelled', async () => {
		faults({ drop: 'after' });
		const cancelled = asking(async () => Promise.reject(new Cancelled()));
		expect((await ending(rejection(call(cancelled)))).value).toBeInstanceOf(Cancelled);
	});

	test('a record created before the attempt, by the service’s clock, is not new', async () => {
		const ahead = 3_600_000;
		const send = overHttp(sandbox.token);
		const client = clientAt(sandbox, {
			transport: async (request) => {
				const outcome = await send(request);
				if ('reply' in outcome) outcome.reply.headers.date = new Date(Date.now() + ahead).toUTCString();
				return outcome;
			},
		});
		await client.call(lookUp, undefined);
		faults({ drop: 'after' });
		const judged: boolean[] = [];
		const calling = client.call(
			asking(async (isSince) => {
				const serviceNow = Date.now() + ahead;
				for (const ms of [0, -60_000]) judged.push(isSince(new Date(serviceNow + ms).toISOString()));
				return { Response: true };
			}),
			undefined,
		);
		await settle(calling);
		expect(judged).toEqual([true, false]);
	});
});

describe('a deletion that may have been processed', () => {
	const remove = at(safeDelete);

	test('is resent, and “not found” then proves only that nothing is there', async () => {
		faults({ drop: 'after' });
		faults({ status: 404 });
		const client = clientAt(sandbox);
		const { value } = await ending(client.call(remove, undefined));
		expect(value).toMatchObject({ Response: true, deleted: null, noLongerThere: true });
		expect(client.stats.confirmed).toBe(1);
	});

	test.each([
		['at the first attempt', []],
		['after a busy service', [{ status: 503 }]],
	])('“not found” %s is a failure', async (_what, before) => {
		for (const fault of [...before, { status: 404 }]) faults(fault);
		expect(await problemOf(remove)).toMatchObject({ status: 404 });
	});
});

describe('the retry budget ends', () => {
	test.each<[string, number, Omit<Fault, 'path'>, RegExp]>([
		[
			'a busy service that asks to wait',
			8,
			{ status: 503, retryAfter: 1 },
			/^The service is busy with another call: .*\. Tried 8 times in/,
		],
		['a gateway that answers 503', 8, { gateway: 'before' }, /with status 503\. Tried 8 times/],
		['a service that fails', 4, { status: 500 }, /with status 500.*\. Tried 4 times/],
	])('at %s after %i tries', async (_what, tries, fault, message) => {
		faults({ ...fault, times: 100 });
		expect((await problemOf(lookUp)).message).toMatch(message);
		expect(sandbox.calls()).toHaveLength(tries);
	});

	test('after half an hour of a busy service, because calls of other processes may be the reason', async () => {
		faults({ status: 503, times: 10_000 });
		const { ms } = await problemOf(lookUp);
		expect(ms).toBeGreaterThan(1_790_000);
	});

	test('after half an hour of refusals because of the rate, for all items of the run', async () => {
		faults({ status: 429, retryAfter: 1_700, times: 100 });
		const { value: error, ms } = await ending(rejection(call(lookUp)));
		expect(endsRun(error)).toBe(true);
		expect(ms).toBeGreaterThanOrEqual(1_700_000);
		expect(ms).toBeLessThan(1_800_000);
		expect(sandbox.calls()).toHaveLength(2);
	});

	test('at once, if the service asks for a longer wait than the budget', async () => {
		faults({ status: 429, retryAfter: 3_600 });
		const { message, ms } = await problemOf(lookUp);
		expect(message).toMatch(/The service asks to wait 3600 s$/);
		expect(ms).toBe(0);
	});
});

describe('a cancelled execution makes no further call', () => {
	test('in flight: ends at once, and the next execution proceeds', async () => {
		faults({ delayMs: 10_000 });
		const controller = new AbortController();
		const account = new Account();
		const calling = rejection(call(draw, { account, signal: controller.signal }));
		await realTime(50);
		controller.abort();
		expect(await calling).toBeInstanceOf(Cancelled);
		expect(await replyTo(lookUp, { account })).toMatchObject({ Response: true });
	});

	test.each([
		['after a 503', async () => faults({ status: 503, times: 100 })],
		['while the service is down', async () => await sandbox.close()],
	])('waiting %s: ends at once, without another try', async (_what, disturb) => {
		await disturb();
		const controller = new AbortController();
		const transport = jest.fn(overHttp(sandbox.token));
		const calling = rejection(call(draw, { transport, signal: controller.signal }));
		await realTime(50);
		controller.abort();
		expect(await calling).toBeInstanceOf(Cancelled);
		await jest.advanceTimersByTimeAsync(600_000);
		expect(transport).toHaveBeenCalledTimes(1);
	});

	test('in the queue: sends nothing', async () => {
		const controller = new AbortController();
		const account = new Account();
		const held = new Turn(0, 'POST /codes/add');
		await account.queue.enter(held);
		const calling = rejection(call(draw, { account, signal: controller.signal }));
		controller.abort();
		expect(await calling).toBeInstanceOf(Cancelled);
		account.queue.leave(held);
		expect(sandbox.calls()).toHaveLength(0);
	});
});

test('an attempt that never ends is ambiguous after 60 s, and does not block others', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
	const account = new Account();
	const failing = rejection(call(draw, { account, transport: async () => await new Promise(() => {}) }));
	const next = call(lookUp, { account });
	expect(await settle(failing)).toBe(60_000);
	const { failure } = (await failing) as ServiceError;
	expect({ ...failure, ...describeFailure(failure) }).toMatchObject({
		message:
			'The service did not confirm this: no response in 60 s. It may have been processed, so it was not sent again',
		ambiguous: { check: 'Look whether winners were drawn.' },
	});
	await settle(next);
	expect(await next).toMatchObject({ Response: true });
	expect(timeout).toHaveBeenCalledTimes(2);
});

test('450 calls against the service’s window meet no 429 and use the whole limit (contract, Limits)', async () => {
	const client = clientAt(sandbox, { callsPerMinute: 150 });
	const work = (async () => {
		for (let call = 0; call < 450; call++) await client.call(draw, undefined);
	})();
	const ms = await settle(work);
	await work;
	expect(statuses()).toHaveLength(450);
	expect(statuses().every((status) => status === 200)).toBe(true);
	expect(ms).toBeGreaterThanOrEqual(120_000);
	expect(ms).toBeLessThan(121_000);
});

test('a GET sends its request in the query', async () => {
	const transport = jest.fn(overHttp(sandbox.token));
	const client = clientAt(sandbox, { transport });
	await settle(rejection(client.call(fetchScheduledDrawings, { sweepstakesToken: 'a b' })));
	const [{ method, url, body }] = transport.mock.calls[0]!;
	const asked = url.replace(sandbox.baseUrl, '');
	expect([method, asked, body]).toEqual(['GET', '/winners/fetchscheduled?sweepstakesToken=a+b', undefined]);
});
