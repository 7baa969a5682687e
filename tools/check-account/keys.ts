import { SUCCESSES } from './shapes';
import type { Shape } from './shape';

/** Words of keys that a service may well add. Together with the words of the texts they are all that a report names. */
const MORE_WORDS =
	'id ids key name names type types url uri link list items item data meta info error errors result results value version flag is has was can last first next previous new old created updated modified deleted changed sent received started ended expires count total max min limit offset page size sort order by at on in of to from and or number amount price fee tax currency month year day hour time zone date status state enabled disabled active default public private';

/** Every word of the keys that the texts name, and of MORE_WORDS, in lower case. */
const WORDS = new Set([
	...[...SUCCESSES.values()].flatMap((shape) => keysOf(shape)).flatMap(wordsOf),
	...MORE_WORDS.split(' '),
]);

function keysOf(shape: Shape): string[] {
	return [...shape].flatMap(([key, { inner }]) => [key, ...(inner ? keysOf(inner) : [])]);
}

/** The words of a key: "MaxApiCalls" has three. */
function wordsOf(key: string): string[] {
	return (key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/**
 * How a report names a key that no text names. Keys can hold names and addresses of people, so only a key that consists of
 * words of the texts comes out as it is; of any other, only the length is said.
 */
export function keyInReport(key: string): string {
	const words = /^[A-Za-z_]{1,60}$/.test(key) ? wordsOf(key).filter((word) => word !== '_') : [];
	const isKnown = words.length > 0 && words.every((word) => WORDS.has(word));
	return isKnown ? key : `(a key of ${key.length} characters)`;
}
