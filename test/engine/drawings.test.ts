import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/time/timezones';

import {
	by,
	MAY_BE_PROCESSED,
	describeServices,
	openStages,
	search,
	stage,
	testRefusals,
} from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { changeInPanel, listShown, marks } from '../support/engine/panel';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesWinner();

const PATH = '/winners/fetchscheduled';
const SCHEDULE = '/winners/schedule';
const OTHER = '4f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
const DAY = '2090-06-01';
const DRAWING = {
	howManyWinnersToPick: 2,
	endDate: DAY,
	lastDay: DAY,
	endTime: '9:30',
	lastTime: '9:30',
	timezone: byId(String(UTC_ID)),
};

const repeatedly = (frequency: number | string) => ({ scheduleMode: 'settime', frequency });
const optional = {
	dayOfTheWeek: 2,
	weekOfTheMonth: 3,
	deliveryTime: '08:00',
	message: 'You won',
	sendCopyToMe: true,
};
const FOUR = { ...repeatedly(4), dayOfTheWeek: 1, weekOfTheMonth: 1 };

openStages();
beforeEach(() => stage.sandbox.fill(stage.sweepstakesToken, 5));

const schedule = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'schedule', {
		sweepstakes: stage.picked,
		whenAlreadyScheduled: 'schedule',
		...DRAWING,
		...parameters,
	});
const get = async (parameters: INodeParameters = {}) =>
	await stage.run(node, 'getScheduled', { sweepstakes: stage.picked, ...parameters });
const list = async () => listJson(await get());
const picker = async (filter?: string) =>
	await search(node, 'searchScheduled', { sweepstakes: stage.picked }, filter);
const ordered = () => stage.callsTo(SCHEDULE);
const sentOrder = () => stage.bodies(SCHEDULE)[0]!;
const inAnHour = () => {
	const then = new Date(Date.now() + HOUR_MS).toISOString();
	return { endDate: then.slice(0, 10), endTime: then.slice(11, 16) };
};

test('the panel asks for a frequency only if drawings are to be repeated', () => {
	const once = { operation: 'schedule', sweepstakes: byId(ID), ...DRAWING };
	expect(listShown(node, once)).toEqual(expect.not.arrayContaining(['frequency', 'lastDay', 'lastTime']));
	expect(marks(node, once)).toEqual({});
	const changed = changeInPanel(node, once, { scheduleMode: 'settime' });
	const repeated = { ...changed, lastDay: DAY };
	expect(listShown(node, repeated)).toEqual(expect.not.arrayContaining(['endDate', 'endTime']));
	expect(Object.keys(marks(node, repeated))).toEqual(['frequency']);
	expect(marks(node, { ...repeated, frequency: 2 })).toEqual({});
	const weekly = { ...repeated, frequency: 3 };
	expect(listShown(node, weekly)).toContain('dayOfTheWeek');
	expect(listShown(node, { ...weekly, scheduleMode: 'schedule' })).not.toContain('dayOfTheWeek');
});

test('a single drawing is sent without a repetition, even if the workflow still has one', async () => {
	await schedule({ ...optional, ...FOUR, scheduleMode: 'schedule' });
	expect(sentOrder()).toMatchObject({ frequency: 0, endDate: DAY, endTime: '09:30' });
	expect(Object.keys(sentOrder())).toEqual(
		expect.not.arrayContaining(['dayOfTheWeek', 'weekOfTheMonth', 'deliveryTime']),
	);
});

describeServices(() => {
	test('a drawing is scheduled, listed, offered in the picker with its details, and canceled', async () => {
		expect(await list()).toEqual([]);
		const scheduled = listJson(await schedule());
		expect(scheduled).toEqual(await list());
		expect(await list()).toMatchObject([{ HowManyWinnersToPick: 2, Status: 0 }]);
		expect((await list())[0]!.DrawingDate).toMatch(/^2090-06-01(T00:00:00|$)/);
		const [{ name, value: scheduledToken } = { name: '', value: '' }, ...others] = await picker();
		expect([name, others]).toEqual(['2090-06-01 09:30, 2 winners', []]);
		expect(await picker('2091')).toEqual([]);
		expect(scheduled[0]!.ScheduleToken).toBe(scheduledToken);
		const parameters = { sweepstakes: stage.picked, scheduled: byId(String(scheduledToken)) };
		const cancelled = await stage.run(node, 'cancelScheduled', parameters);
		expect(listJson(cancelled)).toMatchObject([{ deleted: true, ScheduleToken: scheduledToken }]);
		expect(await list()).toEqual([]);
	});

	test('for several drawings, the list is read before the first and after each, and in a second run only once', async () => {
		const days = ['2090-06-01', '2090-06-02', '2090-06-03'].map((day) => ({ day }));
		const run = async () => {
			const parameters = { endDate: '={{ $json.day }}', whenAlreadyScheduled: 'return' };
			const all = { sweepstakes: stage.picked, ...DRAWING, ...parameters };
			const result = await stage.run(node, 'schedule', all, { items: days });
			return listJson(result).map(({ ScheduleToken, existed }) => ({ ScheduleToken, existed }));
		};
		await list();
		const scheduled = await run();
		expect(stage.paths()).toEqual([PATH, ...days.flatMap(() => [SCHEDULE, PATH])]);
		expect(new Set(scheduled.map(({ ScheduleToken }) => ScheduleToken)).size).toBe(3);
		expect(await run()).toEqual(scheduled.map((one) => ({ ...one, existed: true })));
		expect(stage.paths()).toEqual([PATH]);
	});

	test('a drawing that took place is listed, but not offered in the picker', async () => {
		await schedule(inAnHour());
		await schedule();
		stage.sandbox.advance(2 * HOUR_MS);
		expect((await list()).map(({ Status }) => Status)).toEqual([0, 1]);
		expect((await picker()).map(({ name }) => name)).toEqual(['2090-06-01 09:30, 2 winners']);
	});

	test('time zones come from the service and are found by place, name or abbreviation', async () => {
		const zones = async (filter?: string) =>
			(await search(node, 'searchTimezones', {}, filter)).map(({ name }) => name);
		expect((await zones()).length).toBeGreaterThan(10);
		const berlin = [expect.stringMatching(/^\(UTC\+0[12]:00\) Berlin, Paris, Rome: Europe\/Berlin$/)];
		for (const typed of ['Europe/Ber', 'cet', 'rome']) expect(await zones(typed)).toEqual(berlin);
		expect(await zones('New York')).toEqual([expect.stringMatching(/America\/New_York$/)]);
	});
});

test.each<[string, INodeParameters[string], number]>([
	['a choice from the list', by('list', String(UTC_ID)), UTC_ID],
	['a number with the mode “By Name or ID”', { __rl: true, mode: 'id', value: UTC_ID }, UTC_ID],
	['a bare number', UTC_ID, UTC_ID],
	['not set, and therefore the workflow’s', undefined as never, UTC_ID],
	['a name', byId('etc/utc'), UTC_ID],
	['a city', byId('New York'), 7],
	['a name in lower case', byId('america/new_york'), 7],
	['an abbreviation', byId('Kolkata'), 17],
])('if the time zone is %s, it is sent as a number', async (_what, timezone, id) => {
	expect((await schedule({ timezone })).error).toBeUndefined();
	expect(sentOrder().timezone).toBe(id);
});

test('the service’s words about a period name the field “End Date”', async () => {
	const { error } = await schedule({ ...repeatedly(2), lastDay: '2020-01-01' });
	expect(error?.message).toMatch(/^The service rejected this: “End Date”: /);
	expect(error?.description).toContain('The first of repeated drawings must be before the end date.');
});

test.each<[string, INodeParameters, string]>([
	['an ambiguous time zone', { timezone: byId('CST') }, 'Time Zone'],
	['a past time', { endDate: '2020-01-01' }, 'must be in the future in its time zone'],
	[
		'too many winners',
		{ howManyWinnersToPick: 6 },
		'A drawing cannot have more winners than eligible participants',
	],
])('“Schedule Drawing” refuses %s, and the error says what is expected', async (_what, parameters, words) => {
	const { error } = await schedule(parameters);
	expect(`${error?.message} ${error?.description}`).toContain(words);
	expect(await list()).toEqual([]);
});

test.each<[string, INodeParameters, IDataObject]>([
	['once', {}, {}],
	['hourly', repeatedly(1), { deliveryTime: '08:00' }],
	['daily', repeatedly(2), { deliveryTime: '08:00' }],
	['weekly', repeatedly(3), { dayOfTheWeek: 2, deliveryTime: '08:00' }],
	['monthly', repeatedly(4), { dayOfTheWeek: 2, weekOfTheMonth: 3, deliveryTime: '08:00' }],
	[
		'weekly on a day that the service chooses',
		{ ...repeatedly(3), dayOfTheWeek: 'service' },
		{ deliveryTime: '08:00' },
	],
	[
		'monthly in a week that the service chooses',
		{ ...repeatedly(4), weekOfTheMonth: 'service' },
		{ dayOfTheWeek: 2, deliveryTime: '08:00' },
	],
	['at a time that the service chooses', { ...repeatedly(1), deliveryTime: '' }, {}],
	['with notification', { selectedAction: 2 }, { message: 'You won', sendCopyToMe: true }],
	['with an expression', repeatedly('={{ 3 }}'), { dayOfTheWeek: 2, deliveryTime: '08:00' }],
	['for a group, whose ID may have any format', { group: byId('VIP') }, {}],
])('“Schedule Drawing” sends only the fields that apply: %s', async (_what, chosen, expected) => {
	await schedule({ ...optional, ...chosen });
	const sent = sentOrder();
	const present = Object.entries(sent).filter(([key]) => key in optional);
	expect(Object.fromEntries(present)).toEqual(expected);
	expect(sent).toMatchObject({
		doNotIncludeSpamParticipants: true,
		group: chosen.group ? 'VIP' : 'allgroups',
	});
});

testRefusals(node, 'schedule', { sweepstakes: byId(ID), ...DRAWING }, [
	[{ howManyWinnersToPick: 0 }, '“Number of Winners” must be at least 1, but is 0'],
	[{ selectedAction: '={{ 3 }}' }, '“Action” must be one of Draw Only, Draw and Notify, but is 3'],
	[
		{ ...FOUR, scheduleMode: '={{ "now" }}' },
		'“When to Draw” must be one of Once, Repeatedly Until an End Date',
	],
	[{ endDate: '={{ $json.nothing }}' }, '“Date” is required'],
	[{ scheduleMode: 'settime', frequency: 1, lastDay: '={{ $json.nothing }}' }, '“End Date” is required'],
	[{ ...FOUR, frequency: '={{ $json.nothing }}' }, '“Frequency” is required'],
	[{ endTime: '12:60' }, '“Time” must be a time of day from 00:00 to 24:00'],
	[{ ...repeatedly(1), lastTime: '12:60' }, '“End Time” must be a time of day from 00:00 to 24:00'],
	[{ timezone: 5.5 }, '“Time Zone” must be a time zone from the list, or its ID'],
	[{ ...FOUR, dayOfTheWeek: '={{ 8 }}' }, '“Day of the Week” must be one of Sunday, Monday'],
	[{ ...FOUR, weekOfTheMonth: '={{ 5 }}' }, '“Week of the Month” must be one of First, Second'],
	[{ ...FOUR, frequency: '={{ 5 }}' }, '“Frequency” must be one of Hourly, Daily, Weekly, Monthly'],
	[{ ...FOUR, frequency: '={{ 0 }}' }, '“Frequency” must be one of Hourly, Daily, Weekly, Monthly'],
]);

describe('lists of drawings and time zones that differ from the documentation', () => {
	const drawing = { ScheduleToken: ID, DrawingDate: '2090-06-01', DrawingTime: '09:30', Status: 0 };
	const groups = [{ GroupToken: OTHER, GroupName: 'VIP' }];
	const byToken = { [ID]: { DrawingDate: '2090-06-01' } };
	const deep = Array.from({ length: 60 }).reduce<object>((inner) => ({ inner }), { Drawings: [drawing] });

	test.each<[string, object, object[]]>([
		['inside another object', { Data: { Drawings: [{ a: 1 }] } }, [{ a: 1 }]],
		['nowhere if there is no list', { Data: { text: 'x' } }, [{ text: 'x' }]],
		['next to another list', { Groups: groups, Items: [{ a: 1 }, drawing] }, [{ a: 1 }, drawing]],
		[
			'in several lists',
			{ Pending: [drawing], Done: [{ a: 1, ...drawing }] },
			[drawing, { a: 1, ...drawing }],
		],
		[
			'in an object with tokens as keys',
			{ Groups: groups, Drawings: byToken },
			[{ DrawingDate: '2090-06-01', Token: ID }],
		],
		['as an empty list next to another list', { Groups: groups, Drawings: [], Total: 0 }, []],
		['as strings', { Drawings: [ID] }, [{ Drawings: [ID] }]],
		['at any depth', deep, [drawing]],
	])('the drawings are found %s', async (_what, body, expected) => {
		stage.answer(PATH, body);
		expect(await list()).toEqual(expected);
	});

	const methods = () => stage.sandbox.calls().map(({ method }) => method);

	test.each<[string, object]>([
		['a 404', { status: 404 }],
		['a 405', { status: 405 }],
		['a gateway’s 403', { status: 403, body: { message: 'Missing Authentication Token' } }],
	])(
		'if the list of drawings cannot be read by GET because of %s, the node reads it by POST',
		async (_what, fault) => {
			stage.sandbox.faults([{ path: PATH, ...fault }]);
			stage.answer(PATH, { Drawings: [drawing] });
			expect(await list()).toEqual([drawing]);
			expect(methods()).toEqual(['GET', 'POST']);
		},
	);

	test('the node does not try POST after a 403 in the service’s own format', async () => {
		stage.sandbox.faults([{ path: PATH, status: 403 }]);
		expect((await get()).error).toBeDefined();
		expect(methods()).toEqual(['GET']);
	});

	test('if the service returns a 404 for an empty list, nothing is returned', async () => {
		stage.sandbox.faults([{ path: PATH, times: 2, status: 404 }]);
		expect(await get()).toMatchObject({ items: [], error: undefined });
	});

	test('if neither GET nor POST finds the sweepstakes, the error does not blame the method', async () => {
		expect((await get({ sweepstakes: byId(OTHER) })).error?.message).toMatch(/not found/i);
		// The last call lists the sweepstakes.
		expect(methods()).toEqual(['GET', 'POST', 'POST']);
	});

	test.each<[string, object, string]>([
		['a list as data', { Data: [{ TimezoneId: '7', Text: 'Eastern' }] }, 'Eastern'],
		[
			'a reply with another list',
			{ Data: { A: [{ Name: 'A' }], B: [{ TimezoneId: 7, Timezone: 'East' }] } },
			'East',
		],
		['their IDs alone', { Data: [{ TimezoneId: 7 }] }, '7'],
		['records with a whole number as ID', { Data: [{ TimezoneId: '7 east' }, { TimezoneId: 7 }] }, '7'],
	])('the time zones are read from %s', async (_what, body, name) => {
		stage.answer('/tools/timezones', body);
		expect(await search(node, 'searchTimezones')).toEqual([{ name, value: '7' }]);
	});
});

const found = (...Drawings: object[]) => ({ path: PATH, body: { Response: true, Drawings } });

describe('a drawing whose reply was lost', () => {
	test.each([
		['the list is refused', [{ path: PATH, times: 2, status: 404 }]],
		['the list may contain something else', [{ path: PATH, body: { Response: true, Data: [] } }]],
		['two drawings are new', [found(), found({ ScheduleToken: 'a' }, { ScheduleToken: 'b' })]],
		['the new drawing is for another group', [found(), found({ ScheduleToken: ID, GroupToken: ID })]],
		['the new drawing has more winners', [found(), found({ ScheduleToken: ID, HowManyWinnersToPick: 3 })]],
	])('is reported as possibly scheduled if %s', async (_what, faults) => {
		stage.sandbox.faults(faults);
		stage.lose(SCHEDULE, 'after');
		const { error } = await schedule();
		expect(error?.message).toMatch(MAY_BE_PROCESSED);
		expect(error?.description).toContain('use Winner › Get Scheduled Drawings to check');
		expect(ordered()).toBe(1);
	});
});

describeServices((dialect) => {
	test('a scheduled drawing is returned even if reading the list afterward gets a 401', async () => {
		const refused = { status: 401, body: { Response: false, Message: 'No' } };
		// In the dialect reference, the list takes two calls.
		const times = dialect === 'contract' ? 1 : 2;
		stage.sandbox.faults([
			{ path: PATH, times },
			{ path: PATH, ...refused },
		]);
		const { items, hints } = await schedule({ whenAlreadyScheduled: 'return' });
		expect(items).toHaveLength(1);
		expect(hints[0]).toMatch(/^The drawing was scheduled, but the service did not list it/);
	});

	test('“Return Existing” schedules a recurring drawing only once', async () => {
		const within = { whenAlreadyScheduled: 'return', scheduleMode: 'settime', frequency: 2 };
		const [first] = listJson(await schedule(within));
		const again = await schedule(within);
		expect(first).toMatchObject({ existed: false, ScheduleToken: expect.any(String) });
		expect(listJson(again)).toEqual([{ ...first, existed: true }]);
		expect(again.hints).toEqual(['Skipped 1 item: already scheduled.']);
		expect(ordered()).toBe(0);
		await schedule({ ...within, howManyWinnersToPick: 1 });
		expect(stage.callsTo(PATH)).toBe(2);
	});
});

const ALSO = (list: string) =>
	`Also scheduled from the same participants, and not changed: ${list}. If the new drawing replaces one of these, cancel that one with Winner › Cancel Scheduled Drawing.`;

test('a hint names the pending drawings that the new one may be meant to replace', async () => {
	const order = { whenAlreadyScheduled: 'return' };
	expect((await schedule(order)).hints).toEqual([]);
	const later = { ...order, endTime: '20:00' };
	const dry = await schedule({ ...later, options: { dryRun: true } });
	const real = await schedule(later);
	const zone = '(UTC+00:00) Coordinated Universal Time';
	const first = `2090-06-01 09:30 ${zone}, 2 winners`;
	for (const { hints } of [dry, real]) expect(hints.at(-1)).toBe(ALSO(first));
	expect(stage.paths()).toEqual([PATH, SCHEDULE, PATH]);
	expect((await schedule(later)).hints).toEqual(['Skipped 1 item: already scheduled.']);
	const second = `2090-06-01 20:00 ${zone}, 2 winners`;
	const more = await schedule({ ...later, howManyWinnersToPick: 1 });
	expect(more.hints).toEqual([ALSO(`${second}; ${first}`)]);
	const another = await schedule({ ...later, whenAlreadyScheduled: 'schedule' });
	expect(another.hints).toEqual([]);
	const last = await schedule({ ...order, endTime: '21:00' });
	expect(last.hints[0]).toMatch(/^Also scheduled from .+; .+; .+; 1 more drawing\. If/);
});

test('a repeated drawing with another end date also gets this hint, unless the other drawing was scheduled in the same run', async () => {
	const weekly = { whenAlreadyScheduled: 'return', ...repeatedly(3), dayOfTheWeek: 7 };
	const items = ['2090-06-01', '2090-06-02'].map((day) => ({ day }));
	const parameters = { sweepstakes: stage.picked, ...DRAWING, ...weekly, lastDay: '={{ $json.day }}' };
	expect((await stage.run(node, 'schedule', parameters, { items })).hints).toEqual([]);
	expect(stage.callsTo(SCHEDULE)).toBe(2);
	const { hints } = await schedule({ ...weekly, lastDay: '2090-07-01' });
	expect(hints).toEqual([expect.stringMatching(/^Also scheduled from the same participants/)]);
});

test('the hint does not name drawings that are past, have failed or have other participants', async () => {
	const one = { DrawingDate: '2090-07-01', DrawingTime: '10:00', HowManyWinnersToPick: 1 };
	const others = [
		{ ScheduleToken: ID, GroupToken: ID },
		{ ScheduleToken: ID, Status: 1 },
		{ ScheduleToken: ID, StatusDescription: 'Failed' },
	].map((other) => ({ ...one, ...other }));
	stage.sandbox.faults([found(...others, { ...one, ScheduleToken: OTHER })]);
	const { hints } = await schedule({ whenAlreadyScheduled: 'return', options: { dryRun: true } });
	expect(hints.slice(1)).toEqual([ALSO('2090-07-01 10:00, 1 winner')]);
});

test('a hint says if winners would be notified without a message', async () => {
	const isHinted = async (parameters: INodeParameters) =>
		(await schedule(parameters)).hints
			.join()
			.includes('“Message” is empty, and the API documentation does not');
	expect(await isHinted({ selectedAction: 2 })).toBe(true);
	expect(await isHinted({ selectedAction: 2, message: 'You won' })).toBe(false);
	expect(await isHinted({ selectedAction: 1 })).toBe(false);
});

test.each<[string, object]>([
	['by its number of winners', { HowManyWinnersToPick: '2' }],
	['by its group and action', { ScheduleToken: ID, GroupToken: 'allgroups', Action: 1 }],
])('after a lost reply to “Schedule Drawing”, the new drawing is recognized %s', async (_what, drawing) => {
	const old = { ScheduleToken: OTHER };
	stage.sandbox.faults([found(old), found(drawing, old)]);
	stage.lose(SCHEDULE, 'after');
	expect((await schedule()).error).toBeUndefined();
	expect(ordered()).toBe(1);
});

test.each<[string, object[], INodeParameters, object]>([
	['cannot be read', [found(), { path: PATH, status: 400 }], {}, { DrawingDate: DAY, DrawingTime: '09:30' }],
	['lacks the drawing', [found(), found()], {}, { DrawingDate: DAY, HowManyWinnersToPick: 2 }],
	[
		'has two similar drawings',
		[found(), found({ ScheduleToken: ID }, { ScheduleToken: OTHER })],
		{ scheduleMode: 'settime', frequency: 1 },
		{ DrawingEndDate: DAY, DrawingEndTime: '09:30', GroupToken: 'allgroups' },
	],
])(
	'if the list of drawings %s, the scheduled drawing is returned without its ID',
	async (_what, faults, when, expected) => {
		stage.sandbox.faults(faults as []);
		const result = await schedule(when);
		expect(listJson(result)).toEqual([expect.objectContaining(expected)]);
		expect(listJson(result)[0]).not.toHaveProperty('ScheduleToken');
		expect(result.hints.at(-1)).toContain('its ID is not in the output');
	},
);

test('if two drawings are new in the list, the one with the run’s message is returned', async () => {
	const like = { DrawingDate: DAY, DrawingTime: '09:30' };
	const [other, mine] = [
		{ ScheduleToken: OTHER, Message: 'Hi' },
		{ ScheduleToken: ID, Message: 'You won' },
	];
	stage.sandbox.faults([found(), found({ ...like, ...other }, { ...like, ...mine })]);
	const drawing = listJson(await schedule({ selectedAction: 2, message: 'You won' }));
	expect(drawing).toMatchObject([{ ScheduleToken: ID }]);
});

describe('“Return Existing”', () => {
	const once = async (parameters: INodeParameters = {}) =>
		await schedule({ whenAlreadyScheduled: 'return', ...parameters });
	const there = { ScheduleToken: ID, DrawingDate: '2090-06-01', DrawingTime: '09:30' };

	test('treats 24:00 of one day as 00:00 of the next day', async () => {
		const midnight = { DrawingDate: '2090-06-02T00:00:00.000Z', DrawingTime: '00:00:00' };
		stage.sandbox.faults([found({ ...there, ...midnight })]);
		expect(listJson(await once({ endTime: '24:00' }))).toMatchObject([{ existed: true }]);
	});

	test('also returns a drawing that has already taken place', async () => {
		const then = inAnHour();
		await once(then);
		stage.sandbox.advance(2 * HOUR_MS);
		expect(listJson(await once(then))).toMatchObject([{ existed: true }]);
	});

	test.each<[string, INodeParameters]>([
		['day', { endDate: '2090-06-02' }],
		['time', { endTime: '09:31' }],
		['number of winners', { howManyWinnersToPick: 1 }],
		['frequency', { frequency: 2, scheduleMode: 'settime' }],
		['action', { selectedAction: 2, message: 'Congratulations' }],
	])('schedules a drawing if the existing drawing has another %s', async (_what, other) => {
		await once();
		expect(listJson(await once(other))).toMatchObject([{ existed: false }]);
		expect(await list()).toHaveLength(2);
	});

	const day = (name: string, dayOfTheWeek: number, week?: number): INodeParameters => ({
		scheduleMode: 'settime',
		frequency: week ? 4 : 3,
		dayOfTheWeek,
		...(week && { weekOfTheMonth: week }),
		message: name,
	});

	describeServices(() => {
		test.each<[string, INodeParameters[]]>([
			['Monday, Wednesday and Friday', [day('a', 2), day('b', 4), day('c', 6)]],
			['the first and third Monday', [day('a', 2, 1), day('b', 2, 3)]],
			['with and without opt-outs', [{}, { options: { includeOptedOutParticipants: true } }]],
			['with and without spam', [{}, { options: { doNotIncludeSpamParticipants: false } }]],
		])('schedules each of several different drawings only once: %s', async (_what, orders) => {
			for (const order of orders) expect(listJson(await once(order))).toMatchObject([{ existed: false }]);
			const drawings = await list();
			expect(drawings).toHaveLength(orders.length);
			const again = [];
			for (const order of orders) again.push(...listJson(await once(order)));
			expect(again).toMatchObject(drawings.toReversed().map((one) => ({ ...one, existed: true })));
			expect(await list()).toHaveLength(orders.length);
		});

		test('returns an existing drawing even if its message is different, and a hint says so', async () => {
			const order = { selectedAction: 2, message: 'You won' };
			await once(order);
			const { items, hints } = await once({ ...order, message: 'Congratulations' });
			expect(items[0]!.json).toMatchObject({ existed: true, Message: 'You won' });
			expect(hints).toEqual([
				'Skipped 1 item: already scheduled.',
				'A record that already exists differs from the request in “Message”. It was returned unchanged.',
			]);
			expect((await once(order)).hints).toEqual(['Skipped 1 item: already scheduled.']);
		});
	});

	test('returns a repeated drawing at another time of day, and a hint says so', async () => {
		const order = { ...repeatedly(2), deliveryTime: '6 pm' };
		await once(order);
		const { items, hints } = await once({ ...order, deliveryTime: '8 pm' });
		expect(items[0]!.json).toMatchObject({ existed: true, DeliveryTime: '18:00' });
		expect(hints).toEqual([
			'Skipped 1 item: already scheduled.',
			'A record that already exists differs from the request in “Drawing Time”. It was returned unchanged.',
		]);
		stage.sandbox.faults([found({ ...there, Frequency: 2, DeliveryTime: '06:00 PM' })]);
		expect((await once(order)).hints).toEqual(['Skipped 1 item: already scheduled.']);
	});

	test('returns a drawing on any day of the week if the request lets the service choose the day', async () => {
		stage.sandbox.faults([found({ ...there, Frequency: 3, DayOfTheWeek: 5 })]);
		expect(listJson(await once({ ...repeatedly(3), dayOfTheWeek: 'service' }))).toMatchObject([
			{ existed: true },
		]);
	});

	test.each([
		['another zone', false, { Timezone: String(UTC_ID + 1) }],
		['a zone as a number', true, { Timezone: UTC_ID }],
		['a zone by its name', true, { Timezone: 'UTC' }],
		['no zone', true, {}],
		['empty values', true, { Action: null, GroupToken: '', HowManyWinnersToPick: null, Frequency: '' }],
		['a time in another format', true, { DrawingTime: '9:30 AM' }],
		['its day at midnight', true, { DrawingDate: '2090-06-01T00:00:00.000Z' }],
		['a failed state', false, { Status: 2, StatusDescription: 'Failed' }],
	])(
		'if the existing drawing has %s, the value of “existed” in the output is %p',
		async (_what, existed, more) => {
			stage.sandbox.faults([found({ ...there, ...more })]);
			expect(listJson(await once())).toMatchObject([{ existed }]);
		},
	);

	test.each([
		['does not give the time', found({ ScheduleToken: ID })],
		['gives the time in another format', found({ ...there, DrawingTime: 'noon' })],
	])('schedules nothing if the list of drawings %s', async (_what, fault) => {
		stage.sandbox.faults([fault]);
		const { error } = await once();
		expect(error?.message).toBe(
			'The service’s response does not show when the scheduled drawings take place',
		);
		expect(error?.description).toMatch(/^No drawing was scheduled for this item/);
		expect(ordered()).toBe(0);
	});

	test('schedules nothing if the list of drawings does not give the days', async () => {
		stage.sandbox.faults([found({ ...there, Frequency: 3 })]);
		const { error } = await once({ ...repeatedly(3), dayOfTheWeek: 2 });
		expect(error?.message).toBe(
			'The service’s response does not show on which days the drawings are repeated',
		);
		expect(ordered()).toBe(0);
	});
});

test('“Schedule Drawing” stops if the service asks for a long wait when the drawings are read', async () => {
	stage.sandbox.faults([{ path: PATH, status: 429, retryAfter: 3_600 }]);
	const { error } = await schedule();
	expect(error?.message).toMatch(/The service asks you to wait 3600 s$/);
	expect(stage.paths()).toEqual([PATH]);
});
