import { codes } from '../SweepstakesCode/api/codes';
import { ServiceError } from '../shared/client/failures';
import { ignoreShortfall, throwShortfall } from '../shared/api/pages';
import { readRedeemedAt } from '../shared/time/redeemed-at';
import { asText, type Json } from '../shared/json';
import {
	createNextCursor,
	entryCursor,
	findNewEntries,
	toKey,
	sortOldestFirst,
	FIRST_CURSOR,
	type ListedEntry,
} from './entry-cursor';
import type { PollSource, WatchTarget } from './poll-source';

/** The minimum number of redemptions to remember in the cursor, at 36 bytes each. */
const REMEMBERED = 500;

/**
 * Watches for redeemed codes. A poll reads whole days, because the service sorts by the redemption date, which may lack
 * a time.
 */
export const codeRedeemed: PollSource = {
	async poll(watched, cursor) {
		const before = entryCursor.safeParse(cursor).data;
		const { entries, isWhole, isDated } = await readDays(watched, before?.until);
		// The first poll must not throw: the next poll would then be the first, and would not report the codes in between.
		if (before && !isDated)
			throw new ServiceError({ code: 'unexpectedReply', missing: 'when the codes were redeemed' });
		const until = isWhole ? '' : toEndOfDay(readDay(entries.at(-1)!));
		return {
			found: before ? sortOldestFirst(findNewEntries(entries, before)) : [],
			cursor: createNextCursor(before ?? { ...FIRST_CURSOR, until }, { entries, total: 0 }, REMEMBERED),
		};
	},

	list: (watched, limit) => listRedeemedCodes(watched, { limit, onShortfall: ignoreShortfall }),
};

const listRedeemedCodes = (
	{ client, token: SweepstakesToken }: WatchTarget,
	options: Parameters<typeof codes.each>[2],
) =>
	codes.each(
		client,
		{ SweepstakesToken, Filter: 'redeemed', SortBy: 'RedemptionDate', SortDesc: true },
		options,
	);

/**
 * Reads the redemptions, newest first, of all days back to a certain day. `isDated` is false if there are redeemed
 * codes, but none of them has a redemption date.
 *
 * @param until a time on that day, in ISO 8601 and UTC; defaults to the newest day in the list
 */
async function readDays(watched: WatchTarget, until?: string) {
	const entries: ListedEntry[] = [];
	let isDated = true;
	// The first poll needs the whole list, because any code that it misses would later count as new.
	for await (const code of listRedeemedCodes(watched, {
		onShortfall: until === undefined ? throwShortfall : ignoreShortfall,
	})) {
		entries.push(...toRedemption(code));
		const [first, last] = [entries[0], entries.at(-1)];
		if (first && last && readDay(last) < (until ?? first.createdAt).slice(0, 10))
			return { entries, isWhole: false, isDated };
		isDated = entries.length > 0;
	}
	return { entries, isWhole: true, isDated };
}

const readDay = ({ createdAt }: ListedEntry) => createdAt.slice(0, 10);

const toEndOfDay = (day: string) => `${day}T23:59:59.999Z`;

/**
 * Returns the redemption of a code as a list of one entry. The list is empty if the code has no redemption date,
 * because then nothing shows whether the redemption is new.
 */
function toRedemption(record: Json): ListedEntry[] {
	const createdAt = readRedeemedAt(record)?.toISOString();
	return createdAt ? [{ createdAt, key: toKey(createdAt, asText(record.CouponToken)), record }] : [];
}
