import { pluralize } from '../../nodes/shared/pluralize';

/*
 * Every value is described by one of these texts, and only these descriptions are compared and reported. None of them
 * contains the value.
 */

/** The form of what can be checked without the sandbox, such as a count. */
export const RIGHT = 'right';
export const MISSING = 'no such field';
export const NULL = 'nothing (null)';
export const EMPTY = 'an empty text';
export const TEXT = 'a text';
export const LIST = 'a list';
export const OBJECT = 'an object';
const ENCODED = 'a text with HTML codes such as &amp;';
const HIDDEN = 'a text partly hidden by asterisks';
export const NUMERAL = 'a number as text';
const OTHER_CASE = 'one of these words, but capitalized differently';

/** The formats of texts that are not just any text. */
const FORMATS: ReadonlyArray<readonly [format: string, pattern: RegExp]> = [
	[EMPTY, /^$/],
	[HIDDEN, /\*{2}/],
	['an ID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
	['an ID in capital letters', /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i],
	['an ID without hyphens', /^[0-9a-f]{32}$/i],
	['a date without a year', /^(0|1[0-8]|1970-01-01T00:00)\d*-\d\d-\d\d/],
	['a date and time', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/],
	['a date and time without a zone', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/],
	['a date and time with a space', /^\d{4}-\d\d-\d\d \d\d:\d\d/],
	['a date', /^\d{4}-\d\d-\d\d$/],
	['a date with slashes', /^\d{1,2}\/\d{1,2}\/\d{4}/],
	['a time', /^\d{1,2}:\d\d(:\d\d)?$/],
	['a phone number of 10 digits', /^\d{10}$/],
	['a phone number of + and digits', /^\+\d{8,15}$/],
	[NUMERAL, /^-?\d{1,15}(\.\d{1,9})?$/],
	['an email address', /^[^\s@]{1,64}@[^\s@]{1,254}$/],
	['a link', /^https?:\/\/\S/],
];

const isEncoded = (text: string): boolean =>
	/&(#\d{1,6}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/i.test(text) && !/<\/?[a-z]/i.test(text);

/**
 * Describes a value without showing it.
 *
 * @param words the documented words, if there are any. Numbers among them are spelled as text.
 */
export function describe(value: unknown, words?: readonly string[]): string {
	if (value === null || value === undefined) return NULL;
	if (Array.isArray(value)) return LIST;
	if (typeof value === 'object') return OBJECT;
	if (typeof value === 'boolean') return 'true or false';
	if (words && value !== '') return describeWord(value, words);
	if (typeof value === 'number') return 'a number';
	if (typeof value !== 'string') return 'something else';
	const format = FORMATS.find(([, pattern]) => pattern.test(value))?.[0];
	return format ?? (isEncoded(value) ? ENCODED : TEXT);
}

function describeWord(value: unknown, words: readonly string[]): string {
	if (typeof value === 'number') return words.includes(String(value)) ? oneOf(words) : 'another number';
	const text = String(value);
	if (/^\d+$/.test(text) && words.includes(text)) return NUMERAL;
	if (words.includes(text)) return oneOf(words);
	if (words.some((word) => word.toLowerCase() === text.toLowerCase())) return OTHER_CASE;
	return `another word (${pluralize(text.length, 'character')})`;
}

const oneOf = (words: readonly string[]): string => `one of ${words.join(', ')}`;

/** The documented words of some keys, and the ends of their paths. The sandbox's records do not have all words. */
const WORDS: ReadonlyArray<readonly [words: string, ...ends: string[]]> = [
	['Participants ParticipantsAmoe OptOuts', '.Collection', '.Collections[]', '.DeletedFrom[]'],
	['all participants amoe optouts', '.FilterType'],
	['1 2 3', '.SweepstakesType'],
	['text email usphonenumber tel birthdate number list', '.FormFields[].FieldType', '.FormFields[].Type'],
	['text textarea radio checkbox select slider rating nps yesno date', '.FieldType'],
	['not-redeemed redeemed voided', '.Codes[].Status', '.Code.Status'],
	['draft pending paid cancelled', '.Invoices[].Status', '.Invoice.Status'],
	['card check transfer recipient', '.PaymentMethod'],
	['email sms', '.Channel'],
	['unsubscribe stop complaint bounce manual import', '.Reason'],
	[
		'draft scheduled queued sending paused completed cancelled failed blocked',
		'.Campaigns[].Status',
		'.Campaign.Status',
	],
	['marketing transactional referral', '.Campaigns[].Category', '.Campaign.Category'],
	['pending approved rejected', '.ReviewStatus'],
	[
		'queued sending sent delivered opened clicked bounced complained failed suppressed unsubscribed cancelled',
		'.Recipients[].Status',
	],
	['draft active paused completed blocked', '.Drips[].Status', '.Drip.Status'],
	['join existing both', '.Trigger'],
	['active completed exited', '.Enrollments[].Status'],
	['participant amoe lead subscriber', '.SourceType'],
	['unsubscribed suppressed no_consent removed clicked won invalid undeliverable over_quota', '.ExitReason'],
	['1 2 3 low medium high', '.Tickets[].Priority', '.Todos[].Priority', 'Data.Priority'],
	['open closed', '.Tickets[].Status', 'Data.Status'],
	['1 2', '.Drawings[].Action'],
	['0 1 2 3 4', '.Drawings[].Frequency', '.Drawings[].WeekOfTheMonth'],
	['0 1 2 3 4 5 6', '.Drawings[].DayOfTheWeek'],
	['credit debit', '.TransactionType'],
];

/** Returns the documented words of a key. */
export function wordsAt(path: string): string[] | undefined {
	const found = WORDS.find(([, ...ends]) => ends.some((end) => `.${path}`.endsWith(end)));
	return found?.[0].split(' ');
}
