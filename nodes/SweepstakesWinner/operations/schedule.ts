import { ALL_GROUPS, drawnGroup } from '../../shared/fields/group';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { date, time, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../drawing';

export const schedule = defineOperation({
	name: 'Schedule Drawing',
	value: 'schedule',
	action: 'Schedule a drawing',
	description: 'Have the service draw winners by itself, once or again and again',
	fields: [
		{
			displayName:
				'What a scheduled drawing did cannot be undone. With “Draw and Notify” the service writes to the winners by itself.',
			name: 'scheduleNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		numberOfWinners,
		drawnGroup,
		{
			displayName: 'Action',
			name: 'selectedAction',
			type: 'options',
			options: [
				{ name: 'Draw Only', value: 1, description: 'Nobody is notified' },
				{ name: 'Draw and Notify', value: 2, description: 'The service notifies the winners' },
			],
			default: 1,
			description: 'What is to happen at the time of the drawing',
		},
		{
			displayName: 'Schedule Mode',
			name: 'scheduleMode',
			type: 'options',
			options: [
				{ name: 'Schedule', value: 'schedule', description: 'Sends “schedule”' },
				{ name: 'Set Time', value: 'settime', description: 'Sends “settime”' },
			],
			default: 'settime',
			description:
				'How the time is given. The API documents the two values “schedule” and “settime”, not their difference.',
		},
		{
			displayName: 'End Date',
			name: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The day of the drawing, or the last one of a repeated drawing',
		},
		{
			displayName: 'End Time',
			name: 'endTime',
			type: 'string',
			default: '12:00',
			required: true,
			placeholder: 'e.g. 09:30',
			description: 'The time of the drawing on that day, in 24 hours',
		},
		{
			displayName: 'Timezone',
			name: 'timezone',
			type: 'number',
			typeOptions: { numberPrecision: 0 },
			default: 0,
			required: true,
			description:
				'A whole number that stands for the time zone of the drawing. The API does not document which number means which zone: ask the support of the service, and check the first drawing you schedule.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Add to Calendar',
					name: 'addDrawingToCalendar',
					type: 'boolean',
					default: false,
					description: 'Whether to put the drawing into the calendar of the account',
				},
				{
					displayName: 'Day of the Week',
					name: 'dayOfTheWeek',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 7, numberPrecision: 0 },
					default: 1,
					description: 'From 1, Sunday, to 7, Saturday; for weekly and monthly drawings',
				},
				excludeSpam,
				{
					displayName: 'Frequency',
					name: 'frequency',
					type: 'options',
					options: [
						{ name: 'Daily', value: 2 },
						{ name: 'Hourly', value: 1 },
						{ name: 'Monthly', value: 4 },
						{ name: 'None', value: 0 },
						{ name: 'Weekly', value: 3 },
					],
					default: 0,
					description: 'How often to draw again; None draws once',
				},
				includeOptedOut,
				{
					displayName: 'Message',
					name: 'message',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'What the service writes to the winners when it notifies them',
				},
				{
					displayName: 'Publish to Winners Page',
					name: 'publishToWinnersPage',
					type: 'boolean',
					default: false,
					description: 'Whether to show the winners on the winners page',
				},
				{
					displayName: 'Send Copy to Me',
					name: 'sendCopyToMe',
					type: 'boolean',
					default: false,
					description: 'Whether you get a copy of what the winners get',
				},
				{
					displayName: 'Week of the Month',
					name: 'weekOfTheMonth',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 4, numberPrecision: 0 },
					default: 1,
					description: 'From 1 to 4; for monthly drawings',
				},
			],
		},
	],
	endpoint: 'POST /winners/schedule',
	// Scheduled twice, winners are drawn twice.
	repeatable: {
		no: 'Look with Winner › Get Scheduled Drawings whether the drawing is there before you schedule it again.',
	},
	request: z.object({
		sweepstakesToken: uuid,
		group: z.union([z.literal(ALL_GROUPS), uuid]),
		selectedAction: z.number(),
		scheduleMode: z.enum(['schedule', 'settime']),
		howManyWinnersToPick: z.number().int().min(1),
		endDate: date,
		endTime: time,
		timezone: z.number().int(),
		frequency: z.number().optional(),
		dayOfTheWeek: z.number().int().min(1).max(7).optional(),
		weekOfTheMonth: z.number().int().min(1).max(4).optional(),
		message: z.string().optional(),
		includeOptedOutParticipants: z.boolean().optional(),
		publishToWinnersPage: z.boolean().optional(),
		sendCopyToMe: z.boolean().optional(),
		doNotIncludeSpamParticipants: z.boolean().optional(),
		addDrawingToCalendar: z.boolean().optional(),
	}),
	toRequest: ({ sweepstakes: sweepstakesToken, options, ...drawing }) => ({
		sweepstakesToken,
		...drawing,
		...options,
	}),
	reply: z.object({}).passthrough(),
	toItems: (reply, request) => ({ ...request, ...reply }),
});
