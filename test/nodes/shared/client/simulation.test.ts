import { floorMs, simulate, type Load, type Scenario } from './simulation/simulate';

/** As in the benchmarks: 30 ms for a call, and little time between two calls of a process. */
const SERVICE = { limit: 150, callMs: 30, gapMs: 3 };

const equal = (count: number, rows: number): Load[] => Array.from({ length: count }, () => ({ rows }));

/** The medians of three runs. No row may fail in any. */
async function typical(scenario: Scenario) {
	const rows = scenario.workers.reduce((sum, worker) => sum + worker.rows, 0);
	const results = [];
	for (const seed of [1, 2, 3]) results.push(await simulate({ ...scenario, seed }));
	expect(results.map(({ failed }) => failed)).toEqual([0, 0, 0]);
	const median = (values: number[]) => values.sort((a, b) => a - b)[1]!;
	return {
		overFloor: median(results.map(({ totalMs }) => totalMs / floorMs(rows, scenario))),
		busyPerRow: median(results.map(({ busy }) => busy / rows)),
		refused: median(results.map(({ refused }) => refused)),
		slowestToFastest: median(results.map(({ spansMs }) => Math.max(...spansMs) / Math.min(...spansMs))),
		foreignServed: median(results.map(({ foreign }) => foreign.served)),
	};
}

describe('one process', () => {
	test.each([449, 5_000])('adds %i rows in the shortest time and is never refused', async (rows) => {
		const { overFloor, refused } = await typical({ ...SERVICE, workers: equal(1, rows) });
		expect(overFloor).toBeLessThan(1.02);
		expect(refused).toBe(0);
	});

	test('leaves calls to a program that makes one each minute, at almost no cost', async () => {
		const { overFloor, foreignServed } = await typical({
			...SERVICE,
			workers: equal(1, 5_000),
			foreignCallsAMinute: 1,
		});
		expect(overFloor).toBeLessThan(1.02);
		expect(foreignServed).toBeGreaterThan(10);
	});
});

describe('processes that start together, each with the whole limit of the plan', () => {
	test.each([
		[4, 60],
		[4, 112],
		[8, 56],
		[8, 150],
		[16, 28],
	])('%i with %i rows each', async (count, rows) => {
		const { overFloor, busyPerRow, refused } = await typical({ ...SERVICE, workers: equal(count, rows) });
		expect(overFloor).toBeLessThan(1.12);
		expect(busyPerRow).toBeLessThan(2.3);
		// Each is refused once a minute: when the window is full.
		expect(refused).toBeLessThanOrEqual((count * count * rows) / SERVICE.limit);
	});

	test.each([
		['short', { ...SERVICE, workers: equal(2, 224) }],
		['slow', { ...SERVICE, callMs: 200, gapMs: 20, workers: equal(2, 600) }],
	])('two with %s calls are hardly ever refused', async (_what, scenario) => {
		const { overFloor, busyPerRow, refused } = await typical(scenario);
		expect(overFloor).toBeLessThan(1.25);
		expect(busyPerRow).toBeLessThan(0.3);
		expect(refused).toBeLessThanOrEqual(4);
	});

	test.each([
		['calls of 10 ms', { callMs: 10, gapMs: 10, workers: equal(4, 112) }, 1.08],
		['calls of 100 ms', { callMs: 100, gapMs: 30, workers: equal(4, 112) }, 1.45],
		['calls of 300 ms', { callMs: 300, gapMs: 5, workers: equal(8, 150) }, 1.9],
		['a service that counts busy answers', { countsBusy: true, workers: equal(4, 600) }, 1.7],
		[
			'a plan that allows less than the credential',
			{ limit: 60, callsPerMinute: 150, workers: equal(2, 150) },
			1.1,
		],
		['a credential that allows less than the plan', { callsPerMinute: 100, workers: equal(4, 110) }, 1.6],
		['a program that makes 20 calls a minute', { foreignCallsAMinute: 20, workers: equal(2, 400) }, 1.15],
	])('with %s', async (_what, scenario, atMost) => {
		expect((await typical({ ...SERVICE, ...scenario })).overFloor).toBeLessThan(atMost);
	});
});

test.each<[string, Load[]]>([
	['unequal loads', [{ rows: 800 }, { rows: 100 }, { rows: 50 }, { rows: 250 }]],
	['latecomers', [{ rows: 6_000 }, { rows: 60, startMs: 20_000 }, { rows: 5, startMs: 40_000 }]],
	['processes that come and go', [0, 90_000, 150_000].map((startMs) => ({ startMs, rows: 500 }))],
])('%s use the whole limit', async (_what, workers) => {
	expect((await typical({ ...SERVICE, workers })).overFloor).toBeLessThan(1.25);
});
