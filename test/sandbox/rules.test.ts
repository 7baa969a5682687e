import {
	accepts,
	INSTANT,
	knowsItsAccount,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
} from './harness';
import { checkFields, required, text, uuid } from './kinds';

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
			valid: () => ({ SweepstakesToken: token, Title: 'Rules', Body: 'No purchase necessary.' }),
		};
		checkFields(contract, { SweepstakesToken: required(uuid), Title: text(100) });
		accepts(contract, [
			['a call without Title and Body', { Title: undefined, Body: undefined }],
			['fields it does not know', { Sponsor: { Name: 'x' } }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('makes the first document primary and later ones secondary', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const create = async (Title: string) =>
				(await bench.ok('/rules/create', { SweepstakesToken, Title })).Data;
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

describe('Categories that are not shown: the sandbox’s own', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench();
	});

	it('POST /notes/create answers the note, and /notes/fetch lists it', async () => {
		const { Data } = await bench.ok('/notes/create', { Title: 'Call the printer', Pinned: true });
		expect(Data).toMatchObject({
			NoteToken: expect.stringMatching(UUID),
			Title: 'Call the printer',
			Pinned: true,
		});
		expect(await bench.ok('/notes/fetch')).toEqual({ Response: true, Data: [Data], Count: 1 });
	});

	it('POST /notes/create refuses a Title of 101 characters', async () => {
		expect((await bench.call('/notes/create', { Title: 't'.repeat(101) })).status).toBe(400);
	});

	it('POST /calendar/fetch lists the events with every field', async () => {
		await bench.sweepstakes({ CreateInCalendar: true });
		const { Data } = await bench.ok('/calendar/fetch');
		expect(Data).toEqual([
			{
				EventToken: expect.stringMatching(UUID),
				EventTitle: 'Winter Giveaway',
				EventStartDate: '2030-01-15T08:00:00.000Z',
				EventEndDate: '2030-02-15T20:00:00.000Z',
				EventDescription: expect.any(String),
				EventLocation: expect.any(String),
				EventColor: expect.any(String),
				EventAllDay: false,
				EventStatus: true,
				PrivateEvent: false,
				Completed: false,
				CreationDate: expect.stringMatching(INSTANT),
			},
		]);
	});
});
