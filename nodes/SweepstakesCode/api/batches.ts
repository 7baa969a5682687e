import type { Client, Confirmation } from '../../shared/client/client';
import { undefinedIfServiceFails } from '../../shared/client/failures';
import { toIdKey, isAbsent, asRecords, asText } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, findCodesByKey, codes, couponCode, withoutSpaces } from './codes';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { part, texts } from '../../shared/api/replies';
import { optionalCount, uuid } from '../../shared/api/formats';

/** How many codes one call can add or delete (contract, Limits; reference, codes/delete). */
export const CODES_PER_BATCH = 1_000;

/**
 * A code to add. Only the service checks which characters the code has. If this schema checked them, one invalid code
 * would stop the whole batch.
 */
export const codeToAdd = codeAttributes.extend({ SweepstakesToken: uuid, Code: withoutSpaces });

/** For each request that got no reply at least once: when the first such attempt was sent, in ms since 1970. */
const lostSince = new WeakMap<object, number>();

/**
 * Records in `lostSince` that an attempt got no reply, and lets the call be sent again. The functions below then look
 * up what the first attempt did, because the reply to the second attempt does not show it.
 */
function noteLoss(_: Client, request: object): Confirmation {
	return {
		async lookUp(_client, since) {
			if (!lostSince.has(request)) lostSince.set(request, since);
			return undefined;
		},
	};
}

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
	// A retry would not add a code twice, but its reply would call all codes duplicates.
	retry: unsafe('Before you add them again, use Code › Get Many to check whether the codes are there.'),
	confirm: noteLoss,
});

type CodeBatch = z.output<typeof addCodes.request>;

/** The outcome of adding a code. `unknown` means that the code exists now, but may have existed before the call. */
interface Addition {
	result: 'added' | 'duplicate' | 'invalid' | 'unknown';
	CouponToken?: string;
}

/**
 * Adds codes to a sweepstakes. After a lost reply, the call is sent again, which does not add any code twice. Then the
 * sweepstakes' list of codes is read, because only the list shows which codes were added. The list is also read if the
 * reply is truncated.
 *
 * @returns a function that returns the outcome for a code
 * @throws {ServiceError} if the call failed for good
 */
export async function addToSweepstakes(
	client: Client,
	batch: CodeBatch,
): Promise<(code: string) => Addition> {
	const sentAt = Date.now();
	const { Data } = await client.call(addCodes, batch);
	const { Created: created = 0 } = Data;
	// A reply without the number of added codes is treated like a lost reply.
	const lostAt = lostSince.get(batch) ?? (Data.Created === undefined ? sentAt : undefined);
	const tokens = asRecords(Data.Codes).map(
		(one) => [asText(one.CouponCode), asText(one.CouponToken)] as const,
	);
	const listed = new Map(tokens.filter(([, token]) => token !== ''));
	const isListed = lostAt === undefined && created <= listed.size;
	const found = isListed
		? { added: listed, doubtful: new Set<string>() }
		: await readAdded(client, batch, created, lostAt).catch(undefinedIfServiceFails);
	const { added, doubtful } = found ?? { added: listed, doubtful: new Set(batch.Codes) };
	const invalid = new Set(Data.Invalid);
	const getOutcome = (code: string): Addition => {
		const CouponToken = added.get(code);
		if (CouponToken !== undefined) return { result: 'added', CouponToken };
		if (invalid.has(code.slice(0, 40)) || !couponCode.safeParse(code).success) return { result: 'invalid' };
		return { result: doubtful.has(code) ? 'unknown' : 'duplicate' };
	};
	const duplicates = batch.Codes.filter((code) => getOutcome(code).result === 'duplicate');
	// The reply does not contain the tokens of codes that already existed.
	const existing = await findCodesByKey(
		client,
		batch.SweepstakesToken,
		'CouponCode',
		duplicates,
		MAX_TOKEN_LOOKUPS,
	).catch(undefinedIfServiceFails);
	return (code) => ({ CouponToken: existing?.get(code)?.CouponToken, ...getOutcome(code) });
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
 * Finds the codes that a call added: the newest `created` codes of the batch or, after a lost reply, all its codes
 * created since the first attempt. A code is `doubtful` if its creation date does not show whether the call added it.
 *
 * @param lostAt when the first attempt without a reply was sent, in ms since 1970. If given, `created` may be too low,
 *   so it is ignored.
 * @returns undefined if the list does not show which codes were added
 */
async function readAdded(
	client: Client,
	{ SweepstakesToken, Codes }: CodeBatch,
	created: number,
	lostAt: number | undefined,
): Promise<{ added: Map<string, string>; doubtful: Set<string> } | undefined> {
	const wanted = new Set(Codes);
	const found = { added: new Map<string, string>(), doubtful: new Set<string>() };
	let read = 0;
	for await (const code of codes.each(client, { SweepstakesToken })) {
		if (++read > MAX_READ) return undefined;
		const timing = lostAt === undefined ? 'since' : client.clock.judgeTiming(lostAt, code.CreationDate);
		if (timing === 'before') break;
		const CouponCode = asText(code.CouponCode);
		if (!wanted.has(CouponCode)) continue;
		if (timing === 'unknown') found.doubtful.add(CouponCode);
		else found.added.set(CouponCode, code.CouponToken as string);
		if (lostAt === undefined && found.added.size === created) break;
	}
	return lostAt !== undefined || found.added.size === created ? found : undefined;
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
	// A retry would skip the codes that the first attempt deleted.
	retry: unsafe(
		'Before you delete them again, use Code › Get Many to check whether the codes are still there.',
	),
	confirm: noteLoss,
});

/**
 * The outcome of deleting a code. `gone` means that the code no longer exists after a lost reply: the first attempt or
 * somebody else deleted it. `unknown` means that the code may still exist.
 */
export type Deletion = 'deleted' | 'skipped' | 'gone' | 'unknown';

/**
 * Deletes codes. After a lost reply, the call is sent again, and the codes that the second attempt skips are looked up.
 *
 * @returns a function that returns the outcome for a CouponToken
 * @throws {ServiceError} if the call failed for good
 */
export async function deleteFromSweepstakes(
	client: Client,
	SweepstakesToken: string,
	CouponTokens: string[],
): Promise<(couponToken: string) => Deletion> {
	const request = { CouponTokens };
	const { Data } = await client.call(deleteCodes, request);
	const { count = 0, deleted = Infinity } = Data;
	const skipped = new Set(Data.skipped.map(toIdKey));
	const isCut = count > skipped.size || deleted + skipped.size < CouponTokens.length;
	const inDoubt = new Set(isCut ? CouponTokens.map(toIdKey) : lostSince.has(request) ? skipped : []);
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
