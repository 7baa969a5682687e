import { checkHealth as endpoint } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check that the service works and accepts the API token',
	description: 'Check whether the service works and accepts the API token',
	fields: [],
	endpoint,
	toRequest: () => undefined,
	toItems: ({ reply }) => ({ healthy: true, ...reply }),
});
