import { UNLIMITED } from '../support/constants';
import { DIALECTS, type AccountOptions, type Dialect } from '../../sandbox';
import { completeEntry } from '../../tools/sandbox';
import { openService, type Bench, type Json } from '../support/sandbox';

/* These tests check how strictly participants/add checks an entry. An account can set this in both dialects. */

let bench: Bench;
let sweepstakesToken: string;
const open = async (dialect: Dialect, entries: AccountOptions['entries'] = {}) => {
	bench = await openService({ dialect, accounts: [{ plan: UNLIMITED, entries, longForm: true }] });
	sweepstakesToken = await bench.sweepstakes();
};
afterEach(async () => await bench.close());
const add = async (entryPageFields: Json) =>
	await bench.call('/participants/add', { lang: 'en', source: 'web', sweepstakesToken, entryPageFields });

const ADA = completeEntry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '(202) 555-0111' });
const withFields = (Fields: Json) => ({ ...ADA, Fields: { ...ADA.Fields, ...Fields } });
const { Email: _, ...WITHOUT_EMAIL } = ADA.Fields;

it.each<[string, number, Json]>([
	['empty Fields', 400, { ...ADA, Fields: {} }],
	['no KeyEmail', 400, { ...ADA, KeyEmail: undefined }],
	['no KeyPhoneNumber', 400, { ...ADA, KeyPhoneNumber: undefined }],
	['no email address in Fields', 400, { ...ADA, Fields: WITHOUT_EMAIL }],
	['another email address in Fields', 400, withFields({ Email: 'grace@example.com' })],
	['another phone number in Fields', 400, withFields({ Mobile_Number: '2025550112' })],
	['an empty required field', 400, withFields({ Last_Name: '' })],
	['a field that the form does not have', 400, withFields({ Shoe_Size: '42' })],
	['the fields in another order', 400, { ...ADA, Fields: { Zip_Code: '90210', ...ADA.Fields } }],
	['a number in place of text', 400, withFields({ Zip_Code: 90210 })],
	['a birthdate as YYYY-MM-DD', 400, withFields({ Birth_Date: '1990-05-31' })],
	['a birthdate with the day first', 400, withFields({ Birth_Date: '31/05/1990' })],
	['the name of a choice in place of its value', 400, withFields({ Shirt_Size: 'Small' })],
	['all fields', 200, withFields({ Birth_Date: '05/31/1990', Zip_Code: '90210', Shirt_Size: '1' })],
	['empty fields', 200, withFields({ Birth_Date: '', Zip_Code: '', Shirt_Size: '' })],
])(
	'if the account has `strictForm`, an entry with %s gets a %d in both dialects',
	async (_what, status, fields) => {
		for (const dialect of DIALECTS) {
			await open(dialect, { strictForm: true });
			expect((await add(fields)).status).toBe(status);
		}
	},
);

it('the dialect `reference` uses `strictForm` unless the account turns it off', async () => {
	const statuses = [];
	for (const [dialect, strictForm] of [['contract'], ['reference'], ['reference', false]] as const) {
		await open(dialect, { strictForm });
		statuses.push((await add({ ...ADA, Fields: { Last_Name: 'Lovelace', First_Name: 'Ada' } })).status);
	}
	expect(statuses).toEqual([200, 400, 200]);
});

it.each<[string, Dialect, AccountOptions['entries'], number]>([
	['accepted by default', 'contract', {}, 200],
	['refused with a 400 by default', 'reference', {}, 400],
	['accepted if the account has `duplicates: accept`', 'reference', { duplicates: 'accept' }, 200],
	['refused with a 400 if the account has `duplicates: 400`', 'contract', { duplicates: 400 }, 400],
	['refused with a 409 if the account has `duplicates: 409`', 'contract', { duplicates: 409 }, 409],
	['refused with a 200 if the account has `duplicates: 200`', 'reference', { duplicates: 200 }, 200],
])('a person’s second entry is %s (dialect: %s)', async (_what, dialect, entries, status) => {
	await open(dialect, entries);
	await add(ADA);
	const isAccepted = status === 200 && entries?.duplicates !== 200;
	for (const again of [{ KeyEmail: 'ADA@example.com' }, { KeyPhoneNumber: '+1 202 555 0111' }]) {
		const reply = await add(completeEntry(again));
		expect([reply.status, reply.body.Response]).toEqual([status, isAccepted]);
	}
	const [{ Settings }] = (await bench.data('/sweepstakes/fetch')) as [Json];
	expect(Settings).toMatchObject({
		AllowDuplicatedEntries: isAccepted,
		MaxAllowedEntriesForParticipant: isAccepted ? 0 : 1,
	});
	sweepstakesToken = await bench.sweepstakes();
	expect((await add(ADA)).body.Response).toBe(true);
});
