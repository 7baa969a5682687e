import { messageUsage } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { asObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';

const KEYS = [
	'Channel',
	'Remaining',
	'Used',
	'Reserved',
	'MaxPerMonth',
	'Unlimited',
	'LimitReached',
	'Paused',
	'Month',
	'DirectMessageEnabled',
];

export const getUsage = defineOperation({
	name: 'Get Usage',
	value: 'getUsage',
	action: 'Get message usage',
	description:
		'Return how many emails and text messages the account sent this month, and how many are left, with one item per channel',
	fields: [simplify],
	endpoint: messageUsage,
	toRequest: () => undefined,
	toItems({ reply: { Data }, parameters }) {
		const { Email, Sms, ...account } = Data;
		const items = [
			{ Channel: 'email', ...asObject(Email), ...account },
			{ Channel: 'sms', ...asObject(Sms), ...account },
		];
		return parameters.simplify ? items.map((item) => pickKeys(item, KEYS)) : items;
	},
});
