import type { AccountOptions } from '../../sandbox';
import { completeEntry } from '../../tools/sandbox';
import { openBench, UNHURRIED, type Bench, type Json } from './harness';

/* How strictly participants/add takes an entry, which an account can set in both dialects. */

const DIALECTS = ['contract', 'reference'] as const;

let bench: Bench;
let sweepstakesToken: string;
const open = async (dialect: (typeof DIALECTS)[number], entries: AccountOptions['entries'] = {}) => {
	bench = await openBench({ dialect, accounts: [{ ...UNHURRIED, entries }] });
	sweepstakesToken = await bench.sweepstakes();
};
afterEach(async () => await bench.close());

const add = async (entryPageFields: Json) =>
	await bench.call('/participants/add', { lang: 'en', source: 'test', sweepstakesToken, entryPageFields });

const ADA = completeEntry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '(202) 555-0111' });
const withFields = (Fields: Json) => ({ ...ADA, Fields: { ...ADA.Fields, ...Fields } });
const { Email: _, ...WITHOUT_EMAIL } = ADA.Fields;

describe('a strict form', () => {
	it.each<[string, Json]>([
		['no Fields', { ...ADA, Fields: {} }],
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
	])('refuses %s in both dialects', async (_what, entry) => {
		for (const dialect of DIALECTS) {
			await open(dialect, { strictForm: true });
			expect((await add(entry)).status).toBe(400);
		}
	});

	it.each(DIALECTS)('takes the whole form in the dialect %s, and empty fields', async (dialect) => {
		await open(dialect, { strictForm: true });
		const Fields = { Birth_Date: '05/31/1990', Zip_Code: '', Shirt_Size: '1' };
		expect((await add(withFields(Fields))).status).toBe(200);
	});

	it.each(['KeyEmail', 'KeyPhoneNumber'])('answers a misleading text without %s', async (key) => {
		await open('reference');
		const { status, body } = await add({ ...ADA, [key]: undefined });
		expect([status, body.Message]).toEqual([400, 'Some parameters exceeded maximum field length.']);
	});

	it('is the default of the dialect reference only', async () => {
		const loose = { ...ADA, Fields: { Last_Name: 'Lovelace', First_Name: 'Ada' } };
		const statuses = [];
		for (const [dialect, strictForm] of [['contract'], ['reference'], ['reference', false]] as const) {
			await open(dialect, { strictForm });
			statuses.push((await add(loose)).status);
		}
		expect(statuses).toEqual([200, 400, 200]);
	});
});

describe('a second entry of a person', () => {
	const again = [
		completeEntry({ KeyEmail: 'ADA@example.com' }),
		completeEntry({ KeyPhoneNumber: '+1 202 555 0111' }),
	];

	it.each<[string, (typeof DIALECTS)[number], AccountOptions['entries'], number]>([
		['accepted by default', 'contract', {}, 200],
		['refused by default', 'reference', {}, 400],
		['accepted', 'reference', { duplicates: 'accept' }, 200],
		['refused', 'contract', { duplicates: 400 }, 400],
		['refused as a conflict', 'contract', { duplicates: 409 }, 409],
	])('is %s in the dialect %s', async (_what, dialect, entries, status) => {
		await open(dialect, entries);
		await add(ADA);
		for (const entry of again) expect((await add(entry)).status).toBe(status);
		const { Data } = await bench.ok('/sweepstakes/fetch');
		expect(Data[0].Settings).toMatchObject(
			status === 200
				? { AllowDuplicatedEntries: true, MaxAllowedEntriesForParticipant: 0 }
				: { AllowDuplicatedEntries: false, MaxAllowedEntriesForParticipant: 1 },
		);
	});

	it('may be refused with the status 200', async () => {
		await open('reference', { duplicates: 200 });
		await add(ADA);
		const { status, body } = await add(again[0]!);
		expect({ status, body }).toMatchObject({
			status: 200,
			body: { Response: false, Message: expect.stringContaining('duplicated') },
		});
	});

	it('is not refused in another sweepstakes', async () => {
		await open('reference');
		await add(ADA);
		sweepstakesToken = await bench.sweepstakes();
		expect((await add(ADA)).status).toBe(200);
	});
});
