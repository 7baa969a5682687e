import { Cancelled } from '../../../../../nodes/shared/client/cancellation';
import { Gate, QueuedCall } from '../../../../../nodes/shared/client/pacing/gate';
import { WINDOW_MS } from '../../../../../nodes/shared/client/pacing/rateWindow';
import { fakeClock, rejection } from '../support';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

/** A call with this limit. */
const to = (callsPerMinute: number, operation = 'POST /codes/add') =>
	new QueuedCall(callsPerMinute, operation);

const tick = async () => await jest.advanceTimersByTimeAsync(0);

/** Goes through the gate `count` times, each call lasting `ms`. */
async function pass(gate: Gate, count: number, callsPerMinute: number, ms = 0): Promise<number[]> {
	const starts: number[] = [];
	for (let call = 0; call < count; call++) {
		const one = to(callsPerMinute);
		await gate.enter(one);
		starts.push(performance.now());
		if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
		gate.count(one);
		gate.leave(one);
	}
	return starts;
}

describe('Concurrency (contract, Limits): one call at a time for an account', () => {
	test('a second call waits until the first has left', async () => {
		const gate = new Gate();
		const order: string[] = [];
		const first = to(0);
		await gate.enter(first);
		void gate.enter(to(0)).then(() => order.push('second'));
		await tick();
		expect(order).toEqual([]);
		gate.leave(first);
		await tick();
		expect(order).toEqual(['second']);
	});

	test('first come, first served: two executions with one call each take turns', async () => {
		const gate = new Gate();
		const order: string[] = [];
		const execution = async (name: string) => {
			for (let call = 0; call < 3; call++) {
				const one = to(0);
				await gate.enter(one);
				order.push(name);
				await new Promise((resolve) => setTimeout(resolve, 10));
				gate.leave(one);
			}
		};
		const both = Promise.all([execution('listing'), execution('form')]);
		await jest.runAllTimersAsync();
		await both;
		expect(order).toEqual(['listing', 'form', 'listing', 'form', 'listing', 'form']);
	});
});

describe('Per-minute rate (contract, Limits): no more calls than allowed in any 60 seconds', () => {
	test.each([0, 10, 60, 400])('holds for calls of %i ms, counted from completion to start', async (ms) => {
		const gate = new Gate();
		const passing = pass(gate, 400, 150, ms);
		await jest.runAllTimersAsync();
		const starts = await passing;
		for (let call = 150; call < starts.length; call++) {
			expect(starts[call]! - (starts[call - 150]! + ms)).toBeGreaterThanOrEqual(WINDOW_MS);
		}
	});

	test('admits all calls that the window allows at once, without spreading them', async () => {
		const gate = new Gate();
		const passing = pass(gate, 150, 150);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts.at(-1)! - starts[0]!).toBe(0);
	});

	test('says how long it waited for the window', async () => {
		const gate = new Gate();
		await pass(gate, 1, 1);
		const entering = gate.enter(to(1));
		await jest.runAllTimersAsync();
		expect(await entering).toBeCloseTo(WINDOW_MS, -1);
	});

	test('0 calls per minute does not pace', async () => {
		const gate = new Gate();
		const starts = await pass(gate, 1_000, 0);
		expect(starts.at(-1)! - starts[0]!).toBe(0);
	});

	test('a call that was not counted takes no place in the window', async () => {
		const gate = new Gate();
		for (let call = 0; call < 5; call++) {
			const one = to(1);
			expect(await gate.enter(one)).toBe(0);
			gate.leave(one);
		}
	});
});

describe('two credentials with one token', () => {
	/** Makes calls of 10 ms with both limits at once, as fast as possible, for so many minutes. */
	async function bothFor(minutes: number, limits: readonly [number, number]): Promise<[number[], number[]]> {
		const gate = new Gate();
		const until = minutes * WINDOW_MS;
		const work = async (limit: number) => {
			const starts: number[] = [];
			for (let start = 0; start < until; starts.push(start))
				[start] = (await pass(gate, 1, limit, 10)) as [number];
			return starts;
		};
		const both = Promise.all([work(limits[0]), work(limits[1])]);
		await jest.advanceTimersByTimeAsync(until + 3 * WINDOW_MS);
		return await both;
	}

	/** The most calls in any 60 seconds. */
	const mostPerMinute = (starts: number[]) =>
		Math.max(...starts.map((end, index) => index + 1 - starts.findIndex((at) => at > end - WINDOW_MS)));

	test('one without a limit: neither waits for the other’s', async () => {
		const [limited, unlimited] = await bothFor(2, [20, 0]);
		expect(mostPerMinute(limited)).toBeLessThanOrEqual(20);
		expect(limited.length).toBeGreaterThanOrEqual(20);
		expect(unlimited.length).toBeGreaterThan(10_000);
	});

	test('one with a larger limit: both keep their own, together the larger one', async () => {
		const [smaller, larger] = await bothFor(3, [20, 50]);
		expect(mostPerMinute(smaller)).toBeLessThanOrEqual(20);
		expect(smaller.length).toBeGreaterThanOrEqual(30);
		const all = [...smaller, ...larger].sort((a, b) => a - b);
		expect(mostPerMinute(all)).toBeLessThanOrEqual(50);
		expect(all.length).toBeGreaterThanOrEqual(150);
	});

	test('long work without a limit leaves the other all calls of its own', async () => {
		const gate = new Gate();
		for (let burst = 0; burst < 5; burst++) {
			await pass(gate, 5, 0);
			await jest.advanceTimersByTimeAsync(20_000);
		}
		await jest.advanceTimersByTimeAsync(WINDOW_MS - 20_000);
		const starts = await pass(gate, 10, 10);
		expect(starts[9]! - starts[0]!).toBe(0);
	});

	test('a refusal of the one without a limit teaches no share', async () => {
		const gate = new Gate();
		const refused = to(0);
		await gate.enter(refused);
		gate.refuse(0, refused);
		gate.leave(refused);
		const starts = await pass(gate, 10, 10);
		expect(starts[9]! - starts[0]!).toBe(0);
	});
});

test('without a limit, the calls of the last minute are kept and no more', async () => {
	const gate = new Gate();
	const sizes: number[] = [];
	for (let minute = 0; minute < 3; minute++) {
		await pass(gate, 100, 0);
		sizes.push(JSON.stringify(gate).length);
		await jest.advanceTimersByTimeAsync(WINDOW_MS + 1);
	}
	expect(sizes[2]!).toBeLessThan(1.2 * sizes[1]!);
});

describe('a busy operation', () => {
	const DRAW = 'POST /winners/draw';
	const LIST = 'POST /winners/fetch';

	/** Enters, and notes when. */
	async function go(gate: Gate, log: string[], name: string, operation: string) {
		const call = to(150, operation);
		await gate.enter(call);
		log.push(name);
		gate.leave(call);
	}

	test('holds back its own calls, in their order, and no others', async () => {
		const gate = new Gate();
		const log: string[] = [];
		const draw = to(150, DRAW);
		await gate.enter(draw);
		const behind = Promise.all([
			go(gate, log, 'second draw', DRAW),
			go(gate, log, 'list', LIST),
			go(gate, log, 'third draw', DRAW),
		]);
		gate.busy(5_000, draw);
		const again = gate.pace(draw);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(log).toEqual(['list']);
		await jest.advanceTimersByTimeAsync(4_000);
		expect(await again).toBeCloseTo(5_000, -1);
		log.push('first draw');
		gate.leave(draw);
		await behind;
		expect(log).toEqual(['list', 'first draw', 'second draw', 'third draw']);
		expect(gate.idleMs()).toBe(0);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(gate.idleMs()).toBeCloseTo(1_000, -1);
	});

	test('cancelled while it waits: the next one goes', async () => {
		const gate = new Gate();
		const log: string[] = [];
		const controller = new AbortController();
		const draw = to(150, DRAW);
		await gate.enter(draw);
		gate.busy(5_000, draw);
		const again = rejection(gate.pace(draw, controller.signal));
		const behind = go(gate, log, 'second draw', DRAW);
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect(await again).toBeInstanceOf(Cancelled);
		gate.leave(draw);
		await behind;
		expect(log).toEqual(['second draw']);
	});
});

describe('a block, after the service asked to wait', () => {
	test('holds back every caller, not only the one that was refused', async () => {
		const gate = new Gate();
		const one = to(0);
		await gate.enter(one);
		gate.block(5_000);
		gate.leave(one);
		const entering = gate.enter(to(0));
		await jest.runAllTimersAsync();
		expect(await entering).toBeCloseTo(5_000, -1);
	});

	test('is never shortened by a later, shorter one', async () => {
		const gate = new Gate();
		gate.block(5_000);
		gate.block(1_000);
		const entering = gate.enter(to(0));
		await jest.runAllTimersAsync();
		expect(await entering).toBeCloseTo(5_000, -1);
	});
});

describe('a limit that other processes use, too', () => {
	/** Makes three of ten calls a minute; the service refuses the fourth, because others made the rest. */
	async function refusedAfterThree(): Promise<Gate> {
		const gate = new Gate();
		await pass(gate, 3, 10);
		const refused = to(10);
		await gate.enter(refused);
		gate.busy(0, refused);
		gate.refuse(WINDOW_MS, refused);
		gate.leave(refused);
		return gate;
	}

	test('in the minute after the wait, no more calls are made than before the refusal', async () => {
		const gate = await refusedAfterThree();
		const passing = pass(gate, 4, 10);
		await jest.runAllTimersAsync();
		const [first, , third, fourth] = await passing;
		expect(third! - first!).toBe(0);
		expect(fourth! - first!).toBe(WINDOW_MS);
	});

	test('a minute later more calls are made, which others no longer make', async () => {
		const gate = await refusedAfterThree();
		const passing = pass(gate, 12, 10);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts[11]! - starts[0]!).toBeLessThan(1.01 * WINDOW_MS);
	});

	test('after an idle minute, all calls of the limit are made again', async () => {
		const gate = await refusedAfterThree();
		await jest.advanceTimersByTimeAsync(WINDOW_MS + 1);
		const passing = pass(gate, 10, 10);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts[9]! - starts[0]!).toBeLessThan(1_000);
	});

	test('a share whose calls are made at two times of the minute grows, too', async () => {
		const gate = new Gate();
		await pass(gate, 1, 10);
		await jest.advanceTimersByTimeAsync(10_000);
		await pass(gate, 1, 10);
		const refused = to(10);
		await gate.enter(refused);
		gate.busy(0, refused);
		gate.refuse(0, refused);
		gate.leave(refused);
		const passing = pass(gate, 40, 10);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts[39]! - starts[0]!).toBeLessThan(8 * WINDOW_MS);
	});

	test('once others were met, there is a pause after four calls; otherwise there is none', async () => {
		const gate = new Gate();
		const alone = pass(gate, 20, 100);
		await jest.runAllTimersAsync();
		expect((await alone).at(-1)! - (await alone)[0]!).toBe(0);
		gate.busy(0, to(100));
		const passing = pass(gate, 5, 100);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts[3]! - starts[0]!).toBe(0);
		expect(starts[4]! - starts[3]!).toBeGreaterThan(0);
	});
});

describe('whether the service counts the calls that it was too busy for', () => {
	/** The limit of ten calls is reached after three of ours, which took 100 ms each, and `refusals` by a busy service. */
	async function limitReached(refusals: number, waitMs = 0): Promise<Gate> {
		const gate = new Gate();
		const passing = pass(gate, 3, 10, 100);
		await jest.runAllTimersAsync();
		await passing;
		for (let refusal = 0; refusal < refusals; refusal++) gate.busy(0, to(10));
		await jest.advanceTimersByTimeAsync(waitMs);
		const refused = to(10);
		await gate.enter(refused);
		gate.refuse(WINDOW_MS, refused);
		gate.leave(refused);
		return gate;
	}

	test('it does if the limit is reached sooner than its calls take; then a busy service is not asked early', async () => {
		expect((await limitReached(7)).retriesInTurn().early).toBe(false);
	});

	test('it does not if there was the time for all calls of the limit', async () => {
		expect((await limitReached(7, 700)).retriesInTurn().early).toBe(true);
	});

	test('it is not known if the service was never busy', async () => {
		expect((await limitReached(0)).retriesInTurn().early).toBe(true);
	});

	test('if it does, there are no pauses for the turns of others', async () => {
		const gate = await limitReached(7);
		const passing = pass(gate, 3, 10);
		await jest.runAllTimersAsync();
		const starts = await passing;
		expect(starts[2]! - starts[0]!).toBe(0);
	});

	test('after an idle minute that is forgotten', async () => {
		const gate = await limitReached(7);
		await jest.advanceTimersByTimeAsync(WINDOW_MS + 1);
		const one = to(10);
		await gate.enter(one);
		gate.leave(one);
		expect(gate.retriesInTurn().early).toBe(true);
	});
});

describe('cancellation', () => {
	const aborted = () => {
		const controller = new AbortController();
		controller.abort();
		return controller.signal;
	};

	test('a cancelled execution does not enter at all', async () => {
		const gate = new Gate();
		expect(await rejection(gate.enter(to(0), aborted()))).toBeInstanceOf(Cancelled);
		expect(await gate.enter(to(0))).toBe(0);
	});

	test('in the queue: leaves at once, and the next waiter moves up', async () => {
		const gate = new Gate();
		const controller = new AbortController();
		const held = to(0);
		await gate.enter(held);
		const queued = rejection(gate.enter(to(0), controller.signal));
		const behind = gate.enter(to(0));
		controller.abort();
		expect(await queued).toBeInstanceOf(Cancelled);
		gate.leave(held);
		expect(await behind).toBe(0);
	});

	test('admitted just as it gives up: the next waiter is admitted', async () => {
		const gate = new Gate();
		const controller = new AbortController();
		const held = to(0);
		await gate.enter(held);
		const queued = rejection(gate.enter(to(0), controller.signal));
		const behind = gate.enter(to(0));
		await tick();
		controller.abort();
		gate.leave(held);
		expect(await queued).toBeInstanceOf(Cancelled);
		expect(await behind).toBe(0);
	});

	test('waiting for the window: stops at once, and the gate is free', async () => {
		const gate = new Gate();
		const controller = new AbortController();
		await pass(gate, 1, 1);
		const waiting = rejection(gate.enter(to(1), controller.signal));
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		expect(await waiting).toBeInstanceOf(Cancelled);
		expect(await gate.enter(to(0))).toBe(0);
	});
});
