import { codes } from '../SweepstakesCode/api/codes';
import type { Client } from '../shared/client/client';
import { redeemedAt } from '../shared/time/redeemed-at';
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
} from './entry-cursor';
import { SAMPLE_SIZE, type PollSource } from './poll-source';

/** The minimum number of redemptions to remember in the cursor, at 36 bytes each. */
const REMEMBERED = 500;

/**
 * Watches for redeemed codes. It reads whole days, because the service sorts by the date of redemption, which may lack
 * a time.
 */
export function codeRedeemed(settings: { simplify: boolean }): PollSource {
	const toItems = (redemptions: readonly Entry[]) =>
		redemptions.map(({ key, record }) => ({ key, item: codeItem(record, settings) }));
	return {
		async poll(client, sweepstakesToken, cursor) {
			const before = entryCursor.safeParse(cursor).data;
			const { entries, isWhole } = await readDays(client, sweepstakesToken, before?.until);
			const reading = { entries, total: 0 };
			if (before) {
				const newItems = toItems(oldestFirst(findNewEntries(entries, before)));
				return { newItems, cursor: cursorAfter(before, reading, REMEMBERED) };
			}
			const until = isWhole ? '' : toEndOfDay(readDay(entries.at(-1)!));
			return { newItems: [], cursor: cursorAfter({ ...START, until }, reading, REMEMBERED) };
		},

		async sample(client, sweepstakesToken) {
			const entries: Entry[] = [];
			for await (const code of redeemedCodes(client, sweepstakesToken, SAMPLE_SIZE)) {
				entries.push(...toRedemption(code));
				if (entries.length === SAMPLE_SIZE) break;
			}
			return toItems(entries).map(({ item }) => item);
		},
	};
}

const redeemedCodes = (client: Client, SweepstakesToken: string, limit?: number) =>
	codes.each(
		client,
		{ SweepstakesToken, Filter: 'redeemed', SortBy: 'RedemptionDate', SortDesc: true },
		limit,
	);

/** @param until the oldest day to read; defaults to the newest day in the list */
async function readDays(client: Client, sweepstakesToken: string, until?: string) {
	const entries: Entry[] = [];
	for await (const code of redeemedCodes(client, sweepstakesToken)) {
		entries.push(...toRedemption(code));
		const [first, last] = [entries[0], entries.at(-1)];
		if (first && last && readDay(last) < (until ?? first.createdAt).slice(0, 10))
			return { entries, isWhole: false };
	}
	return { entries, isWhole: true };
}

const readDay = ({ createdAt }: Entry) => createdAt.slice(0, 10);

const toEndOfDay = (day: string) => `${day}T23:59:59.999Z`;

/** Returns no entry for a code without a date of redemption, because nothing shows whether it is new. */
function toRedemption(record: Json): Entry[] {
	const createdAt = redeemedAt(record)?.toISOString();
	return createdAt ? [{ createdAt, key: toKey(createdAt, asText(record.CouponToken)), record }] : [];
}
