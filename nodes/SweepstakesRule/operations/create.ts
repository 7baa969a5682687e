import { sweepstakes } from '../../shared/fields/sweepstakes';
import { jsonObject, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an official rules document',
	description: 'Create an official rules document for a sweepstakes. The first one becomes the primary one.',
	fields: [
		sweepstakes,
		{
			displayName: 'Title',
			name: 'Title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Official Rules',
			description: 'The title of the document, up to 100 characters',
		},
		{
			displayName: 'Additional Fields (JSON)',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			description:
				'More fields to send, as a JSON object. The API documentation does not name them, not even the field for the text of the document. Ask the support of the service for their names.',
		},
	],
	endpoint: 'POST /rules/create',
	// Sent twice, the sweepstakes has the document twice, and the API shows no way to look one up or to delete it.
	repeatable: {
		no: 'Before you create it again, check in your account whether the document is there. The API documentation shows no way to look it up.',
	},
	request: z
		.object({
			SweepstakesToken: uuid,
			Title: z.string().max(100),
			additionalFields: jsonObject.optional(),
		})
		.transform(({ additionalFields, ...body }) => ({ ...additionalFields, ...body })),
	toRequest: ({ sweepstakes: SweepstakesToken, ...document }) => ({ SweepstakesToken, ...document }),
	// The shape of the answer is not documented: a record under "Data" as elsewhere, or the answer itself.
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
