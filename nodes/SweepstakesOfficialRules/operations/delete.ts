import { deleteRules as endpoint, listRules } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toRulesItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { rules } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { isSameId } from '../../shared/json';

export const deleteRules = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete an official rules document',
	description: 'Permanently delete an official rules document of a sweepstakes, by its ID',
	fields: [
		{
			displayName:
				'This cannot be undone. To keep the text, get the document first. The API documentation does not say whether another document becomes the primary one.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		rules,
	],
	...deletion(
		endpoint,
		'rules document',
		async (client, { SweepstakesToken, RulesToken }) => {
			const documents = await listRules(client, SweepstakesToken);
			const found = documents.find((one) => isSameId(one.RulesToken, RulesToken));
			return found && toRulesItem(found, { simplify: true });
		},
		({ RulesToken }) => ({ RulesToken }),
	),
	toRequest: ({ sweepstakes: SweepstakesToken, rules: RulesToken }) => ({ SweepstakesToken, RulesToken }),
});
