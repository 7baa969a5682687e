import { trimInvisible } from '../json';
import { isShortenedNumber, withoutTextMarks } from '../numeral';
import { z } from '../zod';

/** The maximum length of a phone number with separators, a label and a note, in characters. */
const MAX_LENGTH = 100;

/** The digits of the longest international number (E.164). */
const MAX_DIGITS = 15;

/** Matches digits with nothing but separators between them, perhaps after a plus sign. */
const DIGITS = /^\+?\d(?:[\s\p{Pd}\p{Cf}\u2212.()·•]*\d)*$/u;

/**
 * The words that say which kind of phone a number is for. Any other word, as in "(fax)" or "do not call", may mean that
 * the number must not be used.
 */
const KIND = '(?:[chmptw]|tel|ph|(?:tele)?phone|number|mob|mobile|cell|cellular|cellphone|home|work|office)';

/**
 * Matches what may stand around a kind: anything but letters, the signs of an email address or amount, and what programs
 * write in place of a character that they have lost.
 */
const SIGN = '[^@%?\\x1A\\p{N}\\p{L}\\p{Sc}]';

/** Matches what may come before the digits: signs and kinds of numbers, such as "Mobile: +". */
const LABEL = new RegExp(`^${SIGN}*(?:${KIND}${SIGN}+)*$`, 'iu');

/**
 * Matches the sign of a negative number or a decimal point, as before a number that a program took for a formula or
 * damaged.
 */
const MINUS = /^[\p{Pd}\u2212.]\s*$/u;

/** Matches what may come after the digits: signs and kinds of numbers, such as " (home)". */
const NOTE = new RegExp(`^(?!\\p{Pd})(?:${SIGN}+${KIND})*${SIGN}*$`, 'iu');

/** Matches a number that is not from the US or Canada up to the slash that may follow its area code. */
const UP_TO_SLASH = /^[\s(]*(?:(?:\+(?!\s*1)|00)(?:[^\d/]*\d){1,8}|0(?:[^\d/]*\d){1,5})[^\d/]*\//;

/**
 * The digits of the shortest number with a country code. A text with fewer digits is a part of a number, or something
 * else, such as an amount.
 */
const MIN_DIGITS = 7;

/** Matches a US or Canadian number with further digits after it, such as an extension. */
const LONGER_THAN_NORTH_AMERICAN =
	/^(?:\+?1)?[\s\p{Pd}.(]*[2-9]\d{2}[\s\p{Pd}.)]*[2-9]\d{2}[\s\p{Pd}.]*\d{4}[\s\p{Pd}.()]+\d/u;

/** Matches two US or Canadian numbers without an area code. */
const TWO_LOCAL_NUMBERS = /^(?:[2-9]\d{2}[\s\p{Pd}.]?\d{4}(?:[\s\p{Pd}.]+(?=\d)|$)){2}$/u;

/** Matches a day, such as 1990-03-15, 15.03.1990 or 3-15-1990. A time may follow the first kind. */
const DAY =
	/^(?:(?:19|20)\d{2}-(?:0\d|1[0-2])-[0-3]\d(?!\d)|(?:(?:19|20)\d{2}([-.])\d{1,2}\1\d{1,2}|\d{1,2}([-.])\d{1,2}\2(?:19|20)\d{2})$)/;

/** Matches a number with decimals, but not a number such as 555.0138. */
const DECIMAL = /^(?:0|[1-9]\d*)\.(?!\d{4}$)\d+$/;

/**
 * Removes what spreadsheets and programs add to a phone number: the marks that keep it as text, the decimals of a number,
 * as in "2025550138.0", and invisible characters around it. The slash in "030/1234567" becomes a space, because the
 * service may not know it as a separator.
 */
function clean(text: string): string {
	return withoutTextMarks(trimInvisible(text))
		.replace(/^(\+?\d{7,15})\.0{1,2}$/, '$1')
		.replace(UP_TO_SLASH, (part) => part.replace('/', ' '));
}

/**
 * Returns a phone number without its label and note, or undefined for any other text, such as two numbers or a number
 * with an extension. The digits of such a text could be somebody else's number.
 */
function readNumber(text: string): string | undefined {
	if (text.length > MAX_LENGTH || isShortenedNumber(text.trim())) return undefined;
	const plain = clean(text).normalize('NFKC');
	const start = plain.search(/\d/);
	const end = plain.search(/\d\D*$/) + 1;
	const before = plain.slice(0, start);
	if (start < 0 || MINUS.test(before) || !LABEL.test(before) || !NOTE.test(plain.slice(end)))
		return undefined;
	const number = `${/\+[\s(]*$/.test(before) ? '+' : ''}${plain.slice(start, end)}`;
	const isOther = [LONGER_THAN_NORTH_AMERICAN, TWO_LOCAL_NUMBERS, DAY, DECIMAL].some((other) =>
		other.test(number),
	);
	return DIGITS.test(number) && hasPlausibleDigits(number) && !isOther ? number : undefined;
}

/**
 * Whether the digits can be a number: not too few or too many, not only zeros, ten after the country code +1, and no
 * country code that begins with 0.
 */
function hasPlausibleDigits(number: string): boolean {
	const international = toInternational(number);
	const digits = international.replace(/\D/g, '');
	if (/^\+\D*1/.test(international) && digits.length !== 11) return false;
	if (/^\+\D*0/.test(international)) return false;
	return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && /[1-9]/.test(digits);
}

/** Any text except a number whose last digits are missing, such as "2.02555E+09". */
export const completeNumber = z
	.string()
	.max(MAX_LENGTH)
	.refine((text) => !isShortenedNumber(text), {
		message: 'must be a complete number (a spreadsheet shortened this one: format the column as text there)',
	});

/** Matches digits with the separators that the service knows. */
const AS_SENT = /^\+?[\d ().-]+$/;

/**
 * A phone number in any format, by which a person is found. It is sent as typed, apart from what `clean` removes. A
 * number with other signs or a label is sent as digits.
 */
export const phoneNumber = completeNumber
	.refine(
		(text) => text.length > MAX_LENGTH || isShortenedNumber(text) || readNumber(text) !== undefined,
		(text) => ({
			message: `must be one phone number ${AS_SENT.test(text) ? 'with all its digits and no others' : 'without letters, other signs, an extension or a note'}, such as +12025550123`,
		}),
	)
	.transform((text) => {
		const cleaned = clean(text);
		return AS_SENT.test(cleaned)
			? cleaned
			: toInternational(readNumber(text) ?? '').replace(/(?!^\+)\D/g, '');
	});

/**
 * Returns a phone number as digits, for comparisons. The country code 1 is dropped, because the service stores US and
 * Canadian numbers without it. A number with ten digits from another country keeps its "+", because otherwise it could
 * equal a US number. A text that is no complete phone number gets '', because several people could have it.
 */
export function toPhoneKey(text: string): string {
	const international = toInternational(readNumber(text) ?? '');
	const digits = international.replace(/\D/g, '');
	if (isNorthAmerican(digits.slice(1)) && digits.startsWith('1')) return digits.slice(1);
	return digits.length === 10 && international.startsWith('+') ? `+${digits}` : digits;
}

/** Rewrites "0044 20 …" and "+44 (0)20 …" as "+44 20 …". National numbers never begin with 00. */
function toInternational(phoneNumber: string): string {
	return phoneNumber.replace(/^00[\s.-]*(?=[1-9])/, '+').replace(/(\+\d{1,3})[\s.-]*\(0\)/, '$1');
}

/** Whether ten digits are a US or Canadian number, in which neither the area code nor the exchange begins with 0 or 1. */
function isNorthAmerican(digits: string): boolean {
	return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits);
}

/** Returns a US or Canadian phone number as ten digits, as the service stores it, or undefined for any other number. */
export function toTenDigits(text: string): string | undefined {
	const key = toPhoneKey(text);
	return isNorthAmerican(key) ? key : undefined;
}

/** Matches numbers that are more often something else, each with the reason to doubt them. */
const DOUBTFUL_NUMBERS: ReadonlyArray<[tenDigits: RegExp, doubt: string]> = [
	[/^(\d)\1{9}$/, 'all its digits are equal'],
	[/^\d9/, 'no area code of the US or Canada has a 9 in the middle'],
	[/^(?:2147483647|4294967295)$/, 'it is the largest number that some databases can store'],
];

/**
 * Matches a plus sign before what may be an area code: three digits in brackets, as in "+(202) 555-0138", or digits with
 * which no number of ten digits in another country begins. Some country codes have three digits, too.
 */
const AREA_CODE_AFTER_PLUS = /\+\s*(?:\(\s*\d{3}\s*\)|21|7)/;

/**
 * Says why a phone number that is sent as typed may reach nobody or somebody else. This is not an error, because the
 * service accepts local numbers (contract). The result continues the sentence "“…” was sent as typed, although …".
 *
 * @returns undefined for any other number of the US or Canada, and for one with a country code
 */
export function describeDoubtfulNumber(text: string): string | undefined {
	const tenDigits = toTenDigits(text);
	if (tenDigits !== undefined) return DOUBTFUL_NUMBERS.find(([pattern]) => pattern.test(tenDigits))?.[1];
	const number = readNumber(text) ?? '';
	if (!/^(?:\+|00)/.test(number)) return 'it has no country code and is no number of the US or Canada';
	if (AREA_CODE_AFTER_PLUS.test(text) && isNorthAmerican(number.replace(/\D/g, '')))
		return 'its first three digits may be an area code: write +1 before them';
	return /\(0\)/.test(number) ? '“(0)” is not dialed after a country code: leave it out' : undefined;
}
