import { identifyWinner, readWinners } from '../SweepstakesWinner/api/winners';
import type { Caller } from '../shared/client/endpoint';
import { winnerItem } from '../SweepstakesWinner/items';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint } from './fingerprint';
import { SAMPLE_SIZE, type PollSource } from './pollSource';

/**
 * What was there at the last poll. It grows with the winners, because nothing less tells a new one from an old one: 11
 * bytes for each, so 110 kB for 10,000 winners.
 */
const winnerCursor = z.object({
	/** `TotalWinners`. A draw changes it. */
	total: z.number(),
	/** The fingerprints of all winners, in the service's order. */
	known: z.array(z.string()),
});

/**
 * A winner was drawn. The contract documents neither an order nor an identifier of winners (POST /winners/fetch), so the
 * whole list is compared with the previous one, and only if `TotalWinners` or the first winner has changed: the reference
 * lists the newest draw first.
 *
 * If one winner is removed and another is drawn between two polls, and the service lists the newest last, the new one is not
 * found before the total changes again.
 */
export const newWinner: PollSource = {
	async poll(service, sweepstakesToken, cursor) {
		const before = winnerCursor.safeParse(cursor).data;
		if (before) {
			const { total, winners } = await readWinners(service, { sweepstakesToken }, 1);
			const isFirstKnown = winners.every((winner) => before.known.includes(fingerprint(winner)));
			if (total === before.total && isFirstKnown) return { newItems: [], cursor: before };
		}
		const { winners, total, changed } = await readAll(service, sweepstakesToken);
		// Winners are not taken back, so an empty list after a filled one is a mistake of the service.
		const isEmptied = winners.length === 0 && before && before.known.length > 0;
		if (changed || isEmptied) return undefined;
		const added = before ? findNewWinners(winners, before.known) : [];
		return {
			newItems: added.map((winner) => ({ key: fingerprint(winner), item: winnerItem(winner) })),
			cursor: { total, known: winners.map(fingerprint) },
		};
	},

	async sample(service, sweepstakesToken) {
		const { winners } = await readWinners(service, { sweepstakesToken }, SAMPLE_SIZE);
		return winners.map(winnerItem);
	},
};

/** An empty list is read again: a single 404 would make every winner new at the next poll. */
async function readAll(service: Caller, sweepstakesToken: string) {
	const read = async () => await readWinners(service, { sweepstakesToken }, Infinity);
	const list = await read();
	return list.winners.length === 0 ? await read() : list;
}

/**
 * The winners who were not in the list before, oldest first if its order is clear. A person who was drawn again is new
 * again. If the list has grown at its beginning or at its end, that end is new. If it could be either, both ends hold the
 * same people, and the beginning is taken, because participants are listed newest first. In any other order, each record
 * beyond the known ones is new.
 *
 * @param seen the fingerprints of the previous list, in its order
 */
export function findNewWinners(winners: readonly Json[], seen: readonly string[]): Json[] {
	const prints = winners.map(fingerprint);
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

export function fingerprint(winner: Json): string {
	return toFingerprint(identifyWinner(winner));
}
