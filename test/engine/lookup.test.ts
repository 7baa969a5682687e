import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesLookup } from '../../nodes/SweepstakesLookup/SweepstakesLookup.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesLookup();

let stage: Stage;
afterEach(async () => await stage.close());

const run = async (operation: string, parameters: INodeParameters = {}) =>
	jsonOf(await stage.run(node, operation, parameters));

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('Get Time Zones returns each with its name first', async () => {
		const zones = await run('getTimezones');
		expect(zones).toHaveLength(21);
		expect(Object.keys(zones[0]!)).toEqual([
			'Text',
			'Timezone',
			'Abbreviation',
			'OffSet',
			'Utc',
			'TimezoneId',
		]);
	});

	test.each<[string, INodeParameters, string, object, number]>([
		['getCountries', {}, '/tools/countries', {}, 10],
		['getCountries', { search: 'spain' }, '/tools/countries', { search: 'spain' }, 1],
		['getZipCodes', { search: 9021 }, '/tools/zipcodes', { search: '9021' }, 1],
		['getAreaCodes', {}, '/tools/areacodes', {}, 10],
		['getAreaCodes', { search: 'tx' }, '/tools/areacodes', { search: 'tx' }, 2],
	])('%s with %j returns what the service finds', async (operation, parameters, path, body, count) => {
		expect(await run(operation, parameters)).toHaveLength(count);
		expect(stage.sandbox.calls()).toMatchObject([{ method: 'POST', path, body }]);
	});

	test('Get US States returns all of them, in one call', async () => {
		const found = await run('getStates');
		expect(found).toHaveLength(53);
		expect(found).toContainEqual({ Name: 'Puerto Rico', Abbreviation: 'PR' });
	});

	test('Get Help Articles reads as many pages as are wanted', async () => {
		expect(await run('getHelpArticles', { limit: 3 })).toHaveLength(3);
		expect(stage.paths()).toEqual(['/documentation/fetch']);
		const all = await run('getHelpArticles', { returnAll: true });
		expect(all.map(({ DocumentTitle }) => DocumentTitle)).toHaveLength(12);
		expect(stage.paths()).toHaveLength(2);
		expect(Object.keys(all[0]!).slice(0, 2)).toEqual(['DocumentTitle', 'Description']);
	});

	test('Get Help Articles returns the raw article without Simplify', async () => {
		const [article] = await run('getHelpArticles', { search: 'PAUSED', simplify: false });
		expect(article).toMatchObject({ DocumentTitle: 'Pausing a sweepstakes', Views: 0, Files: [] });
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	const items = ['Texas', 'new york', 'tx'].map((state) => ({ state }));
	const state = byId('={{ $json.state }}');

	test('states of many items are looked up with one call', async () => {
		const result = await stage.run(node, 'getStates', { state }, { items });
		expect(jsonOf(result).map(({ Abbreviation }) => Abbreviation)).toEqual(['TX', 'NY', 'TX']);
		expect(stage.paths()).toEqual(['/tools/states']);
	});

	test('an unknown state fails its item', async () => {
		const { error } = await stage.run(node, 'getStates', { state: byId('Texass') });
		expect(error?.message).toBe('“State” must be the name or abbreviation of a state, but is “Texass”');
	});

	test('the picker lists states and finds abbreviations', async () => {
		const { results } = await stage.search(node, 'searchStates', {}, '(n');
		expect(results.map(({ value }) => value)).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND']);
		expect((await stage.search(node, 'searchStates', {})).results).toHaveLength(53);
	});

	test('time zones in a reply of another shape are found, and a reply without any has none', async () => {
		const zone = { TimezoneId: '7', Timezone: 'Europe/Paris' };
		stage.sandbox.faults([{ path: '/tools/timezones', body: { Response: true, Zones: [zone] } }]);
		expect(await run('getTimezones')).toEqual([zone]);
		stage.sandbox.faults([{ path: '/tools/timezones', body: { Response: true, Zones: [] } }]);
		expect(await run('getTimezones')).toEqual([]);
	});

	test('help articles without a token are told apart by their content', async () => {
		const Documents = [{ DocumentTitle: 'A' }, { DocumentTitle: 'B' }, { DocumentTitle: 'A' }];
		const body = { Response: true, Data: { Documents, TotalDocuments: 3, TotalPages: 1 } };
		stage.sandbox.faults([{ path: '/documentation/fetch', body }]);
		expect(await run('getHelpArticles')).toEqual(Documents.slice(0, 2));
	});

	test('zip codes need a search', async () => {
		expect(await stage.refusal(node, 'getZipCodes', { search: '={{ $json.zip }}' })).toBe(
			'Item 1: “Search” is required',
		);
	});
});
