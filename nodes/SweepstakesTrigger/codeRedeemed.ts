import { codePages, redeemedAt } from '../SweepstakesCode/api/codes';
import type { Caller } from '../shared/client/endpoint';
import { parseInstant } from '../shared/client/serviceClock';
import { codeItem } from '../SweepstakesCode/items';
import { asText, type Json } from '../shared/json';
import {
	cursorAfter,
	entryCursor,
	findNewEntries,
	toKey,
	oldestFirst,
	START,
	type Entry,
} from './entryCursor';
import { SAMPLE_SIZE, type PollSource } from './pollSource';

/** How many of the latest redemptions the cursor remembers at least, 36 bytes each. */
const REMEMBERED = 500;

/**
 * A code of a sweepstakes was redeemed. The service sorts by the date of redemption, in which the time may be missing, so whole
 * days are read, from the latest on.
 */
export function codeRedeemed(settings: { simplify: boolean }): PollSource {
	const toItems = (redemptions: readonly Entry[]) =>
		redemptions.map(({ key, record }) => ({ key, item: codeItem(record, settings) }));
	return {
		async poll(service, sweepstakesToken, cursor) {
			const before = entryCursor.safeParse(cursor).data;
			const { entries, isWhole } = await readDays(service, sweepstakesToken, before?.until);
			const reading = { entries, total: 0 };
			if (before) {
				const newItems = toItems(oldestFirst(findNewEntries(entries, before)));
				return { newItems, cursor: cursorAfter(before, reading, REMEMBERED) };
			}
			const until = isWhole ? '' : toEndOfDay(readDay(entries.at(-1)!));
			return { newItems: [], cursor: cursorAfter({ ...START, until }, reading, REMEMBERED) };
		},

		async sample(service, sweepstakesToken) {
			for await (const { records } of redemptionPages(service, sweepstakesToken, SAMPLE_SIZE))
				return toItems(records.flatMap(toRedemption)).map(({ item }) => item);
			return [];
		},
	};
}

const redemptionPages = (service: Caller, SweepstakesToken: string, limit?: number) =>
	codePages(
		service,
		{ SweepstakesToken, Filter: 'redeemed', SortBy: 'RedemptionDate', SortDesc: true },
		limit,
	);

/**
 * Reads whole days, from the latest on.
 *
 * @param until the last day that must be read; without it, the latest day is enough
 */
async function readDays(service: Caller, sweepstakesToken: string, until?: string) {
	const entries: Entry[] = [];
	for await (const { records } of redemptionPages(service, sweepstakesToken)) {
		entries.push(...records.flatMap(toRedemption));
		const [first, last] = [entries[0], entries.at(-1)];
		if (first && last && readDay(last) < (until ?? first.createdAt).slice(0, 10))
			return { entries, isWhole: false };
	}
	return { entries, isWhole: true };
}

const readDay = ({ createdAt }: Entry) => createdAt.slice(0, 10);

const toEndOfDay = (day: string) => `${day}T23:59:59.999Z`;

/** A code that does not say when it was redeemed cannot be new or old, so it is left out. */
function toRedemption(record: Json): Entry[] {
	const createdAt = parseInstant(redeemedAt(record));
	return createdAt ? [{ createdAt, key: toKey(createdAt, asText(record.CouponToken)), record }] : [];
}
