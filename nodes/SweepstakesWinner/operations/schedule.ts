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
import type { ExistenceCheck } from '../../shared/n8n/operation/look-first';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { timezone } from '../../SweepstakesReferenceData/pickers/timezone';
import {
	dayOfTheWeek,
	excludeSpam,
	frequency,
	includeOptedOut,
	numberOfWinners,
	readChosen,
	repeatedFrequency,
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
				{ name: 'Once', value: 'schedule', description: 'Draws on the date and at the time below' },
				{
					name: 'Repeatedly Until an End Date',
					value: 'settime',
					description: 'Draws as often as “Frequency” says, until the date below',
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
			displayName: 'End Date',
			name: 'lastDay',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			required: true,
			description: 'The last day of the period',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		{
			displayName: 'Time',
			name: 'endTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '12:00',
			required: true,
			placeholder: 'e.g. 6 pm',
			description:
				'The time of the drawing, such as 18:00 or 6 pm. For repeated drawings, the time on “End Date” after which there are no more drawings.',
		},
		{
			displayName: 'Delivery Time',
			name: 'deliveryTime',
			type: 'string',
			typeOptions: { timeOfDay: true },
			default: '',
			placeholder: 'e.g. 09:30',
			description:
				'A time of day for drawings within a period. The API documentation lists this setting but does not explain it.',
			displayOptions: { show: { scheduleMode: ['settime'] } },
		},
		timezone,
		frequency,
		repeatedFrequency,
		dayOfTheWeek,
		weekOfTheMonth,
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
				'What to do if a drawing from the same participants, with the same dates, time, frequency, days, number of winners and action, is already pending or completed. With “Return Existing”, the output column “existed” tells whether the drawing was already scheduled. A different end date makes it a second drawing, so cancel the first one.',
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
		lastDay,
		dayOfTheWeek: day,
		weekOfTheMonth: week,
		deliveryTime,
		message,
		sendCopyToMe,
		options: { allowEmptyParts: _allow, ...options },
		...drawing
	}) => ({
		sweepstakesToken,
		...drawing,
		endDate: drawing.scheduleMode === 'settime' ? lastDay : endDate,
		...((drawing.frequency === WEEKLY || drawing.frequency === MONTHLY) && {
			dayOfTheWeek: readChosen(day),
		}),
		...(drawing.frequency === MONTHLY && { weekOfTheMonth: readChosen(week) }),
		...(drawing.scheduleMode === 'settime' && { deliveryTime }),
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
		const isRepeated = request.scheduleMode === 'settime';
		if (isRepeated === (request.frequency === frequency.default)) client.hints.add(UNCLEAR);
		if (request.selectedAction === DRAW_AND_NOTIFY && !request.message) client.hints.add(NO_MESSAGE);
		yield toItem(await scheduleAndFind(client, request, earlier), parameters);
	},
});

const UNCLEAR =
	'“When to Draw” and “Frequency” contradict each other, and the API documentation does not say which one counts. Check when the drawing takes place: DrawingDate in the output is the next one. To draw more than once, choose “Repeatedly Until an End Date” and how often; to draw once, choose “Once” for both.';

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
