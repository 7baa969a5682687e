import { updateEvent } from '../api';
import { pickKeys } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { event } from '../picker';
import { details, endDate, endTime, startDate, startTime, title } from '../fields';
import { READ_FIRST, toChangedEventItem } from '../items';

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
				{
					...startDate,
					required: false,
					description: `${startDate.description} If the event would then end before it starts, also change “End Date”.`,
				},
				{ ...startTime, required: false, default: '' },
				{ ...endDate, required: false },
				{ ...endTime, required: false, default: '' },
				...details,
			],
		},
	],
	endpoint: updateEvent,
	toRequest: ({ event: EventToken, updateFields }) => ({ EventToken, ...updateFields }),
	// The reply lacks the dates and times.
	toItems: ({ reply, request }) => toChangedEventItem({ ...pickKeys(request, READ_FIRST), ...reply.Data }),
});
