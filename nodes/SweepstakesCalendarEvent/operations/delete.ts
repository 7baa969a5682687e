import { deleteEvent as endpoint } from '../api';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { event } from '../picker';

export const deleteEvent = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a calendar event',
	description: 'Delete a calendar event by its ID',
	fields: [
		{
			displayName: 'This cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		event,
	],
	endpoint,
	toRequest: ({ event: EventToken }) => ({ EventToken }),
	toItems: ({ reply, request }) => deletedItem(reply, request),
});
