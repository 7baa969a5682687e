import { count } from '../shared/api/formats';
import { cut, isAbsent, isObject } from '../shared/json';
import { OtherReply } from './other-reply';

/**
 * Returns the items in a response. If the value at the dot path is a list, each element is an item. Otherwise, the
 * value is the only item. Without a dot path, the value is the whole response.
 */
export function findItems(answer: object, dotPath = ''): object[] {
	const found = findValue(unwrap(answer), dotPath);
	return findList(answer, dotPath) ?? (found === undefined ? [] : [toItem(found)]);
}

/**
 * Returns the elements of the list at a dot path as items, or undefined if there is no list. At a dot path, null and
 * `{}` count as an empty list.
 */
export function findList(answer: object, dotPath = ''): object[] | undefined {
	const found = findValue(unwrap(answer), dotPath);
	if (Array.isArray(found)) return found.map(toItem);
	return dotPath && found !== undefined && isAbsent(found) ? [] : undefined;
}

export function findCount(answer: object, dotPath: string): number | undefined {
	return count.safeParse(findValue(unwrap(answer), dotPath)).data;
}

/**
 * Explains that a response has nothing at a dot path, and names the lists that it does have. Returns undefined if the
 * response has something there.
 */
export function explainMissing(answer: object, dotPath = ''): string | undefined {
	if (findValue(unwrap(answer), dotPath) !== undefined) return undefined;
	return `The response has no “${dotPath}”, so there are no items. ${nameLists(answer)}`;
}

/** How many levels deep a response is searched for lists. */
const MAX_LIST_DEPTH = 3;
/** The maximum number of lists that a message names. */
const MAX_LISTS = 5;

/**
 * Returns a sentence that names the lists of a response: "The response has Data.Codes, Data.Invalid." or "The response
 * has no list."
 */
export function nameLists(answer: object): string {
	const paths = findLists(unwrap(answer)).slice(0, MAX_LISTS);
	return cut(
		paths.length > 0 ? `The response has these lists: ${paths.join(', ')}.` : 'The response has no lists.',
	);
}

function findLists(value: unknown, path: readonly string[] = []): string[] {
	if (Array.isArray(value)) return [path.join('.')];
	if (!isObject(value) || path.length === MAX_LIST_DEPTH) return [];
	return Object.entries(value).flatMap(([key, inner]) => findLists(inner, [...path, key]));
}

const unwrap = (reply: object): unknown => (reply instanceof OtherReply ? reply.value : reply);

/**
 * Finds the value at a dot path, which consists of the keys of nested objects. If the response is not an object, every
 * path leads to the whole response.
 */
function findValue(answer: unknown, dotPath: string): unknown {
	if (!isObject(answer) || !dotPath) return answer;
	return dotPath
		.split('.')
		.reduce<unknown>(
			(value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
			answer,
		);
}

function toItem(entry: unknown): object {
	return isObject(entry) ? entry : { value: entry };
}
