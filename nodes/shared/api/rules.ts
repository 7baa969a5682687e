import { z } from '../zod';
import { dataReply, endpoint, unsafe } from './endpoint';
import { jsonObject, uuid } from './formats';

/** Request and reply are those of the reference, section Rules: the specification shows neither. So further fields can be sent. */
export const createRules = endpoint({
	call: 'POST /rules/create',
	request: z
		.object({
			SweepstakesToken: uuid,
			Title: z.string().max(100),
			/** HTML */
			DocumentContent: z.string().max(1_000_000),
			additionalFields: jsonObject.optional(),
		})
		.transform(({ additionalFields, ...body }) => ({ ...additionalFields, ...body })),
	reply: dataReply,
	// A second call would create a second document, and no operation finds or deletes one.
	retry: unsafe({
		check:
			'Before you create it again, check in your account whether the document is there. The API documentation shows no way to look it up.',
	}),
});
