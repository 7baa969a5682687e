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
		'Return the winners of a sweepstakes. Position is their place by draw time: if you drew 3 winners and then backups, the winners are 1 to 3, and the backups are 4 and up.',
	fields: [
		{
			displayName: 'This includes backups. To leave them out, add the filter “Only the First”.',
			name: 'backupsNotice',
			type: 'notice',
			default: '',
		},
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
					displayName: 'Only the First',
					name: 'onlyTheFirst',
					type: 'number',
					// If an expression were empty, backups would be returned, too.
					typeOptions: { refuseEmpty: true, minValue: 1, numberPrecision: 0 },
					default: 1,
					description:
						'The highest Position to return. If you drew 3 winners and then backups, enter 3 to leave out the backups. Position counts all draws of the sweepstakes. If a winner is removed from the list, the first backup takes the last place among the winners.',
				},
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
