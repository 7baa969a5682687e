import { sweepstakes } from '../../shared/fields/sweepstakes';
import { dateTime, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count participants',
	description: 'Return how many participants, AMOE entries and opt-outs a sweepstakes has',
	fields: [
		sweepstakes,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'From',
					name: 'StartDate',
					type: 'dateTime',
					default: '',
					description:
						'Count only entries from this moment on. Without a time zone, the time zone of the workflow is used. A date without a time is the beginning of that day.',
				},
				{
					displayName: 'To',
					name: 'EndDate',
					type: 'dateTime',
					default: '',
					description:
						'Count only entries up to this moment. Without a time zone, the time zone of the workflow is used. A date without a time is the beginning of that day.',
				},
				{
					displayName: 'Which',
					name: 'FilterType',
					type: 'options',
					options: [
						{ name: 'All', value: 'all' },
						{
							name: 'AMOE Entries',
							value: 'amoe',
							description: 'By the alternative method of entry, without a purchase',
						},
						{ name: 'Opt-Outs', value: 'optouts' },
						{ name: 'Participants', value: 'participants' },
					],
					default: 'all',
					description: 'Which entries to count, by default all',
				},
			],
		},
	],
	endpoint: 'POST /participants/count',
	repeatable: true,
	request: z
		.object({
			SweepstakesToken: uuid,
			FilterType: z.enum(['all', 'participants', 'amoe', 'optouts']).optional(),
			StartDate: dateTime.optional(),
			EndDate: dateTime.optional(),
		})
		.refine(({ StartDate, EndDate }) => !StartDate || !EndDate || StartDate <= EndDate, {
			path: ['EndDate'],
			message: 'must not be before “From”',
		}),
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
