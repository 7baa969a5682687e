import type { Kind } from './shape';

/** The text formats that a report names. For all other texts, it gives only the length. */
const FORMATS: ReadonlyArray<readonly [string, RegExp]> = [
	['empty', /^$/],
	['UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date and time, UTC', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z$/],
	['date and time, with an offset', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d:?\d\d$/],
	['date and time, without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?$/],
	['date and time, without zone and seconds', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/],
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

export function formatOf(text: string): string {
	return FORMATS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

/** Describes a value's type. */
export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (typeof value === 'string') return formatOf(value);
	return typeof value;
}

const ACCEPTED: Record<Exclude<Kind, 'any'>, (value: unknown) => boolean> = {
	id: (value) => typeof value === 'string' && formatOf(value) === 'UUID',
	link: (value) => typeof value === 'string' && formatOf(value) === 'UUID',
	name: (value) => typeof value === 'string' && value !== '',
	text: (value) => typeof value === 'string',
	n: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
	b: (value) => typeof value === 'boolean',
	at: (value) => typeof value === 'string' && formatOf(value).startsWith('date and time'),
	day: (value) => typeof value === 'string' && formatOf(value) === 'date',
	time: (value) => typeof value === 'string' && formatOf(value) === 'time',
};

const IN_WORDS: Record<Kind, string> = {
	id: 'a UUID',
	link: 'a UUID',
	name: 'a text',
	text: 'a text',
	n: 'a number',
	b: 'true or false',
	at: 'a date and time (ISO 8601)',
	day: 'a date (YYYY-MM-DD)',
	time: 'a time (HH:MM)',
	any: 'anything',
};

/** Whether a value is of one of these kinds. Null and an empty text mean “none”, except for mandatory values. */
export function isOfKind(value: unknown, kinds: readonly Kind[]): boolean {
	if (kinds.includes('any')) return true;
	const mustBeThere = kinds.includes('id') || kinds.includes('name');
	if (!mustBeThere && (value === null || value === '')) return true;
	return kinds.some((kind) => kind !== 'any' && ACCEPTED[kind](value));
}

/** Formats kinds, e.g. "a number or a text". */
export function kindsInWords(kinds: readonly Kind[]): string {
	return [...new Set(kinds.map((kind) => IN_WORDS[kind]))].join(' or ');
}
