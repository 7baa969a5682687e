import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { DIALECTS } from '../../sandbox/dialect';
import { UTC_ID } from '../../sandbox/timezones';
import type { RunOptions } from './engine';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesWinner();

const DRAWING = {
	howManyWinnersToPick: 2,
	scheduleMode: 'schedule',
	endDate: '2090-06-01',
	endTime: '09:30',
	timezone: byId(String(UTC_ID)),
};

const PATH = '/winners/fetchscheduled';
const TOKEN = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

let stage: Stage;
afterEach(async () => await stage.close());

const schedule = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, 'schedule', { sweepstakes: stage.picked, ...DRAWING, ...parameters }, options);

const scheduled = async () =>
	jsonOf(await stage.run(node, 'getScheduled', { sweepstakes: stage.picked, simplify: false }));

const ordered = () => stage.paths().filter((path) => path === '/winners/schedule');

const answer = (...Drawings: object[]) => ({ path: PATH, body: { Response: true, Drawings } });

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
		stage.sandbox.fill(stage.sweepstakesToken, 5);
	});

	describe('a drawing whose answer is lost', () => {
		const lose = (drop: 'before' | 'after') => stage.sandbox.faults([{ path: '/winners/schedule', drop }]);
		const IN_DOUBT = /It may have been processed, so it was not sent again$/;

		test.each([
			['after', 1],
			['before', 2],
		] as const)(
			'is scheduled once, also beside the same drawing (lost %s processing)',
			async (drop, calls) => {
				const [usual] = jsonOf(await schedule());
				lose(drop);
				expect(jsonOf(await schedule())).toEqual([usual]);
				expect(ordered()).toHaveLength(calls);
				expect(await scheduled()).toHaveLength(2);
			},
		);

		test.each([
			['the list is refused before', [{ path: PATH, times: 2, status: 404 }]],
			[
				'the list is refused after',
				[
					{ path: PATH, delayMs: 0, times: dialect === 'contract' ? 1 : 2 },
					{ path: PATH, times: 2, status: 404 },
				],
			],
			[
				'nobody knows whether a list is that of the drawings',
				[{ path: PATH, body: { Response: true, Data: [] } }],
			],
			['two drawings are new', [answer(), answer({ ScheduleToken: 'a' }, { ScheduleToken: 'b' })]],
			['the new one is of another group', [answer(), answer({ ScheduleToken: TOKEN, GroupToken: TOKEN })]],
			['the new one has more winners', [answer(), answer({ ScheduleToken: TOKEN, HowManyWinnersToPick: 3 })]],
		])('is in doubt if %s', async (_what, faults) => {
			stage.sandbox.faults(faults);
			lose('after');
			const { error } = await schedule();
			expect(error?.message).toMatch(IN_DOUBT);
			expect(error?.description).toContain('check with Winner › Get Scheduled Drawings');
			expect(ordered()).toHaveLength(1);
		});

		test.each<[string, object]>([
			['by its number of winners', { HowManyWinnersToPick: '2' }],
			['without a token', { HowManyWinnersToPick: 2 }],
			['among others', { ScheduleToken: TOKEN, GroupToken: 'allgroups', Action: 1 }],
		])('is recognized %s', async (_what, drawing) => {
			const old = { ScheduleToken: '4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f' };
			stage.sandbox.faults([answer(old), answer(drawing, old)]);
			lose('after');
			expect((await schedule()).error).toBeUndefined();
			expect(ordered()).toHaveLength(1);
		});
	});

	describe('Return Existing', () => {
		const once = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
			await schedule({ whenAlreadyScheduled: 'return', ...parameters }, options);

		test.each<[string, INodeParameters]>([
			['at one time', {}],
			['within a period', { scheduleMode: 'settime', frequency: 2 }],
		])('schedules a drawing %s once', async (_what, parameters) => {
			const [first] = jsonOf(await once(parameters));
			const again = await once(parameters);
			expect(first).toMatchObject({ scheduled: true, existed: false, endDate: '2090-06-01' });
			expect(jsonOf(again)).toEqual([{ ...first, existed: true }]);
			expect(again.hints).toEqual(['Skipped 1 item: already scheduled.']);
			expect(ordered()).toEqual([]);
			expect(await scheduled()).toHaveLength(1);
		});

		test('schedules one drawing for two items that are the same', async () => {
			const { items } = await once({}, { items: [{}, {}] });
			expect(items.map(({ json }) => json.existed)).toEqual([false, true]);
		});

		test('the end of a day is the beginning of the next', async () => {
			const there = {
				ScheduleToken: TOKEN,
				DrawingDate: '2090-06-02T00:00:00.000Z',
				DrawingTime: '00:00:00',
			};
			stage.sandbox.faults([answer(there)]);
			expect(jsonOf(await once({ endTime: '24:00' }))).toMatchObject([{ existed: true }]);
		});

		test('returns a drawing that took place', async () => {
			const soon = new Date(Date.now() + 3_600_000).toISOString();
			const then = { endDate: soon.slice(0, 10), endTime: soon.slice(11, 16) };
			await once(then);
			stage.sandbox.advance(2 * 3_600_000);
			expect(jsonOf(await once(then))).toMatchObject([{ existed: true }]);
		});

		test.each<[string, INodeParameters]>([
			['another day', { endDate: '2090-06-02' }],
			['another time', { endTime: '09:31' }],
			['another number of winners', { howManyWinnersToPick: 1 }],
			['another frequency', { frequency: 2, scheduleMode: 'settime' }],
			['another action', { selectedAction: 2, message: 'Congratulations' }],
		])('schedules a drawing of %s', async (_what, other) => {
			await once();
			expect(jsonOf(await once(other))).toMatchObject([{ existed: false }]);
			expect(await scheduled()).toHaveLength(2);
		});

		test.each([
			['another zone', { Timezone: String(UTC_ID + 1) }, false],
			['a zone as a number', { Timezone: UTC_ID }, true],
			['a zone by its name', { Timezone: 'UTC' }, true],
			['no zone', {}, true],
			['a failed state', { Status: 2, StatusDescription: 'Failed' }, false],
			['a cancelled state', { Status: 3, StatusDescription: 'Canceled by user' }, false],
			['a completed state', { Status: 1, StatusDescription: 'Completed' }, true],
		])('a drawing with %s', async (_what, more, existed) => {
			const there = { ScheduleToken: TOKEN, DrawingDate: '2090-06-01', DrawingTime: '09:30', ...more };
			stage.sandbox.faults([answer(there)]);
			expect(jsonOf(await once())).toMatchObject([{ existed }]);
		});

		test('a 404 for a sweepstakes that exists means that there is no drawing', async () => {
			stage.sandbox.faults([{ path: PATH, times: 2, status: 404 }]);
			expect(jsonOf(await once())).toMatchObject([{ existed: false }]);
		});

		test.each<[string, object, RegExp]>([
			['is refused', { path: PATH, times: 2, status: 400 }, /^The service refused this: /],
			[
				'may be that of something else',
				{ path: PATH, body: { Response: true, Data: [] } },
				/^The service did not say which drawings are scheduled$/,
			],
			[
				'does not say when',
				answer({ ScheduleToken: TOKEN }),
				/^The service did not say when the scheduled drawings take place$/,
			],
			[
				'says so in another format',
				answer({ ScheduleToken: TOKEN, DrawingDate: '2090-06-01', DrawingTime: '9:30 AM' }),
				/^The service did not say when the scheduled drawings take place$/,
			],
		])('schedules nothing if the list %s', async (_what, fault, message) => {
			stage.sandbox.faults([fault as { path: string }]);
			const { error } = await once();
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(/^No drawing was scheduled for this item/);
			expect(ordered()).toEqual([]);
		});
	});
});
