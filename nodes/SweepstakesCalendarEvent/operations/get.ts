import { fetchEvent } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { event } from '../picker';
import { toEventItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a calendar event',
	description: 'Return a calendar event by its ID',
	fields: [event, simplify],
	endpoint: fetchEvent,
	toRequest: ({ event: EventToken }) => ({ EventToken }),
	toItems: ({ reply, parameters }) => toEventItem(reply.Data, parameters),
});
