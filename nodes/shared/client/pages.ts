import { z } from '../zod';
import { ServiceError } from './errors';
import type { Service } from './send';
import { isObject, type Json } from './json';

/** The service's page size (specification, POST /participants/fetch). */
export const PARTICIPANTS_PER_PAGE = 20;

/** The most winners asked for at once; where the service grants fewer, the pages follow what it grants. */
const WINNERS_PER_PAGE = 100;

/** How often the winners are read anew when a draw happens meanwhile. */
const WINNER_READINGS = 3;

/** Passed on as they came: a schema for each would leave as much garbage behind as a long list takes itself. */
const records = z.custom<Json[]>((value) => Array.isArray(value) && value.every(isObject));

const participantsPage = z.object({
	Participants: records,
	Pagination: z.object({ Total: z.number(), TotalPages: z.number() }),
});

const winnersPage = z.object({ TotalWinners: z.number(), Winners: records });

/** Filters of POST /participants/fetch, without the page. */
export interface ParticipantFilter {
	sweepstakesToken: string;
	search?: string;
	/** `YYYY-MM-DD` */
	optInDate?: string;
	/** `YYYY-MM-DD`, together with `endDate` */
	startDate?: string;
	endDate?: string;
}

/**
 * All participants that match, newest first, each once; pages are read as they are asked for.
 *
 * Entries that arrive while reading push the rest to later pages, where they are met again: those are dropped.
 *
 * @throws {ServiceError} as `participantPagesOf` does.
 */
export async function* participantsOf(service: Service, filter: ParticipantFilter): AsyncGenerator<Json> {
	const seen = new Set<string>();
	for await (const { participants } of participantPagesOf(service, filter)) {
		for (const participant of participants) {
			const key = entryKey(participant);
			if (seen.has(key)) continue;
			seen.add(key);
			yield participant;
		}
	}
}

/** One page of a list of participants, as the service sent it. */
export interface ParticipantsPage {
	/** Newest first. */
	participants: Json[];
	/** How many match, on all pages together. */
	total: number;
	/** Entries were deleted since the page before: some may have slipped to pages that come again after this one. */
	slipped: boolean;
}

/**
 * The pages of all participants that match.
 *
 * Entries deleted while reading pull the rest to earlier pages: as many pages are read again. The end is what
 * `Pagination` says, never an empty page alone.
 *
 * @throws {ServiceError} also for a page without `Pagination`: the list would end without anybody noticing.
 */
export async function* participantPagesOf(
	service: Service,
	filter: ParticipantFilter,
): AsyncGenerator<ParticipantsPage> {
	let total: number | undefined;
	for (let page = 1, pages = 1; page <= pages; page++) {
		const body = await service.call({
			endpoint: 'POST /participants/fetch',
			body: { ...filter, page },
			repeatable: true,
		});
		const reply = participantsPage.safeParse(body);
		if (!reply.success) throw new ServiceError(incompleteList('participants'));
		const { Participants, Pagination } = reply.data;
		const gone = (total ?? Pagination.Total) - Pagination.Total;
		yield { participants: Participants, total: Pagination.Total, slipped: gone > 0 };
		if (gone > 0) page = Math.max(0, page - Math.ceil(gone / PARTICIPANTS_PER_PAGE) - 1);
		total = Pagination.Total;
		pages = Pagination.TotalPages;
	}
}

/** One participant may stand in several collections of a sweepstakes (specification, Participant). */
function entryKey(entry: Json): string {
	const { ParticipantToken, Collection, CreationDate } = entry;
	if (typeof ParticipantToken !== 'string') return JSON.stringify(entry);
	return `${ParticipantToken} ${String(Collection)} ${String(CreationDate)}`;
}

export interface WinnerFilter {
	sweepstakesToken: string;
	search?: string;
}

/**
 * The winners recorded so far, in the service's order; at most `limit` of them, with no page too many.
 *
 * Neither an order nor an identifier of winners is documented, so a list during which a draw happened is read anew.
 *
 * @throws {ServiceError} also for a page without `TotalWinners`.
 */
export async function winnersOf(service: Service, filter: WinnerFilter, limit = Infinity): Promise<Json[]> {
	for (let reading = 1; ; reading++) {
		const { winners, changed } = await readWinners(service, filter, limit);
		if (!changed || reading === WINNER_READINGS) return winners;
	}
}

/** What one reading of the winners found. */
export interface WinnersReading {
	/** In the service's order. */
	winners: Json[];
	/** How many there are in all, whatever the limit. */
	total: number;
	/** A draw happened meanwhile, so the list ends where that was noticed. */
	changed: boolean;
}

/**
 * Reads the winners once, at most `limit` of them: with 1, it takes one call to learn how many there are.
 *
 * @throws {ServiceError} also for a page without `TotalWinners`.
 */
export async function readWinners(
	service: Service,
	filter: WinnerFilter,
	limit: number,
): Promise<WinnersReading> {
	const winners: Json[] = [];
	let itemsPerPage = Math.min(limit, WINNERS_PER_PAGE);
	let total: number | undefined;
	for (let page = 1; ; page++) {
		const body = await service.call({
			endpoint: 'POST /winners/fetch',
			body: { ...filter, page, itemsPerPage },
			repeatable: true,
		});
		const reply = winnersPage.safeParse(body);
		if (!reply.success) throw new ServiceError(incompleteList('winners'));
		const { TotalWinners, Winners } = reply.data;
		winners.push(...Winners.slice(0, limit - winners.length));
		total ??= TotalWinners;
		if (TotalWinners !== total) return { winners, total, changed: true };
		if (page === 1 && Winners.length > 0) itemsPerPage = Math.min(itemsPerPage, Winners.length);
		if (winners.length >= limit || page >= Math.ceil(total / itemsPerPage))
			return { winners, total, changed: false };
	}
}

function incompleteList(what: string) {
	return {
		message: `The service did not say how many ${what} there are, so this node cannot know whether the list is complete`,
		description: 'Nothing was changed. Contact the support of the service.',
	};
}
