import { createRules } from '../../shared/api/rules';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { defineOperation } from '../../shared/n8n/operation';
import { rulesItem } from '../record';

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
			displayName: 'Document',
			name: 'DocumentContent',
			type: 'string',
			typeOptions: { rows: 8 },
			default: '',
			required: true,
			placeholder: 'e.g. <h1>Official Rules</h1><p>No purchase necessary.</p>',
			description: 'The text of the document as HTML, up to 1,000,000 characters',
		},
		{
			displayName: 'Additional Fields (JSON)',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			description:
				'More fields to send, as a JSON object. They do not replace the fields above. The API documentation does not show them all.',
		},
	],
	endpoint: createRules,
	toRequest: ({ sweepstakes: SweepstakesToken, ...document }) => ({ SweepstakesToken, ...document }),
	toItems: ({ reply }) => rulesItem(reply.Data, { simplify: true }),
});
