import { DataBudget } from '../../api/data-budget';
import type { Listing } from '../../api/endpoint';
import type { Client } from '../../client/client';
import type { z, ZodTypeAny } from '../../zod';
import type { Parameters } from '../input/parameters';
import type { Field } from './field';
import { toNumber } from '../../json';

/** The limit on the number of records that an operation returns. */
interface Limit {
	/** The maximum number of records; Infinity with Return All. */
	max: number;
	/** Whether a hint says how many records were left out. If the user has lowered the limit, the hint is not needed. */
	givesHint: boolean;
}

/** Reads the limit from the fields Return All and Limit. Without these fields, there is no limit. */
export function readLimit(fields: readonly Field[], { returnAll, limit }: Parameters): Limit {
	const max = returnAll === false ? toNumber(limit) : Infinity;
	const usual = toNumber(fields.find(({ name }) => name === 'limit')?.default);
	return { max, givesHint: max >= usual };
}

export function takeFirst<Found>(
	client: Client,
	all: readonly Found[],
	{ max, givesHint }: Limit,
): readonly Found[] {
	if (givesHint && all.length > max) client.hints.addCut(max, all.length);
	return all.slice(0, max);
}

/**
 * Yields the items of a list's records as they arrive, up to the limit. Reading stops at the limit. The records of a
 * page are not converted all at once, so that the caller can take breaks.
 *
 * @throws {ServiceError} if n8n would have to hold too much data for this run
 */
export async function* readUpTo<Request extends ZodTypeAny, Found extends object>(
	{ max, givesHint }: Limit,
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
	const isCut = seen >= max && Math.max(seen, total ?? 0) > max;
	if (givesHint && isCut) client.hints.addCut(max, total);
}
