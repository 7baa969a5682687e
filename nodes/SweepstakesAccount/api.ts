import { z } from '../shared/zod';
import { acknowledgement, dataReply, endpoint, noRequest, safe } from '../shared/api/endpoint';

export const checkHealth = endpoint({
	call: 'POST /account/health-check',
	request: noRequest,
	reply: acknowledgement,
	retry: safe,
});

export const getProfile = endpoint({
	call: 'POST /account/profile',
	request: noRequest,
	reply: dataReply,
	retry: safe,
});

export const getBusiness = endpoint({
	call: 'POST /account/business',
	request: noRequest,
	reply: dataReply,
	retry: safe,
});

export const getPlan = endpoint({
	call: 'POST /account/plan',
	request: noRequest,
	reply: z.object({
		Data: z.object({ Settings: z.object({}).passthrough().optional() }).passthrough(),
		/** How much of the plan is used (reference, Additions to documented account operations). */
		Usage: z.unknown(),
	}),
	retry: safe,
});
