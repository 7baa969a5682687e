import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/timezones';
import { marks } from './panel';
import { byId, jsonOf, Stage } from './stage';

/* Scheduled drawings: the promises in both dialects, then answers that neither text shows. */

const node = new SweepstakesWinner();

const byName = (value: string) => ({ __rl: true, mode: 'timezoneName', value });

const DRAWING = {
	howManyWinnersToPick: 2,
	scheduleMode: 'schedule',
	endDate: '2090-06-01',
	endTime: '09:30',
	timezone: byId(String(UTC_ID)),
};

describe.each(['contract', 'reference'] as const)('scheduled drawings, %s', (dialect) => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
		stage.sandbox.fill(stage.sweepstakesToken, 5);
	});
	afterEach(async () => await stage.close());

	const schedule = async (parameters: INodeParameters = {}) =>
		await stage.run(node, 'schedule', { sweepstakes: stage.picked, ...DRAWING, ...parameters });
	const picker = async () =>
		(await stage.search(node, 'searchScheduled', { sweepstakes: stage.picked })).results;
	const list = async () => jsonOf(await stage.run(node, 'getScheduled', { sweepstakes: stage.picked }));

	test('one is scheduled, listed, offered by day, time and number of winners, and cancelled', async () => {
		expect((await schedule()).error).toBeUndefined();
		expect(await list()).toMatchObject([{ HowManyWinnersToPick: 2, DrawingDate: '2090-06-01', Status: 0 }]);
		const [offered, ...others] = await picker();
		expect(others).toEqual([]);
		expect(offered!.name).toBe('2090-06-01 09:30, 2 winners');
		const cancelled = await stage.run(node, 'cancelScheduled', {
			sweepstakes: stage.picked,
			scheduled: byId(String(offered!.value)),
		});
		expect(jsonOf(cancelled)).toMatchObject([{ deleted: true, scheduledToken: offered!.value }]);
		expect(await list()).toEqual([]);
	});

	test('one that took place is listed, but not offered', async () => {
		const today = new Date(Date.now() + 3_600_000).toISOString();
		await schedule({ endDate: today.slice(0, 10), endTime: today.slice(11, 16) });
		await schedule();
		stage.sandbox.advance(2 * 3_600_000);
		expect((await list()).map(({ Status }) => Status)).toEqual([0, 1]);
		expect((await picker()).map(({ name }) => name)).toEqual(['2090-06-01 09:30, 2 winners']);
	});

	test('the time zones come from the service and are found by place, name or abbreviation', async () => {
		const search = async (filter?: string) =>
			(await stage.search(node, 'searchTimezones', {}, filter)).results.map(({ name }) => name);
		expect((await search()).length).toBeGreaterThan(10);
		const berlin = [expect.stringMatching(/^\(UTC\+0[12]:00\) Berlin, Paris, Rome: Europe\/Berlin$/)];
		expect(await search('Europe/Ber')).toEqual(berlin);
		expect(await search('cet')).toEqual(berlin);
		expect(await search('rome')).toEqual(berlin);
		expect(await search('New York')).toEqual([expect.stringMatching(/America\/New_York$/)]);
	});

	test.each([
		['the list', { __rl: true, mode: 'list', value: String(UTC_ID) }],
		['a number by ID', { __rl: true, mode: 'id', value: UTC_ID }],
		['a bare number', UTC_ID],
		['its name', { __rl: true, mode: 'timezoneName', value: 'etc/utc' }],
		['the workflow’s, unless another is chosen', undefined],
	])('a time zone from %s is sent as a number', async (_what, timezone) => {
		expect((await schedule({ timezone })).error).toBeUndefined();
		expect(stage.lastBody().timezone).toBe(UTC_ID);
	});

	test.each([
		['New York', 7],
		['america/new_york', 7],
		['Kolkata', 17],
	])('the time zone %s is found by its name', async (name, id) => {
		expect((await schedule({ timezone: byName(name) })).error).toBeUndefined();
		expect(stage.lastBody().timezone).toBe(id);
	});

	test.each(['CST', 'Atlantis'])('the time zone “%s” is refused, and nothing is scheduled', async (name) => {
		const { error } = await schedule({ timezone: byName(name) });
		expect(error?.message).toContain('Time Zone');
		expect(await list()).toEqual([]);
	});

	test('a time that is refused brings what the service expects', async () => {
		const { error } = await schedule({ endDate: '2020-01-01' });
		expect(error?.message).toContain('The service refused this');
		expect(error?.description).toContain('must be in the future in its time zone');
		expect(await list()).toEqual([]);
	});

	test('more winners than can win are refused with what the service expects', async () => {
		const { error } = await schedule({ howManyWinnersToPick: 6 });
		expect(error?.description).toContain('no more winners than there are participants who can win');
	});

	const optional = {
		dayOfTheWeek: 2,
		weekOfTheMonth: 3,
		deliveryTime: '08:00',
		message: 'You won',
		sendCopyToMe: true,
	};
	test.each<[string, INodeParameters, IDataObject]>([
		['once', { frequency: 0 }, {}],
		['daily', { frequency: 2 }, {}],
		['weekly', { frequency: 3 }, { dayOfTheWeek: 2 }],
		['monthly', { frequency: 4 }, { dayOfTheWeek: 2, weekOfTheMonth: 3 }],
		['weekly, left to the service', { frequency: 3, dayOfTheWeek: 'service' }, {}],
		['monthly, week left to the service', { frequency: 4, weekOfTheMonth: 'service' }, { dayOfTheWeek: 2 }],
		['within a period', { scheduleMode: 'settime' }, { deliveryTime: '08:00' }],
		['with notification', { selectedAction: 2 }, { message: 'You won', sendCopyToMe: true }],
		['with an expression', { frequency: '={{ 3 }}' }, { dayOfTheWeek: 2 }],
	])('sends only what applies: %s', async (_what, chosen, expected) => {
		expect((await schedule({ ...optional, ...chosen })).error).toBeUndefined();
		const sent = stage.lastBody();
		const present = Object.entries(sent).filter(([key]) => key in optional);
		expect(Object.fromEntries(present)).toEqual(expected);
		expect(sent.doNotIncludeSpamParticipants).toBe(true);
	});

	test.each(['scheduleMode', 'endDate', 'endTime'] as const)(
		'nothing is scheduled before %s is chosen',
		async (missing) => {
			const { [missing]: _, ...others } = DRAWING;
			stage.sandbox.clearCalls();
			await expect(stage.run(node, 'schedule', { sweepstakes: stage.picked, ...others })).rejects.toThrow(
				'has issues',
			);
			expect(stage.paths()).toEqual([]);
		},
	);
});

test.each([
	['a weekly one has a day of the week', { frequency: 3 }, ['dayOfTheWeek']],
	['a monthly one has a day and a week', { frequency: 4 }, ['dayOfTheWeek', 'weekOfTheMonth']],
])('nothing is scheduled before %s', (_what, chosen, missing) => {
	const parameters = { operation: 'schedule', sweepstakes: byId('x'), ...DRAWING, ...chosen };
	expect(Object.keys(marks(node, parameters))).toEqual(missing);
});

describe('where the texts are silent', () => {
	let stage: Stage;
	beforeEach(async () => {
		stage = await Stage.open();
		stage.sandbox.fill(stage.sweepstakesToken, 5);
	});
	afterEach(async () => await stage.close());

	const path = '/winners/fetchscheduled';
	const id = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
	const other = '4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
	const drawing = { ScheduleToken: id, DrawingDate: '2090-06-01', DrawingTime: '09:30', Status: 0 };
	const groups = [{ GroupToken: other, GroupName: 'VIP' }];
	const get = async () => await stage.run(node, 'getScheduled', { sweepstakes: stage.picked });

	test.each<[string, object, object[]]>([
		['beside another list', { Groups: groups, Items: [drawing] }, [drawing]],
		[
			'in several lists',
			{ Pending: [drawing], Done: [{ ...drawing, Status: 1 }] },
			[drawing, { ...drawing, Status: 1 }],
		],
		[
			'in a map by token',
			{ Groups: groups, Drawings: { [id]: { DrawingDate: '2090-06-01' } } },
			[{ DrawingDate: '2090-06-01', Token: id }],
		],
		['in a map by token of unknown records', { Data: { [id]: { a: 1 } } }, [{ a: 1, Token: id }]],
		['none, beside another list', { Groups: groups, Drawings: [], Total: 0 }, []],
		['as texts', { Drawings: [id] }, [{ Drawings: [id] }]],
	])('drawings are found %s', async (_what, body, expected) => {
		stage.sandbox.faults([{ path, body: { Response: true, ...body } }]);
		expect(jsonOf(await get())).toEqual(expected);
	});

	test('a list without end inside is not followed', async () => {
		let body: object = { Drawings: [drawing] };
		for (let depth = 0; depth < 60; depth++) body = { inner: body };
		stage.sandbox.faults([{ path, body: { Response: true, ...body } }]);
		expect(jsonOf(await get())).toEqual([body]);
	});

	test.each<[string, object, string[]]>([
		['a map by token', { Drawings: { [id]: { DrawingDate: '2090-06-01T00:00:00Z' } } }, ['2090-06-01']],
		[
			'a status in text',
			{
				Drawings: [
					{ ...drawing, Status: '2' },
					{ ...drawing, Status: '0' },
				],
			},
			['2090-06-01 09:30'],
		],
		[
			'keys of the request',
			{ List: [{ scheduledToken: id, endDate: '2090-01-02', endTime: '10:00', howManyWinnersToPick: 1 }] },
			['2090-01-02 10:00, 1 winner'],
		],
		[
			'the token of something else before that of the drawing',
			{ Drawings: [{ CalendarToken: other, DrawingDate: '2090-06-01', ScheduleToken: id }] },
			['2090-06-01'],
		],
	])('the picker understands %s', async (_what, body, names) => {
		stage.sandbox.faults([{ path, body: { Response: true, ...body } }]);
		const { results } = await stage.search(node, 'searchScheduled', { sweepstakes: stage.picked });
		expect(results).toEqual(names.map((name) => ({ name, value: id })));
	});

	const methods = () => stage.sandbox.calls().map(({ method }) => method);
	const envelope = { Response: true, Drawings: [drawing], Total: 1 };

	test.each<[string, object]>([
		['404', { status: 404 }],
		['405', { status: 405 }],
		['403 of a gateway', { status: 403, body: { message: 'Missing Authentication Token' } }],
		['403 of a firewall', { status: 403, body: '<html>Forbidden</html>', contentType: 'text/html' }],
	])('after %s to GET, the list is asked for by POST', async (_what, fault) => {
		stage.sandbox.faults([
			{ path, ...fault },
			{ path, body: envelope },
		]);
		expect(jsonOf(await get())).toEqual([drawing]);
		expect(methods()).toEqual(['GET', 'POST']);
	});

	test('a 403 in the words of the service is final', async () => {
		stage.sandbox.faults([{ path, status: 403 }]);
		expect((await get()).error).toBeDefined();
		expect(methods()).toEqual(['GET']);
	});

	test('a sweepstakes that does not exist is reported as such, not as a wrong method', async () => {
		const { error } = await stage.run(node, 'getScheduled', { sweepstakes: byId(other) });
		expect(error?.message).toMatch(/not found/i);
		expect(methods()).toEqual(['GET', 'POST']);
	});

	test.each<[string, object]>([
		['a list as data', { Data: [{ TimezoneId: '7', Text: 'Eastern' }] }],
		['other names', { Timezones: [{ TimezoneId: 7, Abbreviation: 'Eastern' }] }],
		[
			'another list beside',
			{ Data: { Countries: [{ Name: 'A' }], List: [{ TimezoneId: 7, Timezone: 'Eastern' }] } },
		],
	])('time zones are read from %s', async (_what, body) => {
		stage.sandbox.faults([{ path: '/tools/timezones', body: { Response: true, ...body } }]);
		const { results } = await stage.search(node, 'searchTimezones');
		expect(results).toEqual([{ name: 'Eastern', value: '7' }]);
	});

	test('a time zone without a name is offered by its ID', async () => {
		stage.sandbox.faults([{ path: '/tools/timezones', body: { Response: true, Data: [{ TimezoneId: 7 }] } }]);
		const { results } = await stage.search(node, 'searchTimezones');
		expect(results).toEqual([{ name: '7', value: '7' }]);
	});

	test('the group of a scheduled drawing is any text, unlike that of a draw', async () => {
		const parameters = { sweepstakes: stage.picked, ...DRAWING, group: byId('VIP') };
		await stage.run(node, 'schedule', parameters);
		expect(stage.lastBody().group).toBe('VIP');
	});
});
