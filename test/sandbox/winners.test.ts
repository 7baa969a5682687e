import { pickWeighted } from '../../sandbox/draw';
import type { Collection } from '../../sandbox/records';
import { drawingTime, firstOccurrence } from '../../sandbox/schedule';
import { UTC_ID } from '../../sandbox/timezones';
import { DAY, HOUR, MINUTE, NOBODY, openService, type Bench, type Json } from './harness';

let bench: Bench;
let token: string;
beforeEach(async () => {
	bench = await openService();
	token = await bench.sweepstakes();
});
afterEach(async () => await bench.close());

const ALL = { group: 'allgroups' };
const tokensOf = (winners: Json[]) => winners.map(({ ParticipantToken }) => ParticipantToken as string);
const place = (ParticipantToken: string, placement: Json) =>
	bench.sandbox.placeParticipant({ SweepstakesToken: token, ParticipantToken, ...placement });
const winners = async (sweepstakesToken = token) =>
	(await bench.ok('/winners/fetch', { sweepstakesToken, itemsPerPage: 1000 })).Winners as Json[];

describe('A draw', () => {
	const attempt = async (rules: Json = {}) =>
		await bench.call('/winners/draw', { sweepstakesToken: token, howManyWinnersToPick: 1, ...ALL, ...rules });
	const draw = async (rules: Json = {}) => {
		const { status, body } = await attempt(rules);
		expect(status).toBe(200);
		return tokensOf(body.Winners as Json[]);
	};
	/** The number of eligible participants, read from the refusal of an excessive draw. Draws no winner. */
	const eligible = async (rules: Json = {}) => {
		const { status, body } = await attempt({ howManyWinnersToPick: 1_000_000, ...rules });
		expect(status).toBe(400);
		return body.Help.EligibleParticipants as number;
	};

	it('draws nobody twice, and refuses if too few are eligible', async () => {
		expect(await eligible()).toBe(0);
		bench.sandbox.fill(token, 6);
		const { status, body } = await attempt({ howManyWinnersToPick: 7 });
		expect(status).toBe(400);
		expect(body.Help).toEqual({ ExpectedBody: expect.any(Object), EligibleParticipants: 6 });
		const drawn: string[] = [];
		for (let round = 0; round < 3; round++) drawn.push(...(await draw({ howManyWinnersToPick: 2 })));
		expect([drawn.length, new Set(drawn).size, await eligible()]).toEqual([6, 6, 0]);
	});

	it.each(['paused', 'archived'])('is refused while the sweepstakes is %s', async (state) => {
		bench.sandbox.fill(token, 1);
		if (state === 'paused') await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
		else bench.sandbox.archive(token);
		const { status, body } = await attempt();
		expect([status, body.Message]).toEqual([400, expect.stringContaining(state)]);
	});

	it('draws from one group of the sweepstakes', async () => {
		const [inside] = [await bench.participant(token), await bench.participant(token)];
		const groupOf = async (sweepstakesToken: string) =>
			(await bench.data('/groups/create', { sweepstakesToken, groupName: 'VIP' })).GroupToken as string;
		const group = await groupOf(token);
		place(inside, { GroupToken: group });
		expect([await eligible(), await eligible({ group })]).toEqual([2, 1]);
		expect(await draw({ group })).toEqual([inside]);
		for (const other of [NOBODY, await groupOf(await bench.sweepstakes())])
			expect((await attempt({ group: other })).status).toBe(404);
	});

	it.each<[string, Json, Json]>([
		[
			'opted-out participants',
			{ Collections: ['Participants', 'OptOuts'] },
			{ includeOptedOutParticipants: true },
		],
		['spam', { Spam: true }, { doNotIncludeSpamParticipants: false }],
	])('leaves out %s unless asked for', async (_what, placement, rules) => {
		const [usual, special] = [await bench.participant(token), await bench.participant(token)];
		place(special, placement);
		expect(await eligible()).toBe(1);
		expect([await draw(), await draw(rules)]).toEqual([[usual], [special]]);
	});

	it('leaves out incomplete entries only with completedEntries', async () => {
		await bench.participant(token);
		const Fields = { First_Name: 'Ada', Last_Name: 'Lovelace' };
		const complete = await bench.participant(token, { Fields });
		expect([await eligible(), await eligible({ completedEntries: true })]).toEqual([2, 1]);
		expect(await draw({ completedEntries: true })).toEqual([complete]);
	});

	it.each<[[Collection, ...Collection[]]]>([[['ParticipantsAmoe']], [['Participants', 'ParticipantsAmoe']]])(
		'draws a participant of %j once',
		async (Collections) => {
			const participant = await bench.participant(token);
			place(participant, { Collections });
			expect(await eligible()).toBe(1);
			expect(await draw()).toEqual([participant]);
		},
	);

	it('favors bonus entries', async () => {
		for (let round = 0; round < 5; round++) {
			await bench.participant(token);
			const favourite = await bench.participant(token, { BonusEntries: 1_000_000 });
			expect(await draw()).toEqual([favourite]);
		}
	});

	it.each([
		// Also the probabilities of one of two picks: 1/4 + 1/4 · 1/3 + 1/2 · 1/2 = 7/12.
		[[1, 3, 6], 1, [0.1, 0.3, 0.6]],
		[[1, 1, 1, 1], 1, [0.25, 0.25, 0.25, 0.25]],
		[[1, 1, 2], 2, [7 / 12, 7 / 12, 5 / 6]],
	])('weights %j as it should', (weights, picks, expected) => {
		const rounds = 20_000;
		const wins = weights.map(() => 0);
		for (let round = 0; round < rounds; round++) {
			for (const index of pickWeighted([...weights.keys()], picks, (item) => weights[item]!)) wins[index]!++;
		}
		// The standard deviation is at most 0.0036, so 0.02 is more than five of them.
		for (const [index, count] of wins.entries())
			expect(Math.abs(count / rounds - expected[index]!)).toBeLessThan(0.02);
	});

	it('fetch answers pages of 10, the newest draw first, and finds addresses and numbers', async () => {
		bench.sandbox.fill(token, 25);
		await draw({ howManyWinnersToPick: 20 });
		bench.sandbox.advance(HOUR);
		await draw({ howManyWinnersToPick: 5 });
		const fetch = async (changes: Json = {}) =>
			await bench.ok('/winners/fetch', { sweepstakesToken: token, ...changes });
		const pages = [
			await fetch(),
			await fetch({ page: 2 }),
			await fetch({ page: 3 }),
			await fetch({ page: 4 }),
		];
		expect(pages.map(({ Winners }) => Winners.length)).toEqual([10, 10, 5, 0]);
		const all = pages.flatMap(({ Winners }) => Winners as Json[]);
		expect(new Set(tokensOf(all)).size).toBe(25);
		expect([all[4]!.DrawDateTime, all[5]!.DrawDateTime]).toEqual([
			'2030-01-15T13:00:00.000Z',
			'2030-01-15T12:00:00.000Z',
		]);
		expect((await fetch({ page: 2, itemsPerPage: 20 })).Winners).toHaveLength(5);
		const found = async (search: string) => (await fetch({ search })).TotalWinners as number;
		expect(await found('participant7@')).toBe(1);
		expect(await found('5550000009')).toBe(1);
		expect(await found('EXAMPLE.com')).toBe(25);
		expect(await found('nobody')).toBe(0);
	});

	it('a winner keeps the fields of the entry, and can be notified', async () => {
		const Fields = { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' };
		const keys = { KeyEmail: 'ada@example.com', KeyPhoneNumber: '+15550111', BonusEntries: 3 };
		const ParticipantToken = await bench.participant(token, { ...keys, Fields });
		await draw();
		const EntryPagesFields = { ...Fields, Email: keys.KeyEmail, Mobile_Number: keys.KeyPhoneNumber };
		expect(await winners()).toMatchObject([{ ...keys, EntryPagesFields, IsAmoe: false, WasNotify: false }]);
		bench.sandbox.notifyWinner(token, ParticipantToken);
		expect(await winners()).toMatchObject([{ WasNotify: true }]);
	});
});

describe('A scheduled drawing', () => {
	/** An hour from now by the sandbox's clock. */
	const soon = () => new Date(bench.sandbox.now() + HOUR).toISOString();
	const drawing = (changes: Json = {}) => ({
		sweepstakesToken: token,
		...ALL,
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 2,
		endDate: soon().slice(0, 10),
		endTime: soon().slice(11, 16),
		timezone: UTC_ID,
		...changes,
	});
	/** A repeated drawing, from an hour from now until a year later. */
	const repeated = (frequency: number, changes: Json = {}) =>
		drawing({
			scheduleMode: 'settime',
			frequency,
			deliveryTime: soon().slice(11, 16),
			endDate: new Date(bench.sandbox.now() + 365 * DAY).toISOString().slice(0, 10),
			...changes,
		});
	const schedule = async (body: Json) => await bench.ok('/winners/schedule', body);
	const listed = async () => {
		const query = `?sweepstakesToken=${token}`;
		return (await bench.ok(`/winners/fetchscheduled${query}`, undefined, { method: 'GET' }))
			.Drawings as Json[];
	};
	const remove = async (scheduledToken: string, sweepstakesToken = token) =>
		await bench.status(
			'/winners/deletescheduled',
			{ sweepstakesToken, scheduledToken },
			{ method: 'DELETE' },
		);

	it.each<[string, number, Json]>([
		['an endDate in the past', 400, { endDate: '2030-01-14' }],
		['more winners than are eligible', 400, { howManyWinnersToPick: 21 }],
		['as many winners as are eligible', 200, { howManyWinnersToPick: 20 }],
		['an unknown group', 404, { group: NOBODY }],
		[
			'a period too short for a drawing',
			400,
			{
				scheduleMode: 'settime',
				frequency: 3,
				deliveryTime: '13:00',
				dayOfTheWeek: 2,
				endDate: '2030-01-20',
			},
		],
	])('with %s is answered with %d', async (_what, status, changes) => {
		bench.sandbox.fill(token, 20);
		expect(await bench.status('/winners/schedule', drawing(changes))).toBe(status);
	});

	it.each(['', '?sweepstakesToken=x', `?SweepstakesToken=${NOBODY}`])(
		'is not listed for the query %p',
		async (query) => {
			const { status, body } = await bench.call(`/winners/fetchscheduled${query}`, undefined, {
				method: 'GET',
			});
			expect([status, body.Help.ExpectedBody.sweepstakesToken]).toEqual([
				400,
				expect.stringContaining('required'),
			]);
		},
	);

	describe('of 20 participants', () => {
		beforeEach(() => bench.sandbox.fill(token, 20));

		it('is listed, newest first, and makes an event only with the flag', async () => {
			await schedule(drawing({ message: 'Hello', selectedAction: 2 }));
			const weekly = { dayOfTheWeek: 7, deliveryTime: '18:00', endDate: '2030-03-01' };
			await schedule(repeated(3, { ...weekly, addDrawingToCalendar: true }));
			expect(await listed()).toMatchObject([
				{
					...{ ScheduleMode: 2, Frequency: 3, DayOfTheWeek: 7, Message: null, DeliveryTime: '18:00' },
					...{ DrawingDate: '2030-01-19', DrawingTime: '18:00', DrawingEndDate: '2030-03-01' },
				},
				{
					...{ ScheduleMode: 1, Frequency: 0, DayOfTheWeek: null, Message: 'Hello', Action: 2 },
					...{ DrawingDate: '2030-01-15', DrawingTime: '13:00', DrawingEndDate: null, Status: 0 },
				},
			]);
			const { Events } = await bench.data('/calendar/fetch');
			expect(Events).toMatchObject([{ EventStartDate: '2030-01-19T18:00:00.000Z' }]);
		});

		it('can be deleted until it is due, and then never draws', async () => {
			await schedule(drawing());
			const [{ ScheduleToken }] = (await listed()) as [Json];
			expect(await remove(ScheduleToken as string, await bench.sweepstakes())).toBe(404);
			expect(await remove(ScheduleToken as string)).toBe(200);
			bench.sandbox.advance(2 * HOUR);
			expect([await listed(), await winners()]).toEqual([[], []]);
			await schedule(drawing());
			bench.sandbox.advance(2 * HOUR);
			const [done] = (await listed()) as [Json];
			expect(done).toMatchObject({ Status: 1, StatusDescription: 'Completed' });
			expect(await remove(done.ScheduleToken as string)).toBe(400);
		});

		it('draws at its time and not a minute earlier', async () => {
			await schedule(drawing());
			bench.sandbox.advance(HOUR - MINUTE);
			expect(await winners()).toHaveLength(0);
			bench.sandbox.advance(MINUTE);
			expect(await winners()).toHaveLength(2);
		});

		it.each<[string, Json]>([
			['with scheduleMode schedule, whatever the frequency', { frequency: 1 }],
			['with settime and no frequency', { scheduleMode: 'settime' }],
		])('draws once %s', async (_what, changes) => {
			await schedule(drawing(changes));
			bench.sandbox.advance(40 * DAY);
			expect(await winners()).toHaveLength(2);
			expect(await listed()).toMatchObject([{ Status: 1 }]);
		});

		it.each([
			['hourly', 1, HOUR],
			['daily', 2, DAY],
			['weekly', 3, 7 * DAY],
		])('draws %s', async (_name, frequency, interval) => {
			await schedule(repeated(frequency));
			bench.sandbox.advance(HOUR + 3 * interval);
			expect(await winners()).toHaveLength(4 * 2);
			expect(await listed()).toMatchObject([{ Status: 0 }]);
		});

		it('ends with its period', async () => {
			const until = new Date(bench.sandbox.now() + 3 * HOUR).toISOString();
			await schedule(repeated(1, { endDate: until.slice(0, 10), endTime: until.slice(11, 16) }));
			bench.sandbox.advance(DAY);
			expect(await winners()).toHaveLength(3 * 2);
			expect(await listed()).toMatchObject([{ Status: 1 }]);
		});

		it('notifies the winners with selectedAction 2', async () => {
			await schedule(drawing({ selectedAction: 2 }));
			bench.sandbox.advance(HOUR);
			expect(await winners()).toMatchObject([{ WasNotify: true }, { WasNotify: true }]);
		});

		it('fails if the sweepstakes is paused or archived at that time, and goes with it', async () => {
			await schedule(drawing());
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			bench.sandbox.advance(HOUR);
			expect(await listed()).toMatchObject([{ Status: 2, StatusDescription: 'Failed' }]);
			await schedule(drawing());
			await bench.ok('/sweepstakes/unpause', { SweepstakesToken: token });
			bench.sandbox.archive(token);
			bench.sandbox.advance(HOUR);
			expect([await winners(), (await listed())[0]!.Status]).toEqual([[], 2]);
			await schedule(drawing());
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
			bench.sandbox.advance(HOUR);
			expect(await bench.status('/winners/fetch', { sweepstakesToken: token })).toBe(404);
		});
	});

	it('draws among the entries at that time, nobody twice', async () => {
		bench.sandbox.fill(token, 2);
		await schedule(repeated(1));
		bench.sandbox.advance(2 * HOUR);
		expect(await winners()).toHaveLength(2);
		bench.sandbox.fill(token, 20);
		bench.sandbox.advance(HOUR);
		expect(await winners()).toHaveLength(4);
	});

	it('respects opt-outs and spam', async () => {
		const people = [
			await bench.participant(token),
			await bench.participant(token),
			await bench.participant(token),
		];
		await schedule(drawing({ howManyWinnersToPick: 3 }));
		place(people[1]!, { Collections: ['OptOuts'] });
		place(people[2]!, { Spam: true });
		bench.sandbox.advance(HOUR);
		expect(tokensOf(await winners())).toEqual([people[0]]);
	});

	it.each<[string, Json]>([
		['hourly', { frequency: 1 }],
		['daily', { frequency: 2 }],
		['weekly', { frequency: 3, dayOfTheWeek: 6 }],
		['monthly on a date', { frequency: 4 }],
		['monthly on a weekday', { frequency: 4, dayOfTheWeek: 1, weekOfTheMonth: 4 }],
	])('begins with the first time that is not past, %s', (_name, changes) => {
		const times = { date: '2020-01-31', time: '08:30', zone: 'Europe/Berlin', frequency: 0, ...changes };
		const now = Date.UTC(2030, 0, 15, 12);
		const first = firstOccurrence(times, now);
		expect(drawingTime(times, first)).toBeGreaterThanOrEqual(now);
		expect(drawingTime(times, first - 1)).toBeLessThan(now);
	});

	it.each<[string, Json, number, string]>([
		['the given day and time', {}, 0, '2030-01-15T12'],
		['noon in New York', { zone: 'America/New_York' }, 0, '2030-01-15T17'],
		['noon in Helsinki', { zone: 'Europe/Helsinki' }, 0, '2030-01-15T10'],
		['noon after the clocks have changed', { zone: 'America/New_York', frequency: 3 }, 10, '2030-03-26T16'],
		['the next hour, hourly', { frequency: 1 }, 1, '2030-01-15T13'],
		['the next day, daily', { frequency: 2 }, 1, '2030-01-16T12'],
		['the same weekday, weekly', { frequency: 3 }, 1, '2030-01-22T12'],
		['the first Sunday, weekly', { frequency: 3, dayOfTheWeek: 1 }, 0, '2030-01-20T12'],
		['the same day when it fits, weekly', { frequency: 3, dayOfTheWeek: 3 }, 0, '2030-01-15T12'],
		['the first Saturday, weekly', { frequency: 3, dayOfTheWeek: 7 }, 0, '2030-01-19T12'],
		['the same day of the month, monthly', { frequency: 4 }, 1, '2030-02-15T12'],
		['the last day of a short month', { frequency: 4, date: '2030-01-31' }, 1, '2030-02-28T12'],
		['the 31st again after it', { frequency: 4, date: '2030-01-31' }, 2, '2030-03-31T12'],
		['the third Tuesday', { frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 3 }, 0, '2030-01-15T12'],
		[
			'the second Tuesday, next month',
			{ frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 2 },
			0,
			'2030-02-12T12',
		],
		[
			'the second Tuesday after that',
			{ frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 2 },
			1,
			'2030-03-12T12',
		],
	])('falls on %s', (_what, changes, n, hour) => {
		const times = { date: '2030-01-15', time: '12:00', zone: 'UTC', frequency: 0, ...changes };
		expect(new Date(drawingTime(times, n)).toISOString()).toBe(`${hour}:00:00.000Z`);
	});
});
