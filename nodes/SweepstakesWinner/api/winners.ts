import type { Client } from '../../shared/client/client';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { toIdKey, type Json } from '../../shared/json';
import { parseInstant, sortByTime } from '../../shared/time/parse';
import { z } from '../../shared/zod';
import { createEndlessError, getMaxPages, throwGap } from '../../shared/api/pages';
import { endpoint, listing, reads } from '../../shared/api/endpoint';
import { DataBudget } from '../../shared/api/data-budget';
import { records } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';
import { pageReply } from '../../shared/api/paged-list';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

export const winnerQuantity = z.number().int().min(1);

/** The page size to request. If the service returns smaller pages, `readWinners` continues with their size. */
const WINNERS_PER_PAGE = 100;

/** A page size that the service certainly accepts (contract, winners/fetch). */
export const DEFAULT_PER_PAGE = 10;

/** How many times to read the list before giving up, if a draw changes it every time while it is read. */
const MAX_READS = 3;

const winnerFilter = z.object({ sweepstakesToken: uuid, search: z.string().optional() });

type WinnerFilter = z.output<typeof winnerFilter>;

const winnerPage = z.object({ records: records(), total: z.number() });

const fetchWinners = endpoint({
	call: 'POST /winners/fetch',
	request: winnerFilter.extend({ page: z.number().optional(), itemsPerPage: z.number().optional() }),
	reply: pageReply('Winners', 'TotalWinners').pipe(winnerPage),
	retry: reads('how many winners there are, so this node cannot tell whether the list is complete'),
});

export interface WinnerList {
	/** The winners, in the service's order. */
	winners: Json[];
	/** The service's count of all winners, regardless of the limit. */
	total: number;
	/** Whether a draw took place while the list was read. If so, reading stopped, and `winners` is incomplete. */
	changed?: boolean;
	/** Whether the service returned a 404 although the sweepstakes exists, probably because nobody has won yet. */
	missing?: boolean;
}

/**
 * Reads up to `limit` winners. A limit of 1 takes only one call, which is enough if the caller needs just the total.
 *
 * @param found an array to which the winners are added page by page, so that the caller has the first ones if reading
 *   fails partway
 * @throws {ServiceError} if a call fails, if a page lacks `TotalWinners`, if the list does not end, or if its length
 *   differs from the service's count. A draw must not rely on an incomplete list.
 */
export async function readWinners(
	client: Client,
	filter: WinnerFilter,
	limit: number,
	found: Json[] = [],
): Promise<WinnerList> {
	const budget = new DataBudget();
	const first = await readFirstPage(client, filter, limit);
	if (!first) return { winners: [], total: 0, missing: true };
	const { itemsPerPage, total } = first;
	const pages = Math.ceil(total / itemsPerPage);
	const maxPages = getMaxPages(pages);
	const keep = ({ records: page }: { records: Json[] }) => {
		const taken = page.slice(0, limit - found.length);
		budget.holdRecords(taken);
		for (const winner of taken) found.push(winner);
	};
	keep(first);
	for (let page = 2; page <= pages && found.length < Math.min(limit, total); page++) {
		if (page > maxPages) throw createEndlessError('winners', maxPages);
		const next = await readNextPage(client, { ...filter, page, itemsPerPage });
		if (!next) break;
		keep(next);
		if (next.total !== total) return { winners: found, total, changed: true };
	}
	// In a search, the total may count all winners instead of the matching ones.
	const isWhole = first.records.length <= total && found.length >= Math.min(limit, total);
	if (filter.search === undefined && !isWhole) throwGap({ name: 'winners', total, listed: found.length });
	return { winners: found, total };
}

type WinnerPage = z.output<typeof fetchWinners.request>;

/**
 * Reads the next page. In a search, the total may count all winners instead of the matching ones, so a page without a
 * match ends the list.
 *
 * @returns undefined after the last page
 */
async function readNextPage(client: Client, request: WinnerPage) {
	if (request.search === undefined) return await client.call(fetchWinners, request);
	const page = await client.call(fetchWinners, request).catch(undefinedIfNotFound);
	return page?.records.length ? page : undefined;
}

/**
 * Reads the first page, and determines the size of the following pages, because the service may return fewer winners
 * per page than requested.
 */
async function readFirstPage(client: Client, filter: WinnerFilter, limit: number) {
	const wanted = Math.min(limit, WINNERS_PER_PAGE);
	const read = async (itemsPerPage: number) => {
		const page = await client.call(fetchWinners, { ...filter, page: 1, itemsPerPage });
		return { ...page, itemsPerPage: Math.min(itemsPerPage, page.records.length || itemsPerPage) };
	};
	const readFirst = async () =>
		await read(wanted).catch(async (error: unknown) => {
			if (hasStatus(error, 400) && wanted > DEFAULT_PER_PAGE) return await read(DEFAULT_PER_PAGE);
			throw error;
		});
	return await undefinedIfEmpty(client, filter.sweepstakesToken, readFirst);
}

/**
 * Identifies a win by the participant and the time of the draw. The rest of the record can change, for example when the
 * winner is notified, so it is used only if the participant is missing.
 */
export function identifyWinner(winner: Json): string {
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

const CHANGING_LIST = {
	code: 'inOwnWords',
	message: 'The list of winners is incomplete, because it changed each time it was read',
	description: 'This node changed nothing. Run this again when the draw is over.',
} as const;

/**
 * Lists the winners drawn so far, in the service's order. If a draw changes the list during reading, the list is read
 * again. If reading fails partway, the winners read so far are returned before the error is thrown.
 */
export const winners = listing({
	request: winnerFilter,
	async *read(client, filter, limit, onTotal) {
		for (let reads = 1; ; reads++) {
			const found: Json[] = [];
			const outcome = await readWinners(client, filter, limit, found).catch((error: unknown) => ({ error }));
			const isChanged = 'changed' in outcome && outcome.changed;
			if (isChanged && reads < MAX_READS) continue;
			// In a search, the total may count all winners instead of the matching ones.
			if ('total' in outcome && filter.search === undefined) onTotal?.(outcome.total);
			yield found;
			if ('error' in outcome) throw outcome.error;
			if (isChanged) throw new ServiceError(CHANGING_LIST);
			return;
		}
	},
});

/**
 * Sorts winners by the time of the draw. The order in which the service lists winners with the same time is not
 * documented, so they are sorted by their IDs, which the service assigns at random. Without times, the list is taken as
 * newest first (reference, winners/fetch).
 */
export function sortByDraw(newestFirst: readonly Json[]): Json[] {
	const oldestFirst = newestFirst.toReversed();
	const byId = oldestFirst.toSorted((one, other) => readWinnerId(one).localeCompare(readWinnerId(other)));
	return sortByTime(byId, readDrawTime) ?? oldestFirst;
}

/** Returns a winner's ID, or '' if the record has none. */
export function readWinnerId({ ParticipantToken }: Json): string {
	return toIdKey(ParticipantToken);
}

/** Whether the records show who was drawn first. They do not if people have the same time. */
export function isOrderKnown(winners: readonly Json[]): boolean {
	const times = winners.map(readDrawTime);
	return times.every((time, index) => index === 0 || (time && times[index - 1]?.isBefore(time)));
}

const readDrawTime = ({ DrawDateTime }: Json) => parseInstant(DrawDateTime);

export const winnerCount = listing({
	request: z.object({ sweepstakesToken: uuid }),
	async *read(client, filter) {
		yield [{ TotalWinners: (await readWinners(client, filter, 1)).total }];
	},
});
