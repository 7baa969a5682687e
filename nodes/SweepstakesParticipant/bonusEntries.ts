import {
	getParticipant,
	hasKey,
	withNames,
	type fetchParticipant,
	type FoundParticipant,
} from '../shared/api/participants';
import type { Caller } from '../shared/client/endpoint';
import { ServiceError } from '../shared/client/failures';
import { only } from '../shared/fields/simplify';
import { InputError } from '../shared/n8n/nodeErrors';
import type { z } from '../shared/zod';

/** One participant. */
export interface One {
	ParticipantToken: string;
	entries: FoundParticipant['Entries'];
}

/**
 * The one participant who is picked.
 *
 * @throws {InputError} if several have the email address or phone number: nobody knows who of them is meant.
 * @throws {ServiceError} if there is none.
 */
export async function findOne(
	service: Caller,
	picked: z.output<typeof fetchParticipant.request>,
): Promise<One> {
	const { Entries } = await getParticipant(service, picked);
	const entries = picked.ParticipantToken ? Entries : Entries.filter((entry) => hasKey(entry, picked));
	const [ParticipantToken, ...others] = new Set(entries.map((entry) => entry.ParticipantToken));
	if (ParticipantToken === undefined) throw new ServiceError({ code: 'foundOthers' });
	if (others.length === 0) return { ParticipantToken, entries };
	const sentence = `must be chosen from the list or by ID, because ${others.length + 1} participants have this email address or phone number`;
	throw new InputError('Participant', sentence);
}

/** Who it is, as a person reads it. */
export function personOf({ entries: [entry] }: One): object {
	return entry ? only(withNames(entry), ['FirstName', 'LastName', 'KeyEmail', 'KeyPhoneNumber']) : {};
}
