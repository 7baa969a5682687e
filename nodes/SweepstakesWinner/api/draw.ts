import type { Confirm } from '../../shared/client/client';
import { isSameId, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmCreation } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { collect } from '../../shared/api/pages';
import { certainRecords } from '../../shared/api/replies';
import { ALL_GROUPS } from '../../SweepstakesGroup/api';
import { certainWinners, readWinnerId, sortByDraw, winnerQuantity } from './winners';

const winnersToDraw = z.object({
	sweepstakesToken: uuid,
	howManyWinnersToPick: winnerQuantity,
	group: z.union([z.literal(ALL_GROUPS), uuid]),
	completedEntries: z.boolean().optional(),
	includeOptedOutParticipants: z.boolean().optional(),
	doNotIncludeSpamParticipants: z.boolean().optional(),
});

export type Draw = z.output<typeof winnersToDraw>;

/** Confirms a draw by the people whom the list of winners did not have before. */
const confirmDraw: Confirm<Draw> = (client, request, earlier) => {
	const { sweepstakesToken, howManyWinnersToPick: amount, group } = request;
	return confirmCreation(client, {
		thing: 'winner',
		amount,
		earlier,
		list: async () => await collect(certainWinners.each(client, { sweepstakesToken })),
		idOf: readWinnerId,
		matches: (winner) => mayBeFrom(winner, group),
		toReply: (drawn) => ({ Winners: sortByDraw(drawn) }),
	});
};

/** Whether a winner may be from a group: the record names this group or no group. */
function mayBeFrom({ GroupToken }: Json, group: Draw['group']): boolean {
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
