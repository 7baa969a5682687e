import { helpArticles } from '../api/documentation';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';

const KEYS = [
	'DocumentTitle',
	'Description',
	'Module',
	'Keywords',
	'Language',
	'CreationDate',
	'LastUpdate',
	'DocumentToken',
];

export const getHelpArticles = defineOperation({
	name: 'Get Help Articles',
	value: 'getHelpArticles',
	action: 'Get help articles',
	description: 'Return the service’s help articles with their text, newest first',
	fields: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. winners',
			description: 'Text to find in the title or text, ignoring case',
		},
		returnAll,
		limit,
		simplify,
	],
	wholeTexts: ['Description'],
	endpoint: helpArticles.all,
	toRequest: ({ search }) => ({ search }),
	toItems: ({ reply, parameters }) => (parameters.simplify ? pickKeys(reply, KEYS) : reply),
});
