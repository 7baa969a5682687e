import { asRecords, isObject, type Json } from '../../nodes/shared/json';
import { parseInstant } from '../../nodes/shared/time/parse';
import { describe, wordsAt } from './format';
import { isSuccess, type Reading, type Reply } from './reading';

/** How often a key occurs in the replies to an operation, and in which formats. It contains no value. */
export interface Key {
	/** How many objects could have the key. */
	outOf: number;
	present: number;
	/** How often each format occurs. */
	formats: Map<string, number>;
}

/** The shape of all replies to an operation. It contains no value of the account. */
export interface Shape {
	/** The keys by path, such as `Data.Invoices[].Status`. The paths in parentheses are not about the body. */
	keys: Map<string, Key>;
	/** What is true of whole lists, such as their order, by subject. */
	facts: Map<string, Set<string>>;
	/** The keys that the compared shapes do not have, by path. They are values of the account, so only `nameKey` may show them. */
	unknown: Map<string, { prefix: string; key: string }>;
}

/** Objects whose keys depend on the account. */
const OPEN = /(^|\.)(EntryPagesFields|ExpectedBody|Metadata|Filters|ByStatus|Deferred|EligibleParticipants)$/;

const MAX_DEPTH = 10;
const MAX_KEYS = 500;

/**
 * Returns the shape of a reading.
 *
 * @param known the paths of the compared shapes. Any other key is unknown, and its value is not looked at. If omitted,
 *   every key is known.
 */
export function toShape({ series, step }: Reading, known?: ReadonlySet<string>): Shape {
	const shape: Shape = { keys: new Map(), facts: new Map(), unknown: new Map() };
	const note = (path: string, format: string) => noteFormat(shape, path, format, 1);
	for (const replies of series) {
		const last = replies.at(-1);
		if (last && last.status > 0) note(STATUS, String(last.status));
		for (const reply of replies) note('(the connection)', toArrival(reply));
		const answers = replies.filter((one) => (step.isRefused ? one === last : isSuccess(one)));
		for (const { method, request, headers, body } of answers) {
			for (const word of [method, ...Object.keys(request)]) note(ASKED, word);
			const isJson = /\bjson\b/i.test(headers['content-type'] ?? '');
			note('(the header Content-Type)', isJson ? 'JSON' : 'no JSON');
			note('(the header Date)', parseInstant(headers.date) ? 'a date' : 'no date');
			note('(the answer)', body ? 'a JSON object' : 'something else, such as a web page');
			if (body) addObject(shape, body, '', 0, known);
		}
		for (const [about, fact] of listFacts(answers)) {
			const facts = shape.facts.get(about) ?? new Set();
			shape.facts.set(about, facts.add(fact));
		}
	}
	return shape;
}

export const STATUS = '(the status)';
/** The path of the method and of the keys of the request. */
export const ASKED = '(asked by)';

/** Returns whether and how a reply arrived. A refusal only for now counts as an answer. */
function toArrival({ status, body }: Reply): string {
	if (status === 0) return 'no answer';
	const isOfService = status < 500 || (status === 503 && body?.Response === false);
	return isOfService ? 'an answer' : `an error on the way (status ${status})`;
}

function noteFormat({ keys }: Shape, path: string, format: string | undefined, outOf: number): void {
	const key = keys.get(path) ?? { outOf: 0, present: 0, formats: new Map<string, number>() };
	keys.set(path, key);
	key.outOf += outOf;
	if (format === undefined) return;
	key.present++;
	key.formats.set(format, (key.formats.get(format) ?? 0) + 1);
}

/** Adds the keys of an object. The path that ends with `*` counts the objects. */
function addObject(shape: Shape, object: Json, at: string, depth: number, known?: ReadonlySet<string>): void {
	if (depth > MAX_DEPTH || OPEN.test(at)) return;
	const prefix = at === '' ? '' : `${at}.`;
	noteFormat(shape, `${prefix}*`, undefined, 1);
	for (const [key, value] of Object.entries(object).slice(0, MAX_KEYS)) {
		const path = `${prefix}${key}`;
		if (known && !known.has(path)) shape.unknown.set(path, { prefix, key });
		else addValue(shape, path, value, depth, known);
	}
}

function addValue(
	shape: Shape,
	path: string,
	value: unknown,
	depth: number,
	known?: ReadonlySet<string>,
): void {
	// Only the value of `Response` is reported, because the nodes act on whether it is true or false.
	const isVerdict = path === 'Response' && typeof value === 'boolean';
	noteFormat(shape, path, isVerdict ? String(value) : describe(value, wordsAt(path)), 0);
	if (isObject(value)) addObject(shape, value, path, depth + 1, known);
	if (!Array.isArray(value)) return;
	for (const one of value.slice(0, MAX_KEYS)) {
		noteFormat(shape, `${path}[]`, describe(one, wordsAt(`${path}[]`)), 1);
		if (isObject(one)) addObject(shape, one, `${path}[]`, depth + 1, known);
	}
}

/** Returns how many objects could have had the key at a path. */
export function countHolders({ keys }: Shape, path: string): number {
	if (path.startsWith('(') || path.endsWith('[]')) return keys.get(path)?.outOf ?? 0;
	const dot = path.lastIndexOf('.');
	return keys.get(dot < 0 ? '*' : `${path.slice(0, dot)}.*`)?.outOf ?? 0;
}

/** The dates by which the service may sort a list. */
const SORTED_BY = ['DrawDateTime', 'EnrolledAt', 'EventStartDate', 'CreationDate', 'OptOutDate', 'Date'];

/** Finds what is true of the lists in the replies to a series of calls, such as the pages of a list. */
function listFacts(replies: readonly Reply[]): Array<[about: string, fact: string]> {
	const found: Array<[string, string]> = [];
	const lists = new Map<string, Json[]>();
	for (const reply of replies)
		for (const { path, records, counts } of findLists(reply.body ?? {})) {
			lists.set(path, [...(lists.get(path) ?? []), ...records]);
			found.push(...countFacts(path, records.length, counts, reply.request));
		}
	for (const [path, records] of lists) {
		const order = findOrder(records);
		if (order) found.push([`the order of ${path}`, order]);
		const isOnce = new Set(records.map((one) => JSON.stringify(one))).size === records.length;
		if (records.length > 1) found.push([path, isOnce ? 'each record once' : 'the same record twice']);
	}
	return found;
}

interface List {
	path: string;
	records: Json[];
	/** The scalars beside the list, and those in `Pagination` beside it. */
	counts: Json;
}

/** Finds the lists that are not inside of a list. */
function findLists(object: Json, at = '', depth = 0): List[] {
	const counts = { ...object, ...(isObject(object.Pagination) && object.Pagination) };
	return Object.entries(object)
		.slice(0, MAX_KEYS)
		.flatMap(([key, value]) => {
			const path = `${at}${key}`;
			if (Array.isArray(value)) return [{ path, records: asRecords(value), counts }];
			return isObject(value) && depth < 2 ? findLists(value, `${path}.`, depth + 1) : [];
		});
}

/** Matches the key of a count of records. */
const COUNT = /^(Total(?!Pages)|Count)/;

const AS_COUNTED = 'as many entries as the count says';

function countFacts(path: string, length: number, counts: Json, request: Json): Array<[string, string]> {
	const numberAt = (object: Json, pattern: RegExp) =>
		Number(Object.entries(object).find(([key, value]) => pattern.test(key) && Number(value) > 0)?.[1]);
	const asked = numberAt(request, /^(limit|itemsPerPage)$/i);
	const size = asked || numberAt(counts, /^(Limit|ItemsPerPage)$/);
	const page = numberAt(request, /^page$/i) || 1;
	const found: Array<[string, string]> = [];
	for (const [key, value] of Object.entries(counts)) {
		if (typeof value !== 'number' && typeof value !== 'string') continue;
		const number = Number(value);
		if (/^(Limit|ItemsPerPage)$/.test(key) && asked)
			found.push([key, number === asked ? 'as many as asked for' : 'another number than asked for']);
		if (/^(Page|CurrentPage)$/.test(key))
			found.push([key, number === page ? 'the page that was asked for' : 'another page']);
		if (!COUNT.test(key)) continue;
		const expected = size ? Math.min(size, Math.max(0, number - (page - 1) * size)) : number;
		const fact = length === expected ? AS_COUNTED : length > expected ? 'more entries' : 'fewer entries';
		found.push([`${path} and ${key}`, fact]);
		const pages = Number(counts.TotalPages);
		if (!size || !('TotalPages' in counts)) continue;
		const isRight = Math.max(1, pages) === Math.max(1, Math.ceil(number / size));
		found.push([`TotalPages and ${key}`, isRight ? 'as many pages as needed' : 'another number of pages']);
	}
	return found;
}

/** Returns the order of records by date; undefined if there are no two different dates. */
function findOrder(records: readonly Json[]): string | undefined {
	const key = SORTED_BY.find((one) => records.some((record) => parseInstant(record[one])));
	if (!key) return undefined;
	const dates = records.flatMap((record) => parseInstant(record[key])?.from ?? []);
	if (new Set(dates).size < 2) return undefined;
	const isSorted = (sign: number) =>
		dates.every((date, index) => index === 0 || (date - dates[index - 1]!) * sign >= 0);
	return isSorted(-1) ? 'newest first' : isSorted(1) ? 'oldest first' : 'in no order by date';
}

/** The facts that are expected if they are true of every claim. */
export const isExpectation = (fact: string): boolean => /^(newest|oldest|each|as many|the page)/.test(fact);

/** Whether all counted lists in the replies are empty. */
export const isEmpty = (replies: readonly Reply[]): boolean => {
	const lists = replies.filter(isSuccess).flatMap(({ body }) => findLists(body ?? {}));
	const counted = lists.filter(({ counts }) => Object.keys(counts).some((key) => COUNT.test(key)));
	return counted.length > 0 && counted.every(({ records }) => records.length === 0);
};
