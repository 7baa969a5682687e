import { deleteSweepstakes as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deletedItem';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';

export const deleteSweepstakes = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a sweepstakes',
	description:
		'Delete a sweepstakes permanently, by its ID or handler, with its participants, entry pages, groups, rules and codes',
	fields: [
		{
			displayName:
				'This cannot be undone. Participants, entry pages, statistics, groups, rules, calendar events, short links, codes and automations of the sweepstakes are also deleted.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
	],
	endpoint,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
