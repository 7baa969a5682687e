import { CancelledError } from '../../../../nodes/shared/client/cancellation';
import { Queue } from '../../../../nodes/shared/client/queue';
import { Turn, WINDOW_MS } from '../../../../nodes/shared/client/window';
import { fakeClock, rejection } from '../../../support/client';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

/** Creates a turn for a call with this limit. */
const to = (callsPerMinute: number, operation = 'POST /codes/add') => new Turn(callsPerMinute, operation);

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
		const one = to(callsPerMinute);
		await queue.enter(one);
		starts.push(performance.now());
		if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
		queue.count(one, ms);
		queue.leave(one);
	}
	return starts;
}

describe('an account makes one call at a time (contract, Limits)', () => {
	test('a second call waits until the first call has ended', async () => {
		const queue = new Queue();
		const order: string[] = [];
		const first = to(0);
		await queue.enter(first);
		void queue.enter(to(0)).then(() => order.push('second'));
		await tick();
		expect(order).toEqual([]);
		queue.leave(first);
		await tick();
		expect(order).toEqual(['second']);
	});

	test('two executions, each of which makes call after call, take turns', async () => {
		const queue = new Queue();
		const order: string[] = [];
		const execution = async (name: string) => {
			for (let call = 0; call < 3; call++) {
				const one = to(0);
				await queue.enter(one);
				order.push(name);
				await new Promise((resolve) => setTimeout(resolve, 10));
				queue.leave(one);
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
		expect(await timeOf(queue.enter(to(1)))).toBeCloseTo(WINDOW_MS, -1);
	});

	test('a limit of 0 calls per minute means that there is no limit', async () => {
		const queue = new Queue();
		expect(spanOf(await pass(queue, 1_000, 0))).toBe(0);
	});

	test('a call that the service does not count does not use up the limit', async () => {
		const queue = new Queue();
		for (let call = 0; call < 5; call++) {
			const one = to(1);
			expect(await timeOf(queue.enter(one))).toBe(0);
			queue.leave(one);
		}
	});
});

describe('while an import uses all the calls that the limit allows', () => {
	/**
	 * Makes a lookup as the editor does, which gives up after 10 s.
	 *
	 * @returns whether the lookup got its turn
	 */
	async function lookUp(queue: Queue): Promise<boolean> {
		const turn = new Turn(150, 'POST /groups/fetch', true);
		const patience = new AbortController();
		setTimeout(() => patience.abort(), 10_000);
		const entering = queue.enter(turn, patience.signal).then(
			() => true,
			() => false,
		);
		await jest.advanceTimersByTimeAsync(10_000);
		const isIn = await entering;
		if (isIn) {
			queue.count(turn, 50);
			queue.leave(turn);
		}
		return isIn;
	}

	/** Runs an import of 1,400 rows, 10 ms each, during which the editor makes a lookup at each of these times (in s). */
	async function importing(lookups: readonly number[]) {
		const queue = new Queue();
		const job = pass(queue, 1_400, 150, 10);
		const outcomes: boolean[] = [];
		for (const [index, at] of lookups.entries()) {
			const before = index > 0 ? lookups[index - 1]! + 10 : 0;
			await jest.advanceTimersByTimeAsync((at - before) * 1_000);
			outcomes.push(await lookUp(queue));
		}
		return { outcomes, ms: spanOf(await ending(job)) };
	}

	test('the editor’s first lookup may give up without a turn, but later lookups get their turn', async () => {
		const { outcomes } = await importing([20, 80, 100, 140, 340]);
		expect(outcomes).toEqual([false, true, true, true, true]);
	});

	test('a lookup of the editor hardly delays the import', async () => {
		const [alone, beside] = [await importing([]), await importing([20])];
		expect(beside.ms / alone.ms).toBeLessThan(1.02);
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
		[20, 0],
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
		await pass(queue, 100, 0);
		sizes.push(JSON.stringify(queue).length);
		await jest.advanceTimersByTimeAsync(WINDOW_MS + 1);
	}
	expect(sizes[2]!).toBeLessThan(1.2 * sizes[1]!);
});

describe('a busy operation of the service', () => {
	const DRAW = 'POST /winners/draw';
	const LIST = 'POST /winners/fetch';

	/** Makes a call through the queue and logs its name once it may start. */
	async function go(queue: Queue, log: string[], name: string, operation: string) {
		const call = to(150, operation);
		await queue.enter(call);
		log.push(name);
		queue.leave(call);
	}

	test('delays only calls of the same operation, and these keep their order', async () => {
		const queue = new Queue();
		const log: string[] = [];
		const draw = to(150, DRAW);
		await queue.enter(draw);
		const behind = Promise.all([
			go(queue, log, 'second draw', DRAW),
			go(queue, log, 'list', LIST),
			go(queue, log, 'third draw', DRAW),
		]);
		queue.delay(5_000, draw);
		const onWait = jest.fn();
		const again = queue.enter(draw, undefined, onWait);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(log).toEqual(['list']);
		await jest.advanceTimersByTimeAsync(4_000);
		await again;
		expect(onWait.mock.calls).toEqual([[expect.closeTo(5_000, -1)]]);
		log.push('first draw');
		queue.leave(draw);
		await behind;
		expect(log).toEqual(['list', 'first draw', 'second draw', 'third draw']);
		expect(queue.getIdleMs()).toBe(0);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(queue.getIdleMs()).toBeCloseTo(1_000, -1);
	});

	test('no longer delays the next call once the waiting call is canceled', async () => {
		const queue = new Queue();
		const log: string[] = [];
		const controller = new AbortController();
		const draw = to(150, DRAW);
		await queue.enter(draw);
		queue.delay(5_000, draw);
		const again = rejection(queue.enter(draw, controller.signal));
		const behind = go(queue, log, 'second draw', DRAW);
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect(await again).toBeInstanceOf(CancelledError);
		queue.leave(draw);
		await behind;
		expect(log).toEqual(['second draw']);
	});
});

test('if the service asks one caller to wait, every caller waits', async () => {
	const queue = new Queue();
	const one = to(0);
	await queue.enter(one);
	queue.block(5_000);
	// A later block that is shorter does not shorten the earlier one.
	queue.block(1_000);
	queue.leave(one);
	expect(await timeOf(queue.enter(to(0)))).toBeCloseTo(5_000, -1);
});

describe('if other processes use the same account', () => {
	/** Returns the waits in ms if `Math.random()` returns its lowest, its middle and almost its highest value. */
	const spread = (wait: () => number) =>
		[0, 0.5, 0.999].map((random) => {
			jest.spyOn(Math, 'random').mockReturnValue(random);
			return Math.round(wait());
		});

	test('after a busy reply, a call waits one to three times as long as a call takes', async () => {
		const queue = new Queue();
		await ending(pass(queue, 100, 0, 50));
		expect(spread(() => queue.others.meetBusy(to(100)))).toEqual([50, 100, 150]);
	});

	test('after several busy replies in a row, a call waits longer, but no longer than a second', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const queue = new Queue();
		await ending(pass(queue, 100, 0, 50));
		const call = to(100);
		const waits = Array.from({ length: 300 }, () => Math.round(queue.others.meetBusy(call)));
		expect([1, 24, 48, 240, 300].map((inARow) => waits[inARow - 1])).toEqual([100, 100, 200, 1_000, 1_000]);
		queue.count(call, 50);
		expect(queue.others.meetBusy(call)).toBeLessThan(110);
	});

	test('after a 429, all calls wait until this process’s oldest call is more than 60 seconds old', async () => {
		const queue = new Queue();
		await ending(pass(queue, 4, 100, 5_000));
		const sinceFirst = 3 * 5_000;
		expect(spread(() => queue.others.meetFull())).toEqual(
			[0, 100, 200].map((ms) => WINDOW_MS - sinceFirst + ms),
		);
	});

	test.each([0, 3])(
		'if this process made only %i calls in the last minute, all calls wait only 2.5 to 7.5 s after a 429',
		async (calls) => {
			const queue = new Queue();
			await pass(queue, calls, 100);
			expect(spread(() => queue.others.meetFull())).toEqual([2_500, 5_000, 7_495]);
		},
	);

	test('the queue remembers when a reply last showed that another process is at work', async () => {
		const queue = new Queue();
		expect(queue.others.metAt).toBe(-Infinity);
		for (const meet of [
			() => queue.others.meetBusy(to(100)),
			() => queue.others.meetFull(),
			() => queue.others.meet(),
		]) {
			await jest.advanceTimersByTimeAsync(1_000);
			meet();
			expect(queue.others.metAt).toBe(performance.now());
		}
	});

	test('the queue leaves one call per minute to other processes after it has used the whole limit for three minutes', async () => {
		const starts = await ending(pass(new Queue(), 100, 20, 10));
		const inMinute = (minute: number) =>
			starts.filter((at) => Math.floor((at - starts[0]!) / WINDOW_MS) === minute);
		expect([0, 1, 2, 3, 4].map((minute) => inMinute(minute).length)).toEqual([20, 20, 20, 19, 19]);
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
		expect(await rejection(queue.enter(to(0), aborted()))).toBeInstanceOf(CancelledError);
		expect(await timeOf(queue.enter(to(0)))).toBe(0);
	});

	test.each([
		['leaves the queue at once, and the next call moves up', async (left: Promise<unknown>) => await left],
		['lets the next call in if it is canceled just as it gets its turn', async () => {}],
	])('%s', async (_what, wait) => {
		const queue = new Queue();
		const controller = new AbortController();
		const held = to(0);
		await queue.enter(held);
		const queued = rejection(queue.enter(to(0), controller.signal));
		const behind = queue.enter(to(0));
		await tick();
		controller.abort();
		await wait(queued);
		queue.leave(held);
		expect(await queued).toBeInstanceOf(CancelledError);
		expect(await timeOf(behind)).toBe(0);
	});

	test('stops waiting for the rate limit at once, and the next call can start', async () => {
		const queue = new Queue();
		const controller = new AbortController();
		await pass(queue, 1, 1);
		const waiting = rejection(queue.enter(to(1), controller.signal));
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect(await waiting).toBeInstanceOf(CancelledError);
		await queue.enter(to(0));
	});
});
