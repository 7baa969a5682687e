import type { Caller, Confirmation } from '../../shared/client/endpoint';
import { explained, ServiceError } from '../../shared/client/failures';
import { isObject, asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, codeLength, codesOfSweepstakes, withoutSpaces } from './codes';
import { endpoint, certainRecords, unsafe } from '../../shared/api/endpoint';
import { dateFromToday, uuid } from '../../shared/api/formats';
import { confirmCreation } from '../../shared/api/ledger';

/** How many codes one call generates, and how many a sweepstakes can get in 24 hours (contract, Limits). */
export const CODES_PER_CALL = 5_000;
const CODES_PER_DAY = 50_000;

/** What the random part of a code is made of (contract, POST /codes/generate, rule 3). */
const CHARACTERS = {
	numeric: { only: /^\d+$/, count: 10 },
	upper: { only: /^[0-9A-Z]+$/, count: 36 },
	lower: { only: /^[0-9a-z]+$/, count: 36 },
	mixed: { only: /^[0-9a-zA-Z]+$/, count: 62 },
};

const findCharacters = ({ Type, Case = 'upper' }: Pick<Kind, 'Type' | 'Case'>) =>
	CHARACTERS[Type === 'numeric' ? 'numeric' : Case];

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

type Kind = Omit<z.output<typeof codes>, 'Quantity'>;

/** The request for any number of codes that a day allows, in as many calls as that takes. */
export const codesOfOneDay = codes
	.refine(({ Prefix = '', Length, Suffix = '' }) => Prefix.length + Length + Suffix.length <= 20, {
		path: ['Length'],
		message: 'must leave room for {Prefix} and {Suffix} (at most 20 characters together)',
	})
	.refine(({ Quantity, Length, ...kind }) => Quantity <= findCharacters(kind).count ** Length / 2, {
		path: ['Length'],
		message: 'must be higher for this quantity (at most half of all possible codes may be in use)',
	});

/** Whether such a request may have made this code. */
function isOfKind(code: string, { Length, Prefix = '', Suffix = '', ...kind }: Kind): boolean {
	if (code.length !== Prefix.length + Length + Suffix.length) return false;
	if (!code.startsWith(Prefix) || !code.endsWith(Suffix)) return false;
	return findCharacters(kind).only.test(code.slice(Prefix.length, Prefix.length + Length));
}

/** A code as POST /codes/generate answers it. */
const asGenerated = ({ CouponToken, CouponCode }: Json) => ({ CouponToken, CouponCode });

const isHeld = ({ ParticipantToken }: Json) => asText(ParticipantToken) !== '';

/** The tokens of codes that were there before this execution generated any. */
const createKnownCodes = () => ({ tokens: new Set<unknown>() });

/**
 * Looks for codes that are newer than the call. None: it was not processed, because it generates all or nothing. As many of
 * the requested kind as were requested: these are they. Anything else decides nothing.
 */
function codesGenerated(service: Caller, request: z.output<typeof codes>): Confirmation {
	const { SweepstakesToken, Quantity } = request;
	return confirmCreation(service, {
		keys: [`codes ${SweepstakesToken}`],
		amount: Quantity,
		listed: async (since) => await codesSince(service, SweepstakesToken, since),
		idOf: ({ CouponToken }) => CouponToken,
		isLike: (code) => isOfKind(asText(code.CouponCode), request) && !isHeld(code),
		mayBe: (code) => isOfKind(asText(code.CouponCode), request),
		timing: (moment, { CreationDate }) => service.timing(moment, CreationDate),
		idsIn: ({ Data }) => (isObject(Data) ? asRecords(Data.Codes).map(({ CouponToken }) => CouponToken) : []),
		replyWith: (found) => {
			if (found.length !== Quantity) throw new ServiceError({ code: 'inconclusive' });
			const Codes = found.map(asGenerated);
			return { Response: true, Data: { SweepstakesToken, Generated: Quantity, Codes } };
		},
	});
}

/** The codes that may be newer than a moment of our clock, in ms since 1970. */
async function codesSince(service: Caller, SweepstakesToken: string, since: number): Promise<Json[]> {
	const { tokens } = service.state.get(createKnownCodes);
	const found: Json[] = [];
	// Newest first (reference, POST /codes/fetch).
	for await (const code of codesOfSweepstakes.read(service, { SweepstakesToken }, Infinity)) {
		if (tokens.has(code.CouponToken)) continue;
		if (service.timing(since, code.CreationDate) === 'before') break;
		found.push(code);
	}
	return found;
}

export const generateCodes = endpoint({
	call: 'POST /codes/generate',
	request: codes.extend({ Quantity: codeQuantity.max(CODES_PER_CALL) }),
	reply: z
		.object({
			Data: z.object({ SweepstakesToken: z.string().optional(), Codes: certainRecords() }).passthrough(),
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
 * @returns undefined if there are none.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function availableCodes(service: Caller, kind: Kind, most: number) {
	return await explained(NOTHING_DONE, readAvailable(service, kind, most));
}

async function readAvailable(service: Caller, kind: Kind, most: number) {
	const { SweepstakesToken, Value = '' } = kind;
	const known = service.state.get(createKnownCodes);
	const found: Array<ReturnType<typeof asGenerated>> = [];
	const filter = { SweepstakesToken, Filter: 'available' } as const;
	for await (const code of codesOfSweepstakes.read(service, filter, Infinity)) {
		const isAlike = isOfKind(asText(code.CouponCode), kind) && String(code.Value ?? '') === Value;
		known.tokens.add(code.CouponToken);
		if (isAlike && isAvailable(code)) found.push(asGenerated(code));
		if (found.length === most) break;
	}
	return found.length > 0 ? found : undefined;
}

/** The service says only whether a code is held or redeemed, not whether it has expired (reference, "Code record"). */
function isAvailable(code: Json): boolean {
	const lastDay = asText(code.ExpirationDate).slice(0, 10);
	return (
		!isHeld(code) && code.Status === 'not-redeemed' && (!lastDay || dateFromToday.safeParse(lastDay).success)
	);
}
