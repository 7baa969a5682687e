import { z } from '../zod';
import { endpoint, records, unsafe } from './endpoint';
import { date, time, uuid } from './formats';

/** How many codes one call generates, and how many a sweepstakes can get in 24 hours (specification, Limits). */
export const CODES_PER_CALL = 5_000;
const CODES_PER_DAY = 50_000;

/** How many different characters a code is made of (specification, POST /codes/generate, rule 3). */
const CHARACTERS = { upper: 36, lower: 36, mixed: 62 };

/** Random characters of one code. */
export const codeLength = z.number().int().min(4).max(20);

/** Codes of one day. */
export const codeQuantity = z.number().int().min(1).max(CODES_PER_DAY);

const affix = z
	.string()
	.transform((text) => text.replace(/\s/g, ''))
	.pipe(
		z.string().regex(/^[A-Za-z0-9_-]*$/, {
			message: 'must consist of letters, digits, hyphens and underscores',
		}),
	);

const codes = z.object({
	SweepstakesToken: uuid,
	Quantity: codeQuantity,
	Length: codeLength,
	Type: z.enum(['alphanumeric', 'numeric']).optional(),
	Case: z.enum(['upper', 'lower', 'mixed']).optional(),
	Prefix: affix.optional(),
	Suffix: affix.optional(),
	Description: z.string().max(5_000).optional(),
	Value: z.string().max(10).optional(),
	ExternalURL: z
		.string()
		.max(500)
		.regex(/^https:\/\/\S+$/, { message: 'must be a link that begins with https://' })
		.optional(),
	ExpirationDate: date.optional(),
	ExpirationTime: time.optional(),
	CalledFromMCP: z.boolean().optional(),
	CalledFromCLI: z.boolean().optional(),
});

/** The request for any number of codes that a day allows, in as many calls as that takes. */
export const codesOfOneDay = codes
	.refine(({ Prefix = '', Length, Suffix = '' }) => Prefix.length + Length + Suffix.length <= 20, {
		path: ['Length'],
		message: 'must leave room for {Prefix} and {Suffix} (at most 20 characters together)',
	})
	.refine(
		({ Quantity, Length, Type, Case = 'upper' }) =>
			Quantity <= (Type === 'numeric' ? 10 : CHARACTERS[Case]) ** Length / 2,
		{
			path: ['Length'],
			message: 'must be higher for this quantity (at most half of all possible codes may be in use)',
		},
	);

export const generateCodes = endpoint({
	call: 'POST /codes/generate',
	request: codes.extend({ Quantity: codeQuantity.max(CODES_PER_CALL) }),
	reply: z
		.object({
			Data: z.object({ SweepstakesToken: z.string().optional(), Codes: records() }).passthrough(),
		})
		.passthrough(),
	// A second call would generate as many codes again and use up the day's allowance twice as fast.
	retry: unsafe({
		check:
			'Before you generate more codes, check in your account which codes were generated last. The API documentation shows no way to list them. Codes that came out before this call are not affected.',
	}),
});
