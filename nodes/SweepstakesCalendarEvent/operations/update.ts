import { updateEvent } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { event } from '../picker';
import { details, endDate, endTime, startDate, startTime, title } from '../fields';
import { toChangedEventItem } from '../items';

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a calendar event',
	description: 'Move or change a calendar event by its ID',
	fields: [
		event,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				{ ...title, required: false },
				{ ...startDate, required: false },
				{ ...startTime, required: false, default: '' },
				{ ...endDate, required: false },
				{ ...endTime, required: false, default: '' },
				...details,
			],
		},
	],
	endpoint: updateEvent,
	toRequest: ({ event: EventToken, updateFields }) => ({ EventToken, ...updateFields }),
	toItems: ({ reply }) => toChangedEventItem(reply.Data),
});
