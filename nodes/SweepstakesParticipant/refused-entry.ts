import { getUnnamedRefusal, mayRefusePhone, type ParticipantToAdd, type Person } from './api/added';
import { withEntryForm } from './entry-form';
import { knownFormFields, type FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client } from '../shared/client/client';
import { ServiceError } from '../shared/client/failures';
import { cut } from '../shared/json';
import { shown } from '../shared/n8n/errors/sentences';
import type { Mapped } from '../shared/n8n/operation/field';

/**
 * Waits until a person is added. If the service refuses the entry, the error says what may be wrong: missing columns or
 * the phone number. The service's own message mentions only "parameters".
 */
export async function explainingRefusal<T>(
	client: Client,
	entry: ParticipantToAdd,
	mapped: Mapped,
	adding: Promise<T>,
): Promise<T> {
	return await adding.catch(async (error: unknown) => {
		const refusal = getUnnamedRefusal(error);
		if (!refusal) throw error;
		const form = await knownFormFields(client, entry.sweepstakesToken);
		const { entryPageFields: person } = await withEntryForm(client, entry, mapped);
		const missing = listMissing(form, person);
		const reasons = [...missing, ...doubtPhone(person, refusal)];
		if (reasons.length === 0) throw error;
		const { serviceMessage = '' } = refusal;
		const isVague = VAGUE.test(serviceMessage);
		const ownWords = isVague ? [`The service only says: “${serviceMessage.replace(/\.$/, '')}”.`] : [];
		throw new ServiceError({
			...refusal,
			...(isVague && {
				serviceMessage: missing.length > 0 ? INCOMPLETE : 'Something in this entry is invalid',
			}),
			expects: [...reasons, ...ownWords].join(' '),
		});
	});
}

/** Matches messages that do not say which value is wrong (reference, participants/add). */
const VAGUE = /\bexceeded maximum\b|^Invalid parameters\b/i;

const INCOMPLETE = 'The entry is incomplete';

function listMissing(form: readonly FormField[], person: Person): string[] {
	const { KeyEmail, KeyPhoneNumber, Fields } = person;
	const labels = form
		.filter(({ id, required }) => required && !(id in Fields))
		.map(({ displayName }) => `“${displayName}”`);
	return [
		...(KeyEmail && KeyPhoneNumber ? [] : ['The service may require both “Email” and “Phone Number”.']),
		...(labels.length > 0
			? [cut(`This entry lacks required fields of the entry form: ${labels.join(', ')}.`)]
			: []),
	];
}

function doubtPhone(
	{ KeyPhoneNumber }: Person,
	{ serviceMessage = '' }: { serviceMessage?: string },
): string[] {
	if (!KeyPhoneNumber || !mayRefusePhone(serviceMessage)) return [];
	return [
		`The service may not accept the phone number ${shown(KeyPhoneNumber)}: some accounts accept only numbers from the US and Canada.`,
	];
}
