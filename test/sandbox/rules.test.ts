import {
	accepts,
	DAY,
	INSTANT,
	knowsItsAccount,
	openBench,
	TOMORROW,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, required, uuid } from './kinds';

describe('Rules', () => {
	let bench: Bench;
	let token: string;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		token = await bench.sweepstakes();
	});

	describe('POST /rules/create', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/rules/create',
			valid: () => ({
				SweepstakesToken: token,
				Title: 'Rules',
				DocumentContent: '<p>No purchase necessary.</p>',
			}),
		};
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			Title: required(filledText(100)),
			DocumentContent: required(filledText(1_000_000)),
		});
		accepts(contract, [['unknown fields', { Sponsor: { Name: 'x' } }]]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('makes the first document primary and later ones secondary', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const create = async (Title: string) =>
				(await bench.ok('/rules/create', { SweepstakesToken, Title, DocumentContent: '<p>…</p>' })).Data;
			expect(await create('First')).toEqual({
				RulesToken: expect.stringMatching(UUID),
				SweepstakesToken,
				Title: 'First',
				Primary: true,
				CreationDate: expect.stringMatching(INSTANT),
			});
			expect(await create('Second')).toMatchObject({ Title: 'Second', Primary: false });
			expect(await create('Third')).toMatchObject({ Primary: false });
		});
	});
});

describe('Operations that only the reference shows', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench();
	});

	it('POST /calendar/fetch lists the events by start date, with every field', async () => {
		await bench.sweepstakes({ CreateInCalendar: true, StartDate: TOMORROW });
		const SweepstakesToken = await bench.sweepstakes({ CreateInCalendar: true });
		const { TotalEvents, Events } = (await bench.ok('/calendar/fetch')).Data;
		expect(TotalEvents).toBe(2);
		expect(Events.map((event: Json) => event.EventStartDate)).toEqual([
			'2030-01-15T08:00:00.000Z',
			'2030-01-16T08:00:00.000Z',
		]);
		expect(Object.keys(Events[0])).toHaveLength(29);
		expect(Events[0]).toMatchObject({
			EventToken: expect.stringMatching(UUID),
			SweepstakesToken,
			EventTitle: 'Winter Giveaway',
			EventStartTime: '08:00',
			EventEndDate: '2030-02-15T20:00:00.000Z',
			EventEndTime: '20:00',
		});
	});

	it('POST /tools/timezones lists the time zones by TimezoneId, with their offset of today', async () => {
		const { TotalTimezones, Timezones } = (await bench.ok('/tools/timezones')).Data;
		expect(Timezones).toHaveLength(TotalTimezones);
		const ids = Timezones.map(({ TimezoneId }: Json) => TimezoneId as number);
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		const newYork = () => expect.objectContaining({ Timezone: 'America/New_York', OffSet: '-0500' });
		expect(Timezones).toContainEqual(newYork());
		expect(Timezones).toContainEqual({
			TimezoneId: expect.any(Number),
			Timezone: 'Asia/Kolkata',
			Abbreviation: 'IST',
			OffSet: '+0530',
			Text: expect.stringContaining('(UTC+05:30)'),
			Utc: ['Asia/Kolkata'],
		});
		bench.sandbox.advance(180 * DAY);
		const { Data } = await bench.ok('/tools/timezones');
		expect(Data.Timezones).not.toContainEqual(newYork());
	});
});
