import { isObject, type Json, toText } from '../json';
import { readCount } from '../numeral';
import { parseInstant } from '../time/parse';

/**
 * Returns the keys of a request under which an existing record has another value. A key that the record lacks, or whose
 * value cannot be compared, such as a list, is not returned. In texts, the service may change tags and white space.
 */
export function findDifferences(record: Json, request: object): string[] {
	return Object.entries(request).flatMap(([key, wanted]: [string, unknown]) => {
		const shown = record[key];
		if (wanted === undefined || shown === undefined) return [];
		if (isObject(wanted)) return isObject(shown) ? findDifferences(shown, wanted) : [];
		return isSameValue(shown, wanted) ? [] : [key];
	});
}

function isSameValue(shown: unknown, wanted: unknown): boolean {
	if (typeof wanted === 'boolean') return typeof shown !== 'boolean' || shown === wanted;
	if (typeof wanted === 'number') return (readCount(shown) ?? wanted) === wanted;
	if (typeof wanted !== 'string') return true;
	if (typeof shown === 'object') return shown !== null || wanted === '';
	return isSameTime(shown, wanted) ?? toPlainText(shown) === toPlainText(wanted);
}

/** Whether two texts may mean the same time. Returns undefined if they are not both times. */
function isSameTime(shown: unknown, wanted: string): boolean | undefined {
	const [one, other] = [parseInstant(shown), parseInstant(wanted)];
	if (!one || !other) return undefined;
	if (one.isMidnight && other.time === undefined) return one.date === other.date;
	return !one.isBefore(other) && !other.isBefore(one);
}

function toPlainText(value: unknown): string {
	return toText(value)
		.replace(/<[^<>]*>|\s+/g, '')
		.normalize('NFC')
		.toLowerCase();
}
