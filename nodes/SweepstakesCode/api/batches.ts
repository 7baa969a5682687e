import type { Caller } from '../../shared/client/endpoint';
import { undefinedIfServiceFails } from '../../shared/client/failures';
import { isNothing, asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { codeAttributes, codesAmong, codesOfSweepstakes, couponCode } from './codes';
import { endpoint, part, texts, unsafe } from '../../shared/api/endpoint';
import { optionalCount, uuid } from '../../shared/api/formats';
import { idKey } from '../../shared/api/ids';

/** How many codes one call adds or deletes (contract, Limits; reference, POST /codes/delete). */
export const CODES_PER_BATCH = 1_000;

/** One code that is to be added. The service itself says whether it is valid, so that one is no reason to send none. */
export const codeToAdd = codeAttributes.extend({ SweepstakesToken: uuid, Code: z.string() });

const addCodes = endpoint({
	call: 'POST /codes/create',
	request: codeAttributes.extend({
		SweepstakesToken: uuid,
		Codes: z.array(z.string()).min(1).max(CODES_PER_BATCH),
	}),
	/** The lists have at most 100 entries each, and those of `Invalid` at most 40 characters. */
	reply: z.object({
		Data: part.pipe(z.object({ Created: optionalCount, Codes: z.unknown(), Invalid: texts })),
	}),
	// A second call adds nothing, and then says that all codes were there before.
	retry: unsafe({
		check: 'Before you add them again, check with Code › Get Many whether the codes are there.',
	}),
});

/** A code as the service keeps it, valid or not: without white space (reference, "Codes"). */
export function keptCode(code: string): string {
	return code.replace(/\s/g, '');
}

type Batch = z.output<typeof addCodes.request>;

/** What became of a code that was to be added. `unknown`: it is there now, and may have been there before. */
interface Addition {
	result: 'added' | 'duplicate' | 'invalid' | 'unknown';
	/** Of a code that was added. */
	CouponToken?: string;
}

/**
 * Adds codes to a sweepstakes. If the reply is lost, the call is sent again, which adds nothing twice. Which codes were added is
 * then read from the list, and so are those that a long reply leaves out.
 *
 * @returns what became of a code, as `keptCode` writes it
 * @throws {ServiceError} if the call failed for good.
 */
export async function addToSweepstakes(service: Caller, batch: Batch): Promise<(code: string) => Addition> {
	const sentAt = Date.now();
	let lostSince: number | undefined;
	const { Data } = await service.call(addCodes, batch, () => ({
		async lookUp(since) {
			lostSince ??= since;
			return undefined;
		},
	}));
	const { Created: created = 0 } = Data;
	// A reply that does not say how many were added says as little as a lost one.
	if (Data.Created === undefined) lostSince ??= sentAt;
	const listed = tokensByCode(asRecords(Data.Codes));
	const isListed = lostSince === undefined && created <= listed.size;
	const found = isListed
		? { added: listed }
		: await readAdded(service, batch, { created, lostSince }).catch(undefinedIfServiceFails);
	const { added, doubtful } = found ?? { added: listed };
	const invalid = new Set(Data.Invalid.map(keptCode));
	return (code) => {
		const CouponToken = added.get(code);
		if (CouponToken !== undefined) return { result: 'added', CouponToken };
		if (invalid.has(code.slice(0, 40)) || !couponCode.safeParse(code).success) return { result: 'invalid' };
		return { result: found && !doubtful?.has(code) ? 'duplicate' : 'unknown' };
	};
}

function tokensByCode(codes: readonly Json[]): Map<string, string> {
	const pairs = codes.map(
		({ CouponCode, CouponToken }) => [asText(CouponCode), asText(CouponToken)] as const,
	);
	return new Map(pairs.filter(([, token]) => token !== ''));
}

/** Others do not add this many codes while we look for ours, so a longer list is not in the expected order. */
const MOST_READ = 20_000;

interface Found {
	/** The tokens of the codes that were added, by code. */
	added: Map<string, string>;
	/** Codes that may have been added, or have been there before. */
	doubtful?: Set<string>;
}

/** What the reply says, or does not. */
interface Reply {
	created: number;
	/** When the first attempt was sent whose reply was lost, in ms since 1970 by our clock: `created` is too low then. */
	lostSince?: number;
}

/**
 * Finds the codes of a batch that were just added: the newest ones or, if a reply was lost, those with a date since then.
 *
 * @returns undefined if this cannot be known.
 * @throws {ServiceError} if the service cannot be asked.
 */
async function readAdded(
	service: Caller,
	{ SweepstakesToken, Codes }: Batch,
	{ created, lostSince }: Reply,
): Promise<Found | undefined> {
	const wanted = new Set(Codes.map(keptCode));
	const found = { added: new Map<string, string>(), doubtful: new Set<string>() };
	let read = 0;
	for await (const code of codesOfSweepstakes.read(service, { SweepstakesToken }, Infinity)) {
		if (++read > MOST_READ) return undefined;
		const timing = lostSince === undefined ? 'since' : service.timing(lostSince, code.CreationDate);
		if (timing === 'before') break;
		const CouponCode = asText(code.CouponCode);
		if (!wanted.has(CouponCode)) continue;
		if (timing === 'unknown') found.doubtful.add(CouponCode);
		else found.added.set(CouponCode, code.CouponToken as string);
		if (lostSince === undefined && found.added.size === created) break;
	}
	return lostSince !== undefined || found.added.size === created ? found : undefined;
}

const deleteCodes = endpoint({
	call: 'POST /codes/delete',
	request: z.object({ CouponTokens: z.array(uuid).min(1).max(CODES_PER_BATCH) }),
	reply: z.object({
		Data: part.transform((data) => ({
			skipped: texts.parse(data.Skipped),
			/** Without any answer, each code may have been skipped. */
			count: isNothing(data) ? Infinity : optionalCount.parse(data.SkippedCount),
		})),
	}),
	// A second call skips what the first one deleted.
	retry: unsafe({
		check: 'Before you delete them again, check with Code › Get Many whether the codes are still there.',
	}),
});

/**
 * What became of a code that was to be deleted. `gone`: it is not there any more, but the reply was lost, so nobody knows who
 * deleted it. `unknown`: nor whether it is there.
 */
export type Deletion = 'deleted' | 'skipped' | 'gone' | 'unknown';

/**
 * Deletes codes of a sweepstakes. If the reply is lost, the call is sent again, and the codes that it skips are looked up.
 *
 * @returns what became of a code, by its token
 * @throws {ServiceError} if the call failed for good.
 */
export async function deleteFromSweepstakes(
	service: Caller,
	SweepstakesToken: string,
	CouponTokens: string[],
): Promise<(couponToken: string) => Deletion> {
	let isRepeated = false;
	const { Data } = await service.call(deleteCodes, { CouponTokens }, () => ({
		async lookUp() {
			isRepeated = true;
			return undefined;
		},
	}));
	const skipped = new Set(Data.skipped.map(idKey));
	const isCut = (Data.count ?? 0) > skipped.size;
	const inDoubt = new Set(isCut ? CouponTokens.map(idKey) : isRepeated ? skipped : []);
	const existing = await codesAmong(service, SweepstakesToken, 'CouponToken', [...inDoubt]).catch(
		undefinedIfServiceFails,
	);
	return (couponToken) => {
		const token = idKey(couponToken);
		if (!inDoubt.has(token)) return skipped.has(token) ? 'skipped' : 'deleted';
		if (!existing) return 'unknown';
		if (existing.has(token)) return 'skipped';
		return skipped.has(token) ? 'gone' : 'deleted';
	};
}
