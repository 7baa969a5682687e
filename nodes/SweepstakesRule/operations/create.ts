import { createRules } from '../../shared/api/rules';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';

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
	endpoint: createRules,
	toRequest: ({ sweepstakes: SweepstakesToken, ...document }) => ({ SweepstakesToken, ...document }),
	// The shape of the answer is not documented: a record under "Data" as elsewhere, or the answer itself.
	toItems: ({ reply }) => reply.Data,
});
