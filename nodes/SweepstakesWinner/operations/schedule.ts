import {
	DRAW_AND_NOTIFY,
	findEarlierDrawings,
	findNewDrawing,
	findScheduled,
	MONTHLY,
	scheduleDrawing,
	WEEKLY,
	toDrawing,
	toScheduleKey,
	type DrawingToSchedule,
} from '../api/schedule';
import { throwWith, undefinedIfRefused } from '../../shared/client/failures';
import type { Client, EarlierRecords } from '../../shared/client/client';
import { allowEmptyParts, simplify } from '../../shared/n8n/common-fields';
import type { Json } from '../../shared/json';
import { toDrawingItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import type { ExistenceCheck } from '../../shared/n8n/operation/find-or-create';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { timezone } from '../../SweepstakesReferenceData/pickers/timezone';
import {
	dayOfTheWeek,
	excludeSpam,
	frequency,
	includeOptedOut,
	numberOfWinners,
	ONCE,
	readChosen,
	selectedAction,
	weekOfTheMonth,
} from '../fields';

export const schedule = defineOperation({
	name: 'Schedule Drawing',
	value: 'schedule',
	action: 'Schedule a drawing',
	description: 'Schedule a drawing, which the service then carries out on its own, once or repeatedly',
	fields: [
		{
			displayName:
				'A drawing cannot be undone once it has taken place. With “Draw and Notify”, the service also messages the winners.',
			name: 'scheduleNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		numberOfWinners,
		drawnGroup,
		{
			displayName: 'When to Draw',
			name: 'scheduleMode',
			type: 'options',
			options: [
				{ name: 'Once', value: 'schedule', description: 'Draws on one date, at one time' },
				{
					name: 'Repeatedly Until an End Date',
					value: 'settime',
					description: 'Draws as often as “Frequency” says, until the end date',
				},
			],
			default: 'schedule',
			description:
				'Whether to draw at one time, or repeatedly until an end date. DrawingDate and DrawingTime in the output show when the service draws next.',
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
			displayName: 'Time',
			name: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '12:00',
			required: true,
			placeholder: 'e.g. 6 pm',
			description: 'The time of the drawing, such as 18:00 or 6 pm',
			displayOptions: { show: { scheduleMode: ['schedule'] } },
		},
		frequency,
		dayOfTheWeek,
		weekOfTheMonth,
		{
			displayName: 'Drawing Time',
			name: 'deliveryTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '',
			placeholder: 'e.g. 6 pm',
			description:
				'The time of day of each drawing. To draw every Friday at 6 pm, choose Weekly and Friday, and enter 6 pm here. The service calls this DeliveryTime, and its documentation does not explain it, so check DrawingTime in the output. If you leave this empty, the service chooses the time, perhaps the one in “End Time”.',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		{
			displayName: 'End Date',
			name: 'lastDay',
			fills: 'endDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The last day on which to draw',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		{
			displayName: 'End Time',
			name: 'lastTime',
			fills: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '23:59',
			required: true,
			placeholder: 'e.g. 23:59',
			description: 'The time on “End Date” after which there are no more drawings',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		timezone,
		selectedAction,
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 3, refuseGaps: 'options.allowEmptyParts' },
			default: '',
			placeholder: 'e.g. Congratulations, you have won!',
			description:
				'The message to the winners. The API documentation does not say what they get if it is empty.',
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
					description: 'Returns the existing drawing instead of scheduling another',
				},
				{
					name: 'Schedule Another',
					value: 'schedule',
					description: 'Schedules another drawing each time this runs',
				},
			],
			default: 'return',
			description:
				'What to do if a drawing from the same participants, with the same dates, time, frequency, days, number of winners and action, is already pending or completed. With “Return Existing”, the output column “existed” tells whether the drawing was already scheduled. If any of these differ, it is a second drawing, so cancel the first one. A hint names the others that are pending.',
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
					description: 'Whether to add the drawing to the account calendar',
				},
				allowEmptyParts,
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
		endDate,
		endTime,
		frequency: often,
		dayOfTheWeek: day,
		weekOfTheMonth: week,
		deliveryTime,
		lastDay,
		lastTime,
		message,
		sendCopyToMe,
		options: { allowEmptyParts: _allow, ...options },
		...drawing
	}) => ({
		sweepstakesToken,
		...drawing,
		...(drawing.scheduleMode === 'settime'
			? {
					frequency: often,
					...((often === WEEKLY || often === MONTHLY) && { dayOfTheWeek: readChosen(day) }),
					...(often === MONTHLY && { weekOfTheMonth: readChosen(week) }),
					deliveryTime,
					endDate: lastDay,
					endTime: lastTime,
				}
			: { frequency: ONCE, endDate, endTime }),
		...(drawing.selectedAction === DRAW_AND_NOTIFY && { message, sendCopyToMe }),
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	existing: ({ client, request, parameters }): ExistenceCheck<Json> => ({
		keys: [toScheduleKey(request)],
		...(parameters.whenAlreadyScheduled === 'return'
			? {
					recordKey: JSON.stringify(request),
					reason: 'already scheduled',
					find: async () => await findScheduled(client, request).catch(throwWith(NOTHING_DONE)),
					toItems: (drawing) => [toItem(drawing, parameters)],
				}
			: {
					find: async () => (await findEarlierDrawings(client, request).catch(undefinedIfRefused)) ?? {},
				}),
	}),
	async *run({ client, request, parameters, earlier }) {
		if (request.selectedAction === DRAW_AND_NOTIFY && !request.message) client.hints.add(NO_MESSAGE);
		yield toItem(await scheduleAndFind(client, request, earlier), parameters);
	},
});

const NO_MESSAGE =
	'“Message” is empty, and the API documentation does not say what the winners then get. To choose the text, cancel this drawing and schedule it with a message.';

const NOTHING_DONE =
	'No drawing was scheduled for this item, because the scheduled drawings could not be read. To schedule it without reading them, set “When Already Scheduled” to “Schedule Another”.';

function toItem(drawing: Json, { simplify }: { simplify: boolean }): object {
	return simplify ? toDrawingItem(drawing) : drawing;
}

const NOT_LISTED =
	'The drawing was scheduled, but the service did not list it as new, so its ID is not in the output. To find the ID, use Winner › Get Scheduled Drawings.';

/**
 * Schedules a drawing and finds its record in the list of drawings.
 *
 * @param earlier contains the earlier drawings in `before`, if the service can list them
 * @returns the record from the list, which contains the drawing's ID. If the record was not found, this is the request
 *   instead, rewritten with the keys of the list.
 */
async function scheduleAndFind(
	client: Client,
	order: DrawingToSchedule,
	earlier?: EarlierRecords,
): Promise<Json> {
	const [reply] = await client.callForItems(scheduleDrawing, order, (acknowledged) => acknowledged, earlier);
	const created = earlier?.before && (await findNewDrawing(client, order, earlier.before));
	if (!created) client.hints.add(NOT_LISTED);
	return { ...(created ?? toDrawing(order)), ...reply };
}
