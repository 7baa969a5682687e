import { ServiceError } from '../shared/client/errors';
import { readWinners, type WinnersReading } from '../shared/client/pages';
import type { Service } from '../shared/client/send';
import type { Json } from '../shared/client/json';

/** A page of the size that is the default (specification, POST /winners/fetch), so that it takes one call. */
const KNOWN_BEFORE = 10;

export const NO_WINNERS: WinnersReading = { winners: [], total: 0, changed: false };

/** As much of the winners before a draw as is needed to find what it picked, should its answer be lost. */
export async function winnersBefore(service: Service, sweepstakesToken: string): Promise<WinnersReading> {
	return await readWinners(service, { sweepstakesToken }, KNOWN_BEFORE);
}

/**
 * The winners that were drawn since `before`.
 *
 * @param expected how many the draw was to pick
 * @returns undefined if nobody was drawn.
 * @throws {ServiceError} if it cannot be known: there are more or fewer new ones than expected, so that another draw may
 * have come between, or they cannot be told from the others.
 */
export async function drawnSince(
	service: Service,
	sweepstakesToken: string,
	before: WinnersReading,
	expected: number,
): Promise<Json[] | undefined> {
	const after = await readWinners(service, { sweepstakesToken }, before.winners.length + expected);
	const drawn = after.total - before.total;
	if (drawn === 0 && !after.changed) return undefined;
	const added = withoutKnown(after.winners, before.winners);
	const isWhole = before.total === before.winners.length;
	// Where not all are known, the order has to show it: the new ones stand before those that were first.
	const isFirst = added.every((winner, index) => winner === after.winners[index]);
	if (drawn === expected && !after.changed && added.length === expected && (isWhole || isFirst)) return added;
	throw new ServiceError({ message: 'The service does not tell which winners this draw picked' });
}

/** No identifier of a winner is documented, so records are compared as a whole; the same may be there twice. */
function withoutKnown(winners: readonly Json[], known: readonly Json[]): Json[] {
	const left = known.map((winner) => JSON.stringify(winner));
	return winners.filter((winner) => {
		const at = left.indexOf(JSON.stringify(winner));
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
