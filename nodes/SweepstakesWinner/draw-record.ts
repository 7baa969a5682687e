import { readHandler } from '../Sweepstakes/api';
import { pickedRecord } from '../Sweepstakes/picker';
import { countParticipants } from '../SweepstakesParticipant/api/participants';
import { drawWinners, type Draw } from './api/draw';
import { readWinners } from './api/winners';
import type { Client } from '../shared/client/client';
import type { Field } from '../shared/n8n/operation/field';

export const includeDrawRecord = {
	displayName: 'Include Record of the Draw',
	name: 'includeDrawRecord',
	type: 'boolean',
	default: false,
	description:
		'Whether each winner gets a drawRecord, which documents the draw for auditors: the time, the request and the number of entries. Takes at least three more calls. For winners of an earlier draw, drawRecord is empty.',
} as const satisfies Field;

/**
 * Reads the facts about a draw for auditors, before it. The service does not report how many people were eligible, so
 * the record contains the numbers that determine it: the entries, the earlier winners, who cannot win again (reference,
 * winners/draw), and the options of the request. All times are in ISO 8601 and UTC, by n8n's clock.
 *
 * @throws {InputError} if the account has no such sweepstakes
 */
export async function drawRecordBefore(client: Client, request: Draw) {
	const { sweepstakesToken } = request;
	const sweepstakes = await pickedRecord(client, sweepstakesToken);
	const { total: earlierWinners } = await readWinners(client, { sweepstakesToken }, 1);
	const { Counts } = (await client.call(countParticipants, { SweepstakesToken: sweepstakesToken })).Data;
	return {
		SweepstakesName: sweepstakes.SweepstakesName,
		Handler: readHandler(sweepstakes),
		countedAt: new Date().toISOString(),
		/** The number of entries in all groups, by collection. */
		entered: Counts,
		earlierWinners,
		call: drawWinners.call,
		request,
	};
}
