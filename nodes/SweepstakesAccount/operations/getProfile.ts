import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const getProfile = defineOperation({
	name: 'Get Profile',
	value: 'getProfile',
	action: 'Get the profile of the account',
	description: 'Return the owner of the account: name, email, status and last login',
	fields: [],
	endpoint: 'POST /account/profile',
	repeatable: true,
	request: z.undefined(),
	toRequest: () => undefined,
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
