import { DIALECTS, type AccountOptions, type Dialect } from '../../sandbox';
import { completeEntry } from '../../tools/sandbox';
import { DAY, NOBODY, NOON, openService, sweepstakesBody, UNHURRIED, type Bench, type Json } from './harness';

let bench: Bench;
let sweepstakesToken: string;
let now = NOON;
beforeAll(async () => {
	bench = await openService({
		now: () => now,
		accounts: [UNHURRIED, { token: 'small', plan: { MaxParticipantsAllowed: 2 } }],
	});
	sweepstakesToken = await bench.sweepstakes();
});

const entry = (entryPageFields: Json = {}, token = sweepstakesToken) => ({
	lang: 'en',
	source: 'web',
	sweepstakesToken: token,
	entryPageFields,
});

describe('add', () => {
	it('names a participant by First_Name and Last_Name, and takes any other field', async () => {
		const keys = { KeyEmail: 'grace@example.com', KeyPhoneNumber: '+15550113', BonusEntries: 4 };
		const Fields = { First_Name: 'Grace', Last_Name: 'Hopper', Age: 33, News: true, Sizes: ['S', 'M'] };
		await bench.ok('/participants/add', entry({ ...keys, Fields }));
		const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken });
		expect(Participants[0]).toMatchObject({ ...keys, FirstName: 'Grace', LastName: 'Hopper', Status: true });
	});

	it('answers 403 above MaxParticipantsAllowed, counted across the account', async () => {
		const own = { token: 'small' };
		const add = async () => {
			const { SweepstakesToken } = await bench.data('/sweepstakes/create', sweepstakesBody(), own);
			return await bench.call('/participants/add', entry({}, SweepstakesToken as string), own);
		};
		expect([(await add()).status, (await add()).status]).toEqual([200, 200]);
		const { status, body } = await add();
		expect([status, body.Message]).toEqual([403, expect.stringContaining('MaxParticipantsAllowed')]);
	});
});

describe('fetch', () => {
	let crowded: string;
	beforeAll(async () => {
		crowded = await bench.sweepstakes();
		for (let n = 0; n < 45; n++) {
			const day = Math.floor(n / 15);
			now = NOON + day * DAY;
			const Fields = { First_Name: `Day${day}`, Last_Name: `Nr${n % 15}` };
			const KeyEmail = `p${day}-${n % 15}@example.com`;
			await bench.ok(
				'/participants/add',
				entry({ KeyEmail, KeyPhoneNumber: `555010${day}`, Fields }, crowded),
			);
		}
		now = NOON;
	});
	const fetch = async (filter: Json) =>
		await bench.ok('/participants/fetch', { sweepstakesToken: crowded, ...filter });

	it('answers pages of 20, newest first, each participant on one of them', async () => {
		const pages = [
			await fetch({}),
			await fetch({ page: 2 }),
			await fetch({ page: 3 }),
			await fetch({ page: 4 }),
		];
		expect(pages.map(({ Participants }) => Participants.length)).toEqual([20, 20, 5, 0]);
		expect(pages.map(({ Pagination }) => Pagination.Page)).toEqual([1, 2, 3, 4]);
		expect(pages[3]!.Pagination).toEqual({ Page: 4, Limit: 20, Total: 45, TotalPages: 3 });
		const all = pages.flatMap(({ Participants }) => Participants as Json[]);
		expect(new Set(all.map(({ ParticipantToken }) => ParticipantToken)).size).toBe(45);
		expect([all[0]!.KeyEmail, all[19]!.KeyEmail]).toEqual(['p2-14@example.com', 'p1-10@example.com']);
	});

	it('answers 0 pages if there are no participants', async () => {
		const empty = await bench.ok('/participants/fetch', { sweepstakesToken: await bench.sweepstakes() });
		expect(empty.Pagination).toEqual({ Page: 1, Limit: 20, Total: 0, TotalPages: 0 });
	});

	it.each<[Json, number]>([
		[{ search: 'day1' }, 15],
		[{ search: 'nr7' }, 3],
		[{ search: 'P0-3@' }, 1],
		[{ search: '5550102' }, 15],
		[{ search: 'nobody' }, 0],
		[{ search: '' }, 45],
		[{ optInDate: '2030-01-16' }, 15],
		[{ optInDate: '2030-01-20' }, 0],
		[{ startDate: '2030-01-15', endDate: '2030-01-16' }, 30],
		[{ startDate: '2030-01-16', endDate: '2030-01-16' }, 15],
	])('finds by %j', async (filter, found) => {
		expect((await fetch(filter)).Pagination.Total).toBe(found);
	});

	it.each(['startDate', 'endDate'])('refuses one end of a period alone: %s', async (key) => {
		const filter = { sweepstakesToken: crowded, [key]: '2030-01-15' };
		expect((await bench.call('/participants/fetch', filter)).body).toMatchObject({
			Code: 400,
			Message: expect.stringContaining(key),
		});
	});
});

it('count counts each collection, from StartDate until EndDate', async () => {
	const SweepstakesToken = await bench.sweepstakes();
	const place = async (...Collections: Array<'Participants' | 'ParticipantsAmoe' | 'OptOuts'>) =>
		bench.sandbox.placeParticipant({
			SweepstakesToken,
			ParticipantToken: await bench.participant(SweepstakesToken),
			Collections: Collections as ['Participants'],
		});
	await place('Participants');
	await place('Participants');
	await place('Participants', 'OptOuts');
	now = NOON + DAY;
	await place('ParticipantsAmoe');
	now = NOON;
	const count = async (filter: Json) =>
		Object.values((await bench.data('/participants/count', { SweepstakesToken, ...filter })).Counts as Json);
	const [first, second] = [new Date(NOON).toISOString(), new Date(NOON + DAY).toISOString()];
	expect(await count({})).toEqual([3, 1, 1, 5]);
	expect(await count({ FilterType: 'participants' })).toEqual([3, 0, 0, 3]);
	expect(await count({ FilterType: 'amoe' })).toEqual([0, 1, 0, 1]);
	expect(await count({ FilterType: 'optouts' })).toEqual([0, 0, 1, 1]);
	expect(await count({ StartDate: second })).toEqual([0, 1, 0, 1]);
	expect(await count({ EndDate: first })).toEqual([3, 0, 1, 4]);
	expect(await count({ StartDate: first, EndDate: second })).toEqual([3, 1, 1, 5]);
	const { DateRange } = await bench.data('/participants/count', { SweepstakesToken, StartDate: first });
	expect(DateRange).toEqual({ StartDate: first, EndDate: null });
});

describe('One participant', () => {
	let person: { SweepstakesToken: string; ParticipantToken: string };
	const ALL = ['Participants', 'ParticipantsAmoe', 'OptOuts'];
	beforeEach(async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const keys = { KeyEmail: 'Single@Example.com', KeyPhoneNumber: '+15550199' };
		person = { SweepstakesToken, ParticipantToken: await bench.participant(SweepstakesToken, keys) };
		await bench.participant(SweepstakesToken, { KeyEmail: 'other@example.com' });
		bench.sandbox.placeParticipant({
			...person,
			Collections: ['OptOuts', 'ParticipantsAmoe', 'Participants'],
		});
	});
	const find = async (sought: Json) =>
		await bench.status('/participants/single', { SweepstakesToken: person.SweepstakesToken, ...sought });

	it.each<[Json, number]>([
		[{ KeyEmail: 'single@example.com' }, 200],
		[{ KeyPhoneNumber: '+15550199' }, 200],
		[{ KeyEmail: 'single@example.com', KeyPhoneNumber: '+15550199' }, 200],
		[{ KeyEmail: 'other@example.com', KeyPhoneNumber: '+15550199' }, 404],
		[{ ParticipantToken: NOBODY }, 404],
		[{ KeyEmail: 'nobody@example.com' }, 404],
		[{ KeyPhoneNumber: '+15559999' }, 404],
		[{}, 400],
	])('is sought by %j: %d', async (sought, status) => {
		expect(await find(sought)).toBe(status);
	});

	it('is not found in another sweepstakes, or by the address of another', async () => {
		const { ParticipantToken } = person;
		expect(await find({ ParticipantToken, KeyEmail: 'other@example.com' })).toBe(404);
		const elsewhere = { SweepstakesToken: await bench.sweepstakes(), ParticipantToken };
		expect(await bench.status('/participants/single', elsewhere)).toBe(404);
		expect(await bench.status('/participants/delete', elsewhere, { method: 'DELETE' })).toBe(404);
		expect(await find({ ParticipantToken })).toBe(200);
	});

	it('is shown, listed, given bonus entries and deleted in all collections', async () => {
		const collectionsOf = (rows: Json[]) => rows.map(({ Collection }) => Collection as string);
		const BonusEntries = 7;
		for (let times = 0; times < 2; times++) {
			const changed = await bench.data('/participants/updateBonusEntries', { ...person, BonusEntries });
			expect(changed).toEqual({ ...person, BonusEntries });
		}
		const shown = await bench.data('/participants/single', person);
		expect(shown).toMatchObject({ TotalEntries: 3, Collections: ALL });
		expect(collectionsOf(shown.Entries as Json[])).toEqual(ALL);
		expect(shown.Entries.map((one: Json) => one.BonusEntries)).toEqual([7, 7, 7]);
		const list = { sweepstakesToken: person.SweepstakesToken };
		const { Participants } = await bench.ok('/participants/fetch', { ...list, search: 'single' });
		expect(collectionsOf(Participants as Json[]).sort()).toEqual([...ALL].sort());
		const remove = async () => await bench.call('/participants/delete', person, { method: 'DELETE' });
		expect((await remove()).body.Data).toEqual({ ...person, DeletedFrom: ALL, DeletedCount: 3 });
		expect((await remove()).status).toBe(404);
		expect(await find({ ParticipantToken: person.ParticipantToken })).toBe(404);
	});
});

/* How strictly participants/add checks an entry. An account can set this in both dialects. */
describe('An entry', () => {
	let strict: Bench;
	let token: string;
	const open = async (dialect: Dialect, entries: AccountOptions['entries'] = {}) => {
		strict = await openService({ dialect, accounts: [{ ...UNHURRIED, entries }] });
		token = await strict.sweepstakes();
	};
	afterEach(async () => await strict.close());
	const add = async (fields: Json) => await strict.call('/participants/add', entry(fields, token));

	const ADA = completeEntry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '(202) 555-0111' });
	const withFields = (Fields: Json) => ({ ...ADA, Fields: { ...ADA.Fields, ...Fields } });
	const { Email: _, ...WITHOUT_EMAIL } = ADA.Fields;

	it.each<[string, Json]>([
		['no Fields', { ...ADA, Fields: {} }],
		['no KeyEmail', { ...ADA, KeyEmail: undefined }],
		['no KeyPhoneNumber', { ...ADA, KeyPhoneNumber: undefined }],
		['no email address in Fields', { ...ADA, Fields: WITHOUT_EMAIL }],
		['another email address in Fields', withFields({ Email: 'grace@example.com' })],
		['another phone number in Fields', withFields({ Mobile_Number: '2025550112' })],
		['an empty required field', withFields({ Last_Name: '' })],
		['a field that the form does not have', withFields({ Shoe_Size: '42' })],
		['another order', { ...ADA, Fields: { Zip_Code: '90210', ...ADA.Fields } }],
		['a number', withFields({ Zip_Code: 90210 })],
		['a birthdate as YYYY-MM-DD', withFields({ Birth_Date: '1990-05-31' })],
		['the 13th month', withFields({ Birth_Date: '31/05/1990' })],
		['a choice by its name', withFields({ Shirt_Size: 'Small' })],
	])('on a strict form is refused with %s in both dialects', async (_what, fields) => {
		for (const dialect of DIALECTS) {
			await open(dialect, { strictForm: true });
			expect((await add(fields)).status).toBe(400);
		}
	});

	it.each(DIALECTS)(
		'on a strict form is taken whole in the dialect %s, and with empty fields',
		async (dialect) => {
			await open(dialect, { strictForm: true, duplicates: 'accept' });
			const whole = withFields({ Birth_Date: '05/31/1990', Zip_Code: '90210', Shirt_Size: '1' });
			expect((await add(whole)).status).toBe(200);
			expect((await add(withFields({ Birth_Date: '', Zip_Code: '', Shirt_Size: '' }))).status).toBe(200);
		},
	);

	it('is checked strictly in the dialect reference unless the account says otherwise', async () => {
		const loose = { ...ADA, Fields: { Last_Name: 'Lovelace', First_Name: 'Ada' } };
		const statuses = [];
		for (const [dialect, strictForm] of [['contract'], ['reference'], ['reference', false]] as const) {
			await open(dialect, { strictForm });
			statuses.push((await add(loose)).status);
		}
		expect(statuses).toEqual([200, 400, 200]);
	});

	it.each<[string, Dialect, AccountOptions['entries'], number]>([
		['accepted by default', 'contract', {}, 200],
		['refused by default', 'reference', {}, 400],
		['accepted', 'reference', { duplicates: 'accept' }, 200],
		['refused', 'contract', { duplicates: 400 }, 400],
		['refused as a conflict', 'contract', { duplicates: 409 }, 409],
		['refused with the status 200', 'reference', { duplicates: 200 }, 200],
	])('of the same person is %s in the dialect %s', async (_what, dialect, entries, status) => {
		await open(dialect, entries);
		await add(ADA);
		const isAccepted = status === 200 && entries?.duplicates !== 200;
		for (const again of [{ KeyEmail: 'ADA@example.com' }, { KeyPhoneNumber: '+1 202 555 0111' }]) {
			const reply = await add(completeEntry(again));
			expect([reply.status, reply.body.Response]).toEqual([status, isAccepted]);
		}
		const [{ Settings }] = (await strict.data('/sweepstakes/fetch')) as [Json];
		expect(Settings).toMatchObject({
			AllowDuplicatedEntries: isAccepted,
			MaxAllowedEntriesForParticipant: isAccepted ? 0 : 1,
		});
		token = await strict.sweepstakes();
		expect((await add(ADA)).body.Response).toBe(true);
	});
});
