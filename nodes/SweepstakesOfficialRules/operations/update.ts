import { updateRules } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { rules } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toRulesItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update an official rules document',
	description: 'Change the title or the text of an official rules document of a sweepstakes, by its ID',
	fields: [
		sweepstakes,
		rules,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{
					displayName: 'Abbreviated Rules',
					name: 'AbbreviatedRulesForShopify',
					type: 'string',
					typeOptions: { rows: 4, refuseEmptyParts: true },
					default: '',
					placeholder: 'e.g. No purchase necessary. Ends January 31, 2027.',
					description: 'A short version for a Shopify store, up to 1,000,000 characters',
				},
				{
					displayName: 'Document',
					name: 'DocumentContent',
					type: 'string',
					typeOptions: { rows: 8, refuseEmptyParts: true, maxLength: 1_000_000 },
					default: '',
					placeholder: 'e.g. <h1>Official Rules</h1><p>No purchase necessary.</p>',
					description:
						'The new text of the document as HTML, up to 1,000,000 characters. Replaces the whole text.',
				},
				{
					displayName: 'Title',
					name: 'Title',
					type: 'string',
					typeOptions: { refuseEmptyParts: true },
					default: '',
					placeholder: 'e.g. Official Rules',
					description: 'The title of the document, up to 100 characters',
				},
			],
		},
		simplify,
	],
	endpoint: updateRules,
	toRequest: ({ sweepstakes: SweepstakesToken, rules: RulesToken, updateFields }) => ({
		SweepstakesToken,
		RulesToken,
		...updateFields,
	}),
	toItems: ({ reply, parameters }) => toRulesItem(reply.Data, parameters),
});
