import { removeSuppression } from '../api';
import type { Json } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { suppression, toSuppressionKey } from '../picker';
import { channel } from '../fields';

export const removeFromDoNotContactList = defineOperation({
	name: 'Remove From Do-Not-Contact List',
	value: 'removeFromDoNotContactList',
	action: 'Remove an address from the do-not-contact list',
	description:
		'Remove the email address or phone number of a real person from the do-not-contact list, so that they can get messages again. This works only for addresses that were added by hand or with the operation Add to Do-Not-Contact List.',
	fields: [
		{
			displayName:
				'The person can get messages again, so make sure that they have agreed. People who unsubscribed, complained or replied STOP stay on the list.',
			name: 'removeNotice',
			type: 'notice',
			default: '',
		},
		channel,
		suppression,
	],
	person: { fields: ['suppression'], would: 'items would all remove' },
	endpoint: removeSuppression,
	toRequest: ({ Channel, suppression: picked }) => ({ Channel, ...toSuppressionKey(Channel, picked) }),
	toItems: ({ reply, request }) => {
		const { Address, Channel, deleted: _, ...more }: Json = { ...request, ...reply };
		return { Address, Channel, doNotContact: false, ...more };
	},
});
