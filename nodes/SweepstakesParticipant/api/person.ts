import { asText, toPlainKey, type Json, toText } from '../../shared/json';
import { email, uuid } from '../../shared/api/formats';
import { phoneNumber, toPhoneKey, toTenDigits } from '../../shared/api/phone-number';
import { z } from '../../shared/zod';

/** The keys by which the service identifies a person. */
export interface PersonKeys {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
}

/** A phone number without letters, because a text with letters may be a mistyped ID or email address. */
const digits = z
	.string()
	.regex(/^\P{L}*$/u)
	.pipe(phoneNumber);

/** What people type to name a participant: an ID, an email address or a phone number. */
export const personKey = z
	.string()
	.refine((text) => [uuid, email, digits].some((format) => format.safeParse(text).success), {
		message: 'must be an ID, an email address or a phone number',
	});

/** Returns the request key for a {@link personKey}. Any other text counts as an ID. */
export function readPersonKey(text: string): PersonKeys & { ParticipantToken?: string } {
	if (text.includes('@')) return { KeyEmail: text };
	const { data: KeyPhoneNumber } = digits.safeParse(text);
	return KeyPhoneNumber === undefined ? { ParticipantToken: text } : { KeyPhoneNumber };
}

/**
 * Maps a person's keys in the nodes' items to the service's keys for the same data, as `toPlainKey` writes them. A
 * person's name is in the record or among the fields of the entry form.
 *
 * @guess The name of a participant is in
 */
export const PERSON_FIELDS = {
	FirstName: ['firstname'],
	LastName: ['lastname'],
	Email: ['email', 'keyemail'],
	PhoneNumber: ['phonenumber', 'keyphonenumber', 'mobilenumber', 'phone', 'mobile'],
} as const;

/** Whether a field of an entry form is the first or last name of a person. */
export function isNameOfPerson(id: string): boolean {
	return [PERSON_FIELDS.FirstName, PERSON_FIELDS.LastName].flat().some((key) => key === toPlainKey(id));
}

/** A person or an entry. The service may send a phone number as a number. */
interface KeyFields {
	KeyEmail?: unknown;
	KeyPhoneNumber?: unknown;
}

/**
 * Returns a person's email address and phone number in a normal form, so that they are equal regardless of case and
 * format.
 */
export function normalizeKeys({ KeyEmail, KeyPhoneNumber }: KeyFields): string[] {
	return [readKey(KeyEmail).trim().toLowerCase(), toPhoneKey(readKey(KeyPhoneNumber))].filter(Boolean);
}

function readKey(value: unknown): string {
	return typeof value === 'number' ? toText(value) : asText(value);
}

/**
 * Returns the keys to lock with `Client.runExclusively` while a person is added to a sweepstakes. The keys also
 * identify the new entry in the history.
 */
export function toEntryKeys(sweepstakesToken: string, person: PersonKeys): string[] {
	return normalizeKeys(person).map((key) => `entry ${sweepstakesToken} ${key}`);
}

/** Returns the key by which a person is looked up: the email address or, if there is none, the phone number. */
export function pickMainKey({ KeyEmail, KeyPhoneNumber }: PersonKeys): PersonKeys {
	return KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
}

/** A map from people to a value. A person is found by email address or phone number. */
export class PeopleByKey<Known> {
	private readonly byKey = new Map<string, Known>();

	get(person: KeyFields): Known | undefined {
		const key = normalizeKeys(person).find((one) => this.byKey.has(one));
		return key === undefined ? undefined : this.byKey.get(key);
	}

	set(person: KeyFields, known: Known): void {
		for (const key of normalizeKeys(person)) this.byKey.set(key, known);
	}
}

/**
 * Returns a person with the phone number as ten digits, or undefined if the number is from another country or already
 * has this form.
 */
export function withTenDigits<Person extends PersonKeys>(person: Person): Person | undefined {
	const { KeyPhoneNumber = '' } = person;
	const tenDigits = toTenDigits(KeyPhoneNumber);
	return tenDigits === undefined || tenDigits === KeyPhoneNumber
		? undefined
		: { ...person, KeyPhoneNumber: tenDigits };
}

/** Whether an entry has a person's email address or, if the person has none, the phone number. */
export function hasKey(entry: Json, person: PersonKeys): boolean {
	const wanted = normalizeKeys(pickMainKey(person));
	return normalizeKeys(entry).some((key) => wanted.includes(key));
}

/**
 * Returns the keys by which the service looks a person up, one per call, because it is unknown whether the service would
 * combine two keys with "and" or with "or". A phone number is searched for as well (see `listPhoneSearches`), so that a
 * person is looked up with at most two calls: by the email address or the number, and with this search.
 *
 * @guess Phone numbers of participants are stored as
 */
export function listLookupKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): PersonKeys[] {
	if (!KeyEmail)
		return KeyPhoneNumber ? [{ KeyPhoneNumber: toTenDigits(KeyPhoneNumber) ?? KeyPhoneNumber }] : [];
	if (KeyPhoneNumber) return [{ KeyEmail }];
	return [...new Set([KeyEmail, KeyEmail.toLowerCase()])].map((one) => ({ KeyEmail: one }));
}

/**
 * Returns the texts to search for to find a phone number in any format: first the last four digits, because nobody
 * writes separators between them, and then, if too many people have these, all digits.
 */
export function listPhoneSearches(KeyPhoneNumber: string): string[] {
	const digits = toPhoneKey(KeyPhoneNumber).replace('+', '');
	return digits ? [digits.slice(-4), digits] : [];
}
