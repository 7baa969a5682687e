import { createRules, RULES } from '../api';
import { toCreatedItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { returnExisting } from '../../shared/n8n/operation/find-or-create';
import { sweepstakes } from '../../Sweepstakes/picker';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an official rules document',
	description: 'Create an official rules document for a sweepstakes. The first document is the primary one.',
	fields: [
		sweepstakes,
		{
			displayName: 'Title',
			name: 'Title',
			type: 'string',
			typeOptions: { refuseEmptyParts: true },
			default: '',
			required: true,
			placeholder: 'e.g. Official Rules',
			description: 'The title of the document, up to 100 characters',
		},
		{
			displayName: 'Document',
			name: 'DocumentContent',
			type: 'string',
			typeOptions: { rows: 8, refuseEmptyParts: true, maxLength: 1_000_000 },
			default: '',
			required: true,
			placeholder: 'e.g. <h1>Official Rules</h1><p>No purchase necessary.</p>',
			description: 'The text of the document as HTML, up to 1,000,000 characters',
		},
		{
			displayName: 'When Title Exists',
			name: 'whenTitleExists',
			type: 'options',
			options: [
				{ name: 'Create Another', value: 'create', description: 'Several documents can have the same title' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing document instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if the sweepstakes already has a document with this title. If its text is different, a hint says so. With “Return Existing”, the output column “existed” tells whether the document was already there. Looking for existing documents takes at least one API call per run.',
		},
	],
	endpoint: createRules,
	existing: returnExisting(RULES, 'whenTitleExists'),
	toRequest: ({ sweepstakes: SweepstakesToken, whenTitleExists: _, ...document }) => ({
		SweepstakesToken,
		...document,
	}),
	toItems: ({ reply }) => toCreatedItem(reply.Data),
});
