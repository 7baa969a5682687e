import { openBench, type Bench, type Contract, type Json } from './harness';
import { checkFields, filledText, required, text, whole } from './kinds';

/* Without the time zones, which rules.test.ts tests. */

let bench: Bench;
beforeAll(async () => {
	bench = await openBench();
});

const contract = (path: string, valid: Json = {}): Contract => ({
	bench: () => bench,
	path,
	valid: () => valid,
});

const data = async (path: string, body?: Json) => (await bench.ok(path, body)).Data;

describe('POST /tools/countries', () => {
	checkFields(contract('/tools/countries'), { search: text() });

	it('answers at most 10, with English and Spanish names', async () => {
		expect(await data('/tools/countries')).toMatchObject({ TotalResults: 10 });
		expect(await data('/tools/countries', { search: 'alemania' })).toEqual({
			TotalResults: 1,
			Countries: [{ NameEnglish: 'Germany', NameSpanish: 'Alemania', DialCode: '+49', Abbreviation: 'DE' }],
		});
	});
});

it('POST /tools/states answers 53 by name', async () => {
	const { TotalStates, States } = await data('/tools/states');
	expect({ TotalStates, count: States.length }).toEqual({ TotalStates: 53, count: 53 });
	const names = States.map(({ Name }: Json) => Name as string);
	expect(names).toEqual([...names].sort());
	expect(States).toContainEqual({ Name: 'District of Columbia', Abbreviation: 'DC' });
});

describe('POST /tools/zipcodes', () => {
	checkFields(contract('/tools/zipcodes', { search: '9' }), { search: required(filledText()) });

	it('answers zip code, city and state', async () => {
		expect(await data('/tools/zipcodes', { search: 'austin' })).toEqual({
			TotalResults: 1,
			ZipCodes: [{ ZipCode: '78701', City: 'Austin', State: 'TX' }],
		});
	});
});

describe('POST /tools/areacodes', () => {
	checkFields(contract('/tools/areacodes'), { search: text() });

	it('answers code and state', async () => {
		expect(await data('/tools/areacodes', { search: '787' })).toEqual({
			TotalResults: 1,
			AreaCodes: [{ Code: '787', State: 'PR' }],
		});
	});
});

describe('POST /documentation/fetch', () => {
	checkFields(contract('/documentation/fetch'), { page: whole(1), limit: whole(1, 10), search: text() });

	it('answers a page of articles, newest first', async () => {
		const { Documents, ...page } = await data('/documentation/fetch', { page: 3 });
		expect(page).toEqual({
			TotalDocuments: 12,
			CurrentPage: 3,
			TotalPages: 3,
			Limit: 5,
			HasNextPage: false,
			HasPrevPage: true,
		});
		expect(Documents).toHaveLength(2);
		expect(Object.keys(Documents[0])).toHaveLength(13);
		expect(Documents[0].CreationDate > Documents[1].CreationDate).toBe(true);
	});

	it('searches in titles and texts', async () => {
		const { Documents } = await data('/documentation/fetch', { search: 'WINNER' });
		expect(Documents.map(({ DocumentTitle }: Json) => DocumentTitle)).toEqual([
			'Drawing winners',
			'Invoices',
		]);
	});
});
