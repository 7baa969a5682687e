import type { Client } from '../client/client';
import { ServiceError } from '../client/failures';
import { isBlank, type Json } from '../json';

/**
 * Tests whether a record passes a filter that the service does not have.
 *
 * @returns undefined if the record does not show whether it passes
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
 * Combines the results of several filters for a record: false if one of them is false; otherwise, undefined if one of
 * them is undefined; otherwise, true.
 */
export function combineFits(fits: ReadonlyArray<boolean | undefined>): boolean | undefined {
	if (fits.includes(false)) return false;
	return fits.includes(undefined) ? undefined : true;
}

/**
 * Wraps a test: the new test throws if a record does not show whether it passes.
 *
 * @param name a plural, which completes "The response does not show which … match the filters"
 */
export function throwIfUnclear(test: RecordTest, name: string): RecordTest {
	return (record) => {
		const fits = test(record);
		if (fits === undefined)
			throw new ServiceError({ code: 'unexpectedReply', missing: `which ${name} match the filters` });
		return fits;
	};
}

/**
 * Yields the records that pass a filter. A hint counts the records that do not show whether they pass.
 *
 * @param name a plural, which completes "The output leaves out 3 of the …"
 */
export async function* filterRecords<Item extends Json>(
	{ hints }: Pick<Client, 'hints'>,
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
			hints.add(
				`The output leaves out ${unclear} of the ${name}, because the service does not say whether they match the filters.`,
			);
	}
}
