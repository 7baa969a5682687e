import type { Client } from '../../shared/client/client';
import {
	type Failure,
	ServiceError,
	hasStatus,
	undefinedIfNotFound,
	undefinedIfServiceFails,
	undefinedIfRefused,
} from '../../shared/client/failures';
import { toIdKey, isBlank, isSameId, asText, type Json } from '../../shared/json';
import { parseInstant } from '../../shared/time/parse';
import { z } from '../../shared/zod';
import { endpoint, reads } from '../../shared/api/endpoint';
import { DataBudget } from '../../shared/api/data-budget';
import { dateFromToday, time, uuid } from '../../shared/api/formats';
import { pagedList } from '../../shared/api/paged-list';

export const codeLength = z.number().int().min(4).max(20);

/** The text of a code, in the form in which the service stores it: without white space (reference, codes). */
export const withoutSpaces = z.string().transform((code) => code.replace(/\s/g, ''));

export const codeAttributes = z
	.object({
		Description: z.string().max(5_000),
		Value: z.string().max(10),
		ExternalURL: z
			.string()
			.max(500)
			.regex(/^https:\/\/\S+$/, { message: 'must be a link that starts with https://' }),
		ExpirationDate: dateFromToday,
		ExpirationTime: time,
	})
	.partial();

export type Code = Json & { CouponToken: string };

/** Whether a participant holds a code. */
export const isAssigned = ({ ParticipantToken }: Json) => asText(ParticipantToken) !== '';

/**
 * Whether a code can still be assigned. The expiration date is checked, too, because the status does not change when a
 * code expires (reference, codes).
 *
 * @returns undefined if the record has no status
 */
export function isAvailable(code: Json): boolean | undefined {
	if (isBlank(code.Status)) return undefined;
	const lastDay = parseInstant(code.ExpirationDate)?.date ?? asText(code.ExpirationDate);
	return (
		!isAssigned(code) &&
		code.Status === 'not-redeemed' &&
		(!lastDay || dateFromToday.safeParse(lastDay).success)
	);
}

const TRUNCATED =
	'More than 2,000 participants match the search, and the service searched only the codes of the first 2,000. Use a longer search text.';

/** The codes of a sweepstakes, newest first by default. */
export const codes = pagedList({
	call: 'POST /codes/fetch',
	name: 'codes',
	key: 'Codes',
	token: 'CouponToken',
	pageSize: 'ItemsPerPage',
	// The largest page that the service allows (reference, codes/fetch).
	largestPage: 500,
	total: 'TotalResults',
	shows: 'which codes there are',
	filter: z.object({
		SweepstakesToken: uuid,
		Filter: z
			.enum(['all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'])
			.optional(),
		Search: z.string().max(100).optional(),
		SortBy: z.enum(['CouponCode', 'ExpirationDate', 'Status', 'CreationDate', 'RedemptionDate']).optional(),
		SortDesc: z.boolean().optional(),
	}),
	withRest(page, { hints }) {
		if (page.rest.SearchTruncated === true) hints.add(TRUNCATED);
		return page;
	},
});

/** A code as people type it. Upper and lower case differ (reference, codes). */
export const couponCode = withoutSpaces.pipe(
	z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, {
		message: 'must be 1 to 20 letters, digits, hyphens and underscores',
	}),
);

export const codeReply = z.object({
	Data: z.object({ Code: z.object({ CouponToken: z.string() }).passthrough() }),
});

/** Identifies a code by its CouponToken or, if that is missing, by its text (CouponCode). */
export const codeKey = z.object({
	SweepstakesToken: uuid,
	CouponToken: uuid.optional(),
	CouponCode: couponCode.optional(),
});

export const fetchCode = endpoint({
	call: 'POST /codes/single',
	/** The service needs CouponToken, or both SweepstakesToken and CouponCode. */
	request: codeKey.partial(),
	reply: codeReply,
	retry: reads('whether this code exists'),
});

export type CodeKey = z.output<typeof fetchCode.request>;

export async function findCode(client: Client, key: CodeKey): Promise<Code> {
	return (await client.call(fetchCode, key)).Data.Code;
}

/** Maps participants (IDs in `toIdKey` form) to the codes that they hold. The codes are read once per execution. */
export async function readHeldCodes(client: Client, SweepstakesToken: string): Promise<Map<string, Code>> {
	return await client.memory.getOrCreate(`held codes ${SweepstakesToken}`, async () => {
		const budget = new DataBudget();
		const held = new Map<string, Code>();
		for await (const code of codes.each(client, { SweepstakesToken })) {
			const holder = toIdKey(code.ParticipantToken);
			if (!holder) continue;
			budget.holdRecords([code]);
			held.set(holder, code);
		}
		return held;
	});
}

/**
 * Checks that a code belongs to the picked sweepstakes, because an AI model may have made up the code's token.
 *
 * @throws {ServiceError} if the code belongs to another sweepstakes
 */
export function verifyCode(
	{ options }: Client,
	code: Json,
	{ CouponToken, SweepstakesToken }: CodeKey,
): void {
	if (!options.verifiesIds || CouponToken === undefined) return;
	if (!isSameId(code.SweepstakesToken, asText(SweepstakesToken)))
		throw new ServiceError({
			code: 'inOwnWords',
			message: 'The code with this ID does not belong to the chosen sweepstakes, so nothing was done',
			description: 'An agent can make changes only in the sweepstakes selected in its tool.',
		});
}

/**
 * Waits for `work`, which finds a code by its text. If there is no such code, the error suggests a code that differs
 * only in upper and lower case.
 */
export async function explainCase<T>(
	client: Client,
	{ SweepstakesToken, CouponCode }: CodeKey,
	work: Promise<T>,
): Promise<T> {
	return await work.catch(async (error: unknown) => {
		const isUnknown = error instanceof ServiceError && hasStatus(error, 404);
		if (!isUnknown || !SweepstakesToken || CouponCode === undefined) throw error;
		const search = codes.readPage(client, { SweepstakesToken, Search: CouponCode }, 1);
		const { records = [] } = (await search.catch(undefinedIfServiceFails)) ?? {};
		const isSimilar = (one: Json) => asText(one.CouponCode).toLowerCase() === CouponCode.toLowerCase();
		const similar = records.find(isSimilar);
		if (!similar) throw error;
		const expects = `Codes are case-sensitive. A similar code exists: ${asText(similar.CouponCode)}.`;
		throw new ServiceError({ ...error.failure, expects } as Failure);
	});
}

/**
 * Returns the code's token. The code is found as by `findCodeOnce` if only its text is known, or if an AI model may
 * have made up the token.
 *
 * @param lookups the number of codes that the run looks up. The run must not rename any of them
 * @throws {ServiceError} if the code does not exist (404) or belongs to another sweepstakes
 */
export async function findCouponToken(
	client: Client,
	key: z.output<typeof codeKey>,
	lookups = 1,
): Promise<string> {
	const { CouponToken } = key;
	if (CouponToken !== undefined && !client.options.verifiesIds) return CouponToken;
	return (await findCodeOnce(client, key, lookups)).CouponToken;
}

/** @throws {ServiceError} if the code does not exist (404) or belongs to another sweepstakes */
export async function findVerifiedCode(client: Client, key: z.output<typeof codeKey>): Promise<Code> {
	const code = await explainCase(client, key, findCode(client, key));
	verifyCode(client, code, key);
	return code;
}

/**
 * Finds a code in the list of codes, which an execution reads once if that takes fewer calls than looking up `lookups`
 * codes. A code that is not in the list is looked up.
 *
 * @param Filter `assigned` lists only the codes that somebody holds, and who holds them
 * @throws {ServiceError} if the code does not exist (404) or belongs to another sweepstakes
 */
export async function findCodeOnce(
	client: Client,
	key: z.output<typeof codeKey>,
	lookups: number,
	Filter?: 'assigned',
): Promise<Code> {
	const { SweepstakesToken, CouponToken, CouponCode } = key;
	const listed = await client.memory.getOrCreate(`listed codes ${SweepstakesToken} ${Filter}`, async () => {
		const found = new Map<string, Code>();
		const reading = codes.readInsteadOf(client, lookups, { SweepstakesToken, Filter }, (records) => {
			for (const { CouponToken: token, CouponCode: text, ParticipantToken } of records) {
				if (token === '' || (Filter && !isAssigned({ ParticipantToken }))) continue;
				const known = { CouponToken: token, ParticipantToken };
				found.set(toIdKey(token), known).set(asText(text), known);
			}
		});
		await reading.catch(undefinedIfRefused);
		return found;
	});
	const known = CouponToken === undefined ? listed.get(CouponCode!) : listed.get(toIdKey(CouponToken));
	return known ?? (await findVerifiedCode(client, key));
}

/**
 * Finds codes one by one or in the list of all codes, whichever takes fewer calls. If the list is incomplete, the codes
 * that it lacks are looked up one by one.
 *
 * @param maxCalls the maximum number of pages to read, and of codes to look up one by one. The result lacks any further
 *   codes.
 * @returns the codes that exist. The keys are their texts or, with `CouponToken`, their tokens in `toIdKey` form.
 */
export async function findCodesByKey(
	client: Client,
	SweepstakesToken: string,
	key: 'CouponToken' | 'CouponCode',
	wanted: readonly string[],
	maxCalls = Infinity,
): Promise<Map<string, Code>> {
	const found = new Map<string, Code>();
	const keyOf = key === 'CouponToken' ? toIdKey : asText;
	const missing = new Set(wanted.map(keyOf));
	const lookups = Math.min(missing.size, maxCalls);
	let isNamed = true;
	const isWhole = await codes.readInsteadOf(client, lookups, { SweepstakesToken }, (records) => {
		for (const code of records) {
			const one = keyOf(code[key]);
			isNamed &&= one !== '';
			if (missing.delete(one)) found.set(one, code);
		}
		return missing.size === 0;
	});
	if (isWhole && isNamed) return found;
	for (const one of [...missing].slice(0, maxCalls)) {
		const query = key === 'CouponToken' ? { CouponToken: one } : { SweepstakesToken, CouponCode: one };
		const code = await findCode(client, query).catch(undefinedIfNotFound);
		if (code) found.set(one, code);
	}
	return found;
}
