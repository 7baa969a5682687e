import { chosen, dayOfTheWeek, frequency, weekOfTheMonth } from '../frequency';
import { idKey } from '../../shared/api/ids';
import {
	confirmScheduled,
	DRAW_AND_NOTIFY,
	drawingSince,
	MONTHLY,
	scheduledDrawing,
	scheduleDrawing,
	WEEKLY,
	type DrawingToSchedule,
} from '../api/schedule';
import type { Caller } from '../../shared/client/endpoint';
import { simplify } from '../../shared/fields/simplify';
import type { Json } from '../../shared/json';
import { drawingItem } from '../items';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { timezone } from '../../SweepstakesLookup/pickers/timezone';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../fields';

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
			displayName: 'When to Draw',
			name: 'scheduleMode',
			type: 'options',
			options: [
				{ name: 'On a Date', value: 'schedule', description: 'At the date and time below' },
				{
					name: 'Until a Last Day',
					value: 'settime',
					description: 'Within a period that ends on the day and at the time below',
				},
			],
			default: 'schedule',
			description:
				'Descriptions of the service differ on the two modes. DrawingDate and DrawingTime in the output say when it will draw.',
		},
		{
			displayName: 'Date',
			name: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The day of the drawing',
			displayOptions: { show: { scheduleMode: ['schedule'] } },
		},
		{
			displayName: 'Last Day',
			name: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The day on which the period ends',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		{
			displayName: 'Time',
			name: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '',
			required: true,
			placeholder: 'e.g. 09:30',
			description: 'The time of the drawing, or of the end of the period, from 00:00 to 24:00',
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
		frequency,
		dayOfTheWeek,
		weekOfTheMonth,
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
			displayName: 'When Already Scheduled',
			name: 'whenAlreadyScheduled',
			type: 'options',
			options: [
				{
					name: 'Return Existing',
					value: 'return',
					description: 'The drawing that is there comes out. No other one is scheduled.',
				},
				{
					name: 'Schedule Another',
					value: 'schedule',
					description: 'Each time this runs, one more drawing takes place',
				},
			],
			default: 'return',
			description:
				'What to do if a drawing of the same date, time, time zone, frequency, group, number of winners and action is there, pending or done. One that failed or was cancelled does not count. Return Existing checks this first, and sets existed to true or false.',
		},
		simplify,
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
		simplify: __,
		dayOfTheWeek: day,
		weekOfTheMonth: week,
		deliveryTime,
		message,
		sendCopyToMe,
		options,
		...drawing
	}) => ({
		sweepstakesToken,
		...drawing,
		...((drawing.frequency === WEEKLY || drawing.frequency === MONTHLY) && {
			dayOfTheWeek: chosen(day),
		}),
		...(drawing.frequency === MONTHLY && { weekOfTheMonth: chosen(week) }),
		...(drawing.scheduleMode === 'settime' && { deliveryTime }),
		...(drawing.selectedAction === DRAW_AND_NOTIFY && { message, sendCopyToMe }),
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	async *run({ service, request, parameters, run }) {
		const key = `schedule ${idKey(request.sweepstakesToken)}`;
		const toItem = (drawing: Json) => (parameters.simplify ? drawingItem(drawing) : drawing);
		const order = async () => [toItem(await scheduleAndFind(service, request))];
		if (parameters.whenAlreadyScheduled === 'schedule') {
			yield* await service.exclusively([key], order);
			return;
		}
		yield* lookFirst(service, run, {
			keys: [key],
			like: JSON.stringify(request),
			reason: 'already scheduled',
			find: async () => await scheduledDrawing(service, request),
			toItems: (drawing) => [toItem(drawing)],
			write: order,
		});
	},
});

const NOT_LISTED =
	'The drawing was scheduled, but the service did not list it as a new one, so its ID is not in the output. Get Scheduled Drawings may return it.';

/** Schedules a drawing. @returns its record in the list, which has its ID, or else the order in the words of the list. */
async function scheduleAndFind(service: Caller, order: DrawingToSchedule): Promise<Json> {
	let before: readonly Json[] | undefined;
	const [reply] = await service.callForItems(
		scheduleDrawing,
		order,
		(acknowledged) => acknowledged,
		async (caller, drawing) => await confirmScheduled(caller, drawing, (drawings) => (before = drawings)),
	);
	const listed = before && (await drawingSince(service, order, before));
	if (!listed) service.memory.notices.add(NOT_LISTED);
	return { ...(listed ?? toDrawing(order)), ...reply };
}

/** An order with the keys of a scheduled drawing (reference, POST /winners/fetchscheduled). */
function toDrawing({ scheduleMode, endDate, endTime, ...order }: DrawingToSchedule): Json {
	return {
		HowManyWinnersToPick: order.howManyWinnersToPick,
		...(scheduleMode === 'settime'
			? { DrawingEndDate: endDate, DrawingEndTime: endTime }
			: { DrawingDate: endDate, DrawingTime: endTime }),
		Frequency: order.frequency,
		Action: order.selectedAction,
		GroupToken: order.group,
	};
}
