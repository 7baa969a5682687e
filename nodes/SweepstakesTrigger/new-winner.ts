import { identifyWinner, readWinners, sortByDraw, withoutEach } from '../SweepstakesWinner/api/winners';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint, type PollSource } from './poll-source';

/**
 * The cursor: which winners the last poll read. It grows by 11 bytes per winner (110 kB for 10,000 winners), because a
 * new winner can be recognized only by a comparison with all earlier winners.
 */
const winnerCursor = z.object({
	/** The service's `TotalWinners`, which every draw changes. */
	total: z.number(),
	/** The fingerprints of all winners, in the service's order. */
	known: z.array(z.string()),
});

/**
 * Watches for new winners. Winners have no ID, and the contract does not say in which order they are listed, so the
 * whole list is compared with the previous one. The list is read only if `TotalWinners` or the first winner has
 * changed. If one winner is removed and another is drawn between two polls, the new winner may be missed until the
 * total changes again.
 */
export const newWinner: PollSource = {
	async poll({ client, token: sweepstakesToken }, cursor) {
		const before = winnerCursor.safeParse(cursor).data;
		if (before) {
			const { total, winners } = await readWinners(client, { sweepstakesToken }, 1);
			const isFirstKnown = winners.every((winner) => before.known.includes(toWinnerFingerprint(winner)));
			if (total === before.total && isFirstKnown) return { found: [], cursor: before };
		}
		const { winners, total, changed } = await readWinners(client, { sweepstakesToken }, Infinity);
		// The service never removes all winners, so if the list has become empty, the reply is wrong.
		const isEmptied = winners.length === 0 && before && before.known.length > 0;
		if (changed || isEmptied) return undefined;
		const added = before ? findNewWinners(winners, before.known) : [];
		return {
			found: added.map((record) => ({ key: toWinnerFingerprint(record), record })),
			cursor: { total, known: winners.map(toWinnerFingerprint) },
		};
	},

	async *list({ client, token: sweepstakesToken }, limit) {
		yield* (await readWinners(client, { sweepstakesToken }, limit)).winners;
	},
};

/**
 * Returns the winners who were not in the previous list, in the order in which they were drawn. A person who is drawn
 * again counts as new.
 *
 * @param seen fingerprints of the previous list, in its order
 */
export function findNewWinners(winners: readonly Json[], seen: readonly string[]): Json[] {
	// If a winner's records cannot be told apart, the older ones are known, because the service lists new winners first.
	const added = withoutEach(winners.toReversed(), seen.toReversed(), toWinnerFingerprint);
	return sortByDraw(added.toReversed());
}

export function toWinnerFingerprint(winner: Json): string {
	return toFingerprint(identifyWinner(winner));
}
