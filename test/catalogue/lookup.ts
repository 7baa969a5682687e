import { item, itemAmong, type Row } from './row';
import { byId } from './world';

export const lookup: Row[] = [
	{
		operation: 'getTimezones',
		endpoint: 'POST /tools/timezones',
		parameters: () => ({}),
		output: () => itemAmong({ Timezone: 'Europe/Berlin', TimezoneId: expect.any(Number) }),
	},
	{
		operation: 'getCountries',
		endpoint: 'POST /tools/countries',
		parameters: () => ({ search: 'germany' }),
		output: () => item({ NameEnglish: 'Germany', DialCode: '+49' }),
	},
	{
		operation: 'getStates',
		endpoint: 'POST /tools/states',
		parameters: () => ({ state: byId('new york') }),
		output: () => [{ Name: 'New York', Abbreviation: 'NY' }],
	},
	{
		operation: 'getZipCodes',
		endpoint: 'POST /tools/zipcodes',
		parameters: () => ({ search: '90210' }),
		output: () => [{ ZipCode: '90210', City: 'Beverly Hills', State: 'CA' }],
	},
	{
		operation: 'getAreaCodes',
		endpoint: 'POST /tools/areacodes',
		parameters: () => ({ search: '202' }),
		output: () => [{ Code: '202', State: 'DC' }],
	},
	{
		operation: 'getHelpArticles',
		endpoint: 'POST /documentation/fetch',
		parameters: () => ({ search: 'drawing', returnAll: true }),
		output: () => itemAmong({ DocumentTitle: 'Drawing winners' }),
	},
];
