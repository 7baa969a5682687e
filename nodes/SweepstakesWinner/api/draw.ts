import type { Confirm } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/failures';
import { isSameId, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { certainRecords } from '../../shared/api/replies';
import { ALL_GROUPS } from '../../SweepstakesGroup/api';
import { sortByDraw, readWinnerId, readWinners, winnerQuantity } from './winners';

const group = z.union([z.literal(ALL_GROUPS), uuid]);

const winnersToDraw = z.object({
	sweepstakesToken: uuid,
	howManyWinnersToPick: winnerQuantity,
	group,
	completedEntries: z.boolean().optional(),
	includeOptedOutParticipants: z.boolean().optional(),
	doNotIncludeSpamParticipants: z.boolean().optional(),
});

export type Draw = z.output<typeof winnersToDraw>;

/**
 * Confirms a draw by the new winners. If the caller does not pass the earlier winners, they are read before the draw. If
 * they cannot be read, nobody is drawn.
 */
const confirmDraw: Confirm<Draw> = async (client, request, earlier) => {
	const { sweepstakesToken, howManyWinnersToPick: amount, group } = request;
	const read = async () => await readWinners(client, { sweepstakesToken }, Infinity);
	const list = async () => {
		const { winners, missing, changed } = await read();
		if (missing || changed) throw new ServiceError({ code: 'unexpectedReply', missing: 'who was drawn' });
		return winners;
	};
	return confirmCreation(client, {
		thing: 'winner',
		amount,
		earlier: { before: earlier.before ?? (await read()).winners },
		list,
		idOf: readWinnerId,
		matches: (winner) => mayBeFrom(winner, group),
		toReply: (drawn) => ({ Winners: sortByDraw(drawn) }),
	});
};

/** Whether a winner may be from a group: the record names this group or no group. */
export function mayBeFrom({ GroupToken }: Json, group: Draw['group']): boolean {
	return group === ALL_GROUPS || asText(GroupToken) === '' || isSameId(GroupToken, group);
}

export const drawWinners = endpoint({
	call: 'POST /winners/draw',
	request: winnersToDraw,
	reply: z.object({ Winners: certainRecords() }),
	// A retry would draw a second set of winners.
	retry: unsafe('Before you draw again, use Winner › Get Many to check whether winners were drawn.'),
	confirm: confirmDraw,
});
