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

/** Puts the keys of a created or updated event in the order of `KEYS`, and keeps all other keys. */
export const toChangedEventItem = (event: object): object => putFirst(event, KEYS);
