import { deleteRules as endpoint } from '../../shared/api/rules';
import { deletedItem } from '../../shared/items/deletedItem';
import { defineOperation } from '../../shared/n8n/operation';
import { rules } from '../../shared/pickers/rules';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const deleteRules = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete an official rules document',
	description: 'Delete an official rules document of a sweepstakes permanently, by its ID',
	fields: [
		{
			displayName:
				'This cannot be undone. To keep the text, get the document first. Whether another document becomes the primary one is not documented.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		rules,
	],
	endpoint,
	toRequest: ({ sweepstakes: SweepstakesToken, rules: RulesToken }) => ({ SweepstakesToken, RulesToken }),
	toItems: ({ reply, request: { RulesToken } }) => deletedItem(reply, { RulesToken }),
});
