import { listAllEvents, type CalendarEvent } from './api';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

/** Lists events, latest start first, and searches their dates and titles. */
const searchEvents = searchAll(async (client) => (await listAllEvents(client)).map(toChoice).reverse());

/** Returns a choice with a name such as "2027-06-01 09:30, Opening". */
function toChoice({ EventStartDate, EventStartTime, EventTitle, EventToken }: CalendarEvent) {
	const [day] = asText(EventStartDate).split('T');
	const start = [day, asText(EventStartTime)].filter(Boolean).join(' ');
	return { name: [start, asText(EventTitle) || EventToken].filter(Boolean).join(', '), value: EventToken };
}

/** Picker for an event. Its value is an EventToken. */
export const event = {
	displayName: 'Event',
	name: 'event',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The event to work with',
	...listOrId('Select an event…', { searchEvents }, 'EventToken'),
} as const satisfies Field;
