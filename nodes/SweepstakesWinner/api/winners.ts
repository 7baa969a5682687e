import { ServiceError } from '../../shared/client/failures';
import { toIdKey, type Json } from '../../shared/json';
import { parseInstant, sortByTime } from '../../shared/time/parse';
import { MINUTE_MS, SECOND_MS } from '../../shared/time/units';
import { z } from '../../shared/zod';
import { listing } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { pagedList } from '../../shared/api/paged-list';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

export const winnerQuantity = z.number().int().min(1);

/** The only page size that the API documents name, so no service refuses it. */
export const WINNERS_PER_PAGE = 10;

const filter = z.object({ sweepstakesToken: uuid, search: z.string().optional() });

const list = {
	call: 'POST /winners/fetch',
	name: 'winners',
	key: 'Winners',
	id: identifyWinner,
	page: 'page',
	pageSize: 'itemsPerPage',
	largestPage: WINNERS_PER_PAGE,
	total: 'TotalWinners',
	shows: 'how many winners there are, so this node cannot tell whether the list is complete',
	filter,
	/**
	 * Computes the number of pages, which the service does not send. In a search, its total may count all winners instead
	 * of the matching ones, so an empty page ends the list. Pages may be larger than requested.
	 */
	withRest<Page extends { records: readonly Json[]; total?: number }>(page: Page) {
		const { records, total = NaN } = page;
		const totalPages =
			records.length === 0 ? 0 : Math.ceil(total / Math.max(records.length, WINNERS_PER_PAGE));
		return { ...page, totalPages };
	},
} as const;

/** The winners of a sweepstakes. No winners are listed if the service returns a 404 although the sweepstakes exists. */
export const winners = pagedList({
	...list,
	readFirst: async (read, client, { sweepstakesToken }) =>
		await undefinedIfEmpty(client, sweepstakesToken, read),
});

/** The same list, but a 404 is an error, because it does not prove that nobody has won. */
export const certainWinners = pagedList(list);

const placedFilter = filter
	.extend({ onlyTheFirst: z.number().int().min(1).optional() })
	.refine(({ search, onlyTheFirst }) => search === undefined || onlyTheFirst === undefined, {
		path: ['onlyTheFirst'],
		message: 'cannot be combined with {search}: remove one of the two',
	});

/**
 * Lists winners, each with their `Position` if the list is whole. If it is left out, a hint says why. With
 * `onlyTheFirst`, lists only those whose `Position` is not higher.
 */
export const placedWinners = listing({
	request: placedFilter,
	async *read(client, { onlyTheFirst, ...request }, limit, onTotal) {
		const isSearch = request.search !== undefined;
		const needed = onlyTheFirst === undefined ? limit : Infinity;
		const found: Json[] = [];
		let total: number | undefined;
		const noteTotal = (count: number) => {
			total = count;
			if (!isSearch && onlyTheFirst === undefined) onTotal?.(count);
		};
		for await (const page of winners.all.read(client, request, needed, noteTotal)) {
			for (const winner of page) found.push(winner);
			if (found.length >= needed) break;
		}
		const isWhole = !isSearch && found.length === total;
		const placed = isWhole ? withPositions(found) : found;
		const isUnplaced = placed.some(({ Position }) => Position === undefined);
		if (onlyTheFirst === undefined) {
			if (isUnplaced) client.hints.add(isWhole ? UNORDERED : PARTIAL);
			return yield placed;
		}
		if (isUnplaced) throw new ServiceError({ ...UNKNOWN_PLACES, description: WITHOUT_FILTER });
		const first = placed.filter((winner) => isAmongFirst(winner, onlyTheFirst));
		onTotal?.(first.length);
		yield first;
	},
});

/** Whether a winner's place is at most `count`. A winner without a `Position` is included. */
export function isAmongFirst({ Position }: Json, count = Infinity): boolean {
	return Position === undefined || Number(Position) <= count;
}

/** The failure if “Only the First” is used, but the service does not show who the first ones are. */
export const UNKNOWN_PLACES = {
	code: 'inOwnWords',
	message: 'The service does not show the place of each winner, so “Only the First” cannot be used',
} as const;

const WITHOUT_FILTER = 'Without this filter, the output may contain backups.';

const PARTIAL =
	'“Position” is left out, because it needs the whole list of winners. To get it, turn on “Return All”, and remove “Search”.';

const UNORDERED =
	'“Position” is left out, because the service does not show in which order the winners were drawn.';

export const winnerCount = listing({
	request: z.object({ sweepstakesToken: uuid }),
	async *read(client, request) {
		const { total: TotalWinners } = await winners.readPage(client, request, 1, 1);
		if (TotalWinners === undefined) throw new ServiceError({ code: 'unexpectedReply', missing: list.shows });
		yield [{ TotalWinners }];
	},
});

/** Returns a winner's ID, or '' if the record has none. */
export function readWinnerId({ ParticipantToken }: Json): string {
	return toIdKey(ParticipantToken);
}

/**
 * Identifies a win by the participant and the time of the draw. The rest of the record can change, for example when the
 * winner is notified, so it is used only if the participant is missing.
 */
export function identifyWinner({ Position: _, ...winner }: Json): string {
	const { ParticipantToken, DrawDateTime } = winner;
	const isKnown = typeof ParticipantToken === 'string';
	return JSON.stringify(isKnown ? [ParticipantToken, DrawDateTime] : Object.entries(winner).sort());
}

/**
 * Removes one winner for each of the keys. Other winners with the same key stay in the list, because winners can share
 * a key if their records lack the time of the draw.
 */
export function withoutEach(
	list: readonly Json[],
	keys: readonly string[],
	keyOf: (winner: Json) => string,
): Json[] {
	/** Maps each key to the number of winners that it still removes. */
	const left = new Map<string, number>();
	for (const key of keys) left.set(key, (left.get(key) ?? 0) + 1);
	return list.filter((winner) => {
		const key = keyOf(winner);
		const count = left.get(key) ?? 0;
		left.set(key, Math.max(0, count - 1));
		return count === 0;
	});
}

const readDrawTime = ({ DrawDateTime }: Json) => parseInstant(DrawDateTime);

/**
 * Sorts winners by their IDs, which the service assigns at random. The order in which it lists winners with the same
 * draw time is not documented.
 */
export function sortById(list: readonly Json[]): Json[] {
	const byId = list.map((winner) => ({ winner, id: readWinnerId(winner) }));
	return byId
		.sort((one, other) => Number(one.id > other.id) - Number(one.id < other.id))
		.map(({ winner }) => winner);
}

/** Sorts winners by the time of the draw. Returns undefined if the times do not show the order. */
const sortByDrawTime = (list: readonly Json[]) => sortByTime(sortById(list), readDrawTime);

/** Sorts winners by the time of the draw. Without times, the list is taken as newest first (reference, winners/fetch). */
export function sortByDraw(newestFirst: readonly Json[]): Json[] {
	return sortByDrawTime(newestFirst) ?? newestFirst.toReversed();
}

/** Adds the `Position` of each winner of a whole list: their place by the time of the draw. */
function withPositions(list: readonly Json[]): readonly Json[] {
	const positions = new Map(sortByDrawTime(list)?.map((winner, index) => [winner, index + 1]));
	return positions.size === 0 ? list : list.map((one) => ({ ...one, Position: positions.get(one) }));
}

/** Whether the times of the draws show that `count` winners were drawn before all others. */
export function isSplitByTime(list: readonly Json[], count: number): boolean {
	const times = sortByDrawTime(list)?.map(readDrawTime) ?? [];
	const next = times[count];
	return next !== undefined && times.slice(0, count).every((time) => time?.isBefore(next));
}

/**
 * Returns how many of the winners were drawn first, before somebody was drawn at least a second later, as each backup
 * is. Returns the number of all winners if the times do not show the order.
 */
export function countDrawnFirst(list: readonly Json[]): number {
	const times = sortByDrawTime(list)?.map((winner) => readDrawTime(winner)!.from) ?? [];
	const later = times.findIndex((time, index) => time - times[Math.max(0, index - 1)]! >= SECOND_MS);
	return later === -1 ? list.length : later;
}

/**
 * Returns how long to wait, in ms, so that the next draw certainly gets a later time than all of these winners: until
 * the last digit of the latest time has changed.
 *
 * @returns undefined if the times do not show the order of the draws, or if that takes longer than a minute
 */
export function findWaitForLaterTime(list: readonly Json[]): number | undefined {
	const latest = sortByDrawTime(list)?.map(readDrawTime).at(-1);
	if (!latest || latest.to - latest.from > MINUTE_MS) return undefined;
	return Math.max(latest.to - latest.from, SECOND_MS);
}
