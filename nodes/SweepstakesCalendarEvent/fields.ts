import type { Field } from '../shared/n8n/operation/field';

export const title = {
	displayName: 'Title',
	name: 'EventTitle',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Winner announcement',
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
		'The day the event starts. The API does not accept a time zone for events, so set the workflow to your account’s time zone.',
} as const satisfies Field;

export const startTime = {
	displayName: 'Start Time',
	name: 'EventStartTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '00:00',
	required: true,
	placeholder: 'e.g. 09:30',
	description: 'The time the event starts, from 00:00 to 24:00. An event must start in the future.',
} as const satisfies Field;

export const endDate = {
	displayName: 'End Date',
	name: 'EventEndDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	required: true,
	description: 'The day the event ends',
} as const satisfies Field;

export const endTime = {
	displayName: 'End Time',
	name: 'EventEndTime',
	type: 'string',
	typeOptions: { timeOfDay: true },
	default: '23:59',
	required: true,
	placeholder: 'e.g. 10:30',
	description: 'The time the event ends, from 00:00 to 24:00',
} as const satisfies Field;

export const details = [
	{
		displayName: 'All Day',
		name: 'EventAllDay',
		type: 'boolean',
		default: false,
		description: 'Whether the event lasts all day',
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
		default: true,
		description: 'Whether the event is marked as completed',
	},
	{
		displayName: 'Description',
		name: 'EventDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. We announce the winners on the main stage.',
		description: 'What the event is about',
	},
	{
		displayName: 'Latitude',
		name: 'Latitude',
		type: 'string',
		default: '',
		placeholder: 'e.g. 25.7617',
		description: 'The latitude of the location, in degrees',
	},
	{
		displayName: 'Link',
		name: 'EventURL',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/winners',
		description: 'The URL of a web page about the event',
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
		description: 'The longitude of the location, in degrees',
	},
	{
		displayName: 'Private',
		name: 'PrivateEvent',
		type: 'boolean',
		default: true,
		description:
			'Whether the event is private. The service may ignore this setting and make every event private.',
	},
	{
		displayName: 'SMS Notification',
		name: 'SMSNotification',
		type: 'boolean',
		default: false,
		description: 'Whether the service sends a text message about the event',
	},
	{
		displayName: 'Status (Busy/Free)',
		name: 'EventStatus',
		type: 'boolean',
		default: false,
		description:
			'Whether to turn on the busy/free status of the event. New events have it off. The API documentation does not say whether “on” means busy or free. To find out, look at an event in your provider’s web app.',
	},
] as const satisfies readonly Field[];
