import { identifyWinner, readWinners } from '../SweepstakesWinner/api/winners';
import type { Client } from '../shared/client/client';
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
		const { winners, total, changed } = await readAll(client, sweepstakesToken);
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
 * Reads the whole list of winners. An empty list is read twice: if a sporadic 404 were mistaken for an empty list, the
 * next poll would return all winners as new.
 */
async function readAll(client: Client, sweepstakesToken: string) {
	const read = async () => await readWinners(client, { sweepstakesToken }, Infinity);
	const list = await read();
	return list.winners.length === 0 ? await read() : list;
}

/**
 * Returns the new winners, oldest first if the order is clear. A person who is drawn again counts as new. If the list
 * has grown at one end only, the winners added there are new; if it could be either end, the winners at the beginning
 * are new. Otherwise, every record that was not in the previous list is new.
 *
 * @param seen fingerprints of the previous list, in its order
 */
export function findNewWinners(winners: readonly Json[], seen: readonly string[]): Json[] {
	const prints = winners.map(toWinnerFingerprint);
	const added = prints.length - seen.length;
	if (added >= 0 && isEqual(prints.slice(added), seen)) return winners.slice(0, added).reverse();
	if (added >= 0 && isEqual(prints.slice(0, seen.length), seen)) return winners.slice(seen.length);

	const known = new Map<string, number>();
	for (const print of seen) known.set(print, (known.get(print) ?? 0) + 1);
	return winners.filter((_, index) => {
		const left = known.get(prints[index]!) ?? 0;
		known.set(prints[index]!, left - 1);
		return left <= 0;
	});
}

function isEqual(list: readonly string[], other: readonly string[]): boolean {
	return list.every((print, index) => print === other[index]);
}

export function toWinnerFingerprint(winner: Json): string {
	return toFingerprint(identifyWinner(winner));
}
