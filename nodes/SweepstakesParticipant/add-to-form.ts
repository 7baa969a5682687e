import { addPerson, getUnnamedRefusal, mayRefusePhone, type ParticipantToAdd, type Person } from './api/add';
import { withTenDigits } from './api/person';
import { withEntryForm } from './entry-form';
import { getFormFields, type FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client, PriorLook } from '../shared/client/client';
import { ServiceError } from '../shared/client/failures';
import { cut, type Json } from '../shared/json';
import { toShortLiteral } from '../shared/n8n/errors/sentences';
import type { MappedColumns } from '../shared/n8n/operation/field';

/**
 * Adds a person with the whole entry form, and with the phone number in the notation that the service accepts. If the
 * service refuses the entry, the error says what may be wrong: missing columns or the phone number. The service's own
 * message mentions only "parameters".
 */
export async function addToForm(
	client: Client,
	entry: ParticipantToAdd,
	mapped: MappedColumns,
	look: PriorLook,
): Promise<Json> {
	const send = async (one: ParticipantToAdd) =>
		await addPerson(client, await withEntryForm(client, one, mapped), look);
	return await sendInEitherNotation(client, entry, send).catch(async (error: unknown) => {
		const refusal = getUnnamedRefusal(error);
		if (!refusal || CLOSED.test(refusal.serviceMessage ?? '')) throw error;
		const form = await getFormFields(client, entry.sweepstakesToken);
		const { entryPageFields: person } = await withEntryForm(client, entry, mapped);
		const missing = listMissing(form, person);
		const { serviceMessage = '' } = refusal;
		const reasons = [...missing, ...doubtPhone(person, serviceMessage)];
		if (reasons.length === 0) throw error;
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

/**
 * Sends a phone number as typed. If the service refuses it, the entry was not processed, so a US or Canadian number is
 * sent again as ten digits, and so are all later numbers in this execution.
 */
async function sendInEitherNotation(
	client: Client,
	entry: ParticipantToAdd,
	send: (entry: ParticipantToAdd) => Promise<Json>,
): Promise<Json> {
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

/** Matches messages that give the state of the sweepstakes as the reason, so that nothing in the entry is wrong. */
const CLOSED = /\b(?:paused|archived|ended|expired|closed)\b/i;

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

function doubtPhone({ KeyPhoneNumber }: Person, serviceMessage: string): string[] {
	if (!KeyPhoneNumber || !mayRefusePhone(serviceMessage)) return [];
	return [
		`The service might not accept the phone number ${toShortLiteral(KeyPhoneNumber)}: some accounts accept only numbers from the US and Canada.`,
	];
}
