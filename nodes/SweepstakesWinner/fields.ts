import { DRAW_AND_NOTIFY, MONTHLY, WEEKLY } from './api/schedule';
import { winnerQuantity } from './api/winners';
import { toLimits } from '../shared/n8n/common-fields';
import type { Field } from '../shared/n8n/operation/field';

export const numberOfWinners = {
	displayName: 'Number of Winners',
	name: 'howManyWinnersToPick',
	type: 'number',
	typeOptions: toLimits(winnerQuantity),
	default: 1,
	required: true,
	description: 'How many winners to draw',
} as const satisfies Field;

export const excludeSpam = {
	displayName: 'Exclude Spam',
	name: 'doNotIncludeSpamParticipants',
	type: 'boolean',
	default: true,
	description: 'Whether to leave out participants marked as spam',
} as const satisfies Field;

export const includeOptedOut = {
	displayName: 'Include Opted-Out',
	name: 'includeOptedOutParticipants',
	type: 'boolean',
	default: false,
	description: 'Whether to also draw from participants who opted out',
} as const satisfies Field;

export const backups = {
	displayName: 'Backups',
	name: 'backups',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 1,
	description:
		'How many more people to draw, in case a winner cannot be reached or does not qualify. They appear in a separate output of the node. They are drawn one by one after the winners, so that later runs can tell them from the winners by draw time. If a winner is removed from the list, the first backup becomes a winner.',
} as const satisfies Field;

export const whenWinnersExist = {
	displayName: 'When Winners Exist',
	name: 'whenWinnersExist',
	type: 'options',
	options: [
		{
			name: 'Draw More',
			value: 'more',
			description:
				'Draws the requested number of winners, in addition to the earlier ones. Their positions follow those of everybody drawn before, including backups.',
		},
		{
			name: 'Draw the Missing Ones',
			value: 'missing',
			description: 'Returns the earlier winners, and draws only as many as are missing',
		},
		{
			name: 'Return Them',
			value: 'return',
			description: 'Returns the earlier winners, and draws only backups who are missing',
		},
	],
	default: 'return',
	description:
		'What to do if people in the group have already won. The output column “existed” is true for them, and false for people drawn now. With “Draw More”, this column is left out.',
} as const satisfies Field;

export type WhenWinnersExist = (typeof whenWinnersExist.options)[number]['value'];

export const selectedAction = {
	displayName: 'Action',
	name: 'selectedAction',
	type: 'options',
	options: [
		{ name: 'Draw Only', value: 1, description: 'Does not notify anyone' },
		{
			name: 'Draw and Notify',
			value: DRAW_AND_NOTIFY,
			description: 'Also sends a message to the winners',
		},
	],
	default: 1,
	description: 'Whether the service also notifies the winners',
} as const satisfies Field;

/** The choice to send no day or week. The contract does not require one. */
const LEFT_TO_SERVICE = 'service';

/**
 * The empty default of a frequency, day or week. It makes n8n ask for a value before the workflow runs, because a wrong
 * default would draw at the wrong time.
 */
const NOT_CHOSEN = '';

/** Returns the chosen day or week, or undefined if the service chooses it. */
export function readChosen(value: number | typeof LEFT_TO_SERVICE | undefined): number | undefined {
	return value === LEFT_TO_SERVICE ? undefined : value;
}

/** The frequency of a drawing that takes place once. */
export const ONCE = 0;

export const frequency = {
	displayName: 'Frequency',
	name: 'frequency',
	type: 'options',
	options: [
		{ name: 'Hourly', value: 1 },
		{ name: 'Daily', value: 2 },
		{ name: 'Weekly', value: WEEKLY },
		{ name: 'Monthly', value: MONTHLY },
	],
	default: NOT_CHOSEN,
	required: true,
	description: 'How often to draw until the end date',
	displayOptions: { show: { scheduleMode: ['settime'] } },
} as const satisfies Field;

export const dayOfTheWeek = {
	displayName: 'Day of the Week',
	name: 'dayOfTheWeek',
	type: 'options',
	options: [
		{ name: 'Sunday', value: 1 },
		{ name: 'Monday', value: 2 },
		{ name: 'Tuesday', value: 3 },
		{ name: 'Wednesday', value: 4 },
		{ name: 'Thursday', value: 5 },
		{ name: 'Friday', value: 6 },
		{ name: 'Saturday', value: 7 },
		{ name: 'Service Default', value: LEFT_TO_SERVICE, description: 'The service chooses the day' },
	],
	default: NOT_CHOSEN,
	required: true,
	description: 'The day of the week on which to draw',
	displayOptions: { show: { scheduleMode: ['settime'], frequency: [WEEKLY, MONTHLY] } },
} as const satisfies Field;

export const weekOfTheMonth = {
	displayName: 'Week of the Month',
	name: 'weekOfTheMonth',
	type: 'options',
	options: [
		{ name: 'First', value: 1 },
		{ name: 'Second', value: 2 },
		{ name: 'Third', value: 3 },
		{ name: 'Fourth', value: 4 },
		{ name: 'Service Default', value: LEFT_TO_SERVICE, description: 'The service chooses the week' },
	],
	default: NOT_CHOSEN,
	required: true,
	description: 'The week of the month in which to draw',
	displayOptions: { show: { scheduleMode: ['settime'], frequency: [MONTHLY] } },
} as const satisfies Field;
