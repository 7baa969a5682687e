import { updateSweepstakes } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';
import { sweepstakesItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a sweepstakes',
	description: 'Change the name, dates or times of a sweepstakes, by its ID or handler',
	fields: [
		sweepstakes,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change. Empty fields are left unchanged.',
			options: [
				{
					displayName: 'End Date',
					name: 'EndDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The last day of the sweepstakes',
				},
				{
					displayName: 'End Time',
					name: 'EndTime',
					type: 'string',
					typeOptions: { timeOfDay: true },
					default: '',
					placeholder: 'e.g. 23:59',
					description: 'The time when the sweepstakes closes on the last day, from 00:00 to 24:00',
				},
				{
					displayName: 'Name',
					name: 'SweepstakesName',
					type: 'string',
					default: '',
					placeholder: 'e.g. Summer Giveaway 2027',
					description: 'The name of the sweepstakes, up to 200 characters',
				},
				{
					displayName: 'Start Date',
					name: 'StartDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The first day of the sweepstakes, in the workflow’s time zone',
				},
				{
					displayName: 'Start Time',
					name: 'StartTime',
					type: 'string',
					typeOptions: { timeOfDay: true },
					default: '',
					placeholder: 'e.g. 09:00',
					description: 'The time when the sweepstakes opens on the first day, from 00:00 to 24:00',
				},
			],
		},
		simplify,
	],
	endpoint: updateSweepstakes,
	toRequest: ({ sweepstakes: SweepstakesToken, updateFields }) => ({ SweepstakesToken, ...updateFields }),
	toItems: ({ reply, parameters }) => sweepstakesItem(reply.Data, parameters),
});
