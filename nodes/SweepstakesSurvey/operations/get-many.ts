import { surveys } from '../api/surveys';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toSurveyItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many surveys',
	description: 'Return the account’s surveys with their links and response counts, newest first',
	fields: [
		{
			...sweepstakes,
			required: false,
			description: 'Return only the surveys of this sweepstakes. Leave empty to return all.',
		},
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
					displayName: 'Active',
					name: 'Status',
					type: 'boolean',
					default: true,
					description: 'Whether to return only active surveys. If off, only inactive surveys are returned.',
				},
				{
					displayName: 'Only Archived',
					name: 'Archived',
					type: 'boolean',
					default: true,
					description: 'Whether to return only archived surveys. If off, archived surveys are left out.',
				},
			],
		},
	],
	endpoint: surveys.all,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => toSurveyItem(reply, parameters),
});
