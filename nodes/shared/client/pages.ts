import { z } from '../zod';
import { ServiceError } from './errors';
import type { Service } from './send';
import type { Json } from './verdict';

/** The service's page size (specification, POST /participants/fetch). */
export const PARTICIPANTS_PER_PAGE = 20;

/** The most winners asked for at once; where the service grants fewer, the pages follow what it grants. */
const WINNERS_PER_PAGE = 100;

/** How often the winners are read anew when a draw happens meanwhile. */
const WINNER_READINGS = 3;

const participantsPage = z.object({
	Participants: z.array(z.record(z.unknown())),
	Pagination: z.object({ Total: z.number(), TotalPages: z.number() }),
});

const winnersPage = z.object({ TotalWinners: z.number(), Winners: z.array(z.record(z.unknown())) });

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
 * All participants that match, newest first, each once, page by page as they are asked for.
 *
 * Entries that arrive while reading push the rest to later pages, where they are met again: those are dropped.
 * Entries deleted while reading pull the rest to earlier pages: as many pages are read again. The end is what
 * `Pagination` says, never an empty page alone.
 *
 * @throws {ServiceError} also for a page without `Pagination`: the list would end without anybody noticing.
 */
export async function* participantsOf(service: Service, filter: ParticipantFilter): AsyncGenerator<Json> {
	const seen = new Set<string>();
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
		for (const participant of Participants) {
			const key = entryKey(participant);
			if (seen.has(key)) continue;
			seen.add(key);
			yield participant;
		}
		const gone = (total ?? Pagination.Total) - Pagination.Total;
		if (gone > 0) page = Math.max(0, page - Math.ceil(gone / PARTICIPANTS_PER_PAGE) - 1);
		total = Pagination.Total;
		pages = Pagination.TotalPages;
	}
}

/** One participant may stand in several collections of a sweepstakes (specification, Participant). */
function entryKey({ ParticipantToken, Collection, CreationDate, ...rest }: Json): string {
	if (typeof ParticipantToken !== 'string') return JSON.stringify({ Collection, CreationDate, ...rest });
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

async function readWinners(
	service: Service,
	filter: WinnerFilter,
	limit: number,
): Promise<{ winners: Json[]; changed: boolean }> {
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
		if (TotalWinners !== total) return { winners, changed: true };
		if (page === 1 && Winners.length > 0) itemsPerPage = Math.min(itemsPerPage, Winners.length);
		if (winners.length >= limit || page >= Math.ceil(total / itemsPerPage))
			return { winners, changed: false };
	}
}

function incompleteList(what: string) {
	return {
		message: `The service's list of ${what} does not say how many there are, so it cannot be told whether it is complete`,
		description: 'Nothing was changed. Contact the support of the service.',
	};
}
