import { deleteEvent as endpoint, fetchEvent } from '../api';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toEventItem } from '../items';
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
	...deletion(endpoint, 'event', async (client, request) =>
		toEventItem((await client.call(fetchEvent, request)).Data, { simplify: true }),
	),
	toRequest: ({ event: EventToken }) => ({ EventToken }),
});
