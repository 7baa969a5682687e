import { SweepstakesLookup } from '../../nodes/SweepstakesLookup/SweepstakesLookup.node';
import { answer, openStages, search, stage } from './resource';
import { byId, jsonOf } from './stage';

const node = new SweepstakesLookup();

openStages();

const run = async (operation: string, parameters = {}) =>
	jsonOf(await stage.run(node, operation, parameters));

test.each([
	['getCountries', {}, 10],
	['getCountries', { search: 'spain' }, 1],
	['getZipCodes', { search: 9021 }, 1],
	['getAreaCodes', { search: 'tx' }, 2],
	['getStates', {}, 53],
	['getTimezones', {}, 21],
])('%s with %j returns the service’s results', async (operation, parameters, count) => {
	expect(await run(operation, parameters)).toHaveLength(count);
});

test('states of many items are looked up with one call', async () => {
	const items = ['Texas', 'new york', 'tx'].map((state) => ({ state }));
	const result = await stage.run(node, 'getStates', { state: byId('={{ $json.state }}') }, { items });
	expect(jsonOf(result).map(({ Abbreviation }) => Abbreviation)).toEqual(['TX', 'NY', 'TX']);
	expect(stage.paths()).toEqual(['/tools/states']);
});

test('an unknown state fails its item', async () => {
	const { error } = await stage.run(node, 'getStates', { state: byId('Texass') });
	expect(error?.message).toBe('“State” must be the name or abbreviation of a state, but is “Texass”');
});

test('the picker finds states by their abbreviations', async () => {
	const found = await search(node, 'searchStates', {}, '(n');
	expect(await search(node, 'searchStates')).toHaveLength(53);
	expect(found.map(({ value }) => value)).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND']);
});

test('time zones in a reply of another shape are found, and a reply without any has none', async () => {
	const zone = { TimezoneId: '7', Timezone: 'Europe/Paris' };
	for (const Zones of [[zone], []]) {
		answer('/tools/timezones', { Zones });
		expect(await run('getTimezones')).toEqual(Zones);
	}
});

test('Get Help Articles reads only as many pages as needed', async () => {
	expect(await run('getHelpArticles', { limit: 3 })).toHaveLength(3);
	expect(stage.paths()).toHaveLength(1);
	expect(await run('getHelpArticles', { returnAll: true })).toHaveLength(12);
	expect(stage.paths()).toHaveLength(2);
});

test('help articles without a token are distinguished by content', async () => {
	const Documents = [{ DocumentTitle: 'A' }, { DocumentTitle: 'B' }, { DocumentTitle: 'A' }];
	answer('/documentation/fetch', { Data: { Documents, TotalDocuments: 3, TotalPages: 1 } });
	expect(await run('getHelpArticles')).toEqual(Documents.slice(0, 2));
});
