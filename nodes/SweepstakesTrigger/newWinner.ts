import { createHash } from 'crypto';

import { readWinners } from '../shared/client/pages';
import type { Json } from '../shared/client/json';
import { z } from '../shared/zod';
import { SAMPLE_SIZE, type Event } from './event';

/** Where the watch over the winners stands. */
const winnerCursor = z.object({
	/** `TotalWinners`, the sign that a draw happened. */
	total: z.number(),
	/** The fingerprints of all winners, in the service's order: 8 characters each. */
	seen: z.array(z.string()),
});

/**
 * A winner was drawn. Neither an order nor an identifier of the records is documented (specification, POST
 * /winners/fetch), so the whole list is compared with what it was, and only when `TotalWinners` has changed.
 *
 * This assumes that a record keeps its ParticipantToken or, if it has none, its content. A winner who is taken off the
 * list between the same two polls in which another is drawn hides that draw until the total changes again.
 */
export const newWinner: Event = {
	async poll(service, sweepstakesToken, remembered) {
		const known = winnerCursor.safeParse(remembered);
		const before = known.success ? known.data : undefined;
		if (before) {
			const { total } = await readWinners(service, { sweepstakesToken }, 1);
			if (total === before.total) return { news: [], cursor: before };
		}
		const { winners, total, changed } = await readWinners(service, { sweepstakesToken }, Infinity);
		if (changed) return undefined;
		return {
			news: before ? news(winners, before.seen) : [],
			cursor: { total, seen: winners.map(fingerprint) },
		};
	},

	async sample(service, sweepstakesToken) {
		return (await readWinners(service, { sweepstakesToken }, SAMPLE_SIZE)).winners;
	},
};

/**
 * The winners who were not on the list before, oldest first where its order shows. Somebody who was drawn again is new
 * again. Where the list has grown at its beginning or at its end, that end is new; if it looks like both, the two ends
 * hold the same people, and the beginning is taken, as the participants are listed newest first. In any other order,
 * each record beyond those known is new.
 *
 * @param seen the fingerprints of the list before, in its order
 */
export function news(winners: readonly Json[], seen: readonly string[]): Json[] {
	const prints = winners.map(fingerprint);
	const added = prints.length - seen.length;
	if (added >= 0 && isSame(prints.slice(added), seen)) return winners.slice(0, added).reverse();
	if (added >= 0 && isSame(prints.slice(0, seen.length), seen)) return winners.slice(seen.length);

	const known = new Map<string, number>();
	for (const print of seen) known.set(print, (known.get(print) ?? 0) + 1);
	return winners.filter((_, index) => {
		const left = known.get(prints[index]!) ?? 0;
		known.set(prints[index]!, left - 1);
		return left <= 0;
	});
}

function isSame(list: readonly string[], other: readonly string[]): boolean {
	return list.every((print, index) => print === other[index]);
}

/** 48 bits: among 10,000 winners, one in 28 billion new ones would be taken for another. */
export function fingerprint(winner: Json): string {
	const { ParticipantToken } = winner;
	const identity = typeof ParticipantToken === 'string' ? ParticipantToken : Object.entries(winner).sort();
	return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 8);
}
