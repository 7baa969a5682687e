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

/** So many empty pages in a row are not pages that were emptied while the list was read. */
const MOST_EMPTY_PAGES = 3;

/** More than any list has: with 20 participants a page, 2 million. */
const MOST_PAGES = 100_000;
const MOST_ENTRIES = 2_000_000;

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
 * @throws {ServiceError} also for a page without `Pagination`, because the list would end without anybody noticing, and for
 * a list without an end.
 */
export async function* participantPagesOf(
	service: Service,
	filter: ParticipantFilter,
): AsyncGenerator<ParticipantsPage> {
	const end = new ListEnd('participants');
	let total: number | undefined;
	for (let page = 1, pages = 1; page <= pages; page++) {
		end.check();
		const body = await service.call({
			endpoint: 'POST /participants/fetch',
			body: { ...filter, page },
			repeatable: true,
		});
		const reply = participantsPage.safeParse(body);
		if (!reply.success) throw new ServiceError(incompleteList('participants'));
		const { Participants, Pagination } = reply.data;
		end.note(Participants.length, Pagination.TotalPages);
		const gone = (total ?? Pagination.Total) - Pagination.Total;
		yield { participants: Participants, total: Pagination.Total, slipped: gone > 0 };
		if (gone > 0) page = Math.max(0, page - Math.ceil(gone / PARTICIPANTS_PER_PAGE) - 1);
		total = Pagination.Total;
		pages = Pagination.TotalPages;
	}
}

/** Notices that a list does not end, whatever the service says. */
class ListEnd {
	private read = 0;
	private entries = 0;
	private empty = 0;
	private most = MOST_PAGES;

	/** @param what completes "The list of …" */
	constructor(private readonly what: string) {}

	/** @param pages how many there are as the service says: the list may grow while it is read, but not for ever. */
	note(entries: number, pages: number): void {
		if (this.read === 0) this.most = Math.min(2 * pages + 100, MOST_PAGES);
		this.read++;
		this.entries += entries;
		this.empty = entries === 0 ? this.empty + 1 : 0;
	}

	/** @throws {ServiceError} if no more pages should be asked for. */
	check(): void {
		const reason = this.reason();
		if (!reason) return;
		throw new ServiceError({
			message: `The list of ${this.what} does not end: ${reason}, and the service says that there are more`,
			description: 'Nothing was changed. Contact the support of the service.',
		});
	}

	private reason(): string | undefined {
		if (this.empty >= MOST_EMPTY_PAGES) return `${this.empty} pages in a row were empty`;
		if (this.entries >= MOST_ENTRIES) return `${this.entries} of them were read`;
		return this.read >= this.most ? `${this.read} pages were read` : undefined;
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
 * @throws {ServiceError} as `readWinners` does, after what was read until then.
 */
export async function* winnersOf(
	service: Service,
	filter: WinnerFilter,
	limit = Infinity,
): AsyncGenerator<Json> {
	for (let reading = 1; ; reading++) {
		const winners: Json[] = [];
		const outcome = await readWinners(service, filter, limit, winners).catch((error: unknown) => ({ error }));
		const isChanged = 'changed' in outcome && outcome.changed;
		if (isChanged && reading < WINNER_READINGS) continue;
		yield* winners;
		if ('error' in outcome) throw outcome.error;
		if (isChanged) throw new ServiceError(CHANGING_LIST);
		return;
	}
}

const CHANGING_LIST = {
	message: 'The list of winners is not complete, because it changed each time it was read',
	description: 'Nothing was changed by this node. Run this again when no more winners are drawn.',
};

/** All of what comes one by one. */
export async function listOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const entry of entries) list.push(entry);
	return list;
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
 * @param winners takes what was read, also of a reading that fails.
 * @throws {ServiceError} also for a page without `TotalWinners`, and for a list without an end.
 */
export async function readWinners(
	service: Service,
	filter: WinnerFilter,
	limit: number,
	winners: Json[] = [],
): Promise<WinnersReading> {
	const end = new ListEnd('winners');
	let itemsPerPage = Math.min(limit, WINNERS_PER_PAGE);
	let total: number | undefined;
	for (let page = 1; ; page++) {
		end.check();
		const body = await service.call({
			endpoint: 'POST /winners/fetch',
			body: { ...filter, page, itemsPerPage },
			repeatable: true,
		});
		const reply = winnersPage.safeParse(body);
		if (!reply.success) throw new ServiceError(incompleteList('winners'));
		const { TotalWinners, Winners } = reply.data;
		end.note(Winners.length, Math.ceil(TotalWinners / Math.max(1, Winners.length)));
		for (const winner of Winners.slice(0, limit - winners.length)) winners.push(winner);
		total ??= TotalWinners;
		if (TotalWinners !== total) return { winners, total, changed: true };
		if (page === 1 && Winners.length > 0) itemsPerPage = Math.min(itemsPerPage, Winners.length);
		if (winners.length >= Math.min(limit, total) || page >= Math.ceil(total / itemsPerPage))
			return { winners, total, changed: false };
	}
}

function incompleteList(what: string) {
	return {
		message: `The service did not say how many ${what} there are, so this node cannot know whether the list is complete`,
		description: 'Nothing was changed. Contact the support of the service.',
	};
}
