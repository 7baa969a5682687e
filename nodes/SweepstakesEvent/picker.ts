import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { allEvents, type CalendarEvent } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { askForEditor, matching } from '../shared/n8n/editor/ask';

/** The picker for an event of the calendar. Its parameter is the EventToken. */
export const event = {
	displayName: 'Event',
	name: 'event',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The event to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an event…',
			typeOptions: { searchListMethod: 'searchEvents', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method of the picker: the latest start first. Searches dates and titles. */
export async function searchEvents(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const events = await askForEditor(this, allEvents);
	const entries = events.map((one) => ({ name: toName(one), value: one.EventToken })).reverse();
	return { results: matching(entries, filter) };
}

/** "2027-06-01 09:30, Opening" */
function toName({ EventStartDate, EventStartTime, EventTitle, EventToken }: CalendarEvent): string {
	const [day] = asText(EventStartDate).split('T');
	const start = [day, asText(EventStartTime)].filter(Boolean).join(' ');
	return [start, asText(EventTitle) || EventToken].filter(Boolean).join(', ');
}
