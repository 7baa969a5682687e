import { floorMs, simulate, type Load, type Result, type Scenario } from './simulation/simulate';

/** As in the benchmarks: 30 ms for a call, and little time between two calls of a process. */
const SERVICE = { limit: 150, callMs: 30, gapMs: 3 };
const SEEDS = [1, 2, 3, 4, 5];

const equal = (count: number, rows: number): Load[] => Array.from({ length: count }, () => ({ rows }));

/** Runs the scenario once for each seed. */
async function runs(scenario: Scenario, seeds = SEEDS) {
	const results: Result[] = [];
	for (const seed of seeds) results.push(await simulate({ ...scenario, seed }));
	const rows = scenario.workers.reduce((sum, worker) => sum + worker.rows, 0);
	const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
	return {
		failed: results.reduce((sum, { failed }) => sum + failed, 0),
		refused: Math.max(...results.map(({ refused }) => refused)),
		busyPerRow: Math.max(...results.map(({ busy }) => busy / rows)),
		overFloor: median(results.map(({ totalMs }) => totalMs / floorMs(rows, scenario))),
		slowestToFastest: Math.max(...results.map(({ spansMs }) => Math.max(...spansMs) / Math.min(...spansMs))),
		foreignServed: results.reduce((sum, { foreign }) => sum + foreign.served, 0),
		results,
	};
}

describe('one process', () => {
	test.each([
		[449, 1.01],
		[1_000, 1.01],
		// After three minutes it leaves one call a minute to others, which may add a minute at the end.
		[10_000, 1.02],
	])('adds %i rows in at most %f times the shortest time and is never refused', async (rows, atMost) => {
		const { overFloor, refused, failed } = await runs({ ...SERVICE, workers: equal(1, rows) }, [1]);
		expect(overFloor).toBeLessThan(atMost);
		expect({ refused, failed }).toEqual({ refused: 0, failed: 0 });
	});

	test('loses almost no time to a program that makes a call each minute', async () => {
		const scenario = { ...SERVICE, workers: equal(1, 1_000), foreignCallsAMinute: 1 };
		const { overFloor, failed } = await runs(scenario);
		expect(overFloor).toBeLessThan(1.03);
		expect(failed).toBe(0);
	});

	test('leaves one call a minute to that program after three minutes of work', async () => {
		const { results } = await runs({ ...SERVICE, workers: equal(1, 5_000), foreignCallsAMinute: 1 });
		for (const { foreign } of results) expect(foreign.served).toBeGreaterThan(10);
	});
});

describe('processes that start together, each with the whole limit of the plan', () => {
	test.each([
		[4, 112, 1.05],
		[2, 224, 1.055],
	])('%i with %i rows each share evenly and are refused once each', async (count, rows, atMost) => {
		const { overFloor, refused, slowestToFastest, failed } = await runs({
			...SERVICE,
			workers: equal(count, rows),
		});
		expect(overFloor).toBeLessThan(atMost);
		expect(slowestToFastest).toBeLessThan(1.25);
		expect({ refused, failed }).toEqual({ refused: count, failed: 0 });
	});

	test('sixteen use the whole limit', async () => {
		const { overFloor, failed } = await runs({ ...SERVICE, workers: equal(16, 350) }, [1]);
		expect(overFloor).toBeLessThan(1.08);
		expect(failed).toBe(0);
	});

	test('four share 6,000 rows evenly', async () => {
		const { overFloor, slowestToFastest, failed } = await runs({ ...SERVICE, workers: equal(4, 1_500) }, [1]);
		expect(overFloor).toBeLessThan(1.11);
		expect(slowestToFastest).toBeLessThan(1.25);
		expect(failed).toBe(0);
	});

	test.each([
		[4, 600, 1.4],
		[16, 300, 1.35],
	])('%i with %i rows each, if the service counts busy answers', async (count, rows, atMost) => {
		const { overFloor, busyPerRow, failed } = await runs(
			{ ...SERVICE, countsBusy: true, workers: equal(count, rows) },
			[1, 2, 3],
		);
		expect(overFloor).toBeLessThan(atMost);
		expect(busyPerRow).toBeLessThan(0.3);
		expect(failed).toBe(0);
	});

	test.each([
		[10, 10, 1.05],
		[30, 30, 1.1],
		[100, 30, 1.2],
	])('calls of %i ms with %i ms between them', async (callMs, gapMs, atMost) => {
		const { overFloor, slowestToFastest, failed } = await runs({
			limit: 150,
			callMs,
			gapMs,
			workers: equal(4, 112),
		});
		expect(overFloor).toBeLessThan(atMost);
		expect(slowestToFastest).toBeLessThan(1.25);
		expect(failed).toBe(0);
	});
});

describe('no row is lost', () => {
	const WORKERS: Load[] = [{ rows: 800 }, { rows: 100 }, { rows: 50 }, { rows: 250 }];
	const COMING: Load[] = [0, 90_000, 150_000, 210_000].map((startMs, index) => ({
		startMs,
		rows: [900, 300, 200, 100][index]!,
	}));
	test.each<[string, Scenario]>([
		['unequal loads', { ...SERVICE, workers: WORKERS }],
		['processes that come and go', { ...SERVICE, workers: COMING }],
		[
			'a plan that allows less than the credential',
			{ ...SERVICE, limit: 60, callsPerMinute: 150, workers: equal(2, 150) },
		],
		[
			'a credential that allows less than the plan',
			{ ...SERVICE, callsPerMinute: 100, workers: equal(4, 112) },
		],
		['slow calls', { limit: 150, callMs: 300, gapMs: 5, workers: equal(4, 112) }],
		['a service that counts busy answers', { ...SERVICE, countsBusy: true, workers: equal(4, 112) }],
		[
			'a program that makes 20 calls a minute',
			{ ...SERVICE, foreignCallsAMinute: 20, workers: equal(2, 400) },
		],
	])('with %s', async (_what, scenario) => {
		expect((await runs(scenario)).failed).toBe(0);
	});
});
