import type { Caller, Confirmation, Unsafe } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import { isObject, type Json } from '../json';
import { z } from '../zod';
import { anyReply, endpoint, lookup, records, safe, safeDelete, unsafe } from './endpoint';
import { PageCounter } from './endlessList';
import { date, time, uuid } from './formats';

/** What the service takes for all groups together. */
export const ALL_GROUPS = 'allgroups';

const group = z.union([z.literal(ALL_GROUPS), uuid]);

export const winnerQuantity = z.number().int().min(1);

/** The largest page asked for. If the service returns smaller pages, those are followed. */
const WINNERS_PER_PAGE = 100;

/** How often a list is read if a draw changes it meanwhile. */
const MAX_READS = 3;

const winnerFilter = z.object({ sweepstakesToken: uuid, search: z.string().optional() });

type WinnerFilter = z.output<typeof winnerFilter>;

export const fetchWinners = endpoint({
	call: 'POST /winners/fetch',
	request: winnerFilter.extend({ page: z.number().optional(), itemsPerPage: z.number().optional() }),
	reply: z.object({ TotalWinners: z.number(), Winners: records() }),
	tells: 'how many winners there are, so this node cannot know whether the list is complete',
	retry: safe,
});

/** The winners as one reading found them. */
export interface WinnerList {
	/** In the service's order. */
	winners: Json[];
	/** How many there are in all, whatever the limit. */
	total: number;
	/** A draw happened meanwhile, so the list ends where that was noticed. */
	changed: boolean;
}

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
	const counter = new PageCounter('winners');
	let itemsPerPage = Math.min(limit, WINNERS_PER_PAGE);
	let total: number | undefined;
	for (let page = 1; ; page++) {
		counter.throwIfEndless();
		const { TotalWinners, Winners } = await service.call(fetchWinners, { ...filter, page, itemsPerPage });
		counter.count(Winners.length, Math.ceil(TotalWinners / Math.max(1, Winners.length)));
		for (const winner of Winners.slice(0, limit - found.length)) found.push(winner);
		total ??= TotalWinners;
		if (TotalWinners !== total) return { winners: found, total, changed: true };
		if (page === 1 && Winners.length > 0) itemsPerPage = Math.min(itemsPerPage, Winners.length);
		if (found.length >= Math.min(limit, total) || page >= Math.ceil(total / itemsPerPage))
			return { winners: found, total, changed: false };
	}
}

/**
 * The winners drawn so far, in the service's order.
 *
 * Neither an order nor an identifier of winners is documented, so a list that a draw changed meanwhile is read again. If
 * reading fails, what was read comes out first.
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

/** One page of the default size (specification, POST /winners/fetch), so that it is one call. */
const KNOWN_BEFORE = 10;

/** Notes the winners before the draw, to find the new ones afterwards. */
const winnersDrawn: ConfirmDraw = async (service, request) => {
	const { sweepstakesToken } = request;
	return drawnSince(service, request, await readWinners(service, { sweepstakesToken }, KNOWN_BEFORE));
};

/** Confirms a draw in a sweepstakes that is known to have no winners yet: there is nothing to note before. */
export const firstWinnersDrawn: ConfirmDraw = (service, request) =>
	drawnSince(service, request, { winners: [], total: 0, changed: false });

function drawnSince(
	service: Caller,
	{ sweepstakesToken, howManyWinnersToPick: expected }: Draw,
	before: WinnerList,
): Confirmation {
	return {
		lookUp: async () => {
			const after = await readWinners(service, { sweepstakesToken }, before.winners.length + expected);
			const drawn = after.total - before.total;
			if (drawn === 0 && !after.changed) return undefined;
			const added = withoutKnown(after.winners, before.winners);
			const knowsAll = before.total === before.winners.length;
			// If some of the old ones are unknown, the order has to tell: the new ones are listed first.
			const isListedFirst = added.every((winner, index) => winner === after.winners[index]);
			const isThisDraw = drawn === expected && !after.changed && added.length === expected;
			if (isThisDraw && (knowsAll || isListedFirst)) return { Response: true, Winners: added };
			throw new ServiceError({ code: 'inconclusive' });
		},
	};
}

/** No identifier of a winner is documented, so whole records are compared; the same may be there twice. */
function withoutKnown(list: readonly Json[], known: readonly Json[]): Json[] {
	const left = known.map((winner) => JSON.stringify(winner));
	return list.filter((winner) => {
		const at = left.indexOf(JSON.stringify(winner));
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

export const drawWinners = endpoint({
	call: 'POST /winners/draw',
	request: draw,
	reply: z.object({ Winners: records() }),
	// A second draw would pick a second set of winners.
	retry: unsafe({
		check: 'Before you draw again, check with Winner › Get Many whether winners were drawn.',
		confirm: winnersDrawn,
	}),
});

export const dayOfTheWeek = z.number().int().min(1).max(7);
export const weekOfTheMonth = z.number().int().min(1).max(4);

export const scheduleDrawing = endpoint({
	call: 'POST /winners/schedule',
	request: z.object({
		sweepstakesToken: uuid,
		group,
		selectedAction: z.number(),
		scheduleMode: z.enum(['schedule', 'settime']),
		howManyWinnersToPick: winnerQuantity,
		endDate: date,
		endTime: time,
		timezone: z.number().int(),
		frequency: z.number().optional(),
		dayOfTheWeek: dayOfTheWeek.optional(),
		weekOfTheMonth: weekOfTheMonth.optional(),
		message: z.string().optional(),
		includeOptedOutParticipants: z.boolean().optional(),
		publishToWinnersPage: z.boolean().optional(),
		sendCopyToMe: z.boolean().optional(),
		doNotIncludeSpamParticipants: z.boolean().optional(),
		addDrawingToCalendar: z.boolean().optional(),
	}),
	reply: anyReply,
	// A second drawing would pick a second set of winners.
	retry: unsafe({
		check:
			'Before you schedule it again, check with Winner › Get Scheduled Drawings whether the drawing is there.',
	}),
});

export const fetchScheduledDrawings = endpoint({
	call: 'GET /winners/fetchscheduled',
	request: z.object({ sweepstakesToken: uuid }),
	reply: z.record(z.unknown()),
	retry: safe,
});

/**
 * The drawings in a reply of `fetchScheduledDrawings`. Its shape is not documented, so they are taken from the first list
 * in it, wherever that is.
 *
 * @returns undefined if there is no list.
 */
export function scheduledDrawingsIn(reply: Json): Json[] | undefined {
	return firstListIn(reply)?.filter(isObject);
}

/** A reply of thousands of levels would overflow the stack. */
const MAX_DEPTH = 10;

function firstListIn(value: unknown, depth = 0): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isObject(value) || depth > MAX_DEPTH) return undefined;
	for (const inner of Object.values(value)) {
		const list = firstListIn(inner, depth + 1);
		if (list) return list;
	}
	return undefined;
}

/** Tokens of other things in the record of a drawing. */
const OTHER_TOKEN = /^(sweepstakes|user|group|participant)token$/i;

/** The token of a drawing: `scheduledToken` as in its deletion, or the one ID that does not belong to something else. */
export function tokenOfDrawing(drawing: Json): string | undefined {
	const ids = Object.entries(drawing).filter(
		(entry): entry is [string, string] => uuid.safeParse(entry[1]).success,
	);
	const named = ids.find(([key]) => /^schedul.*token$/i.test(key));
	const own = named ?? ids.find(([key]) => /token$|^_?id$/i.test(key) && !OTHER_TOKEN.test(key));
	return own?.[1];
}

export const deleteScheduledDrawing = endpoint({
	call: 'DELETE /winners/deletescheduled',
	request: z.object({ sweepstakesToken: uuid, scheduledToken: uuid }),
	reply: anyReply,
	retry: safeDelete,
});
