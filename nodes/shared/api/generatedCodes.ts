import type { Caller, Confirmation } from '../client/endpoint';
import { explained, ServiceError } from '../client/failures';
import { isObject, textOf, type Json } from '../json';
import { z } from '../zod';
import { codeAttributes, codeLength, codesOfSweepstakes, withoutSpaces } from './codes';
import { endpoint, records, unsafe } from './endpoint';
import { dateFromToday, uuid } from './formats';

/** How many codes one call generates, and how many a sweepstakes can get in 24 hours (specification, Limits). */
export const CODES_PER_CALL = 5_000;
const CODES_PER_DAY = 50_000;

/** How many different characters a code is made of (specification, POST /codes/generate, rule 3). */
const CHARACTERS = { upper: 36, lower: 36, mixed: 62 };

/** Codes of one day. */
export const codeQuantity = z.number().int().min(1).max(CODES_PER_DAY);

const affix = withoutSpaces.pipe(
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
	...codeAttributes.shape,
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

/** The characters of a code, as a regular expression lists them. */
const LISTED = { upper: '0-9A-Z', lower: '0-9a-z', mixed: '0-9a-zA-Z' };

type Kind = Omit<z.output<typeof codes>, 'Quantity'>;

/** What every code has that comes from such a request. Prefix and suffix are letters, digits, hyphens and underscores. */
function patternOf({ Length, Type, Case = 'upper', Prefix = '', Suffix = '' }: Kind): RegExp {
	const characters = Type === 'numeric' ? '0-9' : LISTED[Case];
	return new RegExp(`^${Prefix}[${characters}]{${Length}}${Suffix}$`);
}

/** A code as POST /codes/generate answers it. */
const asGenerated = ({ CouponToken, CouponCode }: Json) => ({ CouponToken, CouponCode });

const isHeld = ({ ParticipantToken }: Json) => textOf(ParticipantToken) !== '';

/** What this execution has generated. */
interface OwnCodes {
	tokens: Set<unknown>;
	/** The sweepstakes for which a call may have been processed of which nobody knows. */
	unclear: Set<string>;
}

const createOwnCodes = (): OwnCodes => ({ tokens: new Set(), unclear: new Set() });

/**
 * Looks for codes that are newer than the call. None: it was not processed, because it generates all or nothing. As many of
 * the requested kind as were requested: these are they. Anything else decides nothing.
 */
function codesGenerated(service: Caller, request: z.output<typeof codes>): Confirmation {
	const own = service.state.get(createOwnCodes);
	const { SweepstakesToken, Quantity } = request;
	const isAmbiguous = own.unclear.has(SweepstakesToken);
	return {
		async lookUp(isNew) {
			own.unclear.add(SweepstakesToken);
			const added: Json[] = [];
			// Newest first (reference, POST /codes/fetch).
			for await (const code of codesOfSweepstakes.read(service, { SweepstakesToken }, Infinity)) {
				if (own.tokens.has(code.CouponToken)) continue;
				if (!isNew(code.CreationDate)) break;
				added.push(code);
			}
			if (added.length === 0) return undefined;
			const ours = added.filter(({ CouponCode }) => patternOf(request).test(textOf(CouponCode)));
			if (isAmbiguous || ours.length !== Quantity || ours.some(isHeld))
				throw new ServiceError({ code: 'inconclusive' });
			return {
				Response: true,
				Data: { SweepstakesToken, Generated: Quantity, Codes: ours.map(asGenerated) },
			};
		},
		onProcessed({ Data }) {
			const codes = isObject(Data) && Array.isArray(Data.Codes) ? (Data.Codes as Json[]) : [];
			for (const { CouponToken } of codes) own.tokens.add(CouponToken);
			if (codes.length === 0) own.unclear.add(SweepstakesToken);
			else if (!isAmbiguous) own.unclear.delete(SweepstakesToken);
		},
	};
}

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
			'Before you generate more codes, check with Code › Get Many which codes were generated last. Codes that came out before this call are not affected.',
		confirm: codesGenerated,
	}),
});

const NOTHING_DONE =
	'No codes were generated for this item, because the codes that there are could not be read.';

/**
 * Codes that can be handed out and are as a request for new ones would make them: the same prefix, length, characters, suffix
 * and value.
 *
 * @param most how many are wanted
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function availableCodes(service: Caller, kind: Kind, most: number) {
	return await explained(NOTHING_DONE, readAvailable(service, kind, most));
}

async function readAvailable(service: Caller, kind: Kind, most: number) {
	const { SweepstakesToken, Value = '' } = kind;
	const pattern = patternOf(kind);
	const found: Array<ReturnType<typeof asGenerated>> = [];
	const filter = { SweepstakesToken, Filter: 'available' } as const;
	for await (const code of codesOfSweepstakes.read(service, filter, Infinity)) {
		const isOfKind = pattern.test(textOf(code.CouponCode)) && String(code.Value ?? '') === Value;
		if (isOfKind && isAvailable(code)) found.push(asGenerated(code));
		if (found.length === most) break;
	}
	return found;
}

/** The service says only whether a code is held or redeemed, not whether it has expired (reference, "Code record"). */
function isAvailable(code: Json): boolean {
	const lastDay = textOf(code.ExpirationDate).slice(0, 10);
	return (
		!isHeld(code) && code.Status === 'not-redeemed' && (!lastDay || dateFromToday.safeParse(lastDay).success)
	);
}
