import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import { Queue, WINDOW_MS } from '../../../../nodes/shared/client/queue';
import { fakeClock, rejection } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const NO_LIMIT = Infinity;

const tick = async () => await jest.advanceTimersByTimeAsync(0);

/** Runs all timers until the work is done. */
async function ending<T>(work: Promise<T>): Promise<T> {
	await jest.runAllTimersAsync();
	return await work;
}

/** Returns how long the work takes, in ms. */
async function timeOf(work: Promise<unknown>): Promise<number> {
	const start = performance.now();
	await ending(work);
	return performance.now() - start;
}

/** Returns the time from the first start to the last, in ms. */
const spanOf = (starts: number[]) => starts.at(-1)! - starts[0]!;

/** Makes `count` calls of `ms` each through the queue, one after another, and returns their start times. */
async function pass(queue: Queue, count: number, callsPerMinute: number, ms = 0): Promise<number[]> {
	const starts: number[] = [];
	for (let call = 0; call < count; call++) {
		await queue.enter(callsPerMinute);
		starts.push(performance.now());
		if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
		queue.count();
		queue.leave();
	}
	return starts;
}

describe('an account makes one call at a time (contract, Limits)', () => {
	test('a second call waits until the first call has ended', async () => {
		const queue = new Queue();
		const order: string[] = [];
		await queue.enter(NO_LIMIT);
		void queue.enter(NO_LIMIT).then(() => order.push('second'));
		await tick();
		expect(order).toEqual([]);
		queue.leave();
		await tick();
		expect(order).toEqual(['second']);
	});

	test('two executions, each of which makes call after call, take turns', async () => {
		const queue = new Queue();
		const order: string[] = [];
		const execution = async (name: string) => {
			for (let call = 0; call < 3; call++) {
				await queue.enter(NO_LIMIT);
				order.push(name);
				await new Promise((resolve) => setTimeout(resolve, 10));
				queue.leave();
			}
		};
		await ending(Promise.all([execution('listing'), execution('form')]));
		expect(order).toEqual(['listing', 'form', 'listing', 'form', 'listing', 'form']);
	});
});

describe('the rate limit applies to any 60 seconds (contract, Limits)', () => {
	test.each([0, 10, 60, 400])(
		'if each call takes %i ms, 60 seconds pass between the end of one call and the start of the 150th call after it',
		async (ms) => {
			const queue = new Queue();
			const starts = await ending(pass(queue, 400, 150, ms));
			for (let call = 150; call < starts.length; call++) {
				expect(starts[call]! - (starts[call - 150]! + ms)).toBeGreaterThanOrEqual(WINDOW_MS);
			}
		},
	);

	test('all calls that the limit allows may start at once instead of being spread over the 60 seconds', async () => {
		const queue = new Queue();
		expect(spanOf(await ending(pass(queue, 150, 150)))).toBe(0);
	});

	test('entering the queue returns how long the call waited for the limit', async () => {
		const queue = new Queue();
		await pass(queue, 1, 1);
		expect(await timeOf(queue.enter(1))).toBeCloseTo(WINDOW_MS, -1);
	});

	test('without a limit, no call waits', async () => {
		const queue = new Queue();
		expect(spanOf(await pass(queue, 1_000, NO_LIMIT))).toBe(0);
	});

	test('a call that the service does not count does not use up the limit', async () => {
		const queue = new Queue();
		for (let call = 0; call < 5; call++) {
			expect(await timeOf(queue.enter(1))).toBe(0);
			queue.leave();
		}
	});
});

describe('with two credentials for the same token', () => {
	/** Makes calls of 100 ms as fast as possible with both limits at the same time. */
	async function bothFor(minutes: number, limits: readonly [number, number]): Promise<[number[], number[]]> {
		const queue = new Queue();
		const ms = minutes * WINDOW_MS;
		const until = performance.now() + ms;
		const work = async (limit: number) => {
			const starts: number[] = [];
			for (let start = 0; start < until; starts.push(start))
				[start] = (await pass(queue, 1, limit, 100)) as [number];
			return starts;
		};
		const both = Promise.all([work(limits[0]), work(limits[1])]);
		await jest.advanceTimersByTimeAsync(ms + 3 * WINDOW_MS);
		return await both;
	}

	const mostPerMinute = (starts: number[]) =>
		Math.max(...starts.map((end, index) => index + 1 - starts.findIndex((at) => at > end - WINDOW_MS)));

	test.each([
		[20, 50],
		[20, NO_LIMIT],
	])('both keep to the smaller limit while both are in use: %i and %i', async (...limits) => {
		const both = await bothFor(3, limits);
		const all = both.flat().sort((a, b) => a - b);
		expect(mostPerMinute(all)).toBeLessThanOrEqual(21);
		for (const starts of both) expect(starts.length).toBeGreaterThanOrEqual(20);
	});
});

test('without a limit, the queue remembers only the calls of the last minute', async () => {
	const queue = new Queue();
	const sizes: number[] = [];
	for (let minute = 0; minute < 3; minute++) {
		await pass(queue, 100, NO_LIMIT);
		sizes.push(JSON.stringify(queue).length);
		await jest.advanceTimersByTimeAsync(WINDOW_MS + 1);
	}
	expect(sizes[2]!).toBeLessThan(1.2 * sizes[1]!);
});

test('if the service asks one caller to wait, every caller waits', async () => {
	const queue = new Queue();
	await queue.enter(NO_LIMIT);
	queue.block(5_000);
	// A later block that is shorter does not shorten the earlier one.
	queue.block(1_000);
	queue.leave();
	expect(await timeOf(queue.enter(NO_LIMIT))).toBeCloseTo(5_000, -1);
});

test('the queue tells how long it has been unused, which is 0 while a call has its turn', async () => {
	const queue = new Queue();
	await queue.enter(NO_LIMIT);
	await jest.advanceTimersByTimeAsync(1_000);
	expect(queue.getIdleMs()).toBe(0);
	queue.leave();
	await jest.advanceTimersByTimeAsync(1_000);
	expect(queue.getIdleMs()).toBeCloseTo(1_000, -1);
});

describe('if other processes use the same account', () => {
	/** Returns the waits in ms if `Math.random()` returns its lowest, its middle and almost its highest value. */
	const spread = (wait: () => number) =>
		[0, 0.5, 0.999].map((random) => {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			return Math.round(wait());
		});

	test('all calls wait 2 to 8 s after a 429', async () => {
		expect(spread(() => new Queue().chooseWaitAfterLimit(60_000))).toEqual([2_000, 5_000, 7_994]);
	});

	test('after a 429, calls wait no longer than until this process’s oldest call in the window expires', async () => {
		const queue = new Queue();
		await ending(pass(queue, 1, 100));
		await jest.advanceTimersByTimeAsync(WINDOW_MS - 1_000);
		expect(spread(() => queue.chooseWaitAfterLimit(60_000))).toEqual([1_000, 1_000, 1_000]);
	});

	test.each([
		['a Retry-After that is shorter', 1_000, 1_000],
		['a Retry-After that is longer than the window, because other calls are not the reason', 61_000, 61_000],
		['no Retry-After of 0', 0, 5_000],
	])('all calls obey %s', (_what, retryAfterMs, expected) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		expect(new Queue().chooseWaitAfterLimit(retryAfterMs)).toBe(expected);
	});

	test('the queue remembers for a minute that a reply has shown another process', async () => {
		const queue = new Queue();
		expect(queue.hasNotedOthers).toBe(false);
		queue.noteOthers();
		await jest.advanceTimersByTimeAsync(WINDOW_MS - 1);
		expect(queue.hasNotedOthers).toBe(true);
		await jest.advanceTimersByTimeAsync(1);
		expect(queue.hasNotedOthers).toBe(false);
	});
});

describe('a canceled call', () => {
	const aborted = () => {
		const controller = new AbortController();
		controller.abort();
		return controller.signal;
	};

	test('does not enter the queue', async () => {
		const queue = new Queue();
		expect(await rejection(queue.enter(NO_LIMIT, aborted()))).toBeInstanceOf(CancelledError);
		expect(await timeOf(queue.enter(NO_LIMIT))).toBe(0);
	});

	test.each([
		['leaves the queue at once, and the next call moves up', async (left: Promise<unknown>) => await left],
		['lets the next call in if it is canceled just as it gets its turn', async () => {}],
	])('%s', async (_what, wait) => {
		const queue = new Queue();
		const controller = new AbortController();
		await queue.enter(NO_LIMIT);
		const queued = rejection(queue.enter(NO_LIMIT, controller.signal));
		const behind = queue.enter(NO_LIMIT);
		await tick();
		controller.abort();
		await wait(queued);
		queue.leave();
		expect(await queued).toBeInstanceOf(CancelledError);
		expect(await timeOf(behind)).toBe(0);
	});

	test('stops waiting for the rate limit at once, and the next call can start', async () => {
		const queue = new Queue();
		const controller = new AbortController();
		await pass(queue, 1, 1);
		const waiting = rejection(queue.enter(1, controller.signal));
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect(await waiting).toBeInstanceOf(CancelledError);
		await queue.enter(NO_LIMIT);
	});
});
