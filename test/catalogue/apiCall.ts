import { countOf, item, type Row } from './row';

export const apiCall: Row[] = [
	{
		operation: 'call',
		endpoint: 'POST /notes/create',
		parameters: (_world, { n }) => ({
			method: 'POST',
			path: '/notes/create',
			query: { parameter: [{ name: 'a', value: 'b' }] },
			body: JSON.stringify({ Title: `Note ${n}`, Note: 'Text' }),
			splitInto: '',
			options: { safeToRepeat: false },
		}),
		output: () => item({ Response: true }),
		withoutReply: 'stops',
		stored: ({ notes }, { n }) => countOf(notes.all(), ({ Title }) => Title === `Note ${n}`),
	},
];
