import { dayOfTheWeek, scheduleDrawing, weekOfTheMonth } from '../../shared/api/winners';
import { drawnGroup } from '../../shared/pickers/group';
import { sweepstakes } from '../../shared/pickers/sweepstakes';
import { limitsOf } from '../../shared/fields/limitsOf';
import { defineOperation } from '../../shared/n8n/operation';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../drawing';

export const schedule = defineOperation({
	name: 'Schedule Drawing',
	value: 'schedule',
	action: 'Schedule a drawing',
	description: 'Let the service draw winners automatically, once or repeatedly',
	fields: [
		{
			displayName:
				'A drawing that took place cannot be undone. With “Draw and Notify”, the service also writes to the winners.',
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
			description: 'What the service does at the time of the drawing',
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
				'How the time is set. The API documentation does not explain the difference between “schedule” and “settime”.',
		},
		{
			displayName: 'End Date',
			name: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The day of the drawing, or the last day of a repeated drawing',
		},
		{
			displayName: 'End Time',
			name: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '12:00',
			required: true,
			placeholder: 'e.g. 09:30',
			description: 'The time of the drawing on that day, from 00:00 to 23:59',
		},
		{
			displayName: 'Timezone',
			name: 'timezone',
			type: 'number',
			typeOptions: { numberPrecision: 0 },
			default: 0,
			required: true,
			description:
				'A whole number for the time zone of the drawing. The API documentation does not say which number means which time zone. Ask the support of the service, and check the first drawing that you schedule.',
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
					description: 'Whether to add the drawing to the calendar of the account',
				},
				{
					displayName: 'Day of the Week',
					name: 'dayOfTheWeek',
					type: 'number',
					typeOptions: limitsOf(dayOfTheWeek),
					default: 1,
					description: 'The day for weekly and monthly drawings, from 1 (Sunday) to 7 (Saturday)',
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
					description: 'How often to repeat the drawing. None draws once.',
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
					description: 'Whether to send you a copy of the message to the winners',
				},
				{
					displayName: 'Week of the Month',
					name: 'weekOfTheMonth',
					type: 'number',
					typeOptions: limitsOf(weekOfTheMonth),
					default: 1,
					description: 'The week for monthly drawings, from 1 to 4',
				},
			],
		},
	],
	endpoint: scheduleDrawing,
	toRequest: ({ sweepstakes: sweepstakesToken, options, ...drawing }) => ({
		sweepstakesToken,
		...drawing,
		...options,
	}),
	toItems: ({ reply, request }) => ({ ...request, ...reply }),
});
