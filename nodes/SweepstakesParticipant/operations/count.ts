import { countParticipants } from '../api/participants';
import { filled } from '../../shared/n8n/output/keys';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

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
						'Count only entries from this time on. Without a time zone, the time zone of the workflow is used. A date without a time is the beginning of that day.',
				},
				{
					displayName: 'To',
					name: 'EndDate',
					type: 'dateTime',
					default: '',
					description:
						'Count only entries up to this time. Without a time zone, the time zone of the workflow is used. A date without a time is the beginning of that day.',
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
	endpoint: countParticipants,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply: { Data } }) => {
		const { Counts, DateRange, ...filter } = Data;
		return { ...Counts, ...filter, ...(isObject(DateRange) && filled(DateRange)) };
	},
});
