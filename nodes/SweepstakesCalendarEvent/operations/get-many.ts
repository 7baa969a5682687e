import { events } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toEventItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many calendar events',
	description: 'Return past and future calendar events, earliest first',
	fields: [
		{
			...sweepstakes,
			required: false,
			description: 'Return only the events of this sweepstakes. Leave empty to return all.',
		},
		returnAll,
		limit,
		simplify,
	],
	endpoint: events,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply, parameters }) => toEventItem(reply, parameters),
});
