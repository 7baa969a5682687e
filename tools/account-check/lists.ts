import { asRecords, isObject, type Json } from '../../nodes/shared/json';
import { parseInstant } from '../../nodes/shared/time/parse';
import { RIGHT } from './format';
import type { Reply } from './run';

type Described = [subject: string, form: string];

/** Describes the lists in the replies to a series of calls, such as the pages of a list: their order and counts. */
export function describeLists(replies: readonly Reply[]): Described[] {
	const lists = new Map<string, Json[]>();
	const described: Described[] = [];
	for (const { body = {}, request } of replies)
		for (const { path, records, beside } of findLists(body)) {
			lists.set(path, [...(lists.get(path) ?? []), ...records]);
			described.push(...describeCounts(path, records.length, beside, request));
		}
	for (const [path, records] of lists) {
		const order = findOrder(records);
		if (order) described.push([`(the order of ${path})`, order]);
		const isOnce = new Set(records.map((one) => JSON.stringify(one))).size === records.length;
		described.push([`(the records of ${path})`, isOnce ? RIGHT : 'the same record twice']);
	}
	return described;
}

interface List {
	path: string;
	records: Json[];
	/** What is beside the list, and in `Pagination` beside it. */
	beside: Json;
}

/** Finds the lists that are not inside of a list. */
function findLists(object: Json, at = ''): List[] {
	const beside = { ...object, ...(isObject(object.Pagination) && object.Pagination) };
	return Object.entries(object).flatMap(([key, value]) => {
		const path = `${at}${key}`;
		if (Array.isArray(value)) return [{ path, records: asRecords(value), beside }];
		return isObject(value) ? findLists(value, `${path}.`) : [];
	});
}

function describeCounts(path: string, length: number, beside: Json, request: Json): Described[] {
	const asked = findNumber(request, /^(limit|itemsPerPage)$/i);
	const size = asked ?? findNumber(beside, /^(Limit|ItemsPerPage)$/);
	const page = findNumber(request, /^page$/i) ?? 1;
	const compare = (subject: string, found: unknown, expected: number): Described => [
		`(${subject})`,
		Number(found) === expected ? RIGHT : Number(found) > expected ? 'too high' : 'too low',
	];
	return Object.entries(beside).flatMap(([key, value]) => {
		if (/^(Limit|ItemsPerPage)$/.test(key) && asked) return [compare(`${key} as asked for`, value, asked)];
		if (/^(Page|CurrentPage)$/.test(key)) return [compare(`${key} as asked for`, value, page)];
		if (!/^(Total(?!Pages)|Count)/.test(key) || !Number.isFinite(Number(value))) return [];
		const count = Number(value);
		const expected = size ? Math.min(size, count - (page - 1) * size) : count;
		const entries = compare(`the number of ${path} by ${key}`, length, expected);
		if (!size || !('TotalPages' in beside)) return [entries];
		const pages = Math.max(1, Math.ceil(count / size));
		return [entries, compare(`TotalPages by ${key}`, Math.max(1, Number(beside.TotalPages)), pages)];
	});
}

function findNumber(object: Json, pattern: RegExp): number | undefined {
	const found = Object.entries(object).find(([key, value]) => pattern.test(key) && Number(value) > 0);
	return found && Number(found[1]);
}

/** The dates by which the service may sort a list. */
const SORTED_BY = ['DrawDateTime', 'EnrolledAt', 'EventStartDate', 'CreationDate', 'OptOutDate', 'Date'];

/** Returns the order of records by date; undefined if there are no two different dates. */
function findOrder(records: readonly Json[]): string | undefined {
	const key = SORTED_BY.find((one) => records.some((record) => parseInstant(record[one])));
	const dates = key ? records.flatMap((record) => parseInstant(record[key])?.from ?? []) : [];
	if (new Set(dates).size < 2) return undefined;
	const isSorted = (sign: number) =>
		dates.every((date, index) => index === 0 || (date - dates[index - 1]!) * sign >= 0);
	return isSorted(-1) ? 'newest first' : isSorted(1) ? 'oldest first' : 'in no order by date';
}
