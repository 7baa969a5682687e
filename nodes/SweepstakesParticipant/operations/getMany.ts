import { participantsOf } from '../../shared/client/pages';
import { atMost, limit, returnAll } from '../../shared/fields/amount';
import { simplify } from '../../shared/fields/simplify';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { date, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';
import { participantItem } from '../../shared/lookups/participants';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many participants',
	description: 'Return the participants of a sweepstakes, newest first',
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
					displayName: 'From Date',
					name: 'startDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only those who opted in on this day or later. “To Date” is also required.',
				},
				{
					displayName: 'Opt-in Date',
					name: 'optInDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only those who opted in on this day',
				},
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. smith',
					description: 'Text to find in first name, last name, email or phone number',
				},
				{
					displayName: 'To Date',
					name: 'endDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only those who opted in on this day or earlier. “From Date” is also required.',
				},
			],
		},
	],
	request: z
		.object({
			sweepstakesToken: uuid,
			search: z.string().optional(),
			optInDate: date.optional(),
			startDate: date.optional(),
			endDate: date.optional(),
		})
		.refine(({ startDate, endDate }) => !startDate || endDate, {
			path: ['endDate'],
			message: 'is required together with “From Date”',
		})
		.refine(({ startDate, endDate }) => !endDate || startDate, {
			path: ['startDate'],
			message: 'is required together with “To Date”',
		})
		.refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
			path: ['endDate'],
			message: 'must not be before “From Date”',
		}),
	toRequest: ({ sweepstakes: sweepstakesToken, filters }) => ({ sweepstakesToken, ...filters }),
	async *run(service, filter, { returnAll: all, limit: most, ...parameters }) {
		const entries = participantsOf(service, filter);
		for await (const entry of all ? entries : atMost(entries, most)) {
			yield participantItem(entry, parameters);
		}
	},
});
