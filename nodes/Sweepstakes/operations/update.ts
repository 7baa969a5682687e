import { updateSweepstakes } from '../api';
import { endDate, endTime, startDate, startTime, sweepstakesName } from '../fields';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';
import { toSweepstakesItem } from '../items';

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
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{ ...sweepstakesName, required: false },
				{ ...startDate, required: false },
				{ ...startTime, required: false, default: '' },
				{ ...endDate, required: false },
				{ ...endTime, required: false, default: '' },
			],
		},
		simplify,
	],
	endpoint: updateSweepstakes,
	toRequest: ({ sweepstakes: SweepstakesToken, updateFields }) => ({ SweepstakesToken, ...updateFields }),
	toItems: ({ reply, parameters }) => toSweepstakesItem(reply.Data, parameters),
});
