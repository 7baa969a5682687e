import {
	identifyWinner,
	isAmongFirst,
	placedWinners,
	sortByDraw,
	UNKNOWN_PLACES,
	winners,
	withoutEach,
	WINNERS_PER_PAGE,
} from '../SweepstakesWinner/api/winners';
import { collect } from '../shared/api/pages';
import { ServiceError } from '../shared/client/failures';
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
 * total changes again. If the whole list was read, each winner has their `Position`.
 */
export const newWinner: PollSource = {
	async poll({ client, token: sweepstakesToken, onlyTheFirst }, cursor) {
		const before = winnerCursor.safeParse(cursor).data;
		if (before) {
			const { total, records } = await winners.readPage(client, { sweepstakesToken }, 1, 1);
			const isFirstKnown = records.every((winner) => before.known.includes(toWinnerFingerprint(winner)));
			if (total === before.total && isFirstKnown) return { found: [], cursor: before };
		}
		let total = 0;
		const reading = placedWinners.read(client, { sweepstakesToken }, Infinity, (count) => {
			total = count;
		});
		const listed = (await collect(reading)).flat();
		// The service never removes all winners, so if the list has become empty, the reply is wrong.
		if (listed.length === 0 && before && before.known.length > 0) return undefined;
		const added = before ? findNewWinners(listed, before.known) : [];
		const found = added.map((record) => ({ key: toWinnerFingerprint(record), record }));
		if (onlyTheFirst !== undefined && added.some(({ Position }) => Position === undefined))
			throw new ServiceError({ ...UNKNOWN_PLACES, description: WITHOUT_OPTION });
		// Winners whom this list lacks must not count as new when they are listed again.
		const isPartial = before && listed.length < total;
		const known = isPartial
			? [...found.map(({ key }) => key), ...before.known]
			: listed.map(toWinnerFingerprint);
		return {
			found: found.filter(({ record }) => isAmongFirst(record, onlyTheFirst)),
			cursor: { total, known },
		};
	},

	async *list({ client, token: sweepstakesToken, onlyTheFirst }) {
		for await (const listed of placedWinners.read(client, { sweepstakesToken }, WINNERS_PER_PAGE))
			yield* listed.filter((winner) => isAmongFirst(winner, onlyTheFirst));
	},
};

const WITHOUT_OPTION = 'If you remove this option, all new winners start the workflow.';

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
