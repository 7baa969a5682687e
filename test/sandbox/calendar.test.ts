import {
	accepts,
	INSTANT,
	knowsItsAccount,
	openBench,
	TODAY,
	TOMORROW,
	UNHURRIED,
	UUID,
	YESTERDAY,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, flag, required, takesOneToken, text, time, uuid, type Kind } from './kinds';

let bench: Bench;
beforeAll(async () => {
	bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
});

const DAYS = { EventStartDate: TOMORROW, EventEndDate: TOMORROW };

/** @returns the event as /calendar/create answers it */
async function createEvent(changes: Json = {}): Promise<Json> {
	return (await bench.ok('/calendar/create', { EventTitle: 'Opening', ...DAYS, ...changes })).Data;
}

/** A day, with or without a time. */
const isoDate: Kind = {
	accepts: ['2031-01-31', '2031-01-31T09:30:00', '2031-01-31T09:30:00.000Z'],
	refuses: ['2030-02-30', '31/01/2031', 20310131],
};

const DETAILS = {
	EventDescription: text(),
	EventLocation: text(),
	EventURL: text(),
	Latitude: text(),
	Longitude: text(),
	EventColor: text(),
	EventAllDay: flag,
	EventStatus: flag,
	PrivateEvent: flag,
	SMSNotification: flag,
	Completed: flag,
	EventStartTime: time,
	EventEndTime: time,
};

describe('POST /calendar/create', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/calendar/create',
		status: 201,
		valid: () => ({ EventTitle: 'Opening', ...DAYS }),
	};
	checkFields(contract, {
		EventTitle: required(filledText()),
		EventStartDate: required(isoDate),
		EventEndDate: required(isoDate),
		SweepstakesToken: { refuses: uuid.refuses, accepts: [] },
		...DETAILS,
	});
	accepts(contract, [
		['PeopleInvolved', { PeopleInvolved: [{ Name: 'Ada' }] }],
		['RepeatThisEvent', { RepeatThisEvent: { Every: 'week' } }],
		['Notification', { Notification: { Frequency: 1 } }],
	]);

	it('answers six keys, and takes the whole day without times', async () => {
		expect(await createEvent()).toEqual({
			EventToken: expect.stringMatching(UUID),
			EventTitle: 'Opening',
			EventDescription: null,
			EventStartDate: '2030-01-16T00:00:00.000Z',
			EventEndDate: '2030-01-16T23:59:00.000Z',
			EventTimeZone: '1',
		});
	});

	it('refuses an event that begins in the past', async () => {
		const beginsAt = async (EventStartDate: string, EventStartTime: string) => {
			const body = { EventTitle: 'Opening', ...DAYS, EventStartDate, EventStartTime };
			return (await bench.call('/calendar/create', body)).status;
		};
		expect(await beginsAt(YESTERDAY, '23:59')).toBe(400);
		expect(await beginsAt(TODAY, '11:59')).toBe(400);
		expect(await beginsAt(TODAY, '12:00')).toBe(201);
	});

	it('belongs to a sweepstakes of the account, and goes with it', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { EventToken } = await createEvent({ SweepstakesToken });
		const other = { EventTitle: 'Opening', ...DAYS, SweepstakesToken };
		expect((await bench.call('/calendar/create', other, { token: 'other' })).status).toBe(404);
		expect((await bench.ok('/calendar/single', { EventToken })).Data.SweepstakesToken).toBe(SweepstakesToken);
		await bench.ok('/sweepstakes/delete', { SweepstakesToken });
		expect((await bench.call('/calendar/single', { EventToken })).status).toBe(404);
	});
});

describe('POST /calendar/fetch', () => {
	it('lists the events of the account by start date, with every field', async () => {
		const own = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		await own.sweepstakes({ CreateInCalendar: true, StartDate: TOMORROW });
		const SweepstakesToken = await own.sweepstakes({ CreateInCalendar: true });
		await own.ok('/calendar/create', { EventTitle: 'Not mine', ...DAYS }, { token: 'other' });
		const { TotalEvents, Events } = (await own.ok('/calendar/fetch')).Data;
		expect(TotalEvents).toBe(2);
		expect(Events.map((event: Json) => event.EventStartDate)).toEqual([
			'2030-01-15T08:00:00.000Z',
			'2030-01-16T08:00:00.000Z',
		]);
		expect(Object.keys(Events[0])).toHaveLength(29);
		expect(Events[0]).toMatchObject({
			EventToken: expect.stringMatching(UUID),
			SweepstakesToken,
			CreationDate: expect.stringMatching(INSTANT),
			EventTitle: 'Winter Giveaway',
			EventStartTime: '08:00',
			EventEndDate: '2030-02-15T20:00:00.000Z',
			EventEndTime: '20:00',
		});
	});

	it('shows what was sent, and every event as private', async () => {
		const given = {
			EventDescription: 'On the stage',
			EventColor: '#FF0000',
			PeopleInvolved: ['Ada'],
			Notification: { Frequency: 1 },
		};
		const { EventToken } = await createEvent({ ...given, PrivateEvent: false });
		const { Events } = (await bench.ok('/calendar/fetch')).Data;
		const listed = Events.find((event: Json) => event.EventToken === EventToken);
		expect(listed).toMatchObject({ ...given, PrivateEvent: true, SweepstakesToken: '' });
	});
});

describe('POST /calendar/single', () => {
	takesOneToken(
		{ bench: () => bench, path: '/calendar/single' },
		'EventToken',
		async () => (await createEvent()).EventToken,
	);

	it('answers the event without Type and ChecklistId', async () => {
		const { EventToken } = await createEvent();
		const { Events } = (await bench.ok('/calendar/fetch')).Data;
		const { Type, ChecklistId, ...event } = Events.find((one: Json) => one.EventToken === EventToken);
		expect({ Type, ChecklistId }).toEqual({ Type: 'start', ChecklistId: null });
		expect((await bench.ok('/calendar/single', { EventToken })).Data).toEqual(event);
	});
});

describe('PUT /calendar/update', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/calendar/update',
		method: 'PUT',
		valid: async () => ({ EventToken: (await createEvent()).EventToken }),
	};
	checkFields(contract, {
		EventToken: required(uuid),
		EventTitle: filledText(),
		EventStartDate: isoDate,
		EventEndDate: isoDate,
		...DETAILS,
	});
	knowsItsAccount(contract, 'EventToken');

	const put = async (body: Json) => await bench.call('/calendar/update', body, { method: 'PUT' });

	it('changes what is sent, and answers four keys', async () => {
		const { EventToken } = await createEvent({ EventStartTime: '09:30', EventDescription: 'Stage' });
		const { body } = await put({ EventToken, EventStartDate: '2030-02-01', EventTitle: 'Finale' });
		expect(body.Data).toEqual({
			EventToken,
			EventTitle: 'Finale',
			EventDescription: 'Stage',
			EventColor: '#6CD9FF',
		});
		expect((await bench.ok('/calendar/single', { EventToken })).Data).toMatchObject({
			EventStartDate: '2030-02-01T09:30:00.000Z',
			EventEndDate: '2030-01-16T23:59:00.000Z',
		});
	});

	it('refuses to move an event to the past, and leaves a past one where it is', async () => {
		const own = await openBench();
		const event = { EventTitle: 'Opening', ...DAYS };
		const { EventToken } = (await own.ok('/calendar/create', event)).Data;
		const change = async (changes: Json) =>
			(await own.call('/calendar/update', { EventToken, ...changes }, { method: 'PUT' })).status;
		expect(await change({ EventStartDate: YESTERDAY })).toBe(400);
		own.sandbox.advance(3 * 24 * 60 * 60 * 1000);
		expect(await change({ Completed: true })).toBe(200);
	});
});

describe('DELETE /calendar/delete', () => {
	takesOneToken(
		{ bench: () => bench, path: '/calendar/delete', method: 'DELETE' },
		'EventToken',
		async () => (await createEvent()).EventToken,
	);

	it('answers 404 the second time', async () => {
		const { EventToken } = await createEvent();
		const remove = async () => await bench.call('/calendar/delete', { EventToken }, { method: 'DELETE' });
		expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
	});
});
