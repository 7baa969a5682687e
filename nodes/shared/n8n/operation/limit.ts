import { DataBudget } from '../../api/data-budget';
import type { Listing } from '../../api/endpoint';
import type { Client } from '../../client/client';
import type { z, ZodTypeAny } from '../../zod';
import type { Parameters } from '../input/parameters';
import { toNumber } from '../../json';

/** Returns the maximum number of records, from the fields Return All and Limit. Without these fields, it is Infinity. */
export function readLimit({ returnAll, limit }: Parameters): number {
	return returnAll === false ? toNumber(limit) : Infinity;
}

/** Returns the first records of a whole list. If some are left out, a hint says so. */
export function takeFirst<Found>(client: Client, all: readonly Found[], max: number): readonly Found[] {
	if (all.length > max) client.hints.addCut(max, all.length);
	return all.slice(0, max);
}

/**
 * Yields the items of a list's records as they arrive, up to the limit. Reading stops at the limit. The records of a
 * page are not converted all at once, so that the caller can take breaks.
 *
 * @throws {ServiceError} if n8n would have to hold too much data for this run
 */
export async function* readUpTo<Request extends ZodTypeAny, Found extends object>(
	max: number,
	client: Client,
	listing: Listing<Request, Found>,
	request: z.output<Request>,
	toItems: (found: Found) => object | readonly object[],
): AsyncGenerator<object[]> {
	const held = client.memory.getOrCreate('held data', () => new DataBudget());
	/** How many records of the list were read (`seen`), and how many there are, if that is known (`total`). */
	const list: { seen: number; total?: number } = { seen: 0 };
	const onTotal = (total: number) => {
		list.total = total;
	};
	for await (const found of listing.read(client, request, max, onTotal)) {
		for (const record of found.slice(0, max - list.seen)) {
			const items = [toItems(record)].flat();
			held.holdRecords(items);
			yield items;
		}
		list.seen += found.length;
		if (list.seen >= max) break;
	}
	const { seen, total } = list;
	if (seen >= max && Math.max(seen, total ?? Infinity) > max) client.hints.addCut(max, total);
}
