import type { Field } from '../shared/n8n/operation/field';

export const sweepstakesName = {
	displayName: 'Name',
	name: 'SweepstakesName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Summer Giveaway 2027',
	description: 'The name of the sweepstakes, up to 200 characters',
} as const satisfies Field;

export const sweepstakesType = {
	displayName: 'Type',
	name: 'SweepstakesType',
	type: 'options',
	options: [
		{ name: 'Email', value: 2 },
		{ name: 'SMS', value: 1 },
		{ name: 'Social', value: 3 },
	],
	default: 2,
	description: 'How people enter the sweepstakes',
} as const satisfies Field;

export const startDate = {
	displayName: 'Start Date',
	name: 'StartDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description: 'The first day of the sweepstakes, in the workflow’s time zone',
} as const satisfies Field;

export const startTime = {
	displayName: 'Start Time',
	name: 'StartTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '00:00',
	required: true,
	placeholder: 'e.g. 09:00',
	description: 'The time when the sweepstakes opens on the first day, from 00:00 to 24:00',
} as const satisfies Field;

export const endDate = {
	displayName: 'End Date',
	name: 'EndDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description: 'The last day of the sweepstakes',
} as const satisfies Field;

export const endTime = {
	displayName: 'End Time',
	name: 'EndTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '23:59',
	required: true,
	placeholder: 'e.g. 23:59',
	description: 'The time when the sweepstakes closes on the last day, from 00:00 to 24:00',
} as const satisfies Field;
