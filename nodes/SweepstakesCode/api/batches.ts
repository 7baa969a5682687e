import type { Client } from '../../shared/client/client';
import { undefinedIfServiceFails } from '../../shared/client/failures';
import { toIdKey, asRecords, asText } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, findCodesByKey, withoutSpaces } from './codes';
import { endpoint, safe } from '../../shared/api/endpoint';
import { part, texts } from '../../shared/api/replies';
import { optionalCount, uuid } from '../../shared/api/formats';

/** How many codes to add per call. The service accepts 1,000, but its reply names only 100 (reference, codes/create). */
export const CODES_PER_ADDITION = 100;

/** How many codes one call can delete (reference, codes/delete). */
export const CODES_PER_DELETION = 1_000;

/**
 * A code to add. Only the service checks which characters the code has. If this schema checked them, one invalid code
 * would stop the whole batch. But several codes in one text are a mistake: without the line breaks between them, they
 * would become one code.
 */
export const codeToAdd = codeAttributes.extend({
	SweepstakesToken: uuid,
	Code: z
		.string()
		.regex(/^[^\n\r,;|]*$/, {
			message:
				'must be one code, without line breaks, commas, semicolons or “|” (put each code in an item of its own, for example with n8n’s Split Out node)',
		})
		.pipe(withoutSpaces),
});

const addCodes = endpoint({
	call: 'POST /codes/create',
	request: codeAttributes.extend({
		SweepstakesToken: uuid,
		Codes: z.array(z.string()),
	}),
	/** In `Invalid`, the service truncates each code to 40 characters. */
	reply: z.object({
		Data: part.pipe(z.object({ Codes: z.unknown(), Duplicates: texts, Invalid: texts })),
	}),
	// A retry does not add a code twice. Its reply calls the codes that the first attempt added duplicates.
	retry: safe,
});

type CodeBatch = z.output<typeof addCodes.request>;

/** The outcome of adding a code, as the service's reply shows it. `result` is null if the reply does not name the code. */
interface Addition {
	result: 'added' | 'duplicate' | 'invalid' | null;
	CouponToken?: string;
}

/** The maximum number of calls to make just to find the tokens of existing codes. */
const MAX_TOKEN_LOOKUPS = 20;

/**
 * Adds codes to a sweepstakes, and looks up the tokens of codes that already existed.
 *
 * @returns a function that returns the outcome for a code
 * @throws {ServiceError} if the call failed for good
 */
export async function addToSweepstakes(
	client: Client,
	batch: CodeBatch,
): Promise<(code: string) => Addition> {
	const { Data } = await client.call(addCodes, batch);
	const added = new Map(
		asRecords(Data.Codes).map((one) => [asText(one.CouponCode), asText(one.CouponToken) || undefined]),
	);
	const existing = await findCodesByKey(
		client,
		batch.SweepstakesToken,
		'CouponCode',
		Data.Duplicates,
		MAX_TOKEN_LOOKUPS,
	).catch(undefinedIfServiceFails);
	return (code) => {
		if (added.has(code)) return { result: 'added', CouponToken: added.get(code) };
		if (Data.Duplicates.includes(code))
			return { result: 'duplicate', CouponToken: existing?.get(code)?.CouponToken };
		return { result: Data.Invalid.includes(code.slice(0, 40)) ? 'invalid' : null };
	};
}

const deleteCodes = endpoint({
	call: 'POST /codes/delete',
	request: z.object({ CouponTokens: z.array(uuid) }),
	reply: z.object({ Data: part.pipe(z.object({ Skipped: texts, Deleted: optionalCount })) }),
	// A retry skips the codes that the first attempt deleted.
	retry: safe,
});

/** The outcome of deleting a code. `unknown` means that the service's reply contradicts itself. */
export type Deletion = 'deleted' | 'skipped' | 'unknown';

/**
 * Deletes codes.
 *
 * @returns a function that returns the outcome for a CouponToken
 * @throws {ServiceError} if the call failed for good
 */
export async function deleteCodesByToken(
	client: Client,
	CouponTokens: string[],
): Promise<(couponToken: string) => Deletion> {
	const { Data } = await client.call(deleteCodes, { CouponTokens });
	const skipped = new Set(Data.Skipped.map(toIdKey));
	const isUnclear = Data.Deleted !== CouponTokens.length - skipped.size;
	return (couponToken) => {
		if (skipped.has(toIdKey(couponToken))) return 'skipped';
		return isUnclear ? 'unknown' : 'deleted';
	};
}
