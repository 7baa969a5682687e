import { oneDocument, listRules } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { rules } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toRulesItem } from '../items';
import { isSameId } from '../../shared/json';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get an official rules document',
	description: 'Return an official rules document of a sweepstakes by its ID, with its text',
	fields: [sweepstakes, rules, simplify],
	wholeTexts: ['DocumentContent'],
	reads: true,
	request: oneDocument,
	toRequest: ({ sweepstakes: SweepstakesToken, rules: RulesToken }) => ({ SweepstakesToken, RulesToken }),
	async *run({ client, request: { SweepstakesToken, RulesToken }, parameters }) {
		const found = (await listRules(client, SweepstakesToken)).find((one) =>
			isSameId(one.RulesToken, RulesToken),
		);
		if (!found)
			throw new InputError(
				rules.displayName,
				`must be the ID of a rules document of this sweepstakes, but is “${RulesToken}”`,
			);
		yield toRulesItem(found, parameters);
	},
});
