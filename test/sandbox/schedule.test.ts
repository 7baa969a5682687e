import { drawingTime, firstOccurrence } from '../../sandbox/schedule';
import {
	DAY,
	HOUR,
	knowsItsAccount,
	MINUTE,
	NOBODY,
	openBench,
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

	/** In an hour by the sandbox's clock. */
	const soon = () => new Date(bench.sandbox.now() + HOUR).toISOString();
	const drawing = (sweepstakesToken: string, changes: Json = {}) => ({
		sweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 2,
		endDate: soon().slice(0, 10),
		endTime: soon().slice(11, 16),
		timezone: 0,
		...changes,
	});
	const populated = async () => {
		const token = await bench.sweepstakes();
		bench.sandbox.fill(token, 20);
		return token;
	};
	const listed = async (token: string) =>
		bench.ok(`/winners/fetchscheduled?sweepstakesToken=${token}`, undefined, { method: 'GET' });
	const winners = async (token: string) =>
		(await bench.ok('/winners/fetch', { sweepstakesToken: token, itemsPerPage: 1000 })).Winners as Json[];

	describe('POST /winners/schedule', () => {
		let token: string;
		beforeAll(async () => {
			token = await bench.sweepstakes();
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
			endTime: required(time),
			timezone: required({ refuses: ['UTC', '0', 5.5, null], accepts: [0] }),
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
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers { Response, Message }', async () => {
			expect(await bench.ok('/winners/schedule', drawing(token))).toEqual({
				Response: true,
				Message: expect.any(String),
			});
		});

		it('answers 404 to a group that the sweepstakes does not have', async () => {
			const answer = await bench.call('/winners/schedule', drawing(token, { group: NOBODY }));
			expect(answer.status).toBe(404);
		});

		it('makes a calendar event only when asked to', async () => {
			const count = async () => (await bench.ok('/calendar/fetch')).Count;
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

		it('answers an object that lists what is scheduled', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/winners/schedule', drawing(token, { message: 'Hello' }));
			const { Response, Data } = await listed(token);
			expect(Response).toBe(true);
			expect(Data).toEqual([
				expect.objectContaining({
					scheduledToken: expect.stringMatching(UUID),
					sweepstakesToken: token,
					howManyWinnersToPick: 2,
					message: 'Hello',
				}),
			]);
		});

		it('lists nothing where nothing is scheduled', async () => {
			expect((await listed(await bench.sweepstakes())).Data).toEqual([]);
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

		it('answers 401 without a token, 403 to an unknown one, 404 to a stranger', async () => {
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
			const { Data } = await listed(sweepstakesToken);
			return { sweepstakesToken, scheduledToken: Data[0].scheduledToken as string };
		};
		const contract: Contract = {
			bench: () => bench,
			path: '/winners/deletescheduled',
			method: 'DELETE',
			valid: scheduled,
		};
		checkFields(contract, { sweepstakesToken: required(uuid), scheduledToken: required(uuid) });
		knowsItsAccount(contract, 'sweepstakesToken');

		it('cancels the drawing and takes it off the list', async () => {
			const body = await scheduled();
			expect(await bench.ok(contract.path, body, { method: 'DELETE' })).toEqual({
				Response: true,
				Message: expect.any(String),
			});
			expect((await listed(body.sweepstakesToken)).Data).toEqual([]);
			bench.sandbox.advance(2 * HOUR);
			expect(await winners(body.sweepstakesToken)).toEqual([]);
		});

		it('answers 404 to a drawing that nothing has, or that another sweepstakes has', async () => {
			const body = await scheduled();
			const remove = async (changes: Json) =>
				(await bench.call(contract.path, { ...body, ...changes }, { method: 'DELETE' })).status;
			expect(await remove({ scheduledToken: NOBODY })).toBe(404);
			expect(await remove({ sweepstakesToken: await bench.sweepstakes() })).toBe(404);
		});
	});

	describe('Carrying out', () => {
		it('draws when the time comes and not a minute before', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token));
			bench.sandbox.advance(HOUR - MINUTE);
			expect(await winners(token)).toHaveLength(0);
			bench.sandbox.advance(MINUTE);
			expect(await winners(token)).toHaveLength(2);
		});

		it('draws once without a frequency, and takes the drawing off the list', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token));
			bench.sandbox.advance(40 * DAY);
			expect(await winners(token)).toHaveLength(2);
			expect((await listed(token)).Data).toEqual([]);
		});

		it.each([
			['hourly', 1, HOUR],
			['daily', 2, DAY],
			['weekly', 3, 7 * DAY],
		])('draws %s', async (_name, frequency, interval) => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token, { frequency }));
			bench.sandbox.advance(HOUR + 3 * interval);
			expect(await winners(token)).toHaveLength(4 * 2);
			const { Data } = await listed(token);
			expect(Data).toHaveLength(1);
			await bench.ok(
				'/winners/deletescheduled',
				{ sweepstakesToken: token, scheduledToken: Data[0].scheduledToken },
				{ method: 'DELETE' },
			);
		});

		it('draws among those who had entered by then, in the order of the times', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/winners/schedule', drawing(token, { frequency: 1 }));
			bench.sandbox.advance(HOUR);
			expect(await winners(token)).toHaveLength(0);
			bench.sandbox.fill(token, 20);
			bench.sandbox.advance(HOUR);
			expect(await winners(token)).toHaveLength(2);
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
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
			place(optedOut, { Collections: ['OptOuts'] });
			place(spam, { Spam: true });
			await bench.ok('/winners/schedule', drawing(token, { howManyWinnersToPick: 10 }));
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
		});

		it('draws nothing for a sweepstakes that was deleted', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token));
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
			bench.sandbox.advance(2 * HOUR);
			expect((await bench.call('/winners/fetch', { sweepstakesToken: token })).status).toBe(404);
		});
	});

	describe('Drawings whose time is past when they are scheduled', () => {
		it('carries out a single one at once', async () => {
			const token = await populated();
			await bench.ok('/winners/schedule', drawing(token, { endDate: '2020-01-01' }));
			expect(await winners(token)).toHaveLength(2);
		});

		it.each([1, 2, 3, 4])('does not make up for the past with frequency %d', async (frequency) => {
			const token = await populated();
			await bench.ok(
				'/winners/schedule',
				drawing(token, { endDate: '0000-01-01', endTime: '00:30', frequency }),
			);
			expect(await winners(token)).toHaveLength(0);
			const { Data } = await listed(token);
			expect(Date.parse(Data[0].nextDrawing)).toBeGreaterThanOrEqual(bench.sandbox.now());
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
		});

		it.each<[string, Json]>([
			['hourly', { frequency: 1 }],
			['daily', { frequency: 2 }],
			['weekly', { frequency: 3, dayOfTheWeek: 6 }],
			['monthly on a date', { frequency: 4 }],
			['monthly on a weekday', { frequency: 4, dayOfTheWeek: 1, weekOfTheMonth: 4 }],
		])('begins with the first time that is not past, %s', (_name, changes) => {
			const times = {
				endDate: '2020-01-31',
				endTime: '08:30',
				timezone: 3,
				frequency: 0,
				...changes,
			};
			const now = Date.UTC(2030, 0, 15, 12);
			const first = firstOccurrence(times, now);
			expect(drawingTime(times, first)).toBeGreaterThanOrEqual(now);
			expect(drawingTime(times, first - 1)).toBeLessThan(now);
		});
	});

	describe('Times', () => {
		const at = (changes: Json, n = 0) =>
			new Date(
				drawingTime({ endDate: '2030-01-15', endTime: '12:00', timezone: 0, frequency: 0, ...changes }, n),
			).toISOString();

		it.each<[string, Json, number, string]>([
			['the given day and time', {}, 0, '2030-01-15T12:00:00.000Z'],
			['five hours later five hours west of UTC', { timezone: -5 }, 0, '2030-01-15T17:00:00.000Z'],
			['two hours earlier two hours east of UTC', { timezone: 2 }, 0, '2030-01-15T10:00:00.000Z'],
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
			[
				'the last day of a short month',
				{ frequency: 4, endDate: '2030-01-31' },
				1,
				'2030-02-28T12:00:00.000Z',
			],
			['the 31st again after it', { frequency: 4, endDate: '2030-01-31' }, 2, '2030-03-31T12:00:00.000Z'],
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
