import type { Client } from '../../shared/client/client';
import { undefinedIfServiceFails } from '../../shared/client/failures';
import { toIdKey, isAbsent, asRecords, asText } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, findCodesByKey, codes, couponCode, withoutSpaces } from './codes';
import { endpoint, safe } from '../../shared/api/endpoint';
import { part, texts } from '../../shared/api/replies';
import { optionalCount, uuid } from '../../shared/api/formats';

/** How many codes one call can add or delete (contract, Limits; reference, codes/delete). */
export const CODES_PER_BATCH = 1_000;

/**
 * A code to add. Only the service checks which characters the code has. If this schema checked them, one invalid code
 * would stop the whole batch.
 */
export const codeToAdd = codeAttributes.extend({ SweepstakesToken: uuid, Code: withoutSpaces });

const addCodes = endpoint({
	call: 'POST /codes/create',
	request: codeAttributes.extend({
		SweepstakesToken: uuid,
		Codes: z.array(z.string()),
	}),
	/** `Codes` and `Invalid` have up to 100 codes each. `Invalid` truncates each code to 40 characters. */
	reply: z.object({
		Data: part.pipe(z.object({ Created: optionalCount, Codes: z.unknown(), Invalid: texts })),
	}),
	// A retry does not add a code twice.
	retry: safe,
});

type CodeBatch = z.output<typeof addCodes.request>;

/** The outcome of adding a code. `unknown` means that the code exists now, but may have existed before the call. */
interface Addition {
	result: 'added' | 'duplicate' | 'invalid' | 'unknown';
	CouponToken?: string;
}

/**
 * Adds codes to a sweepstakes. If the reply is truncated, the sweepstakes' list of codes is read, because only the list
 * shows which codes were added. If the call had to be sent again, the service calls codes duplicates that the first
 * attempt added; the creation dates of these codes show it.
 *
 * @returns a function that returns the outcome for a code
 * @throws {ServiceError} if the call failed for good
 */
export async function addToSweepstakes(
	client: Client,
	batch: CodeBatch,
): Promise<(code: string) => Addition> {
	const sentAt = Date.now();
	const { retries } = client.stats;
	const { Data } = await client.call(addCodes, batch);
	const isRepeated = client.stats.retries > retries;
	/** Whether the reply does not show which codes this call added, so that only their dates do. */
	const isUnclear = isRepeated || Data.Created === undefined;
	const { Created: created = Infinity } = Data;
	const tokens = asRecords(Data.Codes).map(
		(one) => [asText(one.CouponCode), asText(one.CouponToken)] as const,
	);
	const named = new Map(tokens.filter(([, token]) => token !== ''));
	const listed =
		created <= named.size ? named : await readAdded(client, batch, created).catch(undefinedIfServiceFails);
	const added = listed ?? named;
	const invalid = new Set(Data.Invalid);
	const others = batch.Codes.filter((code) => !added.has(code));
	// The reply does not contain the tokens of codes that already existed.
	const existing = await findCodesByKey(
		client,
		batch.SweepstakesToken,
		'CouponCode',
		others.filter((code) => !isInvalid(code)),
		MAX_TOKEN_LOOKUPS,
	).catch(undefinedIfServiceFails);
	function isInvalid(code: string): boolean {
		return invalid.has(code.slice(0, 40)) || !couponCode.safeParse(code).success;
	}
	return (code) => {
		const CouponToken = added.get(code) ?? existing?.get(code)?.CouponToken;
		if (added.has(code)) return { result: 'added', CouponToken };
		if (isInvalid(code)) return { result: 'invalid' };
		const date = existing?.get(code)?.CreationDate;
		const timing = isUnclear ? client.clock.judgeTiming(sentAt, date) : 'before';
		if (timing === 'since') return { result: 'added', CouponToken };
		const isOld = timing === 'before' && (listed !== undefined || isUnclear);
		return { result: isOld ? 'duplicate' : 'unknown', CouponToken };
	};
}

/** The maximum number of calls to make just to find the tokens of existing codes. */
const MAX_TOKEN_LOOKUPS = 20;

/**
 * The maximum number of listed codes to read in a search for new codes. If the new codes are not among them, the list
 * is probably not sorted by creation date, because other programs are unlikely to add this many codes between the call
 * and the search.
 */
const MAX_READ = 20_000;

/**
 * Finds the codes that a call added: the newest `created` codes of the batch.
 *
 * @returns undefined if the list does not show which codes were added
 */
async function readAdded(
	client: Client,
	{ SweepstakesToken, Codes }: CodeBatch,
	created: number,
): Promise<Map<string, string> | undefined> {
	if (created > Codes.length) return undefined;
	const wanted = new Set(Codes);
	const added = new Map<string, string>();
	let read = 0;
	for await (const { CouponCode, CouponToken } of codes.each(client, { SweepstakesToken })) {
		if (++read > MAX_READ) return undefined;
		if (wanted.has(asText(CouponCode))) added.set(asText(CouponCode), CouponToken);
		if (added.size === created) return added;
	}
	return undefined;
}

const deleteCodes = endpoint({
	call: 'POST /codes/delete',
	request: z.object({ CouponTokens: z.array(uuid) }),
	reply: z.object({
		Data: part.transform((data) => ({
			skipped: texts.parse(data.Skipped),
			/** How many codes were skipped. If the reply has no data, all of them may have been. */
			count: isAbsent(data) ? Infinity : optionalCount.parse(data.SkippedCount),
			deleted: optionalCount.parse(data.Deleted),
		})),
	}),
	// A retry skips the codes that the first attempt deleted.
	retry: safe,
});

/**
 * The outcome of deleting a code. `gone` means that the code no longer exists after a lost reply: the first attempt or
 * somebody else deleted it. `unknown` means that the code may still exist.
 */
export type Deletion = 'deleted' | 'skipped' | 'gone' | 'unknown';

/**
 * Deletes codes. If the call had to be sent again, the codes that the service skipped are looked up, because the first
 * attempt may have deleted them.
 *
 * @returns a function that returns the outcome for a CouponToken
 * @throws {ServiceError} if the call failed for good
 */
export async function deleteFromSweepstakes(
	client: Client,
	SweepstakesToken: string,
	CouponTokens: string[],
): Promise<(couponToken: string) => Deletion> {
	const { retries } = client.stats;
	const { Data } = await client.call(deleteCodes, { CouponTokens });
	const isRepeated = client.stats.retries > retries;
	const { count = 0, deleted = Infinity } = Data;
	const skipped = new Set(Data.skipped.map(toIdKey));
	const isCut = count > skipped.size || deleted + skipped.size < CouponTokens.length;
	const inDoubt = new Set(isCut ? CouponTokens.map(toIdKey) : isRepeated ? skipped : []);
	const existing = await findCodesByKey(client, SweepstakesToken, 'CouponToken', [...inDoubt]).catch(
		undefinedIfServiceFails,
	);
	return (couponToken) => {
		const token = toIdKey(couponToken);
		if (!inDoubt.has(token)) return skipped.has(token) ? 'skipped' : 'deleted';
		if (!existing) return 'unknown';
		if (existing.has(token)) return 'skipped';
		return skipped.has(token) ? 'gone' : 'deleted';
	};
}
