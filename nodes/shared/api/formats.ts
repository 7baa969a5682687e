import { isEmpty } from '../json';
import { AMBIGUOUS_NUMBER, isAmbiguous, readCount, readNumeral } from '../numeral';
import { parseInstant } from '../time/parse';
import { z } from '../zod';

/** The formats of the contract. Each message continues the sentence "“Label” …". */

/** IDs are sent in lowercase, as the service writes them, because it may compare them case-sensitively. */
export const uuid = z
	.string()
	.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
		message: 'must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
	})
	.toLowerCase();

/** RFC 5321 allows 254 characters, but its parts add up to 320. */
const MAX_EMAIL_LENGTH = 320;

/** This check is deliberately lenient: it refuses obvious mistakes and leaves the rest to the service. */
export const email = z
	.string()
	.max(MAX_EMAIL_LENGTH)
	.pipe(
		z.string().regex(/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/, {
			message: 'must be an email address such as jane@example.com',
		}),
	);

export const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'must be a date such as 2027-01-31' });

/** A date that is today or later. The service's time zone is unknown, and its today may be our yesterday. */
export const dateFromToday = date.refine((day) => parseInstant(day)?.isPast(Date.now()) !== true, {
	message: 'must be today or later',
});

export const dateTime = z
	.string()
	.datetime({ message: 'must be a date and time such as 2027-01-31T09:30:00Z' });

/**
 * A time as `HH:MM` on a 24-hour clock. The contract's pattern goes up to 29:59, but the only time after 23:59 that
 * makes sense is 24:00, the end of a day.
 */
export const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
	message: 'must be a time of day from 00:00 to 24:00, such as 09:30',
});

/** Up to 20 capital letters and digits, which both create and clone accept (contract, sweepstakes/clone). */
export const handler = z
	.string()
	// The letters are checked before they are converted to capitals, because that would turn ß into SS.
	.regex(/^[A-Za-z0-9]{1,20}$/, {
		message: 'must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027',
	})
	.toUpperCase();

/** Converts a number written as text, as in spreadsheets. */
export const numeral = z.unknown().transform(readNumeral);

/** A required number. A blank value is refused as missing, because it would otherwise count as 0. */
export const filledNumeral = z
	.unknown()
	.refine((value) => !isAmbiguous(value), { message: AMBIGUOUS_NUMBER })
	.transform((value) => (isEmpty(value) ? undefined : readNumeral(value)));

/** A number in a reply, which may be text. */
export const count = z.preprocess(readNumeral, z.number());

/** A number in a reply, which may be text; undefined for anything else. */
export const optionalCount = z.unknown().transform(readCount);

/** A color. The reference does not say whether it begins with `#`, so both forms are accepted. */
export const color = z.string().regex(/^#?([0-9a-f]{6}|[0-9a-f]{8})$/i, {
	message: 'must be a color of 6 or 8 hex digits such as #0A7F3F',
});

/** The channel of a message to one person. `both` means each channel for which the person has an address. */
export const channels = z.enum(['email', 'sms', 'both']);

/**
 * The key by which the service recognizes a repeated message (reference, POST /codes/send and POST /messaging/send).
 */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, {
	message: 'must be 8 to 64 letters, digits, hyphens and underscores',
});
