import { fetchCountries } from '../api/tools';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getCountries = defineOperation({
	name: 'Get Countries',
	value: 'getCountries',
	action: 'Get countries',
	description: 'Return up to 10 countries with their dial codes and abbreviations',
	fields: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Germany',
			description:
				'Text to find. The service returns up to 10 countries, so narrow the search if one is missing.',
		},
	],
	endpoint: fetchCountries,
	toRequest: (search) => search,
	toItems: ({ reply }) => reply.Data.Countries,
});
