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
 * Facts about a draw for auditors. The service does not report how many people were eligible, so the record contains
 * the numbers that determine it: the entries, the earlier winners and the options of the request.
 */
interface DrawRecord {
	SweepstakesName: unknown;
	Handler: string;
	/** When the entries were counted. All times are in ISO 8601 and UTC, by n8n's clock. */
	countedAt: string;
	/** The number of entries in all groups, by collection. */
	entered: { Participants: number; AmoeParticipants: number; OptOuts: number; Total: number };
	/** The number of people who cannot win again (reference, winners/draw). */
	earlierWinners: number;
	/** When the call entered the queue. */
	requestedAt: string;
	answeredAt: string;
	call: string;
	request: Draw;
}

/**
 * Reads the facts before a draw.
 *
 * @throws {InputError} if the account has no such sweepstakes
 */
export async function drawRecordBefore(
	client: Client,
	request: Draw,
): Promise<Omit<DrawRecord, 'requestedAt' | 'answeredAt'>> {
	const { sweepstakesToken } = request;
	const sweepstakes = await pickedRecord(client, sweepstakesToken);
	const { total: earlierWinners } = await readWinners(client, { sweepstakesToken }, 1);
	const { Counts } = (await client.call(countParticipants, { SweepstakesToken: sweepstakesToken })).Data;
	return {
		SweepstakesName: sweepstakes.SweepstakesName,
		Handler: readHandler(sweepstakes),
		countedAt: new Date().toISOString(),
		entered: Counts,
		earlierWinners,
		call: drawWinners.call,
		request,
	};
}
