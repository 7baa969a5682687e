import type { Client, Confirm, Confirmation } from '../../shared/client/client';
import { ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { isSameId, asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import type { UnknownCall } from '../../shared/history/account-history';
import { certainRecords } from '../../shared/api/replies';
import { ALL_GROUPS } from '../../SweepstakesGroup/api';
import {
	DEFAULT_PER_PAGE,
	sortByDraw,
	identifyWinner,
	readWinnerId,
	readWinners,
	winnerQuantity,
	withoutEach,
	type WinnerList,
} from './winners';

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
 * Prepares the confirmation of a draw. If the caller does not pass the earlier winners, reads one page of them, so that
 * new winners can be recognized after a lost reply. If this page cannot be read, nobody is drawn, unless the service
 * returned a 404. In that case, the draw is sent without a confirmation.
 */
const confirmDraw: Confirm<Draw> = async (client, request, before) => {
	const { sweepstakesToken } = request;
	if (before) {
		const winners = [...before.records];
		const list = { winners, total: winners.length };
		// If the list is empty, it lacks even the people whom this process drew earlier, so all draws of this process count
		// as newer than the list.
		return confirmByNewWinners(client, request, list, winners.length > 0 ? before.noteCount : 0);
	}
	const { noteCount } = client.account.history;
	const list = await readWinners(client, { sweepstakesToken }, DEFAULT_PER_PAGE).catch(undefinedIfNotFound);
	return list && confirmByNewWinners(client, request, list, noteCount);
};

/**
 * Confirms a draw by new winners: people in the list of winners who were not there before and whom no other call of
 * this process drew.
 *
 * @param before the list from before the draw
 * @param noteCount the history's `noteCount` when that list was read
 */
function confirmByNewWinners(
	client: Client,
	{ sweepstakesToken, howManyWinnersToPick: expected, group }: Draw,
	before: WinnerList,
	noteCount: number,
): Confirmation {
	const { history } = client.account;
	const known = before.winners.map(identifyWinner);
	const keys = [`draw ${sweepstakesToken}`];
	const call: UnknownCall = { keys, amount: expected, sentAt: Date.now() };
	return {
		lookUp: async (client) => {
			history.note(call);
			const others = history.findProcessedAfter(call, noteCount);
			const theirs = others.flatMap(({ drawn = [] }) => drawn);
			const limit = before.winners.length + expected + theirs.length;
			const after = await readWinners(client, { sweepstakesToken }, limit);
			if (after.missing) throw new ServiceError({ code: 'inconclusive' });
			const listed = withoutEach(after.winners, theirs, readWinnerId);
			const drawn = after.total - theirs.length - before.total;
			const replaced = withoutEach(listed.slice(0, before.winners.length), known, identifyWinner);
			if (drawn === 0 && !after.changed && replaced.length === 0) return undefined;
			const added = withoutEach(listed, known, identifyWinner);
			const knowsAll = before.total === before.winners.length;
			// If only some of the earlier winners are known, the new winners are recognized by their position, because the
			// service lists new winners first.
			const isListedFirst = added.every((winner, index) => winner === listed[index]);
			const isThisDraw = drawn === expected && !after.changed && added.length === expected;
			const isUnknown = history.findOthersInDoubt(call).length > 0 || others.some((other) => !other.drawn);
			const isOthers = isUnknown || !added.every((one) => mayBeFrom(one, group));
			if (isThisDraw && !isOthers && (knowsAll || isListedFirst)) return { Winners: sortByDraw(added) };
			throw new ServiceError({ code: 'inconclusive' });
		},
		onProcessed({ Winners }) {
			call.processedAt = Date.now();
			const drawn = asRecords(Winners).map(readWinnerId);
			call.drawn = drawn.length === expected ? drawn : undefined;
			history.note(call);
		},
	};
}

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
