import { getEventListeners } from 'node:events';

import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import type { ClientOptions, Endpoint } from '../../../../nodes/shared/client/client';
import { DryRunEnd } from '../../../../nodes/shared/client/dry-run';
import { concernsAccount, ServiceError } from '../../../../nodes/shared/client/failures';
import type { LookupResult } from '../../../../nodes/shared/client/call-rules';
import { Account } from '../../../../nodes/shared/client/account';
import {
	endpoint,
	keyed,
	noRequest,
	reads,
	safe,
	safeDelete,
	unsafe,
} from '../../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../../nodes/shared/api/replies';
import type { Json } from '../../../../nodes/shared/json';
import { DEADLINE_PASSED, type CallOutcome, type Transport } from '../../../../nodes/shared/client/transport';
import { z } from '../../../../nodes/shared/zod';
import { fakeClock, openClient, rejection, settle } from '../../../support/client';
import {
	ENDLESS,
	fakeService,
	replyWith,
	RESET,
	UNREACHABLE,
	type FakeService,
} from '../../../support/fake-service';

const PATH = '/account/health-check';
const at = (retry: Endpoint['retry'], confirm?: Endpoint['confirm']) =>
	endpoint({ call: `POST ${PATH}`, request: noRequest, reply: anyReply, retry, confirm });
const lookUp = at(safe);
const OTHER = { request: noRequest, reply: anyReply, retry: safe };
const plainLookup = endpoint({ call: 'POST /sweepstakes/fetch', ...OTHER });
const draw = at(unsafe('Look whether winners were drawn.'));

const toLookupResult = (reply: Json | undefined): LookupResult =>
	reply ? { kind: 'done', reply } : { kind: 'nothing' };

/** Creates an endpoint with an unsafe call that can be looked up. */
const asking = (happened: () => Promise<Json | undefined>) =>
	at(unsafe('Look.'), () => async () => toLookupResult(await happened()));

let service: FakeService;
beforeEach(() => {
	fakeClock();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	service = fakeService();
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const arrivals = () => service.calls.map(({ at }) => at);
const statuses = () => service.calls.map(({ status }) => status);

/** Plans the outcome of the next calls. Lookups have another path, so they are not affected. */
const planOutcome = (outcome: CallOutcome | Promise<CallOutcome>, times?: number) =>
	service.plan(PATH, outcome, times);
const full = (retryAfter: number) => replyWith(429, { headers: { 'retry-after': String(retryAfter) } });
const GATEWAY_BUSY = replyWith(503, { body: '' });

const open = (options: Partial<ClientOptions> = {}) =>
	openClient({ transport: service.transport, ...options });

const call = async (called: Endpoint, options?: Partial<ClientOptions>) =>
	await open(options).call(called, undefined);

/** @returns the value of the promise, and how many ms of fake time passed until it settled */
async function ending<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
	const ms = await settle(work);
	return { value: await work, ms };
}

/** Returns the reply to a call that is expected to succeed. */
const replyTo = async (called: Endpoint, connection: Partial<ClientOptions> = {}) =>
	(await ending(call(called, connection))).value;

async function problemOf(called: Endpoint, connection: Partial<ClientOptions> = {}) {
	const { value: error, ms } = await ending(rejection(open(connection).call(called, undefined)));
	expect(error).toBeInstanceOf(ServiceError);
	const { failure } = error as ServiceError;
	return { ...failure, ms };
}

describe('a call that was refused without being processed, whether safe or unsafe,', () => {
	test('is sent again after a 503, at random intervals that grow from 50 to 500 ms, until the service is not busy', async () => {
		planOutcome(replyWith(503), 3);
		const client = open();
		const { value, ms } = await ending(client.call(draw, undefined));
		expect(ms).toBeCloseTo(25 + 50 + 100, -1);
		expect(value).toMatchObject({ Response: true });
		expect(statuses()).toEqual([503, 503, 503, 200]);
		expect(client.stats).toMatchObject({ calls: 4, retries: 3 });
	});

	test.each([
		['is sent again after the Retry-After of a 429 if that is short', 429, 4, 1, 4_000],
		['is sent again after a few seconds if a 429 asks for a minute', 429, 60, 1, 5_000],
		[
			'is sent again after the Retry-After of a 429 if that is longer than the 60 seconds of the rate limit',
			429,
			61,
			1,
			61_000,
		],
		['is sent again after a few seconds each if the Retry-After of a 429 is 0', 429, 0, 3, 15_000],
		['is sent again after the Retry-After of a 503', 503, 60, 1, 60_000],
	])('%s', async (_what, status, retryAfter, times, expectedMs) => {
		planOutcome(replyWith(status, { headers: { 'retry-after': String(retryAfter) } }), times);
		expect((await ending(call(draw))).ms).toBeCloseTo(expectedMs, -2);
		expect(statuses()).toEqual([...Array<number>(times).fill(status), 200]);
	});

	test.each([
		[0, 15_500],
		[1, 31_000],
	])(
		'is sent at most six times if the connection is refused, and then fails without being ambiguous (random number %d)',
		async (random, expectedMs) => {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			planOutcome(UNREACHABLE, 100);
			const { code, ending, ms } = await problemOf(draw);
			expect({ code, ending }).toMatchObject({
				code: 'unreachable',
				ending: { reason: 'gaveUp', tries: 6 },
			});
			expect(ms).toBeCloseTo(expectedMs, -2);
		},
	);
});

describe('after a refusal, other executions of the account', () => {
	/**
	 * Runs two executions with a call each.
	 *
	 * @returns the indexes of the calls in the order in which they ended
	 */
	async function both(...calls: [Endpoint, Endpoint]): Promise<number[]> {
		const account = new Account();
		const done: number[] = [];
		await settle(
			Promise.all(calls.map(async (one, index) => await call(one, { account }).then(() => done.push(index)))),
		);
		return done;
	}

	test('also wait if the refusal was a 429', async () => {
		planOutcome(full(60));
		await both(draw, lookUp);
		expect(statuses()).toEqual([429, 200, 200]);
		expect(arrivals()[1]! - arrivals()[0]!).toBeGreaterThanOrEqual(5_000);
	});

	test('do not wait for the refused call if the service was busy', async () => {
		planOutcome(replyWith(503), 3);
		expect(await both(draw, plainLookup)).toEqual([1, 0]);
		expect(service.calls.map(({ path }) => path)).toEqual([PATH, '/sweepstakes/fetch', PATH, PATH, PATH]);
	});
});

describe('an impatient caller, such as a picker', () => {
	const impatient = (connection: Partial<ClientOptions> = {}) =>
		problemOf(lookUp, { patienceMs: 10_000, ...connection });

	beforeEach(() => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			// This only simulates the caller's own deadline, so the calls themselves never time out.
			if (ms === 10_000) setTimeout(() => controller.abort(), ms);
			return controller.signal;
		});
	});

	test('fails after waiting 10 s for a call that waits for the rate limit, and its error says when to try again', async () => {
		const account = new Account();
		const client = open({ account, callsPerMinute: 1 });
		await settle(client.call(lookUp, undefined));
		const waiting = client.call(lookUp, undefined);
		const { ms, ...failure } = await impatient({ account, callsPerMinute: 1 });
		expect(failure).toEqual({ code: 'queueTooLong', queueMs: expect.closeTo(50_000, -3) });
		expect(ms).toBe(10_000);
		await settle(waiting);
		expect(service.calls).toHaveLength(2);
	});

	test('fails after waiting 10 s for a slow call', async () => {
		const account = new Account();
		await account.queue.enter(Infinity);
		const { ms, ...failure } = await impatient({ account });
		expect(failure).toEqual({ code: 'queueTooLong', queueMs: 0 });
		expect(ms).toBe(10_000);
	});

	test('fails with the error that its onWait throws, not with a message about a long queue', async () => {
		const account = new Account();
		account.queue.block(5_000);
		const onWait = () => {
			throw new TypeError('Odd');
		};
		const waiting = rejection(call(lookUp, { account, onWait, patienceMs: 10_000 }));
		await settle(waiting);
		expect(await waiting).toEqual(new TypeError('Odd'));
		expect(service.calls).toHaveLength(0);
	});

	test('fails without a retry if the service refuses calls for a minute', async () => {
		planOutcome(full(60));
		expect(await impatient()).toMatchObject({ code: 'rateLimited', requestedWaitMs: 60_000 });
		expect(service.calls).toHaveLength(1);
	});
});

const DONE = replyWith(200);
const FORBIDDEN = replyWith(403, { body: { message: 'Forbidden' } });
test.each<[string, CallOutcome[], string[]]>([
	['concerns the whole account if no call has succeeded before', [FORBIDDEN], ['accessRefused']],
	[
		'fails only its own call after a success, even if all further calls get one, too',
		[DONE, FORBIDDEN, DONE, FORBIDDEN, FORBIDDEN, FORBIDDEN],
		['done', 'refusedOnTheWay', 'done', 'refusedOnTheWay', 'refusedOnTheWay', 'refusedOnTheWay'],
	],
])(
	'a 403 that does not have the service’s format is not retried and %s',
	async (_what, answers, expected) => {
		for (const answer of answers) planOutcome(answer);
		const client = open();
		const found: string[] = [];
		for (const _answer of answers) {
			const error = await rejection(client.call(draw, undefined));
			found.push(error instanceof ServiceError ? error.failure.code : 'done');
		}
		expect(found).toEqual(expected);
		expect(service.calls).toHaveLength(answers.length);
	},
);

test('after a broken connection, a call is sent again only if that is harmless; otherwise, the error says what to check', async () => {
	planOutcome(RESET);
	expect(await replyTo(lookUp)).toMatchObject({ Response: true });
	expect(service.calls).toHaveLength(2);
	planOutcome(RESET);
	const { ending } = await problemOf(draw);
	expect(service.calls).toHaveLength(3);
	expect(ending).toEqual({
		reason: 'notLookedUp',
		tries: 1,
		lookups: 0,
		check: 'Look whether winners were drawn.',
	});
});

/** lost-reply.test.ts covers how a lookup decides. */
describe('an unsafe call that may have been processed and can be looked up', () => {
	test('is not sent again if the lookup finds that it was processed', async () => {
		planOutcome(RESET);
		const client = open();
		const found = { Response: true, found: true };
		const looking = asking(async () => found);
		expect((await ending(client.call(looking, undefined))).value).toEqual(found);
		expect(service.calls).toHaveLength(1);
		expect(client.stats.confirmed).toBe(1);
	});

	test('is sent again if the lookup finds nothing', async () => {
		planOutcome(RESET);
		const client = open();
		const looking = asking(async () => undefined);
		expect((await ending(client.call(looking, undefined))).value).toMatchObject({ Response: true });
		expect(service.calls).toHaveLength(2);
		expect(client.stats.confirmed).toBe(0);
	});

	test('lets other executions make calls while it waits', async () => {
		const account = new Account();
		planOutcome(RESET);
		const calling = call(
			asking(async () => undefined),
			{ account },
		);
		await jest.advanceTimersByTimeAsync(1_000);
		const other = replyTo(plainLookup, { account });
		expect(await other).toMatchObject({ Response: true });
		await settle(calling);
		expect(service.calls.map(({ path }) => path)).toEqual([PATH, '/sweepstakes/fetch', PATH]);
	});

	test('ends as canceled if it is canceled during the lookup', async () => {
		planOutcome(RESET);
		const cancelled = asking(async () => Promise.reject(new CancelledError()));
		expect((await ending(rejection(call(cancelled)))).value).toBeInstanceOf(CancelledError);
	});
});

describe('a deletion', () => {
	const remove = at(safeDelete);

	test('that may have been processed is sent again, and succeeds if the second attempt gets “not found”', async () => {
		planOutcome(RESET);
		planOutcome(replyWith(404));
		const client = open();
		const { value } = await ending(client.call(remove, undefined));
		expect(value).toMatchObject({ Response: true, deleted: null, noLongerThere: true });
		expect(client.stats.confirmed).toBe(1);
	});

	test.each([
		['at the first attempt', []],
		['after a busy reply', [replyWith(503)]],
	])(
		'fails if it gets “not found” %s, because no earlier attempt can have been processed',
		async (_what, before) => {
			for (const outcome of [...before, replyWith(404)]) planOutcome(outcome);
			expect(await problemOf(remove)).toMatchObject({ status: 404 });
		},
	);
});

test.each([
	['a safe call', 'does not mention', safe, undefined],
	['a deletion', 'does not mention', safeDelete, undefined],
	['a call with an idempotency key', 'mentions', keyed, keyed.lost],
])(
	'if %s is refused after a lost reply, the error %s the lost reply',
	async (_what, _outcome, retry, done) => {
		planOutcome(RESET);
		planOutcome(replyWith(400));
		const failure = await problemOf(at(retry));
		expect([failure.code, failure.done]).toEqual(['refused', done]);
	},
);

describe('if no attempt of a call that can be repeated succeeds, and a reply was lost', () => {
	test.each<[string, CallOutcome, number]>([
		['all replies were lost', RESET, 4],
		['the service could not be reached afterward', UNREACHABLE, 6],
		['the service asked for a long wait afterward', full(3_600), 1],
	])('the error says that the call may have been processed: %s', async (_what, outcome, times) => {
		planOutcome(RESET);
		planOutcome(outcome, times);
		const { code, ending, done } = await problemOf(at(keyed));
		expect({ code, reason: ending?.reason, done }).toEqual({
			code: 'noReply',
			reason: 'unconfirmed',
			done: keyed.lost,
		});
	});

	test('a call that only reads was not processed', async () => {
		planOutcome(RESET, 100);
		const { ending } = await problemOf(at(reads('something')));
		expect(ending).toMatchObject({ reason: 'gaveUp', tries: 4 });
	});
});

describe('the budget for retries', () => {
	test.each<[string, number, CallOutcome, string]>([
		['a gateway that answers 503', 8, GATEWAY_BUSY, 'unconfirmed'],
		['a service that fails', 4, replyWith(500), 'unconfirmed'],
	])('for %s, ends after %i tries', async (_what, tries, outcome, reason) => {
		planOutcome(outcome, 100);
		expect(await problemOf(lookUp)).toMatchObject({ code: 'serverError', ending: { reason, tries } });
		expect(service.calls).toHaveLength(tries);
	});

	test('allows half an hour if the service stays busy, because other processes may keep it busy; then the error says that a call may have been processed whose reply was lost', async () => {
		planOutcome(RESET);
		planOutcome(replyWith(503), 10_000);
		const { ms, code, ending, done } = await problemOf(at(keyed));
		expect(ms).toBeGreaterThan(1_790_000);
		expect([code, ending?.reason, done]).toEqual(['noReply', 'unconfirmed', keyed.lost]);
	});

	test('allows half an hour of waits for the rate limit, and then ends the run for all items', async () => {
		planOutcome(full(1_700), 100);
		const { ms, ...failure } = await problemOf(lookUp);
		expect(concernsAccount(failure)).toBe(true);
		expect(ms).toBeGreaterThanOrEqual(1_700_000);
		expect(ms).toBeLessThan(1_800_000);
		expect(service.calls).toHaveLength(2);
	});

	test('ends the call at once if the service asks for a longer wait', async () => {
		planOutcome(full(3_600));
		const { requestedWaitMs, ms } = await problemOf(lookUp);
		expect(requestedWaitMs).toBe(3_600_000);
		expect(ms).toBe(0);
	});
});

describe('a canceled execution', () => {
	/** Makes a call, and cancels its execution after `ms`. @returns the error of the call */
	async function cancelAfter(ms: number, options: Partial<ClientOptions> = {}): Promise<unknown> {
		const controller = new AbortController();
		const calling = rejection(call(draw, { ...options, signal: controller.signal }));
		await jest.advanceTimersByTimeAsync(ms);
		controller.abort();
		return await calling;
	}

	test('ends at once if it is canceled during a call, and the next execution proceeds', async () => {
		planOutcome(ENDLESS);
		const account = new Account();
		expect(await cancelAfter(0, { account })).toBeInstanceOf(CancelledError);
		expect(await replyTo(lookUp, { account })).toMatchObject({ Response: true });
	});

	test.each([
		['after a 503', replyWith(503)],
		['after a refused connection', UNREACHABLE],
	])('ends at once if it is canceled while it waits %s, and makes no other call', async (_what, outcome) => {
		planOutcome(outcome, 100);
		expect(await cancelAfter(0)).toBeInstanceOf(CancelledError);
		await jest.advanceTimersByTimeAsync(600_000);
		expect(service.calls).toHaveLength(1);
	});

	test('sends nothing if its call is still in the queue', async () => {
		const controller = new AbortController();
		const account = new Account();
		await account.queue.enter(Infinity);
		const calling = rejection(call(draw, { account, signal: controller.signal }));
		controller.abort();
		expect(await calling).toBeInstanceOf(CancelledError);
		account.queue.leave();
		// The next call shows that the canceled one no longer waits.
		await replyTo(lookUp, { account });
		expect(service.calls).toHaveLength(1);
	});
});

test('an attempt that never ends becomes ambiguous after 60 s, and does not block other calls', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
	const account = new Account();
	planOutcome(ENDLESS);
	const failing = rejection(call(draw, { account }));
	const next = call(lookUp, { account });
	expect(await settle(failing)).toBe(60_000);
	const { failure } = (await failing) as ServiceError;
	expect(failure).toMatchObject({
		code: 'noReply',
		fault: { code: DEADLINE_PASSED },
		ending: { reason: 'notLookedUp', check: 'Look whether winners were drawn.' },
	});
	await settle(next);
	expect(await next).toMatchObject({ Response: true });
	expect(timeout).toHaveBeenCalledTimes(2);
});

test('a call leaves no listeners of its transport on the execution’s signal', async () => {
	const { signal } = new AbortController();
	const transport: Transport = async (request) => {
		request.signal!.addEventListener('abort', () => {});
		return await service.transport(request);
	};
	await call(draw, { signal, transport });
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a GET sends its request in the query', async () => {
	const transport = jest.fn(service.transport);
	const request = z.object({ sweepstakesToken: z.string() });
	const get = endpoint({ call: 'GET /any', request, reply: anyReply, retry: safe });
	await open({ transport }).call(get, { sweepstakesToken: 'a b' });
	expect(transport.mock.calls[0]![0]).toMatchObject({
		method: 'GET',
		url: 'http://service/any?sweepstakesToken=a+b',
		body: undefined,
	});
});

describe('a dry run', () => {
	test('sends calls that read, and ends at a call that may write', async () => {
		const client = open().toDryRunClient();
		const reading = endpoint({
			...OTHER,
			call: 'POST /sweepstakes/fetch',
			retry: reads('which sweepstakes there are'),
		});
		await settle(client.call(reading, undefined));
		for (const writing of [lookUp, draw])
			await expect(client.call(writing, undefined)).rejects.toEqual(new DryRunEnd(undefined));
		expect(service.calls.map(({ path }) => path)).toEqual(['/sweepstakes/fetch']);
	});

	test('shares nothing but its hints with the run to which it belongs', () => {
		const client = open();
		const dry = client.toDryRunClient();
		expect(dry.memory.getOrCreate('key', () => 'dry')).toBe('dry');
		expect(client.memory.getOrCreate('key', () => 'real')).toBe('real');
		expect(client.toDryRunClient().memory).toBe(dry.memory);
		expect(dry.hints).toBe(client.hints);
	});
});

test('the error about an unexpected reply names what is missing, unless the call writes', async () => {
	const reply = z.object({ Winners: z.array(z.unknown()) });
	const [list, write] = [reads('the winners'), unsafe('Look.')].map((retry) =>
		endpoint({ call: `POST ${PATH}`, request: noRequest, reply, retry }),
	);
	expect(await problemOf(list!)).toMatchObject({ code: 'unexpectedReply', missing: 'the winners' });
	expect(await problemOf(write!)).toMatchObject({ code: 'unexpectedReply', missing: undefined });
});

describe('an unexpected reply to a call for items', () => {
	const forItems = async (retry: Endpoint['retry']) => {
		const reply = z.object({ Winners: z.array(z.object({}).passthrough()) });
		const called = endpoint({ call: `POST ${PATH}`, request: noRequest, reply, retry });
		return await open().callForItems(called, undefined, ({ Winners }) => Winners);
	};

	test('is an error if the call reads', async () => {
		await expect(forItems(reads('the winners'))).rejects.toMatchObject({
			failure: { code: 'unexpectedReply', missing: 'the winners' },
		});
	});

	test('becomes the only item if the call writes, because the call was processed', async () => {
		expect(await forItems(unsafe('Look.'))).toEqual([expect.objectContaining({ done: true })]);
	});
});

test('what was learned about the account is recalled by all clients of the account', async () => {
	const account = new Account();
	const learn = jest.fn(async () => await Promise.resolve('learned'));
	for (const client of [open({ account }), open({ account })])
		expect(await client.recall('key', learn)).toBe('learned');
	expect(learn).toHaveBeenCalledTimes(1);
});
