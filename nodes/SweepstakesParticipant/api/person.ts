import { asText, toIdKey, type Json } from '../../shared/json';

/** The keys by which the service identifies a person. */
export interface PersonKeys {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
}

/**
 * The keys of a person's data in our items, each with the service's keys for the same data, in the form of
 * `toPlainKey`. A name may also be among the fields of the entry form.
 *
 * @guess The name of a participant is in
 */
export const PERSON_KEYS = {
	FirstName: ['firstname'],
	LastName: ['lastname'],
	Email: ['email', 'keyemail'],
	PhoneNumber: ['phonenumber', 'keyphonenumber', 'mobilenumber', 'phone', 'mobile'],
} as const;

/** A person or an entry. The service may send a phone number as a number. */
interface KeyFields {
	KeyEmail?: unknown;
	KeyPhoneNumber?: unknown;
}

/** Normalizes upper and lower case and the format of phone numbers, so that the keys of the same person are equal. */
export function normalizeKeys({ KeyEmail, KeyPhoneNumber }: KeyFields): string[] {
	return [readKey(KeyEmail).trim().toLowerCase(), toPhoneKey(readKey(KeyPhoneNumber))].filter(Boolean);
}

function readKey(value: unknown): string {
	return typeof value === 'number' ? String(value) : asText(value);
}

/**
 * Returns the keys to lock with `Client.runExclusively` while a person is added to a sweepstakes. They also identify the
 * new entry.
 */
export function toEntryKeys(sweepstakesToken: string, person: PersonKeys): string[] {
	return normalizeKeys(person).map((key) => `entry ${toIdKey(sweepstakesToken)} ${key}`);
}

/** The key by which a person is looked up: the email address or, without one, the phone number. */
export function pickMainKey({ KeyEmail, KeyPhoneNumber }: PersonKeys): PersonKeys {
	return KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
}

/** What is known about people, by each of their keys. */
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
 * Returns the key of a phone number. The service stores US and Canadian numbers without the country code 1. A number of
 * another country that has ten digits keeps its +, because it would otherwise equal a US number.
 */
function toPhoneKey(phoneNumber: string): string {
	const international = toInternational(phoneNumber.trim());
	const digits = international.replace(/\D/g, '');
	if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
	return digits.length === 10 && international.startsWith('+') ? `+${digits}` : digits;
}

/** Rewrites "0044 20 …" and "+44 (0)20 …" as "+44 20 …". National numbers never begin with 00. */
function toInternational(phoneNumber: string): string {
	return phoneNumber.replace(/^00(?=[1-9])/, '+').replace(/^(\+\d{1,3})[\s.-]*\(0\)/, '$1');
}

/** Returns a US or Canadian number as the service stores it, and undefined for any other number. */
function toTenDigits(phoneNumber: string): string | undefined {
	const key = toPhoneKey(phoneNumber);
	return /^[2-9]\d{9}$/.test(key) ? key : undefined;
}

/** @returns undefined if the phone number is not a US or Canadian one, or already has ten digits */
export function withTenDigits<Person extends PersonKeys>(person: Person): Person | undefined {
	const { KeyPhoneNumber = '' } = person;
	const tenDigits = toTenDigits(KeyPhoneNumber);
	return tenDigits === undefined || tenDigits === KeyPhoneNumber
		? undefined
		: { ...person, KeyPhoneNumber: tenDigits };
}

/** Whether an entry has this email address or, if none is given, this phone number. */
export function hasKey(entry: Json, person: PersonKeys): boolean {
	const wanted = normalizeKeys(pickMainKey(person));
	return normalizeKeys(entry).some((key) => wanted.includes(key));
}

/**
 * Returns the keys to look up one by one, because the service may combine two keys in one call with "and" or with "or".
 * Each key is tried as typed and then as the service may store it.
 */
export function listLookupKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): PersonKeys[] {
	const emails = removeDuplicates([KeyEmail, KeyEmail.toLowerCase()]);
	const phoneNumbers = removeDuplicates([KeyPhoneNumber, toStoredSpelling(toPhoneKey(KeyPhoneNumber))]);
	return [
		...emails.map((one) => ({ KeyEmail: one })),
		...phoneNumbers.map((one) => ({ KeyPhoneNumber: one })),
	];
}

/**
 * Returns the form in which the service stores a phone number unless it keeps the number as typed. Only US and Canadian
 * numbers become 10 digits. A leading 0 means that the country code is missing.
 *
 * @guess Phone numbers of participants are stored as
 */
function toStoredSpelling(key: string): string {
	return /^\d{10}$|^\+|^0|^$/.test(key) ? key : `+${key}`;
}

/**
 * Returns the last digits of a phone number. Most notations write them without separators, so a search for them also
 * finds a number that the service stores in an unexpected notation.
 *
 * @param inPairs whether to find numbers of other countries even if they are written in pairs of digits
 */
export function getLastDigits({ KeyPhoneNumber = '' }: PersonKeys, inPairs: boolean): string {
	const digits = toPhoneKey(KeyPhoneNumber).replace(/\D/g, '');
	return digits.slice(inPairs && !toTenDigits(KeyPhoneNumber) ? -2 : -4);
}

const removeDuplicates = (texts: string[]) => [...new Set(texts)].filter(Boolean);
