import { MONTHLY, WEEKLY } from './api/schedule';
import type { Field } from '../shared/n8n/operation/field';

/** The choice to send no day or week. The contract does not require one. */
const LEFT_TO_SERVICE = 'service';

const WEEKDAYS = [
	{ name: 'Sunday', value: 1 },
	{ name: 'Monday', value: 2 },
	{ name: 'Tuesday', value: 3 },
	{ name: 'Wednesday', value: 4 },
	{ name: 'Thursday', value: 5 },
	{ name: 'Friday', value: 6 },
	{ name: 'Saturday', value: 7 },
	{ name: 'Service Default', value: LEFT_TO_SERVICE, description: 'The service chooses the day' },
] as const;

const WEEKS = [
	{ name: 'First', value: 1 },
	{ name: 'Second', value: 2 },
	{ name: 'Third', value: 3 },
	{ name: 'Fourth', value: 4 },
	{ name: 'Service Default', value: LEFT_TO_SERVICE, description: 'The service chooses the week' },
] as const;

/**
 * The empty default of a day or week. It makes n8n ask for a value before the workflow runs, because a wrong default
 * would draw at the wrong time.
 */
const NOT_CHOSEN = '';

/** Returns the chosen day or week, or undefined if the service chooses it. */
export function readChosen(value: number | typeof LEFT_TO_SERVICE | undefined): number | undefined {
	return value === LEFT_TO_SERVICE ? undefined : value;
}

export const frequency = {
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
	description: 'How often to draw. To draw more than once, choose “Until an End Date” above.',
} as const satisfies Field;

export const dayOfTheWeek = {
	displayName: 'Day of the Week',
	name: 'dayOfTheWeek',
	type: 'options',
	options: WEEKDAYS,
	default: NOT_CHOSEN,
	required: true,
	description: 'The day of the week on which to draw',
	displayOptions: { show: { frequency: [WEEKLY, MONTHLY] } },
} as const satisfies Field;

export const weekOfTheMonth = {
	displayName: 'Week of the Month',
	name: 'weekOfTheMonth',
	type: 'options',
	options: WEEKS,
	default: NOT_CHOSEN,
	required: true,
	description: 'The week of the month in which to draw',
	displayOptions: { show: { frequency: [MONTHLY] } },
} as const satisfies Field;
