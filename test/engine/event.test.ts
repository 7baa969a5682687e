import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesEvent } from '../../nodes/SweepstakesEvent/SweepstakesEvent.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesEvent();

const START = { EventStartDate: '2090-06-01T00:00:00', EventStartTime: '09:30' };
const EVENT = { EventTitle: 'Opening', ...START, EventEndDate: '2090-06-02', EventEndTime: '10:30' };
const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

let stage: Stage;
afterEach(async () => await stage.close());

/** The events in the calendar, read directly from the service. */
async function calendar(): Promise<IDataObject[]> {
	return (await stage.api<{ Data: { Events: IDataObject[] } }>('/calendar/fetch')).Data.Events;
}

/** @returns its EventToken */
async function createEvent(EventTitle: string, EventStartDate = '2090-06-01', more = {}): Promise<string> {
	const body = { EventTitle, EventStartDate, EventEndDate: EventStartDate, ...more };
	return (await stage.api<{ Data: { EventToken: string } }>('/calendar/create', body)).Data.EventToken;
}

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates, gets, moves and deletes an event', async () => {
		const [created] = jsonOf(await stage.run(node, 'create', { ...EVENT, sweepstakes: stage.picked }));
		expect(stage.lastBody()).toEqual({
			EventTitle: 'Opening',
			EventStartDate: '2090-06-01',
			EventStartTime: '09:30',
			EventEndDate: '2090-06-02',
			EventEndTime: '10:30',
			SweepstakesToken: stage.sweepstakesToken,
		});
		expect(Object.keys(created!)[0]).toBe('EventTitle');
		expect(Object.keys(created!).at(-1)).toBe('EventToken');

		const event = byId(created!.EventToken as string);
		const [got] = jsonOf(await stage.run(node, 'get', { event }));
		expect(Object.keys(got!).slice(0, 3)).toEqual(['EventTitle', 'EventStartDate', 'EventStartTime']);
		expect(got).toMatchObject({ EventStartTime: '09:30', SweepstakesToken: stage.sweepstakesToken });
		expect(got).not.toHaveProperty('SerieToken');

		await stage.run(node, 'update', { event, updateFields: { EventStartDate: '2090-05-31' } });
		expect(stage.lastBody()).toEqual({ EventToken: created!.EventToken, EventStartDate: '2090-05-31' });

		const deleted = await stage.run(node, 'delete', { event });
		expect(jsonOf(deleted)).toEqual([{ deleted: true, EventToken: created!.EventToken }]);
		expect(await calendar()).toEqual([]);
	});

	test('an event in the past is refused by the service, and the error says what it expects', async () => {
		const today = new Date().toISOString().slice(0, 10);
		const past = { ...EVENT, EventStartDate: today, EventStartTime: '00:00' };
		const { error } = await stage.run(node, 'create', past);
		expect(error?.message).toMatch(/^The service refused this: /);
		expect(error?.description).toMatch(/^An event must begin in the future\./);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('date and time are those of the workflow’s time zone', async () => {
		const start = '={{ DateTime.fromISO("2090-06-01T22:30:00Z") }}';
		const parameters = { ...EVENT, EventStartDate: start, EventStartTime: start };
		await stage.run(node, 'create', parameters, { timezone: 'Europe/Berlin' });
		expect(stage.lastBody()).toMatchObject({ EventStartDate: '2090-06-02', EventStartTime: '00:30' });
	});

	test('sends additional fields along, which do not replace the others', async () => {
		const additionalFields = '{ "PeopleInvolved": ["Ada"], "EventTitle": "Other" }';
		await stage.run(node, 'create', { ...EVENT, additionalFields, options: { EventColor: '#FF0000' } });
		expect(stage.lastBody()).toMatchObject({
			EventTitle: 'Opening',
			PeopleInvolved: ['Ada'],
			EventColor: '#FF0000',
		});
	});

	test('returns all events by start date, or those of a sweepstakes', async () => {
		await createEvent('Finale', '2090-07-01');
		await createEvent('Opening', '2090-06-01', { SweepstakesToken: stage.sweepstakesToken });
		const titles = async (parameters: INodeParameters) =>
			jsonOf(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(
				({ EventTitle }) => EventTitle,
			);
		expect(await titles({})).toEqual(['Opening', 'Finale']);
		expect(await titles({ sweepstakes: stage.picked })).toEqual(['Opening']);
		expect(await titles({ sweepstakes: byId(stage.sweepstakesToken.toUpperCase()) })).toEqual(['Opening']);
		const [raw] = jsonOf(await stage.run(node, 'getMany', { simplify: false }));
		expect(raw).toEqual((await calendar())[0]);
	});

	test.each<[string, string, INodeParameters, string]>([
		['create', 'no title', { ...EVENT, EventTitle: ' ' }, '“Title” is required'],
		[
			'create',
			'a day that is past everywhere',
			{ ...EVENT, EventStartDate: '2020-01-01' },
			'“Start Date” must be today or later, but is “2020-01-01”',
		],
		[
			'create',
			'a time that is none',
			{ ...EVENT, EventEndTime: 'noon' },
			'“End Time” must be a time of day from 00:00 to 24:00, such as 09:30, but is “noon”',
		],
		[
			'update',
			'a move to a day that is past everywhere',
			{ event: byId(ID), updateFields: { EventStartDate: '2020-01-01' } },
			'“Update Fields › Start Date” must be today or later, but is “2020-01-01”',
		],
		[
			'get',
			'a title in place of an ID',
			{ event: byId('Opening') },
			`“Event” must be an ID such as ${ID}, but is “Opening”`,
		],
	])('%s refuses %s before anything is sent', async (operation, _what, parameters, sentence) => {
		expect(await stage.refusal(node, operation, parameters)).toBe(`Item 1: ${sentence}`);
	});

	test('the picker lists the events with their start, the latest first, and searches them', async () => {
		const EventToken = await createEvent('Opening');
		await createEvent('Finale', '2090-07-01', { EventStartTime: '20:00' });
		const { results } = await stage.search(node, 'searchEvents');
		expect(results.map(({ name }) => name)).toEqual([
			'2090-07-01 20:00, Finale',
			'2090-06-01 00:00, Opening',
		]);
		const found = await stage.search(node, 'searchEvents', {}, 'open');
		expect(found.results).toEqual([{ name: '2090-06-01 00:00, Opening', value: EventToken }]);
	});

	test('the picker names an event without title and start by its ID', async () => {
		const body = { Response: true, Data: { Events: [{ EventToken: 'e' }] } };
		stage.sandbox.faults([{ path: '/calendar/fetch', body }]);
		const { results } = await stage.search(node, 'searchEvents');
		expect(results).toEqual([{ name: 'e', value: 'e' }]);
	});
});

describe('several events of one title, when answers are lost', () => {
	beforeEach(async () => {
		stage = await Stage.open();
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => jest.restoreAllMocks());

	const days = ['2090-06-01', '2090-06-02', '2090-06-03'];
	const create = async (onError?: 'continueErrorOutput') =>
		await stage.run(
			node,
			'create',
			{ ...EVENT, EventStartDate: '={{ $json.day }}' },
			{ items: days.map((day) => ({ day })), onError },
		);
	const starts = async () =>
		(await calendar()).map(({ EventStartDate }) => String(EventStartDate).slice(0, 10));
	const path = '/calendar/create';

	test('the one in question is found among them', async () => {
		stage.sandbox.faults([
			{ path, times: 1 },
			{ path, drop: 'after' },
		]);
		const { items, error } = await create();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => String(json.EventStartDate).slice(0, 10))).toEqual(days);
		expect(await starts()).toEqual(days);
	});

	test('one that this run has created is not mistaken for it', async () => {
		stage.sandbox.faults([
			{ path, times: 1 },
			{ path, drop: 'before' },
		]);
		expect((await create()).error).toBeUndefined();
		expect(await starts()).toEqual(days);
	});

	test('one that another program created at the same time is not mistaken for it', async () => {
		await createEvent('Opening', '2090-08-01');
		stage.sandbox.faults([{ path, drop: 'before' }]);
		const { error } = await create();
		expect(error?.message).toMatch(/^Item 1: .* It may have been processed, so it was not sent again$/);
		expect(await starts()).toEqual(['2090-08-01']);
	});

	test('after one that was never confirmed, the next one of its title is not confirmed either', async () => {
		stage.sandbox.faults([
			{ path, drop: 'after' },
			{ path: '/calendar/fetch', status: 400 },
			{ path, drop: 'after' },
		]);
		const { items, errorItems } = await create('continueErrorOutput');
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^Item 1: .*It may have been processed/),
			expect.stringMatching(/^Item 2: .*It may have been processed/),
		]);
		expect(items).toHaveLength(1);
		expect(await starts()).toEqual(days);
	});
});
