import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const deleteSweepstakes = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a sweepstakes',
	description:
		'Delete a sweepstakes permanently, with its participants, entry pages, groups, rules and codes',
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
	endpoint: 'POST /sweepstakes/delete',
	repeatable: 'deletion',
	request: z.object({ SweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	reply: z.object({}).passthrough(),
	toItems: (reply, { SweepstakesToken }) => ({ deleted: true, SweepstakesToken, ...reply }),
});
