import { limit, returnAll } from '../../shared/fields/amount';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/operation';
import { allSweepstakes, type Sweepstakes } from '../../shared/lookups/sweepstakes';
import { z } from '../../shared/zod';
import { sweepstakesItem } from '../record';
import { TYPES } from '../type';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many sweepstakes',
	description: 'Return the sweepstakes of the account, all or those that match filters',
	fields: [
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
					displayName: 'Archived',
					name: 'Archived',
					type: 'boolean',
					default: false,
					description:
						'Whether to return only archived sweepstakes. When off, archived sweepstakes are left out.',
				},
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					placeholder: 'e.g. summer',
					description:
						'Text to find in the name or the handler. Capital and small letters count as the same.',
				},
				{
					displayName: 'Status',
					name: 'Status',
					type: 'boolean',
					default: true,
					description:
						'Whether to return only sweepstakes with Status true. When off, only those with Status false are returned. The API documentation does not say what Status means for a paused sweepstakes.',
				},
				{
					displayName: 'Type',
					name: 'SweepstakesType',
					type: 'options',
					options: TYPES,
					default: 2,
					description: 'How people enter the sweepstakes',
				},
			],
		},
	],
	request: z.object({
		Archived: z.boolean().optional(),
		search: z.string().optional(),
		Status: z.boolean().optional(),
		SweepstakesType: z.number().optional(),
	}),
	toRequest: ({ filters }) => filters,
	async *run(service, filters, { returnAll: all, limit: most, ...parameters }) {
		const found = (await allSweepstakes(service)).filter((one) => matches(one, filters));
		for (const one of all ? found : found.slice(0, most)) yield sweepstakesItem(one, parameters);
	},
});

interface Filters {
	Archived?: boolean;
	Status?: boolean;
	SweepstakesType?: number;
	search?: string;
}

/** The service returns all sweepstakes, so they are chosen from here. */
function matches(one: Sweepstakes, { search = '', ...exact }: Filters): boolean {
	const isEqual = Object.entries(exact).every(([key, value]) => value === undefined || one[key] === value);
	return isEqual && `${one.SweepstakesName}\n${one.Handler}`.toLowerCase().includes(search.toLowerCase());
}
