import type { INodeParameters } from 'n8n-workflow';

import { item, itemAmong, row, type Row } from './row';
import { byId } from './world';

const looking = (title: string, path: string, parameters: INodeParameters, output: Row['output']): Row =>
	row(title, `POST ${path}`, { parameters: () => parameters, output });

export const referenceData: Row[] = [
	looking('getTimezones', '/tools/timezones', {}, () =>
		itemAmong({ Timezone: 'Europe/Berlin', TimezoneId: expect.any(Number) }),
	),
	looking('getCountries', '/tools/countries', { search: 'germany' }, () =>
		item({ NameEnglish: 'Germany', DialCode: '+49' }),
	),
	looking('getStates', '/tools/states', { state: byId('new york') }, () => [
		{ Name: 'New York', Abbreviation: 'NY' },
	]),
	looking('getZipCodes', '/tools/zipcodes', { search: '90210' }, () => [
		{ ZipCode: '90210', City: 'Beverly Hills', State: 'CA' },
	]),
	looking('getAreaCodes', '/tools/areacodes', { search: '202' }, () => [{ Code: '202', State: 'DC' }]),
	looking('getHelpArticles', '/documentation/fetch', { search: 'drawing', returnAll: true }, () =>
		itemAmong({ DocumentTitle: 'Drawing winners' }),
	),
];
