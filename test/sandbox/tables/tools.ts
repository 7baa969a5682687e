import { text } from '../kinds';
import { required, type Table } from './table';

export const tools = {
	'/tools/timezones': {
		reply: {
			Data: {
				TotalTimezones: 21,
				Timezones: [
					{
						TimezoneId: 1,
						Timezone: 'Pacific/Honolulu',
						Abbreviation: 'HST',
						OffSet: '-1000',
						Text: '(UTC-10:00) Hawaii',
						Utc: ['Pacific/Honolulu'],
					},
					{
						TimezoneId: 2,
						Timezone: 'America/Anchorage',
						Abbreviation: 'AKST',
						OffSet: '-0900',
						Text: '(UTC-09:00) Alaska',
						Utc: ['America/Anchorage'],
					},
					21,
				],
			},
		},
	},
	'/tools/states': {
		reply: {
			Data: {
				TotalStates: 53,
				States: [{ Name: 'Alabama', Abbreviation: 'AL' }, { Name: 'Alaska', Abbreviation: 'AK' }, 53],
			},
		},
	},
	'/tools/countries': {
		request: { search: text() },
		reply: {
			Data: {
				TotalResults: 10,
				Countries: [
					{ NameEnglish: 'Argentina', NameSpanish: 'Argentina', DialCode: '+54', Abbreviation: 'AR' },
					{ NameEnglish: 'Australia', NameSpanish: 'Australia', DialCode: '+61', Abbreviation: 'AU' },
					10,
				],
			},
		},
	},
	'/tools/areacodes': {
		request: { search: text() },
		reply: {
			Data: { TotalResults: 10, AreaCodes: [{ Code: '202', State: 'DC' }, { Code: '206', State: 'WA' }, 10] },
		},
	},
	'/tools/zipcodes': {
		request: { search: required(text({ min: 1 }), '9') },
		reply: {
			Data: {
				TotalResults: 4,
				ZipCodes: [
					{ ZipCode: '90001', City: 'Los Angeles', State: 'CA' },
					{ ZipCode: '90210', City: 'Beverly Hills', State: 'CA' },
					4,
				],
			},
		},
	},
} satisfies Table;
