import { item, namedIn, row, type Row } from './row';

export const apiCall: Row[] = [
	{
		...row('call', 'POST /notes/create', {
			parameters: (_world, { n }) => ({
				method: 'POST',
				path: '/notes/create',
				splitInto: '',
				query: { parameter: [{ name: 'a', value: 'b' }] },
				body: JSON.stringify({ Title: `Note ${n}`, Note: 'Text' }),
				options: { safeToRepeat: false },
			}),
			output: () => item({ Response: true }),
			stored: namedIn('notes', 'Title')('Note'),
		}),
		withoutReply: 'stops',
	},
];
