import { z } from '../shared/zod';
import { endpoint, noRequest, safe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, record } from '../shared/api/replies';

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
	tells: 'who owns the account',
	retry: safe,
});

export const getBusiness = endpoint({
	call: 'POST /account/business',
	request: noRequest,
	reply: dataReply,
	tells: 'which business the account belongs to',
	retry: safe,
});

export const getPlan = endpoint({
	call: 'POST /account/plan',
	request: noRequest,
	reply: z.object({
		Data: record,
		/** Tells how much of the plan is used (reference, account/plan). */
		Usage: z.unknown(),
	}),
	tells: 'which plan the account has',
	retry: safe,
});
