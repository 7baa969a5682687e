import { suppressions } from '../api';
import { limit, returnAll, wholeAddress } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { channel } from '../fields';

export const getDoNotContactList = defineOperation({
	name: 'Get Do-Not-Contact List',
	value: 'getDoNotContactList',
	action: 'Get the do-not-contact list',
	description:
		'Return the do-not-contact list, newest first, with the reason for each address: unsubscribe, stop, complaint, bounce, manual or import',
	fields: [
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				wholeAddress,
				{
					...channel,
					description: 'Return only email addresses or only phone numbers',
				},
			],
		},
	],
	endpoint: suppressions.all,
	toRequest: ({ filters }) => filters,
	toItems: ({ reply }) => reply,
});
