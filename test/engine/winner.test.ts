import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { DIALECTS } from '../../sandbox';
import { UTC_ID } from '../../sandbox/timezones';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesWinner();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

describe('Draw', () => {
	const draw = async (parameters: INodeParameters = {}) =>
		await stage.run(node, 'draw', { sweepstakes: stage.picked, howManyWinnersToPick: 2, ...parameters });

	test('draws from all groups and leaves out spam: the texts about the service name different defaults', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 5);
		expect((await draw()).items).toHaveLength(2);
		expect(stage.paths()).toEqual(['/winners/fetch', '/winners/draw']);
		expect(stage.lastBody()).toEqual({
			sweepstakesToken: stage.sweepstakesToken,
			howManyWinnersToPick: 2,
			group: 'allgroups',
			doNotIncludeSpamParticipants: true,
		});
	});

	describe('When Several Items Come In', () => {
		const draws = () => stage.paths().filter((path) => path === '/winners/draw').length;
		const drawFor = async (count: number, parameters: INodeParameters = {}) =>
			await stage.run(
				node,
				'draw',
				{ sweepstakes: stage.picked, howManyWinnersToPick: 1, ...parameters },
				{ items: Array.from({ length: count }, (_, index) => ({ wanted: index + 1 })) },
			);
		beforeEach(() => stage.sandbox.fill(stage.sweepstakesToken, 20));

		test('a list of items leads to one draw, and a hint says so', async () => {
			const { items, hints } = await drawFor(10);
			expect(draws()).toBe(1);
			expect(items).toHaveLength(1);
			expect(hints).toEqual([
				'Skipped 9 items: an earlier item asked for the same draw. “When Several Items Come In” can change this.',
			]);
		});

		test('an ambiguous draw is not repeated for the next item', async () => {
			stage.sandbox.faults([
				{ path: '/winners/draw', drop: 'after' },
				{ path: '/winners/fetch', times: 1, delayMs: 0 },
				{ path: '/winners/fetch', status: 404, times: 1 },
			]);
			const { items } = await stage.run(
				node,
				'draw',
				{ sweepstakes: stage.picked },
				{ items: [{}, {}, {}], onError: 'continueRegularOutput' },
			);
			expect(draws()).toBe(1);
			expect(items.map(({ json }) => json.error)).toEqual([
				expect.stringContaining('may have been processed'),
			]);
		});

		test.each([
			['the service refuses it', {}, '/winners/draw', 'The service refused this'],
			[
				'too few entered',
				{ options: { minimumParticipants: 50 } },
				'/participants/count',
				'is 50, but only 20 entered. Nobody was drawn',
			],
		])('is tried once for all items, even if %s', async (_what, parameters, path, message) => {
			if (path === '/winners/draw') stage.sandbox.faults([{ path, status: 400, times: 3 }]);
			const { items, hints } = await stage.run(
				node,
				'draw',
				{ sweepstakes: stage.picked, ...parameters },
				{ items: [{}, {}, {}], onError: 'continueRegularOutput' },
			);
			expect(stage.paths().filter((one) => one === path)).toHaveLength(1);
			expect(items.map(({ json }) => json.error)).toEqual([expect.stringContaining(message)]);
			expect(hints).toContainEqual(expect.stringContaining('Skipped 2 items'));
		});

		test('items with different requests each get a draw', async () => {
			await drawFor(3, { howManyWinnersToPick: '={{ $json.wanted }}' });
			expect(draws()).toBe(3);
		});

		test('Draw for Each Item draws once for each item', async () => {
			const { items } = await drawFor(3, { severalItems: 'each' });
			expect(draws()).toBe(3);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		});
	});

	test('draws from one group', async () => {
		const group = await stage.createGroup('VIP');
		await stage.addParticipant('jane@example.com');
		stage.sandbox.placeParticipant({
			SweepstakesToken: stage.sweepstakesToken,
			KeyEmail: 'jane@example.com',
			GroupToken: group,
		});
		stage.sandbox.fill(stage.sweepstakesToken, 20);
		const result = await draw({ howManyWinnersToPick: 1, group: byId(group) });
		expect(jsonOf(result)).toMatchObject([{ Email: 'jane@example.com' }]);
	});

	describe('only if none drawn yet', () => {
		test('draws the first time, and then returns the winners that were drawn', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 50);
			const first = jsonOf(await draw({ onlyIfNoneDrawn: true }));
			expect(stage.paths()).toEqual(['/winners/fetch', '/winners/draw']);
			expect(first.every(({ existed }) => existed === false)).toBe(true);
			const second = jsonOf(await draw({ onlyIfNoneDrawn: true }));
			expect(stage.paths()).toEqual(['/winners/fetch']);
			const tokens = (winners: object[]) =>
				winners.map((one) => ('ParticipantToken' in one ? one.ParticipantToken : undefined)).sort();
			expect(tokens(second)).toEqual(tokens(first));
			expect(second.every(({ existed }) => existed === true)).toBe(true);
		});

		test('does not draw if it cannot find out', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 5);
			// The second is the same list with pages of the default size.
			stage.sandbox.faults([{ path: '/winners/fetch', status: 400, times: 2 }]);
			const { error } = await draw({ onlyIfNoneDrawn: true });
			expect(error).toBeDefined();
			expect(stage.paths()).toEqual(['/winners/fetch', '/winners/fetch']);
		});
	});

	describe('a guard', () => {
		beforeEach(() => stage.sandbox.fill(stage.sweepstakesToken, 3));
		const entryPeriodMustHaveEnded = true;
		const createRules = async () =>
			await stage.api('/rules/create', {
				SweepstakesToken: stage.sweepstakesToken,
				Title: 'Official Rules',
				DocumentContent: '<p>No purchase necessary.</p>',
			});

		test('that is off asks nothing', async () => {
			await draw();
			expect(stage.paths()).toEqual(['/winners/fetch', '/winners/draw']);
		});

		test('the entry period must have ended: before, nobody is drawn', async () => {
			const { error } = await draw({ entryPeriodMustHaveEnded });
			expect(error?.message).toBe(
				'“Entry Period Must Have Ended” is on, and entries are accepted until 2090-12-31 23:59. Nobody was drawn',
			);
			expect(stage.paths()).toEqual(['/sweepstakes/fetch']);
		});

		/** What the service says about the entry period, relative to now. */
		const ending = (inMs: number, more: object = {}) => {
			const end = new Date(Date.now() + inMs).toISOString();
			const Settings = { EndDate: end.slice(0, 10), EndTime: end.slice(11, 16), ...more };
			const Data = [{ SweepstakesToken: stage.sweepstakesToken, Settings }];
			stage.sandbox.faults([{ path: '/sweepstakes/fetch', body: { Response: true, Data } }]);
		};
		const HOUR_MS = 3_600_000;
		const tokyo = 19;
		const honolulu = 1;

		test.each<[string, number, object, string[]]>([
			['more than a day ago, in any time zone', -36 * HOUR_MS, {}, []],
			['an hour ago in UTC', -HOUR_MS, { Timezone: UTC_ID }, ['/tools/timezones']],
			['eight hours ago in Tokyo', HOUR_MS, { Timezone: tokyo }, ['/tools/timezones']],
		])('after its end %s, winners are drawn', async (_what, inMs, more, asked) => {
			ending(inMs, more);
			expect((await draw({ entryPeriodMustHaveEnded })).items).toHaveLength(2);
			const drawing = ['/winners/fetch', '/winners/draw'];
			expect(stage.paths()).toEqual(['/sweepstakes/fetch', ...asked, ...drawing]);
		});

		test.each<[string, number, object, RegExp]>([
			['in an hour in UTC', HOUR_MS, { Timezone: String(UTC_ID) }, /entries are accepted until/],
			['in nine hours in Honolulu', -HOUR_MS, { Timezone: honolulu }, /entries are accepted until/],
			['an hour ago, but in an unknown time zone', -HOUR_MS, {}, /does not say exactly when/],
			['at a time that cannot be read', -HOUR_MS, { EndTime: 'noon' }, /does not say exactly when/],
		])('with an end %s, nobody is drawn', async (_what, inMs, more, message) => {
			ending(inMs, more);
			expect((await draw({ entryPeriodMustHaveEnded })).error?.message).toMatch(message);
			expect(stage.paths()).not.toContain('/winners/draw');
		});

		test('official rules must exist: without them nobody is drawn, with them winners are', async () => {
			const { error } = await draw({ rulesMustExist: true });
			expect(error?.message).toBe(
				'“Official Rules Must Exist” is on, and the sweepstakes has no official rules document. Nobody was drawn',
			);
			expect(stage.paths()).toEqual(['/rules/fetch']);
			await createRules();
			expect((await draw({ rulesMustExist: true })).items).toHaveLength(2);
		});

		test('winners who were drawn before are returned whatever the guards', async () => {
			await draw();
			const again = await draw({ onlyIfNoneDrawn: true, entryPeriodMustHaveEnded, rulesMustExist: true });
			expect(jsonOf(again)).toMatchObject([{ existed: true }, { existed: true }]);
		});
	});

	describe('at least this many participants', () => {
		const options = { minimumParticipants: 3 };

		test('draws if there are enough', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 3);
			expect((await draw({ options })).items).toHaveLength(2);
			expect(stage.paths()).toEqual(['/participants/count', '/winners/fetch', '/winners/draw']);
		});

		test('fails if there are fewer, and draws nobody', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 2);
			const { error } = await draw({ options });
			expect(error?.message).toBe(
				'“Options › At Least This Many Participants” is 3, but only 2 entered. Nobody was drawn',
			);
			expect(stage.paths()).toEqual(['/participants/count']);
		});

		test('people who opted out count only if they can be drawn', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 2);
			await stage.addParticipant('out@example.com');
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				KeyEmail: 'out@example.com',
				Collections: ['OptOuts'],
			});
			expect((await draw({ options })).error?.message).toContain('only 2 entered');
			const all = { ...options, includeOptedOutParticipants: true };
			expect((await draw({ options: all })).items).toHaveLength(2);
		});
	});

	describe('the record of the draw', () => {
		const options = { includeDrawRecord: true };

		test.each(DIALECTS)('says how each winner was drawn, and who had entered (%s)', async (dialect) => {
			await stage.close();
			stage = await Stage.open({}, undefined, dialect);
			stage.sandbox.fill(stage.sweepstakesToken, 6);
			const { sweepstakesToken } = stage;
			await stage.api('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
			stage.sandbox.placeParticipant({
				SweepstakesToken: sweepstakesToken,
				KeyEmail: 'participant1@example.com',
				Collections: ['OptOuts'],
			});
			const items = jsonOf(await draw({ options }));
			expect(items).toHaveLength(2);
			for (const { drawRecord } of items)
				expect(drawRecord).toEqual({
					SweepstakesName: expect.any(String),
					Handler: expect.any(String),
					countedAt: expect.any(String),
					entered: { Participants: 5, AmoeParticipants: 0, OptOuts: 1, Total: 6 },
					earlierWinners: 1,
					requestedAt: expect.any(String),
					answeredAt: expect.any(String),
					call: 'POST /winners/draw',
					request: stage.lastBody(),
				});
			const [{ drawRecord }] = items as [{ drawRecord: Record<string, string> }];
			const times = [drawRecord.countedAt, drawRecord.requestedAt, drawRecord.answeredAt];
			expect(times).toEqual([...times].sort());
		});

		test('stands after what a person reads first, and is left out unless asked for', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 6);
			const [first] = jsonOf(await draw({ options }));
			expect(Object.keys(first!)).toEqual([
				'FirstName',
				'LastName',
				'Email',
				'PhoneNumber',
				'drawRecord',
				'ParticipantToken',
			]);
			expect(jsonOf(await draw())[0]).not.toHaveProperty('drawRecord');
		});

		test('is not made up for winners of an earlier draw', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 6);
			await draw();
			const [winner] = jsonOf(await draw({ onlyIfNoneDrawn: true, options }));
			expect(winner).toMatchObject({ existed: true });
			expect(winner).not.toHaveProperty('drawRecord');
		});

		test('nobody is drawn if it cannot be made', async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 6);
			stage.sandbox.faults([{ path: '/participants/count', status: 400 }]);
			expect((await draw({ options })).error?.message).toContain('The service refused this');
			expect(stage.paths()).not.toContain('/winners/draw');
		});
	});

	test.each<[string, INodeParameters, string]>([
		['no winner', { howManyWinnersToPick: 0 }, '“Number of Winners” must be at least 1, but is 0'],
		[
			'half a winner',
			{ howManyWinnersToPick: 1.5 },
			'“Number of Winners” must be a whole number, but is 1.5',
		],
		[
			'a group that is not an ID',
			{ group: byId('VIP') },
			'“Group” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “VIP”',
		],
		[
			'text in place of a number',
			{ options: { minimumParticipants: '={{ "many" }}' } },
			'“Options › At Least This Many Participants” must be a number, but is “many”',
		],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, ...wrong };
		expect(await stage.refusal(node, 'draw', parameters)).toBe(`Item 1: ${sentence}`);
	});
});

describe('scheduled drawings', () => {
	beforeEach(() => stage.sandbox.fill(stage.sweepstakesToken, 3));

	const SCHEDULE = {
		howManyWinnersToPick: 3,
		scheduleMode: 'settime',
		endDate: '2090-06-01',
		endTime: '9:30',
		timezone: UTC_ID,
	};
	const schedule = async (parameters: INodeParameters = {}) =>
		await stage.run(node, 'schedule', { sweepstakes: stage.picked, ...SCHEDULE, ...parameters });

	test('Schedule sends what was filled in, and returns what the drawing does', async () => {
		const [scheduled] = jsonOf(await schedule({ frequency: 3, dayOfTheWeek: 7 }));
		const sent = {
			sweepstakesToken: stage.sweepstakesToken,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'settime',
			howManyWinnersToPick: 3,
			endDate: '2090-06-01',
			endTime: '09:30',
			timezone: UTC_ID,
			frequency: 3,
			dayOfTheWeek: 7,
			doNotIncludeSpamParticipants: true,
		};
		expect(stage.lastBody()).toEqual(sent);
		const { scheduleMode: _, dayOfTheWeek: _day, doNotIncludeSpamParticipants: _spam, ...useful } = sent;
		expect(scheduled).toEqual({ scheduled: true, ...useful });
	});

	test('Get Scheduled returns one item for each drawing, and none if none is scheduled', async () => {
		const list = async () => await stage.run(node, 'getScheduled', { sweepstakes: stage.picked });
		expect((await list()).items).toEqual([]);
		await schedule();
		await schedule();
		expect((await list()).items).toHaveLength(2);
		expect(stage.sandbox.calls()).toMatchObject([
			{
				method: 'GET',
				path: '/winners/fetchscheduled',
				body: { sweepstakesToken: stage.sweepstakesToken },
			},
		]);
	});

	test.each([
		['a list under a name', { Response: true, Scheduled: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
		['a nested list', { Response: true, Data: { Drawings: [{ a: 1 }] } }, [{ a: 1 }]],
		['no list at all', { Response: true, Data: { text: 'x' } }, [{ text: 'x' }]],
	])('Get Scheduled handles %s: the reply is not documented', async (_what, body, items) => {
		stage.sandbox.faults([{ path: '/winners/fetchscheduled', body }]);
		const result = await stage.run(node, 'getScheduled', { sweepstakes: stage.picked });
		expect(jsonOf(result)).toEqual(items);
	});

	test('Cancel Scheduled cancels what the picker offers', async () => {
		await schedule();
		const picker = { operation: 'cancelScheduled', sweepstakes: stage.picked };
		const { results } = await stage.search(node, 'searchScheduled', picker);
		expect(results).toEqual([{ name: '2090-06-01 09:30, 3 winners', value: expect.any(String) }]);
		const found = await stage.search(node, 'searchScheduled', picker, '2091');
		expect(found.results).toEqual([]);

		const scheduledToken = String(results[0]!.value);
		const result = await stage.run(node, 'cancelScheduled', {
			sweepstakes: stage.picked,
			scheduled: byId(scheduledToken),
		});
		expect(jsonOf(result)).toMatchObject([{ deleted: true, scheduledToken }]);
		expect(stage.sandbox.calls()).toMatchObject([
			{
				method: 'DELETE',
				path: '/winners/deletescheduled',
				body: {
					sweepstakesToken: stage.sweepstakesToken,
					scheduledToken,
					ScheduleToken: scheduledToken,
				},
			},
		]);
		const after = await stage.run(node, 'getScheduled', { sweepstakes: stage.picked });
		expect(after.items).toEqual([]);
	});

	const id = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
	const other = '4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
	test.each([
		['scheduledToken', { scheduledToken: id, sweepstakesToken: other }, id],
		['ScheduledToken', { SweepstakesToken: other, ScheduledToken: id }, id],
		['scheduledToken before others', { calendarToken: other, scheduledToken: id }, id],
		['a token of another name', { sweepstakesToken: other, userToken: other, drawingToken: id }, id],
		['an _id', { group: other, _id: id }, id],
	])('the picker finds %s in a record: its fields are not documented', async (_what, drawing, token) => {
		stage.sandbox.faults([{ path: '/winners/fetchscheduled', body: { Response: true, Data: [drawing] } }]);
		const { results } = await stage.search(node, 'searchScheduled', { sweepstakes: stage.picked });
		expect(results).toEqual([{ name: token, value: token }]);
	});

	test.each<[string, INodeParameters, string]>([
		['no winner', { howManyWinnersToPick: 0 }, '“Number of Winners” must be at least 1, but is 0'],
		[
			'an action that does not exist',
			{ selectedAction: '={{ 3 }}' },
			'“Action” must be one of Draw Only, Draw and Notify, but is 3',
		],
		[
			'a mode that does not exist',
			{ scheduleMode: '={{ "now" }}' },
			'“Schedule Mode” must be one of At One Date and Time, Within a Period, but is “now”',
		],
		['no mode', { scheduleMode: '={{ $json.nothing }}' }, '“Schedule Mode” is required'],
		['no date', { endDate: '={{ $json.nothing }}' }, '“Drawing Date (or Last Day)” is required'],
		[
			'an invalid time',
			{ endTime: '12:60' },
			'“Drawing Time” must be a time of day from 00:00 to 24:00, such as 09:30, but is “12:60”',
		],
		[
			'half a time zone',
			{ timezone: 5.5 },
			'“Time Zone” must be a time zone from the list or its ID, a whole number such as 12, but is “5.5”',
		],
		[
			'an eighth day of the week',
			{ frequency: 3, dayOfTheWeek: '={{ 8 }}' },
			'“Day of the Week” must be one of Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Left to the Service, but is 8',
		],
		[
			'a fifth week of the month',
			{ frequency: 4, dayOfTheWeek: 1, weekOfTheMonth: '={{ 5 }}' },
			'“Week of the Month” must be one of First, Second, Third, Fourth, Left to the Service, but is 5',
		],
		[
			'a frequency that does not exist',
			{ frequency: '={{ 5 }}', dayOfTheWeek: 1, weekOfTheMonth: 1 },
			'“Frequency” must be one of Once, Hourly, Daily, Weekly, Monthly, but is 5',
		],
	])('Schedule refuses %s before anything is sent', async (_what, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, ...SCHEDULE, ...wrong };
		expect(await stage.refusal(node, 'schedule', parameters)).toBe(`Item 1: ${sentence}`);
	});
});

describe('Get Many', () => {
	test('returns the winners drawn so far, up to the limit', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 30);
		await stage.run(node, 'draw', { sweepstakes: stage.picked, howManyWinnersToPick: 12 });
		const all = await stage.run(node, 'getMany', { sweepstakes: stage.picked, returnAll: true });
		expect(all.items).toHaveLength(12);
		const some = await stage.run(node, 'getMany', { sweepstakes: stage.picked, limit: 5 });
		expect(some.items).toHaveLength(5);
	});
});

describe('Count', () => {
	test('makes one call, whatever the number', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 30);
		await stage.run(node, 'draw', { sweepstakes: stage.picked, howManyWinnersToPick: 25 });
		const result = await stage.run(node, 'count', { sweepstakes: stage.picked });
		expect(jsonOf(result)).toEqual([{ TotalWinners: 25, SweepstakesToken: stage.sweepstakesToken }]);
		expect(stage.paths()).toEqual(['/winners/fetch']);
	});
});

describe('the group picker of a draw', () => {
	test('lists “All Groups” first, then the groups of the chosen sweepstakes', async () => {
		const token = await stage.createGroup('VIP');
		const { results } = await stage.search(node, 'searchDrawnGroups', { sweepstakes: stage.picked });
		expect(results[0]).toEqual({ name: 'All Groups', value: 'allgroups' });
		expect(results).toContainEqual({ name: 'VIP', value: token });
	});
});
