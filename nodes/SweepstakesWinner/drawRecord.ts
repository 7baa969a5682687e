import { pickedRecord } from '../Sweepstakes/picker';
import { countParticipants } from '../SweepstakesParticipant/api/participants';
import { readHandler } from '../shared/api/guesses';
import { drawWinners, type Draw } from './api/draw';
import { readWinners } from './api/winners';
import type { Caller } from '../shared/client/endpoint';
import type { Field } from '../shared/n8n/operation/field';

export const includeDrawRecord = {
	displayName: 'Include Record of the Draw',
	name: 'includeDrawRecord',
	type: 'boolean',
	default: false,
	description:
		'Whether each winner also says how the draw was made, for whoever checks it later: when, by which request, and how many people had entered. This takes at least three more calls before the draw. Winners of an earlier draw have no record.',
} as const satisfies Field;

/**
 * The facts that an auditor asks for. The service does not say how many people were eligible, so the record has the numbers behind
 * that: the entries, the earlier winners and the options of the request.
 */
interface DrawRecord {
	SweepstakesName: unknown;
	Handler: string;
	/** ISO 8601 in UTC, by n8n's clock, like the other times. */
	countedAt: string;
	/** By collection, in all groups. */
	entered: { Participants: number; AmoeParticipants: number; OptOuts: number; Total: number };
	/** They cannot win again (reference, POST /winners/draw). */
	earlierWinners: number;
	/** When the call joined the queue of calls. */
	requestedAt: string;
	answeredAt: string;
	call: string;
	request: Draw;
}

/**
 * Reads the state before a draw.
 *
 * @throws {InputError} if the account has no such sweepstakes.
 */
export async function drawRecordBefore(
	service: Caller,
	request: Draw,
): Promise<Omit<DrawRecord, 'requestedAt' | 'answeredAt'>> {
	const { sweepstakesToken } = request;
	const sweepstakes = await pickedRecord(service, sweepstakesToken);
	const { total: earlierWinners } = await readWinners(service, { sweepstakesToken }, 1);
	const { Counts } = (await service.call(countParticipants, { SweepstakesToken: sweepstakesToken })).Data;
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
