import { IS_RELEASE } from '../../../support/runs';
import { floorMs, simulate, type Load, type Scenario } from '../../../support/simulation/simulate';

/** As in the benchmarks, a call takes 30 ms, and a process needs at least 3 ms between two calls. */
const SERVICE = { limit: 150, callMs: 30, gapMs: 3 };

const equal = (count: number, rows: number): Load[] => Array.from({ length: count }, () => ({ rows }));

/** A run takes the time of the processor, so only tests before a release use more than one. */
const SEEDS = IS_RELEASE ? [1, 2, 3] : [1];

/**
 * Returns the medians of the runs with all seeds.
 *
 * @throws Error if a row fails in any of them
 */
async function typical(scenario: Scenario) {
	const rows = scenario.workers.reduce((sum, worker) => sum + worker.rows, 0);
	const results = [];
	for (const seed of SEEDS) results.push(await simulate({ ...scenario, seed }));
	expect(results.filter(({ failed }) => failed > 0)).toEqual([]);
	const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
	return {
		overFloor: median(results.map(({ totalMs }) => totalMs / floorMs(rows, scenario))),
		totalMs: median(results.map(({ totalMs }) => totalMs)),
		busyPerRow: median(results.map(({ busy }) => busy / rows)),
		refused: median(results.map(({ refused }) => refused)),
	};
}

describe('a process that is alone', () => {
	test.each(IS_RELEASE ? [449, 2_000] : [449])(
		'adds %i rows in the minimum time and is never refused',
		async (rows) => {
			const { overFloor, refused } = await typical({ ...SERVICE, workers: equal(1, rows) });
			expect(overFloor).toBeLessThan(1.02);
			expect(refused).toBe(0);
		},
	);
});

describe('processes that start together without dividing the plan’s limit among themselves', () => {
	test.each([[4, 110, 30], ...(IS_RELEASE ? [[16, 56, 30]] : []), [4, 110, 200], [4, 110, 500]])(
		'finish close to the minimum time (%i processes with %i rows each, and calls of %i ms)',
		async (count, rows, callMs) => {
			const { overFloor, busyPerRow, refused, totalMs } = await typical({
				...SERVICE,
				callMs,
				workers: equal(count, rows),
			});
			expect(overFloor).toBeLessThan(1.1);
			expect(busyPerRow).toBeLessThan(count * 1.5);
			// While a window is full, each process tries again every few seconds.
			expect(refused).toBeLessThanOrEqual((count * totalMs) / 5_000);
		},
	);

	test.each([
		['without a limit in the credential', { callsPerMinute: 0, workers: equal(4, 110) }],
		['with a credential that allows less than the plan', { callsPerMinute: 100, workers: equal(4, 110) }],
		[
			'with a plan that allows less than the credential',
			{ limit: 60, callsPerMinute: 150, workers: equal(2, 150) },
		],
		['if another program makes 20 calls a minute', { foreignCallsAMinute: 20, workers: equal(2, 400) }],
	])('finish close to the minimum time even %s', async (_what, scenario) => {
		expect((await typical({ ...SERVICE, ...scenario })).overFloor).toBeLessThan(1.1);
	});

	test('take up to 2.5 times the minimum time if the service also counts calls that get a busy reply', async () => {
		const scenario = { ...SERVICE, countsBusy: true, workers: equal(4, 110) };
		expect((await typical(scenario)).overFloor).toBeLessThan(2.5);
	});
});

test.each<[string, Load[]]>([
	['processes with unequal loads', [{ rows: 800 }, { rows: 100 }, { rows: 50 }, { rows: 250 }]],
	['processes that come and go', [0, 90_000, 150_000].map((startMs) => ({ startMs, rows: 500 }))],
])('%s use almost the whole limit', async (_what, workers) => {
	for (const callMs of [30, 200])
		expect((await typical({ ...SERVICE, callMs, workers })).overFloor).toBeLessThan(1.15);
});

test.each([30, 200])(
	'with calls of %i ms, a process that starts during another’s long job adds its 60 rows within 7 minutes',
	async (callMs) => {
		const workers = [{ rows: 3_000 }, { rows: 60, startMs: 20_000 }];
		for (const seed of SEEDS) {
			const { spansMs } = await simulate({ ...SERVICE, callMs, workers, seed });
			expect(spansMs[1]).toBeLessThan(7 * 60_000);
		}
	},
);
