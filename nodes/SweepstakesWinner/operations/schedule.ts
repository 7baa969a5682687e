import { idKey } from '../../shared/api/ids';
import {
	DRAW_AND_NOTIFY,
	MONTHLY,
	scheduledDrawing,
	scheduleDrawing,
	WEEKLY,
} from '../api/scheduledDrawings';
import { only } from '../../shared/n8n/output/keys';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { timezone } from '../../SweepstakesLookup/pickers/timezone';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../fields';

/** A day or week that is not sent: the contract requires neither. */
const LEFT_TO_SERVICE = 'service';

/** In the order of the calendar, by the numbers of the contract. */
const WEEKDAYS = [
	{ name: 'Sunday', value: 1 },
	{ name: 'Monday', value: 2 },
	{ name: 'Tuesday', value: 3 },
	{ name: 'Wednesday', value: 4 },
	{ name: 'Thursday', value: 5 },
	{ name: 'Friday', value: 6 },
	{ name: 'Saturday', value: 7 },
	{ name: 'Left to the Service', value: LEFT_TO_SERVICE, description: 'Sends no day of the week' },
] as const;

const WEEKS = [
	{ name: 'First', value: 1 },
	{ name: 'Second', value: 2 },
	{ name: 'Third', value: 3 },
	{ name: 'Fourth', value: 4 },
	{ name: 'Left to the Service', value: LEFT_TO_SERVICE, description: 'Sends no week of the month' },
] as const;

/** No mode, day or week is preset: the wrong one draws at another time. n8n asks for one before the workflow runs. */
const NOT_CHOSEN = '';

function chosen(value: number | typeof LEFT_TO_SERVICE): number | undefined {
	return value === LEFT_TO_SERVICE ? undefined : value;
}

/** What the drawing does, for whom and when. */
const USEFUL = [
	'endDate',
	'endTime',
	'frequency',
	'howManyWinnersToPick',
	'group',
	'selectedAction',
	'message',
	'timezone',
	'sweepstakesToken',
];

export const schedule = defineOperation({
	name: 'Schedule Drawing',
	value: 'schedule',
	action: 'Schedule a drawing',
	description: 'Let the service draw winners of a sweepstakes automatically, once or repeatedly',
	fields: [
		{
			displayName:
				'A drawing that took place cannot be undone. With “Draw and Notify”, the service also writes to the winners.',
			name: 'scheduleNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		{
			displayName: 'When Already Scheduled',
			name: 'whenAlreadyScheduled',
			type: 'options',
			options: [
				{
					name: 'Schedule Another',
					value: 'schedule',
					description: 'Each time this runs, one more drawing takes place',
				},
				{
					name: 'Return Existing',
					value: 'return',
					description: 'The drawing that is there comes out. No other one is scheduled.',
				},
			],
			default: 'schedule',
			description:
				'What to do if a drawing of the same date, time, time zone, frequency, group, number of winners and action is there, pending or done. One that failed or was cancelled does not count. Return Existing checks this first, and sets existed to true or false.',
		},
		{
			displayName: 'Frequency',
			name: 'frequency',
			type: 'options',
			options: [
				{ name: 'Once', value: 0 },
				{ name: 'Hourly', value: 1 },
				{ name: 'Daily', value: 2 },
				{ name: 'Weekly', value: WEEKLY },
				{ name: 'Monthly', value: MONTHLY },
			],
			default: 0,
			description: 'How often to draw',
		},
		{
			displayName: 'Day of the Week',
			name: 'dayOfTheWeek',
			type: 'options',
			options: WEEKDAYS,
			default: NOT_CHOSEN,
			required: true,
			description: 'The day of the week of each drawing',
			displayOptions: { show: { frequency: [WEEKLY, MONTHLY] } },
		},
		{
			displayName: 'Week of the Month',
			name: 'weekOfTheMonth',
			type: 'options',
			options: WEEKS,
			default: NOT_CHOSEN,
			required: true,
			description: 'The week of the month of each drawing',
			displayOptions: { show: { frequency: [MONTHLY] } },
		},
		{
			displayName: 'Schedule Mode',
			name: 'scheduleMode',
			type: 'options',
			options: [
				{
					name: 'At One Date and Time',
					value: 'schedule',
					description: 'Draw on the date and at the time below. Sends “schedule”.',
				},
				{
					name: 'Within a Period',
					value: 'settime',
					description: 'Draw within a period that ends on the date and at the time below. Sends “settime”.',
				},
			],
			default: NOT_CHOSEN,
			required: true,
			description:
				'What the date and time below mean. Descriptions of the service differ on the two modes, so check your first drawing with Get Scheduled Drawings.',
		},
		{
			displayName: 'Drawing Date (or Last Day)',
			name: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The day of the drawing, or the last day of the period',
		},
		{
			displayName: 'Drawing Time',
			name: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '',
			required: true,
			placeholder: 'e.g. 09:30',
			description: 'The time of the drawing on that day, from 00:00 to 24:00',
		},
		{
			displayName: 'Delivery Time',
			name: 'deliveryTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '',
			placeholder: 'e.g. 09:30',
			description: 'The time of day at which the service delivers drawings within the period',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		timezone,
		numberOfWinners,
		drawnGroup,
		{
			displayName: 'Action',
			name: 'selectedAction',
			type: 'options',
			options: [
				{ name: 'Draw Only', value: 1, description: 'Nobody is notified' },
				{ name: 'Draw and Notify', value: DRAW_AND_NOTIFY, description: 'The service notifies the winners' },
			],
			default: 1,
			description: 'What the service does at the time of the drawing',
		},
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Congratulations, you have won!',
			description: 'What the service writes to the winners',
			displayOptions: { show: { selectedAction: [DRAW_AND_NOTIFY] } },
		},
		{
			displayName: 'Send Copy to Me',
			name: 'sendCopyToMe',
			type: 'boolean',
			default: false,
			description: 'Whether to send you a copy of the message to the winners',
			displayOptions: { show: { selectedAction: [DRAW_AND_NOTIFY] } },
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
				excludeSpam,
				includeOptedOut,
				{
					displayName: 'Publish to Winners Page',
					name: 'publishToWinnersPage',
					type: 'boolean',
					default: false,
					description: 'Whether to show the winners on the winners page',
				},
			],
		},
	],
	request: scheduleDrawing.request,
	toRequest: ({
		sweepstakes: sweepstakesToken,
		whenAlreadyScheduled: _,
		dayOfTheWeek,
		weekOfTheMonth,
		deliveryTime,
		message,
		sendCopyToMe,
		options,
		...drawing
	}) => ({
		sweepstakesToken,
		...drawing,
		...((drawing.frequency === WEEKLY || drawing.frequency === MONTHLY) && {
			dayOfTheWeek: chosen(dayOfTheWeek),
		}),
		...(drawing.frequency === MONTHLY && { weekOfTheMonth: chosen(weekOfTheMonth) }),
		...(drawing.scheduleMode === 'settime' && { deliveryTime }),
		...(drawing.selectedAction === DRAW_AND_NOTIFY && { message, sendCopyToMe }),
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	async *run({ service, request, parameters, run }) {
		const drawing = { scheduled: true, ...only(request, USEFUL) };
		const order = async () =>
			await service.callForItems(scheduleDrawing, request, (reply) => ({ ...drawing, ...reply }));
		if (parameters.whenAlreadyScheduled === 'schedule') {
			yield* await order();
			return;
		}
		yield* lookFirst(service, run, {
			keys: [`schedule ${idKey(request.sweepstakesToken)}`],
			like: JSON.stringify(request),
			reason: 'already scheduled',
			find: async () => await scheduledDrawing(service, request),
			toItems: () => [drawing],
			write: order,
		});
	},
});
