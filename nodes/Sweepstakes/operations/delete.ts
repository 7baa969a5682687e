import { deleteSweepstakes as endpoint, findSweepstakesByToken } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toSweepstakesItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../picker';

export const deleteSweepstakes = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a sweepstakes',
	description: 'Delete a sweepstakes with everything in it, by its ID or handler',
	fields: [
		{
			displayName:
				'This cannot be undone. It also deletes the sweepstakes’ participants, groups, entry pages, rules, codes, surveys, campaigns, calendar events, short links, automations and statistics. If a campaign is being sent, it stops.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
	],
	...deletion(endpoint, 'sweepstakes', async (client, { SweepstakesToken }) => {
		const found = await findSweepstakesByToken(client, SweepstakesToken);
		return found && toSweepstakesItem(found, { simplify: true });
	}),
	toRequest: toSweepstakesQuery,
});
