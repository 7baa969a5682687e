import { leading, only } from '../shared/n8n/output/keys';

/** What people and calendars work with. */
const KEYS = [
	'EventTitle',
	'EventStartDate',
	'EventStartTime',
	'EventEndDate',
	'EventEndTime',
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

/** An event as it comes out of the node. */
export function eventItem(event: object, { simplify }: { simplify: boolean }): object {
	return simplify ? only(event, KEYS) : event;
}

/** An event after a change: all that the service says of it. */
export const changedEventItem = (event: object): object => leading(event, KEYS);
