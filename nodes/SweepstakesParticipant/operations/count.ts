import { countParticipants } from '../api/participants';
import { dropNulls, isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const count = defineOperation({
	name: 'Count',
	value: 'count',
	action: 'Count participants',
	description: 'Return the number of participants, AMOE entries and opt-outs of a sweepstakes',
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
					displayName: 'Entry Type',
					name: 'FilterType',
					type: 'options',
					options: [
						{ name: 'All', value: 'all' },
						{
							name: 'AMOE Entries',
							value: 'amoe',
							description: 'Entered by the alternative method of entry, without a purchase',
						},
						{ name: 'Opt-Outs', value: 'optouts' },
						{ name: 'Participants', value: 'participants' },
					],
					default: 'all',
					description: 'Count only entries of this type',
				},
				{
					displayName: 'From Date',
					name: 'StartDate',
					type: 'dateTime',
					default: '',
					description:
						'Count only entries from this time on. A time without a time zone is in the workflow’s time zone. A date without a time means the start of that day.',
				},
				{
					displayName: 'To Date',
					name: 'EndDate',
					type: 'dateTime',
					default: '',
					description:
						'Count only entries up to this time. A time without a time zone is in the workflow’s time zone. A date without a time means the start of that day, so that day is not counted.',
				},
			],
		},
	],
	endpoint: countParticipants,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply: { Data } }) => {
		const { Counts, DateRange, ...filter } = Data;
		return { ...Counts, ...filter, ...(isObject(DateRange) && dropNulls(DateRange)) };
	},
});
