import { fetchEvent } from '../../shared/api/calendar';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation';
import { event } from '../../shared/pickers/event';
import { eventItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a calendar event',
	description: 'Return one event of the calendar by its ID',
	fields: [event, simplify],
	endpoint: fetchEvent,
	toRequest: ({ event: EventToken }) => ({ EventToken }),
	toItems: ({ reply, parameters }) => eventItem(reply.Data, parameters),
});
