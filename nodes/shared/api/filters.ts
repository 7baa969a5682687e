import type { Client } from '../client/client';
import { isBlank, type Json } from '../json';

/**
 * Decides whether a record passes a filter that the service does not have.
 *
 * @returns undefined if the record does not show it
 */
export type RecordTest = (record: Json) => boolean | undefined;

/**
 * Compares two values as text, because the service may send a number or a switch as text. If `wanted` is undefined,
 * every value is equal.
 *
 * @returns undefined if the record lacks the value
 */
export function isEqual(found: unknown, wanted: unknown): boolean | undefined {
	if (wanted === undefined) return true;
	return isBlank(found) ? undefined : String(found) === String(wanted);
}

/**
 * Combines the results of several filters: whether the record passes all of them, or undefined if the record does not
 * show it.
 */
export function combineFits(fits: ReadonlyArray<boolean | undefined>): boolean | undefined {
	if (fits.includes(false)) return false;
	return fits.includes(undefined) ? undefined : true;
}

/**
 * Yields the records that pass a filter. A hint counts the records that do not show whether they pass.
 *
 * @param name a plural, which completes "Left out 3 of the …"
 */
export async function* filterRecords<Item extends Json>(
	{ run }: Pick<Client, 'run'>,
	name: string,
	pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
	test: RecordTest,
): AsyncGenerator<Item[]> {
	let unclear = 0;
	try {
		for await (const records of pages) {
			const fits = records.map(test);
			unclear += fits.filter((one) => one === undefined).length;
			yield records.filter((_record, index) => fits[index] === true);
		}
	} finally {
		if (unclear > 0)
			run.hints.add(
				`Left out ${unclear} of the ${name}, because the service does not say whether they match the filters.`,
			);
	}
}
