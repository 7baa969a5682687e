import { sweepstakes } from '../../shared/fields/sweepstakes';
import { jsonObject, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an official rules document',
	description: 'Add an official rules document to a sweepstakes; the first one becomes the primary one',
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
				'An object whose fields are sent along. The API documents neither the text of a document nor any other field of this operation: ask the support of the service for their names.',
		},
	],
	endpoint: 'POST /rules/create',
	// Sent twice, the sweepstakes has the document twice, and the API shows no way to look one up or to delete it.
	repeatable: {
		no: 'Look in your account whether the document is there before you create it again: the API has no way to look it up.',
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
