import type { Field } from '../field';

/** When a sweepstakes runs (specification, POST /sweepstakes/create, clone and update). */

export const startDate = {
	displayName: 'Start Date',
	name: 'StartDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description:
		'The first day of the sweepstakes, in the time zone of the workflow. A new sweepstakes starts today or later.',
} as const satisfies Field;

export const startTime = {
	displayName: 'Start Time',
	name: 'StartTime',
	type: 'string',
	default: '00:00',
	required: true,
	placeholder: 'e.g. 09:00',
	description: 'The time when the sweepstakes opens on the first day, from 00:00 to 23:59',
} as const satisfies Field;

export const endDate = {
	displayName: 'End Date',
	name: 'EndDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description: 'The last day of the sweepstakes, not before the first day',
} as const satisfies Field;

export const endTime = {
	displayName: 'End Time',
	name: 'EndTime',
	type: 'string',
	default: '23:59',
	required: true,
	placeholder: 'e.g. 23:59',
	description: 'The time when the sweepstakes closes on the last day, from 00:00 to 23:59',
} as const satisfies Field;

interface Period {
	/** `YYYY-MM-DD`, as is the other. */
	StartDate?: string;
	EndDate?: string;
}

/** Whether the last day is not before the first, as far as both are given. */
export const inOrder = ({ StartDate, EndDate }: Period) => !StartDate || !EndDate || EndDate >= StartDate;

export const NOT_IN_ORDER = { path: ['EndDate'], message: 'must not be before “Start Date”' };
