import { z } from '../shared/zod';
import { endpoint, noRequest, reads } from '../shared/api/endpoint';
import { acknowledgement, dataReply, record } from '../shared/api/replies';

export const checkHealth = endpoint({
	call: 'POST /account/health-check',
	request: noRequest,
	reply: acknowledgement,
	retry: reads('whether the service works'),
});

export const getProfile = endpoint({
	call: 'POST /account/profile',
	request: noRequest,
	reply: dataReply,
	retry: reads('who owns the account'),
});

export const getBusiness = endpoint({
	call: 'POST /account/business',
	request: noRequest,
	reply: dataReply,
	retry: reads('which business the account belongs to'),
});

export const getPlan = endpoint({
	call: 'POST /account/plan',
	request: noRequest,
	reply: z.object({
		Data: record,
		/** How much of the plan is used (reference, account/plan). */
		Usage: z.unknown(),
	}),
	retry: reads('which plan the account has'),
});
