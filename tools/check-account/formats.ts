import { pluralize } from '../../nodes/shared/pluralize';
import type { Kind } from './shape';

/** The formats of strings that a report names. For any other string, the report gives only its length. */
const FORMATS: ReadonlyArray<readonly [string, RegExp]> = [
	['empty', /^$/],
	['partly hidden by asterisks', /\*{2}/],
	['ID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
	['ID in capital letters', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['ID without hyphens', /^[0-9a-f]{32}$/i],
	['date and time, UTC', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/],
	['date and time, with an offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d:?\d\d$/],
	['date and time, without a zone', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/],
	['date and time, without zone and seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/],
	[
		'day and time with a space between them',
		/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/,
	],
	['date', /^\d{4}-\d\d-\d\d$/],
	['date with slashes', /^\d{1,2}\/\d{1,2}\/\d{4}$/],
	['time', /^\d{1,2}:\d\d(:\d\d)?$/],
	['time with am or pm', /^\d{1,2}:\d\d ?[ap]m$/i],
	['10 digits', /^\d{10}$/],
	['+ and digits', /^\+\d+$/],
	['digits', /^\d+$/],
	['decimal number', /^-?\d+\.\d+$/],
	['number with a sign', /^[+-]\d+$/],
	['email address', /^[^\s@]{1,64}@[^\s@]{1,254}$/],
	['web address', /^https?:\/\/\S+$/],
];

export function readFormat(text: string): string {
	return FORMATS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** Describes a value's type. */
export function readType(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'string') return readFormat(value);
	return typeof value;
}

const TYPES_IN_WORDS: Record<string, string> = {
	null: 'nothing (null)',
	empty: 'an empty text',
	list: 'a list',
	number: 'a number',
	boolean: 'true or false',
	object: 'an object',
	undefined: 'nothing',
};

/** Describes a value for a reader, without showing it. */
export function inWords(value: unknown): string {
	const type = readType(value);
	if (type in TYPES_IN_WORDS) return TYPES_IN_WORDS[type]!;
	const length = asLength(value);
	if (isText(value) && isEncoded(value)) return ENCODED;
	if (type === 'text') return `a text of ${pluralize(length, 'character')}`;
	if (isNumeral(value)) return `a number as text (${pluralize(length, 'character')})`;
	return `a text (${type})`;
}

const asLength = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const isNumeral = (value: unknown): value is string =>
	typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const ACCEPTED: Record<Exclude<Kind, 'any' | 'word'>, (value: unknown) => boolean> = {
	id: (value) => isText(value) && readFormat(value) === 'ID',
	link: (value) => isText(value) && readFormat(value) === 'ID',
	name: isPlain,
	text: isPlain,
	html: isText,
	n: (value) => typeof value === 'number',
	money: (value) => isText(value) && /^-?\d+\.\d\d$/.test(value),
	b: (value) => typeof value === 'boolean',
	at: (value) => isText(value) && readFormat(value).startsWith('date and time') && !isAncient(value),
	day: (value) => isText(value) && readFormat(value) === 'date' && !isAncient(value),
	time: (value) => isText(value) && readFormat(value) === 'time',
	email: (value) => isText(value) && readFormat(value) === 'email address',
	phone: (value) => isText(value) && /^[\d\s()+.-]+$/.test(value),
	url: (value) => isText(value) && readFormat(value) === 'web address',
	image: (value) => isText(value) && value.startsWith('data:image/'),
	currency: (value) => isText(value) && /^[A-Z]{3}$/.test(value),
	handler: (value) => isText(value) && value === value.toUpperCase(),
	number: (value) => isText(value) && /^INV-\d{4}-\d{5,}$/.test(value),
};

/** How a report describes a string that contains HTML codes but should be plain text. */
export const ENCODED = 'a text with HTML codes such as &amp;';

/** Whether a string contains HTML character codes although it contains no tags. */
function isEncoded(text: string): boolean {
	return /&(#\d{1,6}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/i.test(text) && !/<\/?[a-z]/i.test(text);
}

function isPlain(value: unknown): boolean {
	return isText(value) && !isEncoded(value);
}

/** Whether a date is one that means “no date” in some programs, such as the year 1 or the time 0. */
const isAncient = (date: string): boolean => /^(0|1[0-8]|1970-01-01T00:00)/.test(date);

const IN_WORDS: Record<Exclude<Kind, 'word'>, string> = {
	id: 'an ID (a UUID in lowercase letters)',
	link: 'an ID (a UUID in lowercase letters)',
	name: 'a text',
	text: 'a text',
	html: 'a text',
	n: 'a number',
	money: 'an amount as text with two decimals',
	b: 'true or false',
	at: 'a date and time such as 2030-01-31T12:00:00Z',
	day: 'a date such as 2030-01-31',
	time: 'a time such as 18:30',
	email: 'an email address',
	phone: 'a phone number',
	url: 'a link that begins with https://',
	image: 'a picture (data:image/…)',
	currency: 'a currency such as USD',
	handler: 'a text in capital letters',
	number: 'a number such as INV-2030-00001',
	any: 'anything',
};

/** Whether a value is of one of these kinds or is one of these words. */
export function isOfKind(value: unknown, kinds: readonly Kind[], words: readonly string[] = []): boolean {
	return kinds.some((kind) => {
		if (kind === 'any') return true;
		return kind === 'word' ? isWord(value, words) : ACCEPTED[kind](value);
	});
}

function isWord(value: unknown, words: readonly string[]): boolean {
	if (typeof value === 'number') return words.includes(String(value));
	return isText(value) && words.includes(value) && !isNumeral(value);
}

/** Describes kinds and words, such as "a number or a string". */
export function kindsInWords(kinds: readonly Kind[], words: readonly string[] = []): string {
	const named = kinds.map((kind) => (kind === 'word' ? `one of ${words.join(', ')}` : IN_WORDS[kind]));
	return [...new Set(named)].join(' or ');
}

/** Describes a value that is none of the words, without showing it. */
export function wordInWords(value: unknown, words: readonly string[]): string {
	if (!isText(value) || readFormat(value) !== 'text') return inWords(value);
	const isOtherCase = words.some((word) => word.toLowerCase() === value.toLowerCase());
	if (isOtherCase) return 'one of these words, but capitalized differently';
	return `another word (${pluralize(value.length, 'character')})`;
}
