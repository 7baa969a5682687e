import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { Fault } from '../../sandbox';
import { storedColumns } from '../catalogue/world';
import type { RunOptions } from '../support/engine/engine';
import { Stage } from '../support/engine/stage';
import { until } from '../support/waits';

/** A stopped run must end within this time, in ms. Its wait would take a minute or more. */
const WITHIN_MS = 30_000;
const FORM = '/entrypage/fields';
const ADD = '/participants/add';
const SINGLE = '/participants/single';

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ row }));
const add = async (options: Partial<RunOptions>) => {
	const { picked: sweepstakes } = stage;
	const Fields = { mappingMode: 'defineBelow', value: {}, schema: storedColumns() };
	const KeyEmail = '={{ "row" + $json.row + "@example.com" }}';
	const parameters = { sweepstakes, KeyEmail, Fields };
	return await stage.run(new SweepstakesParticipant(), 'add', parameters, { items: rows(10), ...options });
};

/**
 * The states in which a run can be stopped, each with the faults that lead to it and the calls that prove that it was
 * reached.
 */
const STATES: Array<[string, Fault[], string[], Partial<RunOptions['account']>]> = [
	['waiting for the rate limit', [], [FORM, ADD, ADD], { callsPerMinute: 3 }],
	['waiting after a 429', [{ path: ADD, status: 429, retryAfter: 60 }], [FORM, ADD], {}],
	[
		'looking up whether a call was processed',
		[
			{ path: ADD, drop: 'after' },
			{ path: SINGLE, delayMs: 60_000 },
		],
		[FORM, ADD, SINGLE],
		{},
	],
];

test.each(STATES)(
	'a run that is stopped while %s ends at once and makes no other calls',
	async (_state, faults, paths, more) => {
		stage.sandbox.faults(faults);
		const controller = new AbortController();
		const account = { ...stage.sandbox, ...more };
		const options = { onError: 'continueErrorOutput', retryOnFail: true, account } as const;
		const running = add({ ...options, signal: controller.signal });
		await until(() => stage.paths().length >= paths.length);
		await new Promise((resolve) => setTimeout(resolve, 50));
		const stopped = Date.now();
		controller.abort();
		expect((await running).status).toBe('canceled');
		expect(Date.now() - stopped).toBeLessThan(WITHIN_MS);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(stage.paths()).toEqual(paths);
	},
);

test('a run that is stopped while it waits in the queue ends at once, sends nothing, and does not block other runs', async () => {
	stage.sandbox.faults([{ path: ADD, delayMs: 500 }]);
	const first = add({ items: rows(1) });
	await until(() => stage.paths().length >= 1);
	const controller = new AbortController();
	const second = add({ signal: controller.signal });
	const third = add({ items: rows(2) });
	await new Promise((resolve) => setTimeout(resolve, 50));
	controller.abort();
	expect((await second).status).toBe('canceled');
	expect((await first).items).toHaveLength(1);
	expect((await third).items).toHaveLength(2);
	expect(stage.sandbox.accounts()[0]!.participants).toBe(3);
});
