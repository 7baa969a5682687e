import { SUCCESSES } from './shapes';
import type { Shape } from './shape';

/**
 * Words that may occur in the service's undocumented keys. A report shows only these words and the words in documented
 * keys.
 */
const MORE_WORDS =
	'id ids key name names type types url uri link list items item data meta info error errors result results value version flag is has was can last first next previous new old created updated modified deleted changed sent received started ended expires count total max min limit offset page size sort order by at on in of to from and or number amount price fee tax currency month year day hour time zone date status state enabled disabled active default public private';

/** All words in documented keys and in MORE_WORDS, in lower case. */
const WORDS = new Set([
	...[...SUCCESSES.values()].flatMap((shape) => listKeys(shape)).flatMap(listWords),
	...MORE_WORDS.split(' '),
]);

function listKeys(shape: Shape): string[] {
	return [...shape].flatMap(([key, { inner }]) => [key, ...(inner ? listKeys(inner) : [])]);
}

/** Splits a key into words: "MaxApiCalls" consists of three. */
function listWords(key: string): string[] {
	return (key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/**
 * Returns an undocumented key as a report may show it. Keys can contain people's names and addresses, so a key is shown
 * only if it consists of known words. For any other key, only its length is shown.
 */
export function keyInReport(key: string): string {
	const words = /^[A-Za-z_]{1,60}$/.test(key) ? listWords(key).filter((word) => word !== '_') : [];
	const isKnown = words.length > 0 && words.every((word) => WORDS.has(word));
	return isKnown ? key : `(a key of ${key.length} characters)`;
}
