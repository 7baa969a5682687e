import { drawingTime, firstOccurrence } from '../../sandbox/schedule';
import { UTC_ID } from '../../sandbox/timezones';
import {
	accepts,
	DAY,
	HOUR,
	knowsItsAccount,
	MINUTE,
	NOBODY,
	openBench,
	refuses,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, day, flag, group, oneOf, required, text, time, uuid, whole } from './kinds';

describe('Winners: scheduled drawings', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
	});

	/** An hour from now by the sandbox's clock. */
	const soon = () => new Date(bench.sandbox.now() + HOUR).toISOString();
	const drawing = (sweepstakesToken: string, changes: Json = {}) => ({
		sweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 2,
		endDate: soon().slice(0, 10),
		endTime: soon().slice(11, 16),
		timezone: UTC_ID,
		...changes,
	});
	/** A repeated drawing, from an hour from now until a year later. */
	const repeated = (sweepstakesToken: string, frequency: number, changes: Json = {}) =>
		drawing(sweepstakesToken, {
			scheduleMode: 'settime',
			frequency,
			deliveryTime: soon().slice(11, 16),
			endDate: new Date(bench.sandbox.now() + 365 * DAY).toISOString().slice(0, 10),
			...changes,
		});
	const populated = async () => {
		const token = await bench.sweepstakes();
		bench.sandbox.fill(token, 20);
		return token;
	};
	const listed = async (token: string) =>
		(await bench.ok(`/winners/fetchscheduled?sweepstakesToken=${token}`, undefined, { method: 'GET' }))
			.Drawings as Json[];
	const winners = async (token: string) =>
		(await bench.ok('/winners/fetch', { sweepstakesToken: token, itemsPerPage: 1000 })).Winners as Json[];

	describe('POST /winners/schedule', () => {
		let token: string;
		beforeAll(async () => {
			token = await populated();
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/winners/schedule',
			valid: () => drawing(token),
		};

		checkFields(contract, {
			sweepstakesToken: required(uuid),
			group: required(group),
			selectedAction: required(oneOf(1, 2)),
			scheduleMode: required(oneOf('schedule', 'settime')),
			howManyWinnersToPick: required(whole(1)),
			endDate: required(day),
			endTime: required({ ...time, accepts: ['23:59'] }),
			deliveryTime: time,
			timezone: required({ refuses: ['Etc/UTC', String(UTC_ID), 5.5, null, 0, 999], accepts: [UTC_ID] }),
			frequency: oneOf(0, 1, 2, 3, 4),
			dayOfTheWeek: whole(1, 7),
			weekOfTheMonth: whole(1, 4),
			message: text(),
			includeOptedOutParticipants: flag,
			publishToWinnersPage: flag,
			sendCopyToMe: flag,
			doNotIncludeSpamParticipants: flag,
			addDrawingToCalendar: flag,
		});
		refuses(contract, [
			['an endDate in the past', { endDate: '2030-01-14' }],
			['more winners than are eligible', { howManyWinnersToPick: 21 }],
		]);
		accepts(contract, [['as many winners as are eligible', { howManyWinnersToPick: 20 }]]);
		knowsItsAccount(contract, 'sweepstakesToken');

		it('refuses a period that is too short for a drawing', async () => {
			const weekly = { frequency: 3, dayOfTheWeek: 2, endDate: '2030-01-20' };
			expect((await bench.call('/winners/schedule', repeated(token, 3, weekly))).status).toBe(400);
		});

		it('refuses a sweepstakes without participants', async () => {
			const empty = await bench.sweepstakes();
			expect((await bench.call('/winners/schedule', drawing(empty))).status).toBe(400);
		});

		it('answers { Response, Message }', async () => {
			expect(await bench.ok('/winners/schedule', drawing(token))).toEqual({
				Response: true,
				Message: expect.any(String),
			});
		});

		it('answers 404 for an unknown group', async () => {
			const answer = await bench.call('/winners/schedule', drawing(token, { group: NOBODY }));
			expect(answer.status).toBe(404);
		});

		it('makes a calendar event only with the flag', async () => {
			const count = async () => (await bench.ok('/calendar/fetch')).Data.TotalEvents;
			const before = await count();
			await bench.ok('/winners/schedule', drawing(token));
			expect(await count()).toBe(before);
			await bench.ok('/winners/schedule', drawing(token, { addDrawingToCalendar: true }));
			expect(await count()).toBe(before + 1);
		});
	});

	describe('GET /winners/fetchscheduled', () => {
		const path = '/winners/fetchscheduled';
		const get = (query: string, token?: string) =>
			bench.call(path + query, undefined, { method: 'GET', token });

		it('answers the scheduled drawings with every field, newest first', async () => {
			const token = await populated();
			const CreationDate = new Date(bench.sandbox.now()).toISOString();
			await bench.ok('/winners/schedule', drawing(token, { message: 'Hello', selectedAction: 2 }));
			await bench.ok(
				'/winners/schedule',
				repeated(token, 3, { dayOfTheWeek: 7, deliveryTime: '18:00', endDate: '2030-03-01' }),
			);
			const [later, first, ...rest] = await listed(token);
			expect(rest).toEqual([]);
			expect(first).toEqual({
				ScheduleToken: expect.stringMatching(UUID),
				CreationDate,
				Action: 2,
				ScheduleMode: 1,
				Frequency: 0,
				HowManyWinnersToPick: 2,
				DayOfTheWeek: null,
				WeekOfTheMonth: null,
				DrawingDate: soon().slice(0, 10),
				DrawingTime: soon().slice(11, 16),
				DeliveryTime: null,
				DrawingEndDate: null,
				DrawingEndTime: null,
				Timezone: String(UTC_ID),
				TimezoneDescription: '(UTC+00:00) Coordinated Universal Time',
				GroupToken: 'allgroups',
				GroupName: 'All groups',
				Message: 'Hello',
				Options: {
					IncludeOptedOutParticipants: false,
					PublishToWinnersPage: false,
					SendCopyToMe: false,
					DoNotIncludeSpamParticipants: true,
				},
				Status: 0,
				StatusDescription: 'Pending',
			});
			expect(later).toMatchObject({
				ScheduleMode: 2,
				Frequency: 3,
				DayOfTheWeek: 7,
				DrawingDate: '2030-01-19',
				DrawingTime: '18:00',
				DeliveryTime: '18:00',
				DrawingEndDate: '2030-03-01',
				Message: null,
			});
		});

		it('answers an empty list if nothing is scheduled', async () => {
			const token = await bench.sweepstakes();
			const query = `?sweepstakesToken=${token}`;
			expect((await get(query)).body).toEqual({ Response: true, Drawings: [], Total: 0 });
		});

		it.each([
			['no sweepstakesToken', ''],
			['a sweepstakesToken that is no UUID', '?sweepstakesToken=x'],
			['two sweepstakesTokens', `?sweepstakesToken=${NOBODY}&sweepstakesToken=${NOBODY}`],
			['the token under another name', `?SweepstakesToken=${NOBODY}`],
		])('refuses a query with %s', async (_what, query) => {
			const { status, body } = await get(query);
			expect(status).toBe(400);
			expect(body.Help.ExpectedBody.sweepstakesToken).toContain('required');
		});

		it('answers 401 without a token, 403 to an unknown one, 404 to another account', async () => {
			const query = `?sweepstakesToken=${await bench.sweepstakes()}`;
			const without = { method: 'GET', headers: { authorization: '' } };
			expect((await bench.call(path + query, undefined, without)).status).toBe(401);
			expect((await get(query, 'nobody')).status).toBe(403);
			expect((await get(query, 'other')).status).toBe(404);
			expect((await get(`?sweepstakesToken=${NOBODY}`)).status).toBe(404);
		});
	});

	describe('DELETE /winners/deletescheduled', () => {
		const scheduled = async () => {
			const sweepstakesToken = await populated();
			await bench.ok('/winners/schedule', drawing(sweepstakesToken));
			const [newest] = await listed(sweepstakesToken);
			return { sweepstakesToken, scheduledToken: newest!.ScheduleToken as string };
		};
		const contract: Contract = {
			bench: () => bench,
			path: '/winners/deletescheduled',
			method: 'DELETE',
			valid: scheduled,
		};
		checkFields(contract, { sweepstakesToken: required(uuid), scheduledToken: required(uuid) });
		knowsItsAccount(contract, 'sweepstakesToken');

		it('cancels the drawing and removes it from the list', async () => {
			const body = await scheduled();
			expect(await bench.ok(contract.path, body, { method: 'DELETE' })).toEqual({
				Response: true,
				Message: expect.any(String),
			});
			expect(await listed(body.sweepstakesToken)).toEqual([]);
			bench.sandbox.advance(2 * HOUR);
			expect(await winners(body.sweepstakesToken)).toEqual([]);
		});

		it('refuses a completed drawing', async () => {
			const body = await scheduled();
			bench.sandbox.advance(2 * HOUR);
			expect((await bench.call(contract.path, body, { method: 'DELETE' })).status).toBe(400);
			expect(await listed(body.sweepstakesToken)).toMatchObject([{ Status: 1 }]);
		});

		it('answers 404 for an unknown drawing and for one of another sweepstakes', async () => {
			const body = await scheduled();
			const remove = async (changes: Json) =>
				(await bench.call(contract.path, { ...body, ...changes }, { method: 'DELETE' })).status;
			expect(await remove({ scheduledToken: NOBODY })).toBe(404);
			expect(await remove({ sweepstakesToken: await bench.sweepstakes() })).toBe(404);
		});
	});

	describe('Carrying out', () => {
		beforeEach(async () => {
			bench = await openBench();
		});

		it('draws at its time and not a minute earlier', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token));
			bench.sandbox.advance(HOUR - MINUTE);
			expect(await winners(token)).toHaveLength(0);
			bench.sandbox.advance(MINUTE);
			expect(await winners(token)).toHaveLength(2);
		});

		it.each(['schedule', 'settime'])('draws once without a frequency (%s)', async (scheduleMode) => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token, { scheduleMode }));
			bench.sandbox.advance(40 * DAY);
			expect(await winners(token)).toHaveLength(2);
			expect(await listed(token)).toMatchObject([{ Status: 1, StatusDescription: 'Completed' }]);
		});

		it('draws once with scheduleMode schedule, whatever the frequency', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token, { frequency: 1 }));
			bench.sandbox.advance(DAY);
			expect(await winners(token)).toHaveLength(2);
		});

		it.each([
			['hourly', 1, HOUR],
			['daily', 2, DAY],
			['weekly', 3, 7 * DAY],
		])('draws %s', async (_name, frequency, interval) => {
			const token = await populated();
			await bench.ok('/winners/schedule', repeated(token, frequency));
			bench.sandbox.advance(HOUR + 3 * interval);
			expect(await winners(token)).toHaveLength(4 * 2);
			const drawings = await listed(token);
			expect(drawings).toMatchObject([{ Status: 0 }]);
			await bench.ok(
				'/winners/deletescheduled',
				{ sweepstakesToken: token, scheduledToken: drawings[0]!.ScheduleToken },
				{ method: 'DELETE' },
			);
		});

		it('ends with the period', async () => {
			const token = await populated();
			const until = new Date(bench.sandbox.now() + 3 * HOUR).toISOString();
			const period = { endDate: until.slice(0, 10), endTime: until.slice(11, 16) };
			await bench.ok('/winners/schedule', repeated(token, 1, period));
			bench.sandbox.advance(DAY);
			expect(await winners(token)).toHaveLength(3 * 2);
			expect(await listed(token)).toMatchObject([{ Status: 1 }]);
		});

		it('draws among those who had entered by then, and nobody twice', async () => {
			const token = await bench.sweepstakes();
			bench.sandbox.fill(token, 2);
			await bench.ok('/winners/schedule', repeated(token, 1));
			bench.sandbox.advance(2 * HOUR);
			expect(await winners(token)).toHaveLength(2);
			bench.sandbox.fill(token, 20);
			bench.sandbox.advance(HOUR);
			expect(await winners(token)).toHaveLength(4);
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
		});

		it('marks the winners as notified with selectedAction 2', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token, { selectedAction: 2 }));
			bench.sandbox.advance(HOUR);
			expect(await winners(token)).toMatchObject([{ WasNotify: true }, { WasNotify: true }]);
		});

		it('honours group, opt-outs and spam', async () => {
			const token = await bench.sweepstakes();
			const [fair, optedOut, spam] = [
				await bench.participant(token),
				await bench.participant(token),
				await bench.participant(token),
			];
			const place = (ParticipantToken: string, placement: Json) =>
				bench.sandbox.placeParticipant({ SweepstakesToken: token, ParticipantToken, ...placement });
			await bench.ok('/winners/schedule', drawing(token, { howManyWinnersToPick: 3 }));
			place(optedOut, { Collections: ['OptOuts'] });
			place(spam, { Spam: true });
			bench.sandbox.advance(HOUR);
			expect((await winners(token)).map((row) => row.ParticipantToken)).toEqual([fair]);
		});

		it('draws nothing from a sweepstakes that is paused or archived at that time', async () => {
			const [paused, archived] = [await populated(), await populated()];
			await bench.ok('/winners/schedule', drawing(paused));
			await bench.ok('/winners/schedule', drawing(archived));
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: paused });
			bench.sandbox.archive(archived);
			bench.sandbox.advance(2 * HOUR);
			expect([await winners(paused), await winners(archived)]).toEqual([[], []]);
			expect(await listed(paused)).toMatchObject([{ Status: 2, StatusDescription: 'Failed' }]);
		});

		it('draws nothing for a sweepstakes that was deleted', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token));
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
			bench.sandbox.advance(2 * HOUR);
			expect((await bench.call('/winners/fetch', { sweepstakesToken: token })).status).toBe(404);
		});
	});

	describe('Times', () => {
		it.each<[string, Json]>([
			['hourly', { frequency: 1 }],
			['daily', { frequency: 2 }],
			['weekly', { frequency: 3, dayOfTheWeek: 6 }],
			['monthly on a date', { frequency: 4 }],
			['monthly on a weekday', { frequency: 4, dayOfTheWeek: 1, weekOfTheMonth: 4 }],
		])('begin with the first that is not past, %s', (_name, changes) => {
			const times = { date: '2020-01-31', time: '08:30', zone: 'Europe/Berlin', frequency: 0, ...changes };
			const now = Date.UTC(2030, 0, 15, 12);
			const first = firstOccurrence(times, now);
			expect(drawingTime(times, first)).toBeGreaterThanOrEqual(now);
			expect(drawingTime(times, first - 1)).toBeLessThan(now);
		});

		const at = (changes: Json, n = 0) =>
			new Date(
				drawingTime({ date: '2030-01-15', time: '12:00', zone: 'UTC', frequency: 0, ...changes }, n),
			).toISOString();

		it.each<[string, Json, number, string]>([
			['the given day and time', {}, 0, '2030-01-15T12:00:00.000Z'],
			['noon in New York', { zone: 'America/New_York' }, 0, '2030-01-15T17:00:00.000Z'],
			['noon in Helsinki', { zone: 'Europe/Helsinki' }, 0, '2030-01-15T10:00:00.000Z'],
			[
				'noon in New York after the clocks have changed, weekly',
				{ zone: 'America/New_York', frequency: 3 },
				10,
				'2030-03-26T16:00:00.000Z',
			],
			['the next hour, hourly', { frequency: 1 }, 1, '2030-01-15T13:00:00.000Z'],
			['the next day, daily', { frequency: 2 }, 1, '2030-01-16T12:00:00.000Z'],
			['the same weekday, weekly', { frequency: 3 }, 1, '2030-01-22T12:00:00.000Z'],
			[
				'the first Sunday from then on, weekly',
				{ frequency: 3, dayOfTheWeek: 1 },
				0,
				'2030-01-20T12:00:00.000Z',
			],
			['the same day when it fits, weekly', { frequency: 3, dayOfTheWeek: 3 }, 0, '2030-01-15T12:00:00.000Z'],
			['the first Saturday, weekly', { frequency: 3, dayOfTheWeek: 7 }, 0, '2030-01-19T12:00:00.000Z'],
			['the same day of the month, monthly', { frequency: 4 }, 1, '2030-02-15T12:00:00.000Z'],
			['the last day of a short month', { frequency: 4, date: '2030-01-31' }, 1, '2030-02-28T12:00:00.000Z'],
			['the 31st again after it', { frequency: 4, date: '2030-01-31' }, 2, '2030-03-31T12:00:00.000Z'],
			[
				'the third Tuesday of the month',
				{ frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 3 },
				0,
				'2030-01-15T12:00:00.000Z',
			],
			[
				'the second Tuesday of the next month when this one is over',
				{ frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 2 },
				0,
				'2030-02-12T12:00:00.000Z',
			],
			[
				'the second Tuesday of the month after',
				{ frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 2 },
				1,
				'2030-03-12T12:00:00.000Z',
			],
		])('falls on %s', (_what, changes, n, expected) => {
			expect(at(changes, n)).toBe(expected);
		});
	});
});
