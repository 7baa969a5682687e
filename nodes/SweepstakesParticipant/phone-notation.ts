import { getUnnamedRefusal, mayRefusePhone, type ParticipantToAdd, type Person } from './api/added';
import { toTenDigits } from './api/person';
import type { Client } from '../shared/client/client';

/** @returns undefined if the phone number is not a US or Canadian one, or already has ten digits */
export function withTenDigits(person: Person): Person | undefined {
	const { KeyPhoneNumber = '' } = person;
	const tenDigits = toTenDigits(KeyPhoneNumber);
	return tenDigits === undefined || tenDigits === KeyPhoneNumber
		? undefined
		: { ...person, KeyPhoneNumber: tenDigits };
}

/**
 * Sends a phone number as typed. If the service refuses it, the entry was not processed, so a US or Canadian number is
 * sent again as ten digits, and so are all later numbers in this execution.
 */
export async function inEitherNotation<T>(
	client: Client,
	entry: ParticipantToAdd,
	send: (entry: ParticipantToAdd) => Promise<T>,
): Promise<T> {
	const person = withTenDigits(entry.entryPageFields);
	if (!person) return await send(entry);
	/** Whether the service has turned out to accept phone numbers only as ten digits. */
	const notation = client.run.getOrCreate('phone notation', () => ({ isTenDigits: false }));
	const inTenDigits = { ...entry, entryPageFields: person };
	if (notation.isTenDigits) return await send(inTenDigits);
	return await send(entry).catch(async (error: unknown) => {
		const refusal = getUnnamedRefusal(error);
		if (!refusal || !mayRefusePhone(refusal.serviceMessage ?? '')) throw error;
		const reply = await send(inTenDigits);
		notation.isTenDigits = true;
		return reply;
	});
}
