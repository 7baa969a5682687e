import { putFirst, pickKeys } from '../shared/n8n/output/keys';

export const READ_FIRST = ['EventTitle', 'EventStartDate', 'EventStartTime', 'EventEndDate', 'EventEndTime'];

const KEYS = [
	...READ_FIRST,
	'EventTimeZone',
	'EventAllDay',
	'EventDescription',
	'EventLocation',
	'EventURL',
	'EventColor',
	'EventStatus',
	'Completed',
	'CreationDate',
	'SweepstakesToken',
	'EventToken',
];

export function toEventItem(event: object, { simplify }: { simplify: boolean }): object {
	return simplify ? pickKeys(event, KEYS) : event;
}

/** Returns an item with a column for every field, because the reply to an update has only a few fields. */
export const toChangedEventItem = (event: object): object => putFirst(event, KEYS);
