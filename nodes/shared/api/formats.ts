import { isEmpty, trimInvisible } from '../json';
import { AMBIGUOUS_NUMBER, isAmbiguousNumber, readCount, readNumeral } from '../numeral';
import { parseInstant } from '../time/parse';
import { z } from '../zod';

/**
 * The formats of values in requests and replies. Each message continues the sentence "“Label” …", such as "“Email” must
 * be …".
 */

/**
 * An ID. IDs are sent in lowercase, as the service writes them, because the service may compare them case-sensitively.
 */
export const uuid = z
	.string()
	.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
		message: 'must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
	})
	.toLowerCase();

/**
 * The maximum length of an email address, in characters. RFC 5321 allows 254, but the maximum lengths of the parts add
 * up to 320.
 */
const MAX_EMAIL_LENGTH = 320;

/**
 * An email address. This deliberately refuses only obvious mistakes, such as a misplaced period (RFC 5321, Dot-string) or
 * an invisible character, and leaves all other checks to the service. An apostrophe before it keeps it as text in a
 * spreadsheet.
 */
export const email = z
	.string()
	.max(MAX_EMAIL_LENGTH)
	.transform((text) => trimInvisible(text).replace(/^'/, ''))
	.pipe(
		z
			.string()
			.regex(
				/^(?:"[^"\s@]+"|[^\s\p{C}@<>()[\]:;,."\\]+(?:\.[^\s\p{C}@<>()[\]:;,."\\]+)*)@[\p{L}\p{M}\p{N}_-]+(?:\.(?!\d+$)[\p{L}\p{M}\p{N}_-]+)+$/u,
				{
					message: 'must be an email address such as jane@example.com, and nothing else',
				},
			),
	);

export const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'must be a date such as 2027-01-31' });

/**
 * A date that is today or later. Yesterday may pass, too, because the service's time zone is unknown, so its date may
 * be behind ours.
 */
export const dateFromToday = date.refine((day) => parseInstant(day)?.isPast(Date.now()) !== true, {
	message: 'must be today or later',
});

export const dateTime = z
	.string()
	.datetime({ message: 'must be a date and time such as 2027-01-31T09:30:00Z' });

/**
 * A time as `HH:MM` on a 24-hour clock. The contract's pattern allows times up to 29:59, but after 23:59, only 24:00
 * (the end of a day) makes sense.
 */
export const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
	message: 'must be a time of day from 00:00 to 24:00, such as 09:30',
});

/**
 * The handler of a new sweepstakes: up to 20 capital letters and digits, which both create and clone accept (contract,
 * sweepstakes/clone).
 */
export const handler = z
	.string()
	// The letters are checked before they become capitals, because that conversion would turn ß into SS.
	.regex(/^[A-Za-z0-9]{1,20}$/, {
		message: 'must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027',
	})
	.toUpperCase();

/** Any value. A number that is written as text, as in spreadsheets, becomes a number. */
export const numeral = z.unknown().transform(readNumeral);

/** A required number up to a limit, which may be written as text. An empty value counts as missing, not as 0. */
export const filledNumeral = (most: number) =>
	z
		.unknown()
		.refine((value) => !isAmbiguousNumber(value, most), { message: AMBIGUOUS_NUMBER })
		.transform((value) => (isEmpty(value) ? undefined : readNumeral(value)))
		.pipe(z.number().max(most));

/** A number in a reply, which may be text. */
export const count = z.preprocess(readNumeral, z.number());

/** A number in a reply, which may be text; undefined for anything else. */
export const optionalCount = z.unknown().transform(readCount);

/** A color. The reference does not say whether a color begins with `#`, so both forms are accepted. */
export const color = z.string().regex(/^#?([0-9a-f]{6}|[0-9a-f]{8})$/i, {
	message: 'must be a color of 6 or 8 hex digits such as #0A7F3F',
});

/**
 * The channel of a message to one person. `both` sends an email and a text message, or only one of them if the person
 * lacks an email address or phone number.
 */
export const channels = z.enum(['email', 'sms', 'both']);

/**
 * The key by which the service recognizes a repeated message (reference, POST /codes/send and POST /messaging/send).
 */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, {
	message: 'must be 8 to 64 letters, digits, hyphens and underscores',
});
