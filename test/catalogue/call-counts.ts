import type { Dialect } from '../../sandbox';

/** How many calls an operation makes for 1 item, and for 20 items of one run. */
export type CallCounts = readonly [one: number, twenty: number];

export const ONE_EACH: CallCounts = [1, 20];

/** A list is read once, and then each item takes one call. */
export const LIST_AND_ONE_EACH: CallCounts = [2, 21];

/** Each item takes a lookup and a call. */
const TWO_EACH: CallCounts = [2, 40];

/** One call for all items, up to a maximum. */
const TOGETHER: CallCounts = [1, 1];

/** The numbers of calls of the rows that do not make one call for each item, by title. */
const CALL_COUNTS: Record<string, CallCounts> = {
	'Participant › add (by email)': LIST_AND_ONE_EACH,
	'Participant › add (by phone)': LIST_AND_ONE_EACH,
	'Participant › add (without email and phone)': LIST_AND_ONE_EACH,
	'Participant › add (by email and phone)': LIST_AND_ONE_EACH,
	// The form and two lookups, or the form and the list of participants.
	'Participant › add (with Skip)': [4, 22],
	'Participant › setBonusEntries': [2, 22],
	// The number is read right before it is set, because others may change it during the run.
	'Participant › addBonusEntries': TWO_EACH,
	// Two pages of participants.
	'Participant › delete': [2, 22],
	// Winners are read before and after each draw.
	'Winner › draw': [3, 87],
	'Winner › draw (only if none drawn)': [3, 60],
	// Drawings are read first, and after each one is scheduled, because the reply lacks its ID and its next date.
	'Winner › schedule (within a period)': [3, 41],
	'Winner › schedule (on a date)': [3, 41],
	'Winner › schedule (unless scheduled)': [3, 41],
	'Invoice › create (unless invoiced)': LIST_AND_ONE_EACH,
	'Invoice › publish': LIST_AND_ONE_EACH,
	'Invoice › cancel': LIST_AND_ONE_EACH,
	// The drip, the list of participants, and two calls for each contact if the list is long.
	'Campaign › removeDripContact (by email)': [3, 42],
	// Each item has another prefix, and so another list of codes.
	'Code › generate (topped up)': TWO_EACH,
	'Code › assign (next available)': TWO_EACH,
	// Two pages of participants and one of codes.
	'Code › assign (by code and email)': [3, 23],
	'Code › delete (by ID)': TOGETHER,
	'Code › delete (by code)': [2, 2],
	'Code › add': TOGETHER,
	'Code › send': LIST_AND_ONE_EACH,
	'Group › create': LIST_AND_ONE_EACH,
	'Group › create (unless the name exists)': LIST_AND_ONE_EACH,
	// Whether a person may be messaged is looked up for each.
	'Message › send (by ID)': TWO_EACH,
	'Message › send (by email, without a key)': [2, 22],
	'Message › addToDoNotContactList': TOGETHER,
	'Official Rules › create (unless the title exists)': LIST_AND_ONE_EACH,
	'Survey › create': LIST_AND_ONE_EACH,
	'Support Ticket › create': LIST_AND_ONE_EACH,
	'Administrator To-Do › create': LIST_AND_ONE_EACH,
};

export const COUNTED_TITLES = Object.keys(CALL_COUNTS);

/** Returns a row's title as `CALL_COUNTS` has it. */
export const toCountedTitle = (title: string): string => title.replace(/^Sweepstakes (?!›)/, '');

/**
 * Returns how many calls a row makes.
 *
 * @param dialect In `reference`, the first list of drawings of a process takes one more call.
 */
export function getCallCounts(title: string, dialect: Dialect = 'contract'): CallCounts {
	const counted = toCountedTitle(title);
	const counts = CALL_COUNTS[counted] ?? ONE_EACH;
	const [one, twenty] = counts;
	return dialect === 'reference' && counted.startsWith('Winner › schedule') ? [one + 1, twenty + 1] : counts;
}
