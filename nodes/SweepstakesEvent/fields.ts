import type { Field } from '../shared/n8n/operation/field';

export const title = {
	displayName: 'Title',
	name: 'EventTitle',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Winners are announced',
	description: 'The title of the event',
} as const satisfies Field;

export const startDate = {
	displayName: 'Start Date',
	name: 'EventStartDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description:
		'The day on which the event starts, in the time zone of the workflow. The API takes no time zone with an event, so workflow and account should have the same one.',
} as const satisfies Field;

export const startTime = {
	displayName: 'Start Time',
	name: 'EventStartTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '00:00',
	required: true,
	placeholder: 'e.g. 09:30',
	description:
		'The time at which the event starts, from 00:00 to 24:00, in the time zone of the workflow. An event must begin in the future.',
} as const satisfies Field;

export const endDate = {
	displayName: 'End Date',
	name: 'EventEndDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description: 'The day on which the event ends, in the time zone of the workflow',
} as const satisfies Field;

export const endTime = {
	displayName: 'End Time',
	name: 'EventEndTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '23:59',
	required: true,
	placeholder: 'e.g. 10:30',
	description: 'The time at which the event ends, from 00:00 to 24:00, in the time zone of the workflow',
} as const satisfies Field;

export const details = [
	{
		displayName: 'All Day',
		name: 'EventAllDay',
		type: 'boolean',
		default: false,
		description: 'Whether the event takes whole days',
	},
	{
		displayName: 'Color',
		name: 'EventColor',
		type: 'color',
		default: '#6CD9FF',
		description: 'The color of the event in the calendar',
	},
	{
		displayName: 'Completed',
		name: 'Completed',
		type: 'boolean',
		default: false,
		description: 'Whether the event is marked as completed',
	},
	{
		displayName: 'Description',
		name: 'EventDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. The winners are announced on the stage.',
		description: 'What the event is about',
	},
	{
		displayName: 'Latitude',
		name: 'Latitude',
		type: 'string',
		default: '',
		placeholder: 'e.g. 25.7617',
		description: 'The latitude of the location in degrees',
	},
	{
		displayName: 'Link',
		name: 'EventURL',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/winners',
		description: 'The address of a page about the event',
	},
	{
		displayName: 'Location',
		name: 'EventLocation',
		type: 'string',
		default: '',
		placeholder: 'e.g. Main Hall',
		description: 'Where the event takes place',
	},
	{
		displayName: 'Longitude',
		name: 'Longitude',
		type: 'string',
		default: '',
		placeholder: 'e.g. -80.1918',
		description: 'The longitude of the location in degrees',
	},
	{
		displayName: 'Private',
		name: 'PrivateEvent',
		type: 'boolean',
		default: true,
		description:
			'Whether the event is private. According to a newer page of the API documentation, the service makes every event private.',
	},
	{
		displayName: 'SMS Notification',
		name: 'SMSNotification',
		type: 'boolean',
		default: false,
		description: 'Whether the service sends a text message about the event',
	},
	{
		displayName: 'Status',
		name: 'EventStatus',
		type: 'boolean',
		default: false,
		description:
			'Whether the status is true. It stands for busy or free: the API documentation does not say which is which.',
	},
] as const satisfies readonly Field[];
