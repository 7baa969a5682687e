import { getProfile as endpoint } from '../../shared/api/account';
import { defineOperation } from '../../shared/n8n/operation';

export const getProfile = defineOperation({
	name: 'Get Profile',
	value: 'getProfile',
	action: 'Get the profile of the account',
	description: 'Return the owner of the account: name, email, status and last login',
	fields: [],
	endpoint: endpoint,
	toRequest: () => undefined,
	toItems: ({ reply }) => reply.Data,
});
