import { getBusiness as endpoint } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getBusiness = defineOperation({
	name: 'Get Business',
	value: 'getBusiness',
	action: 'Get the business profile',
	description:
		'Return the business behind the account: name, address, phone number, website and tax number (EIN)',
	fields: [],
	endpoint,
	toRequest: () => undefined,
	toItems: ({ reply }) => reply.Data,
});
