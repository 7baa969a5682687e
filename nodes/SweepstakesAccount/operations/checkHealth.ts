import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check that the service works and accepts the API token',
	description: 'Check whether the service works and accepts the API token',
	fields: [],
	endpoint: 'POST /account/health-check',
	repeatable: true,
	request: z.undefined(),
	toRequest: () => undefined,
	reply: z.object({}).passthrough(),
	toItems: (reply) => reply,
});
