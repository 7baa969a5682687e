import type { Client } from '../client/client';
import { isBlank, isSameId, type Json, toText } from '../json';

/**
 * Tests whether a record passes filters that the service does not have. Returns a result for each filter, which is
 * undefined if the record does not show whether it passes.
 */
export type RecordTest = (record: Json) => ReadonlyArray<boolean | undefined>;

/**
 * Compares a value of an enumeration, a switch or a number with the wanted one: as text, because the service may send
 * anything as text, and regardless of case. If `wanted` is undefined, every value is equal.
 *
 * @returns undefined if the record lacks the value
 */
export function isEqual(found: unknown, wanted: unknown): boolean | undefined {
	if (wanted === undefined) return true;
	return isBlank(found) ? undefined : isSameId(found, toText(wanted));
}

/**
 * Yields the records that pass the filters. Records that do not show whether they pass are included, so that nothing is
 * lost, and a hint counts them.
 *
 * @param name a plural, which completes "3 of the …"
 */
export async function* filterRecords<Item extends Json>(
	{ hints }: Pick<Client, 'hints'>,
	name: string,
	pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
	test: RecordTest,
): AsyncGenerator<Item[]> {
	let unclear = 0;
	try {
		for await (const records of pages)
			yield records.filter((record) => {
				const fits = test(record);
				const isIncluded = !fits.includes(false);
				if (isIncluded && fits.includes(undefined)) unclear++;
				return isIncluded;
			});
	} finally {
		if (unclear > 0)
			hints.add(
				`The output includes ${unclear} of the ${name} although the service does not show whether they match the filters.`,
			);
	}
}

/**
 * Yields the records of a whole list that pass the filters, as `filterRecords` does.
 *
 * @param onTotal called with the number of these records
 */
export async function* filterWhole<Item extends Json>(
	client: Pick<Client, 'hints'>,
	name: string,
	all: readonly Item[],
	onTotal: ((total: number) => void) | undefined,
	test: RecordTest,
): AsyncGenerator<Item[]> {
	for await (const found of filterRecords(client, name, [all], test)) {
		onTotal?.(found.length);
		yield found;
	}
}
