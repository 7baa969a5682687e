import { fetchZipCodes } from '../api/tools';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getZipCodes = defineOperation({
	name: 'Get Zip Codes',
	value: 'getZipCodes',
	action: 'Get zip codes',
	description: 'Return up to 10 US zip codes with city and state, e.g. to check an address',
	fields: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 90210',
			description:
				'Text to find. The service returns up to 10 zip codes, so narrow the search if one is missing.',
		},
	],
	endpoint: fetchZipCodes,
	toRequest: (search) => search,
	toItems: ({ reply }) => reply.Data.ZipCodes,
});
