import { ServiceError } from '../../shared/client/failures';
import type { Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/confirm';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { numeral, uuid } from '../../shared/api/formats';
import { dataReply } from '../../shared/api/replies';
import { getParticipant, type FoundParticipant } from './participants';

/** The limits of the service's operation participants/updateBonusEntries (reference). */
export const bonusEntries = z.number().int().min(0).max(1_000_000);

/**
 * Returns the number of a person's bonus entries. If the person's records have different numbers, the largest number
 * counts. Returns undefined if the records do not show it.
 */
export function findBonusEntries(entries: readonly Json[]): number | undefined {
	const counts = entries.map(({ BonusEntries }) => numeral.pipe(bonusEntries).safeParse(BonusEntries).data);
	const known = counts.filter((count) => count !== undefined);
	return known.length > 0 ? Math.max(...known) : undefined;
}

/** @throws {ServiceError} if the records do not show the number */
export function readBonusEntries(entries: readonly Json[]): number {
	const count = findBonusEntries(entries);
	if (count !== undefined) return count;
	throw new ServiceError({
		code: 'unexpectedReply',
		missing: 'how many bonus entries the participant has',
	});
}

const bonusToSet = z.object({ SweepstakesToken: uuid, ParticipantToken: uuid, BonusEntries: bonusEntries });

export const setBonusEntries = endpoint({
	call: 'POST /participants/updateBonusEntries',
	request: bonusToSet,
	reply: dataReply,
	// Processing the call twice is harmless, but running the operation Add Bonus Entries again is not: it would add the
	// same bonus a second time. So a failed call must not look as if it had done nothing.
	retry: unsafe(
		'Before you run this again, use Participant › Get to check how many bonus entries the participant has.',
	),
	confirm: confirmChange<z.output<typeof bonusToSet>, FoundParticipant>({
		read: async (client, { BonusEntries: _, ...key }) => await getParticipant(client, key),
		isDone: ({ Entries }, { BonusEntries }) => readBonusEntries(Entries) === BonusEntries,
		toData: (_, wanted) => wanted,
	}),
});
