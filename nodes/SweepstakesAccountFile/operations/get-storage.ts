import { fetchStorage } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getStorage = defineOperation({
	name: 'Get Storage',
	value: 'getStorage',
	action: 'Get the account storage',
	description: 'Return how much storage the account uses, and how much is left',
	fields: [],
	endpoint: fetchStorage,
	toRequest: () => ({ Page: 1, Limit: 1 }),
	toItems: ({ reply }) => reply.Data.Storage,
});
