import { surveys } from '../api/surveys';
import { limit, returnAll } from '../../shared/fields/limit';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { surveyItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many surveys',
	description:
		'Return the surveys of the account, the newest first, with their links and numbers of responses',
	fields: [
		{
			...sweepstakes,
			required: false,
			description: 'The sweepstakes whose surveys to return. Leave it empty for all surveys.',
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
					description: 'Whether to return only surveys that are active, or only those that are not',
				},
				{
					displayName: 'Archived',
					name: 'Archived',
					type: 'boolean',
					default: false,
					description: 'Whether to return only surveys that are archived, or only those that are not',
				},
			],
		},
	],
	lookup: surveys.all,
	toRequest: ({ sweepstakes: SweepstakesToken, filters }) => ({ SweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => surveyItem(reply, parameters),
});
