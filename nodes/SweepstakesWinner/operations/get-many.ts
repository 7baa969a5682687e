import { placedWinners } from '../api/winners';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { toPersonItem } from '../../SweepstakesParticipant/items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many winners',
	description:
		'Return the winners of a sweepstakes, including backups. Position is their place by draw time among everybody drawn in the sweepstakes: if you drew 3 winners and then backups, the winners have 1 to 3, and the backups more. It needs the whole list, so it is left out if Limit cuts the list off, and with Search.',
	fields: [
		sweepstakes,
		returnAll,
		limit,
		simplify,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					// If an expression were empty, everybody would be returned, and perhaps deleted by the next node.
					typeOptions: { refuseEmpty: true },
					default: '',
					placeholder: 'e.g. smith@example.com',
					description: 'Text to find in the email addresses and phone numbers of the winners',
				},
			],
		},
	],
	endpoint: placedWinners,
	toRequest: ({ sweepstakes: sweepstakesToken, filters }) => ({ sweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => (parameters.simplify ? toPersonItem(reply) : reply),
});
