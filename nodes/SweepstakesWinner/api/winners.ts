import type { Caller, Confirmation, Unsafe } from '../../shared/client/endpoint';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { PageCounter } from '../../shared/api/endlessList';
import { endpoint, lookup, certainRecords, records, safe, unsafe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { isSameId } from '../../shared/api/ids';
import { getLedger, type UnknownCall } from '../../shared/api/ledger';
import { pageReply } from '../../shared/api/pagedLists';
import { undefinedIfEmpty } from '../../Sweepstakes/api';
import { ALL_GROUPS } from '../../SweepstakesGroup/api';

const group = z.union([z.literal(ALL_GROUPS), uuid]);

export const winnerQuantity = z.number().int().min(1);

/** The largest page asked for. If the service returns smaller pages, those are followed. */
const WINNERS_PER_PAGE = 100;

/** The size of a page that the service certainly accepts (contract, POST /winners/fetch: itemsPerPage). */
const DEFAULT_PER_PAGE = 10;

/** How often a list is read if a draw changes it meanwhile. */
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

/** The winners as one reading found them. */
interface WinnerList {
	/** In the service's order. */
	winners: Json[];
	/** How many there are in all, whatever the limit. */
	total: number;
	/** A draw happened meanwhile, so the list ends where that was noticed. */
	changed: boolean;
	/** The service answered 404 for a sweepstakes that exists: nobody has won yet, as far as this can be known. */
	missing: boolean;
}

const NO_WINNERS: WinnerList = { winners: [], total: 0, changed: false, missing: false };

/**
 * Reads the winners once, at most `limit` of them: a limit of 1 is one call that says how many there are.
 *
 * @param found gets what was read, also by a reading that fails.
 * @throws {ServiceError} also for a page without `TotalWinners`, and for a list that does not end.
 */
export async function readWinners(
	service: Caller,
	filter: WinnerFilter,
	limit: number,
	found: Json[] = [],
): Promise<WinnerList> {
	const first = await firstPage(service, filter, limit);
	if (!first) return { ...NO_WINNERS, missing: true };
	const { itemsPerPage, total } = first;
	const pages = Math.ceil(total / itemsPerPage);
	const counter = new PageCounter('winners');
	const keep = ({ records: page }: { records: Json[] }) => {
		counter.count(page.length, pages);
		for (const winner of page.slice(0, limit - found.length)) found.push(winner);
	};
	keep(first);
	for (let page = 2; page <= pages && found.length < Math.min(limit, total); page++) {
		counter.throwIfEndless();
		const next = await nextPage(service, { ...filter, page, itemsPerPage });
		if (!next) break;
		keep(next);
		if (next.total !== total) return { winners: found, total, changed: true, missing: false };
	}
	return { winners: found, total, changed: false, missing: false };
}

type WinnerPage = z.output<typeof fetchWinners.request>;

/**
 * With a search, the total may count all winners, so a page without a match ends the list (the reference does not say what
 * `TotalWinners` counts).
 *
 * @returns undefined after the last page.
 */
async function nextPage(service: Caller, request: WinnerPage) {
	if (request.search === undefined) return await service.call(fetchWinners, request);
	const page = await undefinedIfNotFound(service.call(fetchWinners, request));
	return page?.records.length ? page : undefined;
}

/** The first page, with the size of the pages that follow: as many as are wanted, if the service grants that. */
async function firstPage(service: Caller, filter: WinnerFilter, limit: number) {
	const wanted = Math.min(limit, WINNERS_PER_PAGE);
	const read = async (itemsPerPage: number) => {
		const page = await service.call(fetchWinners, { ...filter, page: 1, itemsPerPage });
		return { ...page, itemsPerPage: Math.min(itemsPerPage, page.records.length || itemsPerPage) };
	};
	const first = read(wanted).catch(async (error: unknown) => {
		if (hasStatus(error, 400) && wanted > DEFAULT_PER_PAGE) return await read(DEFAULT_PER_PAGE);
		throw error;
	});
	return await undefinedIfEmpty(service, filter.sweepstakesToken, first);
}

/**
 * What identifies one win: the participant and the moment of the draw. Not the whole record, because it changes when the
 * winner is notified (reference, "Serve both": winners/fetch). Without a participant, the record is all there is.
 */
export function identifyWinner(winner: Json): string {
	const { ParticipantToken, DrawDateTime } = winner;
	const isKnown = typeof ParticipantToken === 'string';
	return JSON.stringify(isKnown ? [ParticipantToken, DrawDateTime] : Object.entries(winner).sort());
}

/**
 * The winners drawn so far, in the service's order. Neither an order nor an identifier of winners is documented, so a list that
 * a draw changed meanwhile is read again. If reading fails, what was read comes out first.
 */
export const winners = lookup({
	request: winnerFilter,
	async *read(service, filter, limit) {
		for (let reads = 1; ; reads++) {
			const found: Json[] = [];
			const outcome = await readWinners(service, filter, limit, found).catch((error: unknown) => ({ error }));
			const isChanged = 'changed' in outcome && outcome.changed;
			if (isChanged && reads < MAX_READS) continue;
			yield* found;
			if ('error' in outcome) throw outcome.error;
			if (isChanged) throw new ServiceError({ code: 'changingList', list: 'winners' });
			return;
		}
	},
});

/** The number of winners, with one call. */
export const winnerCount = lookup({
	request: z.object({ sweepstakesToken: uuid }),
	async *read(service, filter) {
		yield { TotalWinners: (await readWinners(service, filter, 1)).total };
	},
});

const draw = z.object({
	sweepstakesToken: uuid,
	howManyWinnersToPick: winnerQuantity,
	group,
	completedEntries: z.boolean().optional(),
	includeOptedOutParticipants: z.boolean().optional(),
	doNotIncludeSpamParticipants: z.boolean().optional(),
});

export type Draw = z.output<typeof draw>;

type ConfirmDraw = NonNullable<Unsafe<Draw>['confirm']>;

/**
 * Notes the winners before the draw, to find the new ones afterwards: one page of the default size, so that it is one call.
 * If the service does not find the list, it draws all the same, and a lost reply cannot be confirmed.
 */
const winnersDrawn: ConfirmDraw = async (service, request) => {
	const { sweepstakesToken } = request;
	const before = await undefinedIfNotFound(readWinners(service, { sweepstakesToken }, DEFAULT_PER_PAGE));
	return before && drawnSince(service, request, before, getLedger(service).count);
};

/** Confirms a draw in a sweepstakes that is known to have no winners yet: there is nothing to note before. */
export const firstWinnersDrawn: ConfirmDraw = (service, request) => drawnSince(service, request, NO_WINNERS);

/** Confirms a draw by the winners who were not there before, without those of other draws of this process. */
function drawnSince(
	service: Caller,
	{ sweepstakesToken, howManyWinnersToPick: expected, group }: Draw,
	before: WinnerList,
	knownAt?: number,
): Confirmation {
	const ledger = getLedger(service);
	const scope = `draw ${sweepstakesToken}`;
	const call: UnknownCall = { keys: [scope], scope, amount: expected, sentAt: Date.now() };
	return {
		lookUp: async () => {
			ledger.note(call);
			const others = ledger.processedAfter(call, knownAt);
			const theirs = others.flatMap(({ drawn = [] }) => drawn);
			const limit = before.winners.length + expected + theirs.length;
			const after = await readWinners(service, { sweepstakesToken }, limit);
			if (after.missing) throw new ServiceError({ code: 'inconclusive' });
			const listed = withoutTokens(after.winners, theirs);
			const drawn = after.total - theirs.length - before.total;
			const replaced = withoutKnown(listed.slice(0, before.winners.length), before.winners);
			if (drawn === 0 && !after.changed && replaced.length === 0) return undefined;
			const added = withoutKnown(listed, before.winners);
			const knowsAll = before.total === before.winners.length;
			// If some of the old ones are unknown, the order has to tell: the new ones are listed first.
			const isListedFirst = added.every((winner, index) => winner === listed[index]);
			const isThisDraw = drawn === expected && !after.changed && added.length === expected;
			const isUnknown = ledger.othersInDoubt(call).length > 0 || others.some((other) => !other.drawn);
			const isOthers = isUnknown || !added.every((one) => mayBeFrom(one, group));
			if (isThisDraw && !isOthers && (knowsAll || isListedFirst)) return { Response: true, Winners: added };
			throw new ServiceError({ code: 'inconclusive' });
		},
		onProcessed({ Winners }) {
			call.processedAt = Date.now();
			const drawn = asRecords(Winners).map(({ ParticipantToken }) => asText(ParticipantToken));
			call.drawn = drawn.length === expected ? drawn : undefined;
			ledger.note(call);
		},
	};
}

/** Whether nothing in the record of a winner says that another group was drawn from. */
function mayBeFrom({ GroupToken }: Json, group: Draw['group']): boolean {
	return group === ALL_GROUPS || asText(GroupToken) === '' || isSameId(GroupToken, group);
}

/** The list without the newest win of each of these participants. */
function withoutTokens(list: readonly Json[], tokens: readonly string[]): Json[] {
	const left = [...tokens];
	return list.filter(({ ParticipantToken }) => {
		const at = left.indexOf(asText(ParticipantToken));
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

/** Where a record has no moment of the draw, the same identity may be there twice. */
function withoutKnown(list: readonly Json[], known: readonly Json[]): Json[] {
	const left = known.map(identifyWinner);
	return list.filter((winner) => {
		const at = left.indexOf(identifyWinner(winner));
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

export const drawWinners = endpoint({
	call: 'POST /winners/draw',
	request: draw,
	reply: z.object({ Winners: certainRecords() }),
	// A second draw would pick a second set of winners.
	retry: unsafe({
		check: 'Before you draw again, check with Winner › Get Many whether winners were drawn.',
		confirm: winnersDrawn,
	}),
});
