import { removeSuppression } from '../api';
import type { Json } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { suppression, toSuppressionKey } from '../picker';
import { channel } from '../fields';

export const unsuppress = defineOperation({
	name: 'Unsuppress',
	value: 'unsuppress',
	action: 'Take an address off the do-not-contact list',
	description:
		'Take an email address or phone number off the do-not-contact list, so that the real person behind it can get messages again. Only for addresses that were put there by hand or by Suppress, not for people who unsubscribed themselves.',
	fields: [
		{
			displayName:
				'The person can get messages again. Make sure that they agreed. Whoever unsubscribed, complained or replied STOP stays on the list.',
			name: 'unsuppressNotice',
			type: 'notice',
			default: '',
		},
		channel,
		suppression,
	],
	endpoint: removeSuppression,
	toRequest: ({ Channel, suppression: picked }) => ({ Channel, ...toSuppressionKey(Channel, picked) }),
	toItems: ({ reply, request }) => {
		const { Address, Channel, deleted: _, ...more }: Json = { ...request, ...reply };
		return { Address, Channel, suppressed: false, ...more };
	},
});
