import { asText, type Json } from '../../shared/json';

/** The keys by which the service identifies a person. */
export interface PersonKeys {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
}

/**
 * The keys of a person's data in our items, each with the keys that the service uses, as `plainKey` writes
 * them. A name may be among the form fields (reference, "Serve both").
 *
 * @guess The name of a participant is in
 */
export const PERSON_KEYS = {
	FirstName: ['firstname'],
	LastName: ['lastname'],
	Email: ['email', 'keyemail'],
	PhoneNumber: ['phonenumber', 'keyphonenumber', 'mobilenumber', 'phone', 'mobile'],
} as const;

/** Normalizes case and phone format, so that keys of the same person are equal. */
export function normalizedKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): string[] {
	return [KeyEmail.trim().toLowerCase(), phoneKey(KeyPhoneNumber)].filter(Boolean);
}

/**
 * The key of a phone number. The service stores US and Canadian numbers without their 1. Ten digits with another
 * country code keep their +, because they are a different number.
 */
function phoneKey(phoneNumber: string): string {
	const international = toInternational(phoneNumber.trim());
	const digits = international.replace(/\D/g, '');
	if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
	return digits.length === 10 && international.startsWith('+') ? `+${digits}` : digits;
}

/** Writes "0044 20 …" and "+44 (0)20 …" as "+44 20 …". No national number begins with 00. */
function toInternational(phoneNumber: string): string {
	return phoneNumber.replace(/^00(?=[1-9])/, '+').replace(/^(\+\d{1,3})[\s.-]*\(0\)/, '$1');
}

/** A US or Canadian number as the service stores it; undefined for any other number. */
export function toTenDigits(phoneNumber: string): string | undefined {
	const key = phoneKey(phoneNumber);
	return /^[2-9]\d{9}$/.test(key) ? key : undefined;
}

/** Whether an entry has this email address or, without one, this phone number. */
export function hasKey(entry: Json, { KeyEmail, KeyPhoneNumber }: PersonKeys): boolean {
	const own = { KeyEmail: readKey(entry.KeyEmail), KeyPhoneNumber: readKey(entry.KeyPhoneNumber) };
	const wanted = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	return normalizedKeys(own).some((key) => normalizedKeys(wanted).includes(key));
}

/** An email address or phone number as text, because the service may send a phone number as a number. */
function readKey(value: unknown): string {
	return typeof value === 'number' ? String(value) : asText(value);
}

/**
 * Keys to look up one by one, because the service may combine two keys in a call with "and" or with "or". Each key is
 * tried as typed, and then as the service may store it.
 */
export function lookupKeys({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): PersonKeys[] {
	const emails = distinct([KeyEmail, KeyEmail.toLowerCase()]);
	const phoneNumbers = distinct([KeyPhoneNumber, storedSpelling(phoneKey(KeyPhoneNumber))]);
	return [
		...emails.map((one) => ({ KeyEmail: one })),
		...phoneNumbers.map((one) => ({ KeyPhoneNumber: one })),
	];
}

/**
 * The form in which a service that does not keep phone numbers as typed stores one. Only US and Canadian ones
 * become 10 digits. A leading 0 means that there is no country code.
 *
 * @guess Phone numbers of participants are stored as
 */
function storedSpelling(key: string): string {
	return /^\d{10}$|^\+|^0|^$/.test(key) ? key : `+${key}`;
}

/**
 * The end of a phone number, which is written without separators in most notations. Searched for, it finds
 * the number in notations that cannot be guessed, where the service keeps them as typed.
 *
 * @param inPairs whether to find other countries' numbers even if they are written in pairs of digits
 */
export function lastDigits({ KeyPhoneNumber = '' }: PersonKeys, inPairs: boolean): string {
	const digits = phoneKey(KeyPhoneNumber).replace(/\D/g, '');
	return digits.slice(inPairs && !toTenDigits(KeyPhoneNumber) ? -2 : -4);
}

const distinct = (texts: string[]) => [...new Set(texts)].filter(Boolean);
