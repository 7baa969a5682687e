import { fetchAreaCodes } from '../api/tools';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getAreaCodes = defineOperation({
	name: 'Get Area Codes',
	value: 'getAreaCodes',
	action: 'Get area codes',
	description: 'Return up to 10 US area codes with their states, e.g. to check a phone number',
	fields: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. 202',
			description:
				'Text to find. The service returns up to 10 area codes, so narrow the search if one is missing.',
		},
	],
	endpoint: fetchAreaCodes,
	toRequest: (search) => search,
	toItems: ({ reply }) => reply.Data.AreaCodes,
});
