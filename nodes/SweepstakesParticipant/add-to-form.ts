import { addPerson, getUnnamedRefusal, mayRefusePhone, type ParticipantToAdd, type Person } from './api/add';
import { withTenDigits } from './api/person';
import { fillForm, withForm } from './entry-form';
import { getFormReadings } from './form-readings';
import type { FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client, EarlierRecords } from '../shared/client/client';
import { ServiceError, type FailureOf } from '../shared/client/failures';
import { toTenDigits } from '../shared/api/phone-number';
import { cut, type Json } from '../shared/json';
import { toShortLiteral } from '../shared/n8n/errors/sentences';
import type { MappedColumns } from '../shared/n8n/operation/field';

/**
 * Adds a person to a sweepstakes. The entry contains all fields of the entry form, and the phone number in a format
 * that the service accepts. If the service refuses the entry, its message mentions only "parameters", so the error also
 * says what may be wrong: missing fields or the phone number.
 */
export async function addToForm(
	client: Client,
	entry: ParticipantToAdd,
	mapped: MappedColumns,
	earlier?: EarlierRecords,
): Promise<Json> {
	const readings = getFormReadings(client);
	const addWith = async (form: readonly FormField[]) => {
		const fill = (one: ParticipantToAdd) => {
			const entryPageFields = fillForm(form, one.entryPageFields, mapped, readings);
			return { ...one, entryPageFields };
		};
		const send = async (one: ParticipantToAdd) => await addPerson(client, fill(one), earlier);
		return await sendInEitherNotation(client, entry, send).catch((error: unknown) => {
			const refusal = getFormRefusal(error);
			throw refusal ? explain(refusal, form, fill(entry).entryPageFields) : error;
		});
	};
	const isRefused = (error: unknown) => getFormRefusal(error) !== undefined;
	return await withForm(client, entry.sweepstakesToken, isRefused, addWith);
}

/** Returns the failure if the service refused an entry, perhaps because the entry does not match the form. */
function getFormRefusal(error: unknown): FailureOf<'refused'> | undefined {
	const refusal = getUnnamedRefusal(error);
	return CLOSED_MESSAGE.test(refusal?.serviceMessage ?? '') ? undefined : refusal;
}

function explain(refusal: FailureOf<'refused'>, form: readonly FormField[], person: Person): ServiceError {
	const { serviceMessage = '' } = refusal;
	const missing = listMissing(form, person);
	const reasons = [...missing, ...doubtPhone(person, serviceMessage)];
	if (reasons.length === 0) return new ServiceError(refusal);
	const isVague = VAGUE_MESSAGE.test(serviceMessage);
	const ownWords = isVague ? [`The service only says: “${serviceMessage.replace(/\.$/, '')}”.`] : [];
	return new ServiceError({
		...refusal,
		...(isVague && {
			serviceMessage: missing.length > 0 ? INCOMPLETE : 'Something in this entry is invalid',
		}),
		expects: [...reasons, ...ownWords].join(' '),
	});
}

/**
 * Sends an entry with the phone number as typed. If the service refuses it, perhaps because of a US or Canadian phone
 * number, the entry was not processed. Then it is sent again with that number as ten digits. If this succeeds, all
 * later US and Canadian numbers of the execution are sent as ten digits.
 */
async function sendInEitherNotation(
	client: Client,
	entry: ParticipantToAdd,
	send: (entry: ParticipantToAdd) => Promise<Json>,
): Promise<Json> {
	const person = withTenDigits(entry.entryPageFields);
	if (!person) return await send(entry);
	/** `isTenDigits`: whether the service accepted an entry only after its phone number was written as ten digits. */
	const notation = client.memory.getOrCreate('phone notation', () => ({ isTenDigits: false }));
	const inTenDigits = { ...entry, entryPageFields: person };
	if (notation.isTenDigits) return await send(inTenDigits);
	return await send(entry).catch(async (error: unknown) => {
		const refusal = getUnnamedRefusal(error);
		if (!refusal || !mayRefusePhone(refusal.serviceMessage)) throw error;
		const reply = await send(inTenDigits);
		notation.isTenDigits = true;
		return reply;
	});
}

/** Matches messages that blame the state of the sweepstakes, not the entry. */
const CLOSED_MESSAGE = /\b(?:paused|archived|ended|expired|closed)\b/i;

/** Matches messages that do not say which value is wrong (reference, participants/add). */
const VAGUE_MESSAGE = /\bexceeded maximum\b|^Invalid parameters\b/i;

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
	const shown = toShortLiteral(KeyPhoneNumber);
	return [
		toTenDigits(KeyPhoneNumber) === undefined
			? `The phone number ${shown} is not from the US or Canada, and many accounts accept only numbers from there.`
			: `The service might not accept the phone number ${shown}.`,
	];
}
