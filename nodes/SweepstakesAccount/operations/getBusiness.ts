import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const getBusiness = defineOperation({
	name: 'Get Business',
	value: 'getBusiness',
	action: 'Get the business record of the account',
	description:
		'Return the business behind the account: name, address, phone number, website and tax number (EIN)',
	fields: [],
	endpoint: 'POST /account/business',
	repeatable: true,
	request: z.undefined(),
	toRequest: () => undefined,
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
