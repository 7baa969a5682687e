import { rulesDocuments } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';
import { toRulesItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many official rules',
	description: 'Return the official rules documents of a sweepstakes, the primary one first',
	fields: [sweepstakes, returnAll, limit, simplify],
	wholeTexts: ['DocumentContent'],
	endpoint: rulesDocuments,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply, parameters }) => toRulesItem(reply, parameters),
});
