import type { Client } from '../client/client';
import { isBlank, type Json } from '../json';

/**
 * Decides whether a record matches a filter that the service does not have.
 *
 * @returns undefined if the record does not show it
 */
export type Test = (record: Json) => boolean | undefined;

/**
 * Compares as text, because a number or a switch may come as text. If `wanted` is undefined, everything fits.
 */
export function isEqual(found: unknown, wanted: unknown): boolean | undefined {
	if (wanted === undefined) return true;
	return isBlank(found) ? undefined : String(found) === String(wanted);
}

/** Whether a record fits all of several filters. */
export function fitsAll(fits: ReadonlyArray<boolean | undefined>): boolean | undefined {
	if (fits.includes(false)) return false;
	return fits.includes(undefined) ? undefined : true;
}

/**
 * The records that fit. A hint counts the records that do not show whether they fit.
 *
 * @param name a plural, which completes "Left out 3 of the …"
 */
export async function* fitting<Item extends Json>(
	{ run }: Pick<Client, 'run'>,
	name: string,
	pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
	test: Test,
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
