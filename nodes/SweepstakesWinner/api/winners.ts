import type { Client } from '../../shared/client/client';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { parseInstant, sortByTime } from '../../shared/time/parse';
import { z } from '../../shared/zod';
import { idKey } from '../../shared/api/ids';
import { listBudget } from '../../shared/api/data-budget';
import { contradicts, PageCounter } from '../../shared/api/pages';
import { endpoint, lookup, safe } from '../../shared/api/endpoint';
import { records } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';
import { pageReply } from '../../shared/api/paged-list';
import { undefinedIfEmpty } from '../../Sweepstakes/api';

export const winnerQuantity = z.number().int().min(1);

/** The page size to request. If the service returns smaller pages, the node continues with their size. */
const WINNERS_PER_PAGE = 100;

/** A page size that the service certainly accepts (contract, winners/fetch). */
export const DEFAULT_PER_PAGE = 10;

/** How often to read a list that draws keep changing. */
const MAX_READS = 3;

const winnerFilter = z.object({ sweepstakesToken: uuid, search: z.string().optional() });

type WinnerFilter = z.output<typeof winnerFilter>;

const winnerPage = z.object({ records: records(), total: z.number() });

const fetchWinners = endpoint({
	call: 'POST /winners/fetch',
	request: winnerFilter.extend({ page: z.number().optional(), itemsPerPage: z.number().optional() }),
	reply: pageReply('Winners', 'TotalWinners').pipe(winnerPage),
	tells: 'how many winners there are, so this node cannot know whether the list is complete',
	retry: safe,
});

export interface WinnerList {
	/** The winners, in the service's order. */
	winners: Json[];
	/** The number of all winners, whatever the limit. */
	total: number;
	/** Whether a draw happened during the reading. The list then ends where we noticed it. */
	changed: boolean;
	/** Whether the service returned 404 for a sweepstakes that exists, probably because nobody has won yet. */
	missing: boolean;
}

const NO_WINNERS: WinnerList = { winners: [], total: 0, changed: false, missing: false };

/**
 * Reads up to `limit` winners. A limit of 1 takes one call and still gives the total.
 *
 * @param found receives the winners as they are read, so that some of them are there if the reading fails
 * @throws {ServiceError} also for a page without `TotalWinners`, for a list that does not end, and for a list whose
 * length differs from the service's count, because a draw must not rely on an incomplete list
 */
export async function readWinners(
	client: Client,
	filter: WinnerFilter,
	limit: number,
	found: Json[] = [],
): Promise<WinnerList> {
	const counter = new PageCounter('winners', listBudget(client));
	const first = await firstPage(client, filter, limit);
	if (!first) return { ...NO_WINNERS, missing: true };
	const { itemsPerPage, total } = first;
	const pages = Math.ceil(total / itemsPerPage);
	const keep = ({ records: page }: { records: Json[] }) => {
		counter.count(page.length, pages);
		for (const winner of page.slice(0, limit - found.length)) found.push(winner);
	};
	keep(first);
	for (let page = 2; page <= pages && found.length < Math.min(limit, total); page++) {
		counter.throwIfTooLong();
		const next = await nextPage(client, { ...filter, page, itemsPerPage });
		if (!next) break;
		keep(next);
		if (next.total !== total) return { winners: found, total, changed: true, missing: false };
	}
	// In a search, the total may count all winners instead of the matches.
	const isWhole = first.records.length <= total && found.length >= Math.min(limit, total);
	if (filter.search === undefined && !isWhole) throw contradicts('winners', total, found.length);
	return { winners: found, total, changed: false, missing: false };
}

type WinnerPage = z.output<typeof fetchWinners.request>;

/**
 * Reads the next page. In a search, the total may count all winners instead of the matches, and a page without a match
 * ends the list.
 *
 * @returns undefined after the last page
 */
async function nextPage(client: Client, request: WinnerPage) {
	if (request.search === undefined) return await client.call(fetchWinners, request);
	const page = await undefinedIfNotFound(client.call(fetchWinners, request));
	return page?.records.length ? page : undefined;
}

/**
 * Reads the first page, and finds the size of the next pages, because the service may return smaller ones than
 * requested.
 */
async function firstPage(client: Client, filter: WinnerFilter, limit: number) {
	const wanted = Math.min(limit, WINNERS_PER_PAGE);
	const read = async (itemsPerPage: number) => {
		const page = await client.call(fetchWinners, { ...filter, page: 1, itemsPerPage });
		return { ...page, itemsPerPage: Math.min(itemsPerPage, page.records.length || itemsPerPage) };
	};
	const first = read(wanted).catch(async (error: unknown) => {
		if (hasStatus(error, 400) && wanted > DEFAULT_PER_PAGE) return await read(DEFAULT_PER_PAGE);
		throw error;
	});
	return await undefinedIfEmpty(client, filter.sweepstakesToken, first);
}

/**
 * Identifies a win by the participant and the time of the draw. The rest of the record changes, for example when the
 * winner is notified, so it is used only if there is no participant.
 */
export function identifyWinner(winner: Json): string {
	const { ParticipantToken, DrawDateTime } = winner;
	const isKnown = typeof ParticipantToken === 'string';
	return JSON.stringify(isKnown ? [ParticipantToken, DrawDateTime] : Object.entries(winner).sort());
}

/**
 * The winners drawn so far, in the service's order. If a draw changes the list during the reading, it is read again. If
 * the reading fails, the winners read so far are returned before the error.
 */
export const winners = lookup({
	request: winnerFilter,
	async *read(client, filter, limit, onTotal) {
		for (let reads = 1; ; reads++) {
			const found: Json[] = [];
			const outcome = await readWinners(client, filter, limit, found).catch((error: unknown) => ({ error }));
			const isChanged = 'changed' in outcome && outcome.changed;
			if (isChanged && reads < MAX_READS) continue;
			// In a search, the total may count all winners instead of the matches.
			if ('total' in outcome && filter.search === undefined) onTotal?.(outcome.total);
			yield found;
			if ('error' in outcome) throw outcome.error;
			if (isChanged) throw new ServiceError({ code: 'changingList', list: 'winners' });
			return;
		}
	},
});

/**
 * Sorts by the time of the draw. Winners with the same time are in the order of their IDs, which the service assigns at
 * random, because the order of such winners in the list is not documented. Without times, the list is read as newest
 * first (reference, winners/fetch).
 */
export function firstDrawnFirst(newestFirst: readonly Json[]): Json[] {
	const oldestFirst = newestFirst.toReversed();
	const byId = oldestFirst.toSorted((one, other) => tokenOf(one).localeCompare(tokenOf(other)));
	return sortByTime(byId, drawnAt) ?? oldestFirst;
}

/** A winner's ID, or '' if there is none. */
export function tokenOf({ ParticipantToken }: Json): string {
	return idKey(asText(ParticipantToken));
}

/** Whether the records show who was drawn first. People of one draw may have the same time. */
export function isOrderKnown(winners: readonly Json[]): boolean {
	const times = winners.map(drawnAt);
	return times.every((time, index) => index === 0 || (time && times[index - 1]?.isBefore(time)));
}

const drawnAt = ({ DrawDateTime }: Json) => parseInstant(DrawDateTime);

export const winnerCount = lookup({
	request: z.object({ sweepstakesToken: uuid }),
	async *read(client, filter) {
		yield [{ TotalWinners: (await readWinners(client, filter, 1)).total }];
	},
});
