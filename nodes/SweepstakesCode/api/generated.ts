import type { Client, Confirm } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/failures';
import { asText, type Json, toText } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, codeLength, codes, isAvailable, isAssigned, withoutSpaces } from './codes';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { certainRecords } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';
import { DataBudget } from '../../shared/api/data-budget';
import { confirmCreation } from '../../shared/api/confirm';

/** The maximum number of codes per call (contract, Limits). */
export const CODES_PER_CALL = 5_000;
/** The maximum number of new codes per sweepstakes in any 24 hours (contract, Limits). */
const CODES_PER_DAY = 50_000;

/** The characters that the random part of a code can have, by type and case (contract, codes/generate). */
const CHARACTERS = {
	numeric: { only: /^\d+$/, count: 10 },
	upper: { only: /^[0-9A-Z]+$/, count: 36 },
	lower: { only: /^[0-9a-z]+$/, count: 36 },
	mixed: { only: /^[0-9a-zA-Z]+$/, count: 62 },
};

const findCharacters = ({ Type, Case = 'upper' }: Pick<CodeKind, 'Type' | 'Case'>) =>
	CHARACTERS[Type === 'numeric' ? 'numeric' : Case];

export const codeQuantity = z.number().int().min(1).max(CODES_PER_DAY);

/** The fixed text before or after the random characters. */
export const affix = withoutSpaces.pipe(
	z.string().regex(/^[A-Za-z0-9_-]*$/, {
		message: 'must consist of letters, digits, hyphens and underscores',
	}),
);

const codesToGenerate = z.object({
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

type CodesToGenerate = z.output<typeof codesToGenerate>;

type CodeKind = Omit<CodesToGenerate, 'Quantity'>;

/** The maximum length of a whole code, in characters (contract, codes/generate). */
const MAX_LENGTH = 20;

/** A request for codes. It may take several calls, because `Quantity` can be as high as the daily limit. */
export const codesOfOneDay = codesToGenerate.superRefine((codes, context) => {
	const { Quantity, Length, Prefix = '', Suffix = '' } = codes;
	const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['Length'], message });
	const most = MAX_LENGTH - Prefix.length - Suffix.length;
	if (Length > most) refuse(`must be at most ${most} (20 characters minus {Prefix} and {Suffix})`);
	// At most half of all possible codes can exist.
	let least = 1;
	while (Quantity > findCharacters(codes).count ** least / 2) least++;
	if (Length < least) refuse(`must be at least ${least} for this quantity`);
});

function isOfKind(code: string, { Length, Prefix = '', Suffix = '', ...kind }: CodeKind): boolean {
	if (code.length !== Prefix.length + Length + Suffix.length) return false;
	if (!code.startsWith(Prefix) || !code.endsWith(Suffix)) return false;
	return findCharacters(kind).only.test(code.slice(Prefix.length, Prefix.length + Length));
}

const toGeneratedCode = ({ CouponToken, CouponCode }: Json) => ({ CouponToken, CouponCode });

/**
 * Looks for codes that are newer than the call, which generates either all requested codes or none. If the earlier codes
 * are known, only available codes are read, because new codes are always available.
 */
const confirmCodes: Confirm<CodesToGenerate> = (client, request, earlier) => {
	const { SweepstakesToken, Quantity } = request;
	return confirmCreation(client, {
		thing: 'code',
		amount: Quantity,
		earlier,
		async list(sentAt) {
			const budget = new DataBudget();
			const found: Json[] = [];
			const Filter = earlier.before && 'available';
			// The list is newest first (reference, codes/fetch).
			for await (const code of codes.each(client, { SweepstakesToken, Filter })) {
				if (client.clock.judgeTiming(sentAt, code.CreationDate) === 'before') break;
				budget.holdRecords([code]);
				found.push(code);
			}
			return found;
		},
		idOf: ({ CouponToken }) => CouponToken,
		matches: (code) => isOfKind(asText(code.CouponCode), request) && !isAssigned(code),
		toReply: (found) => {
			const Codes = found.map(toGeneratedCode);
			return { Data: { SweepstakesToken, Generated: Quantity, Codes } };
		},
	});
};

export const generateCodes = endpoint({
	call: 'POST /codes/generate',
	request: codesToGenerate,
	reply: z
		.object({
			Data: z.object({ SweepstakesToken: z.string().optional(), Codes: certainRecords() }).passthrough(),
		})
		.passthrough(),
	// A retry would generate a second set of codes.
	retry: unsafe(
		'Before you generate more codes, use Code › Get Many to check which codes were generated last. Codes from earlier calls are not affected.',
	),
	confirm: confirmCodes,
});

/**
 * Finds available codes that match a request in prefix, length, characters, suffix, value, link and expiration.
 *
 * @returns `existing`: up to the wanted number of these codes; `records`: the available codes that were read. If
 *   `existing` has too few codes, these are all available codes
 */
export async function findAvailableCodes(client: Client, { Quantity, ...kind }: CodesToGenerate) {
	const { SweepstakesToken } = kind;
	const records: Json[] = [];
	const found: Array<ReturnType<typeof toGeneratedCode>> = [];
	const filter = { SweepstakesToken, Filter: 'available' } as const;
	for await (const code of codes.each(client, filter)) {
		records.push({ CouponToken: code.CouponToken });
		if (typeof code.CouponCode !== 'string') throw createMissingError('which codes there are');
		if (!isOfKind(code.CouponCode, kind) || !isWorth(code, kind)) continue;
		const isFree = isAvailable(code);
		if (isFree === undefined) throw createMissingError('which codes are available');
		if (!isFree) continue;
		found.push(toGeneratedCode(code));
		if (found.length === Quantity) break;
	}
	return { existing: found.length > 0 ? found : undefined, records };
}

const createMissingError = (missing: string) => new ServiceError({ code: 'unexpectedReply', missing });

/**
 * Whether a code has the requested attributes, as far as the list shows them. The description is ignored: if the
 * service stored it in another format, every run would generate more codes.
 */
function isWorth(code: Json, kind: CodeKind): boolean {
	const { Value, ExternalURL, ExpirationDate, ExpirationTime } = code;
	const isAs = (listed: unknown, wanted = '') => listed === undefined || toText(listed ?? '') === wanted;
	const listedDay = typeof ExpirationDate === 'string' ? ExpirationDate.slice(0, 10) : ExpirationDate;
	return (
		isAs(Value, kind.Value) &&
		isAs(toAddress(ExternalURL), toAddress(kind.ExternalURL)) &&
		isAs(listedDay, kind.ExpirationDate) &&
		// If the request has no expiration time, the service may choose one.
		(kind.ExpirationTime === undefined || isAs(ExpirationTime, kind.ExpirationTime))
	);
}

/** Normalizes a link, so that links that differ only in insignificant case and encoding are equal. */
function toAddress<Link>(link: Link): Link | string {
	return typeof link === 'string' && URL.canParse(link) ? new URL(link).href : link;
}
