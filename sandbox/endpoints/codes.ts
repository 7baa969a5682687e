import { z } from 'zod';
import { toDate, dateTime, midnight } from '../time/clock';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { date, flag, text, time, uuid } from '../fields';
import type { Code, CodeAttributes, Sweepstakes } from '../records';
import { conflict, invalid, notFound } from '../refusal';
import { newToken } from '../token';
import { clampedPage, pageKeys } from './paging';
import { findEntries } from './participants';

const MAX_PAGE_SIZE = 500;
const MAX_MATCHED_PARTICIPANTS = 2_000;

const MAX_PER_CALL = 1_000;

/** What all operations that read codes have in common. */
export const READ = { method: 'POST', module: 'codes', worksWithoutModule: true } as const;
/** What all operations that write codes have in common. */
export const WRITE = { method: 'POST', module: 'codes' } as const;

export const codeText = text
	.transform((value) => value.replace(/\s/g, ''))
	.refine((value) => /^[A-Za-z0-9_-]{1,20}$/.test(value), 'must be 1 to 20 letters, digits, - or _')
	.describe('1 to 20 letters, digits, - and _; whitespace removed');

export const ATTRIBUTES = {
	Description: text.max(5000).optional(),
	Value: z
		.union([text, z.number()])
		.transform(String)
		.refine((value) => value.length <= 10, 'must be at most 10 characters')
		.describe('max 10 characters')
		.optional(),
	ExternalURL: text
		.max(500)
		.refine((value) => value.startsWith('https://') && URL.canParse(value), 'must be an https:// link')
		.describe('https:// link')
		.optional(),
	ExpirationDate: date.describe('date YYYY-MM-DD, not in the past').optional(),
	ExpirationTime: time.optional(),
};

/** Accepts null and an empty string, which clear the attribute, as well as the values that `rule` accepts. */
const clearable = <Rule extends z.ZodTypeAny>(rule: Rule) =>
	z
		.union([rule, z.literal('')])
		.nullable()
		.optional();

/** Identifies a code by its token or, without one, by its text. */
export const codeKey = z
	.object({
		CouponToken: uuid.optional(),
		SweepstakesToken: uuid.describe('UUID v4, with CouponCode').optional(),
		CouponCode: codeText.optional(),
	})
	.refine(
		({ CouponToken, SweepstakesToken, CouponCode }) => CouponToken ?? (SweepstakesToken && CouponCode),
		{
			path: ['CouponToken'],
			message: 'CouponToken, or SweepstakesToken and CouponCode, must be given',
		},
	);

const stats = endpoint({
	...READ,
	path: '/codes/stats',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const codes = call.store.codes.of(SweepstakesToken);
		const count = (filter: keyof typeof FILTERS) => codes.filter(FILTERS[filter]).length;
		return {
			Data: {
				SweepstakesToken,
				Total: codes.length,
				Assigned: count('assigned'),
				Unassigned: count('unassigned'),
				Redeemed: count('redeemed'),
				Voided: count('voided'),
				Available: count('available'),
			},
		};
	},
});

const FILTERS = {
	all: () => true,
	assigned: ({ ParticipantToken }) => ParticipantToken !== null,
	unassigned: ({ ParticipantToken }) => ParticipantToken === null,
	redeemed: ({ Status }) => Status === 'redeemed',
	'not-redeemed': ({ Status }) => Status === 'not-redeemed',
	voided: ({ Status }) => Status === 'voided',
	available: ({ Status, ParticipantToken }) => Status === 'not-redeemed' && ParticipantToken === null,
} satisfies Record<string, (code: Code) => boolean>;

const SORTED_BY = {
	CouponCode: ({ CouponCode }) => CouponCode,
	ExpirationDate: ({ attributes }) => attributes.ExpirationDate ?? '',
	Status: ({ Status }) => Status,
	CreationDate: ({ createdAt }) => createdAt,
	RedemptionDate: ({ redeemedAt }) => redeemedAt ?? 0,
} satisfies Record<string, (code: Code) => string | number>;

const enumOfKeys = <Name extends string>(table: Record<Name, unknown>) =>
	z.enum(Object.keys(table) as [Name, ...Name[]]);

const fetch = endpoint({
	...READ,
	path: '/codes/fetch',
	request: z.object({
		SweepstakesToken: uuid,
		Filter: enumOfKeys(FILTERS).default('all'),
		Search: text.max(100).describe('part of a code, or of the email or phone of its participant').default(''),
		SortBy: enumOfKeys(SORTED_BY).describe('newest first unless given').optional(),
		SortDesc: flag.describe('with SortBy').default(false),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ SweepstakesToken, Filter, Search, SortBy, SortDesc, ...asked }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const { matches, truncated } = createSearch(call, SweepstakesToken, Search);
		const found = call.store.codes
			.of(SweepstakesToken)
			.filter((code) => FILTERS[Filter](code) && matches(code))
			.reverse();
		const codes = SortBy ? sortBy(found, SORTED_BY[SortBy], SortDesc) : found;
		const { rows, counts } = clampedPage(codes, asked, MAX_PAGE_SIZE);
		const Codes = rows.map((code) => toReplyWithHolder(code, call));
		return { Data: { Codes, ...counts, SearchTruncated: truncated } };
	},
});

const single = endpoint({
	...READ,
	path: '/codes/single',
	request: codeKey,
	carryOut: (key, call) => ({ Data: { Code: toReplyWithHolder(requireOwnCode(call, key), call) } }),
});

const update = endpoint({
	...WRITE,
	path: '/codes/update',
	request: z
		.object({
			CouponToken: uuid,
			CouponCode: codeText.describe('only while neither assigned nor redeemed; unique').optional(),
			Description: clearable(ATTRIBUTES.Description),
			Value: clearable(ATTRIBUTES.Value),
			ExternalURL: clearable(ATTRIBUTES.ExternalURL),
			ExpirationDate: clearable(ATTRIBUTES.ExpirationDate),
			ExpirationTime: clearable(ATTRIBUTES.ExpirationTime),
		})
		.refine((sent) => Object.values(sent).filter((value) => value !== undefined).length > 1, {
			path: ['CouponCode'],
			message: 'there is nothing to update',
		}),
	carryOut({ CouponToken, CouponCode, ...changes }, call) {
		const code = requireOwnCode(call, { CouponToken });
		refusePast(changes.ExpirationDate, call);
		if (CouponCode !== undefined && CouponCode !== code.CouponCode) rename(code, CouponCode, call);
		call.store.codes.update(code, { attributes: { ...code.attributes, ...clearEmpty(changes) } });
		writeLog(call, `Code ${code.CouponCode} updated`);
		return { Data: { Code: toReply(code) }, Message: 'Code updated.' };
	},
});

const remove = endpoint({
	...WRITE,
	path: '/codes/delete',
	request: z.object({ CouponTokens: z.array(text).min(1).max(MAX_PER_CALL) }),
	carryOut({ CouponTokens }, call) {
		const requested = [...new Set(CouponTokens)];
		const isDeletable = (CouponToken: string) => {
			const code = findCode(call, CouponToken);
			return code !== undefined && FILTERS.available(code);
		};
		const Skipped = requested.filter((token) => !isDeletable(token));
		for (const token of requested.filter(isDeletable)) {
			const code = call.store.codes.get(token)!;
			mapByText(call, code.SweepstakesToken).delete(code.CouponCode);
			call.store.codes.remove(code);
		}
		const Deleted = requested.length - Skipped.length;
		writeLog(call, `${Deleted} codes deleted`);
		return {
			Data: { Requested: requested.length, Deleted, Skipped, SkippedCount: Skipped.length },
			Message: `${Deleted} codes deleted.`,
		};
	},
});

const assign = endpoint({
	...WRITE,
	path: '/codes/assign',
	request: z.object({ CouponToken: uuid, ParticipantToken: uuid }),
	carryOut({ CouponToken, ParticipantToken }, call) {
		const code = requireOwnCode(call, { CouponToken });
		const { Status, SweepstakesToken } = code;
		const entries = findEntries(call, SweepstakesToken, ParticipantToken);
		if (!entries.some(({ Collection }) => Collection !== 'OptOuts')) throw notFound('Participant');
		if (!FILTERS.available(code)) {
			const Assigned = FILTERS.assigned(code);
			throw conflict('The code is not available.', { Code: 'CodeNotAvailable', Status, Assigned });
		}
		const held = call.store.codes
			.of(SweepstakesToken)
			.find((other) => other.ParticipantToken === ParticipantToken);
		if (held) {
			const Data = { Code: 'ParticipantHasCode', CouponToken: held.CouponToken };
			throw conflict('The participant already has a code.', Data);
		}
		call.store.codes.update(code, { ParticipantToken });
		writeLog(call, `Code ${code.CouponCode} assigned`);
		return { Data: { Code: toReply(code) }, Message: 'Code assigned.' };
	},
});

const unassign = endpoint({
	...WRITE,
	path: '/codes/unassign',
	request: z.object({ CouponToken: uuid }),
	carryOut(key, call) {
		const code = requireOwnCode(call, key);
		const { CouponToken, CouponCode, ParticipantToken: PreviousParticipantToken, Status: status } = code;
		if (status === 'voided') throw conflict('The code is voided.', { Status: status });
		if (PreviousParticipantToken === null) throw conflict('The code is not assigned.', { Status: status });
		const { Status } = call.store.codes.update(code, {
			Status: 'not-redeemed',
			ParticipantToken: null,
			redeemedAt: null,
		});
		writeLog(call, `Code ${CouponCode} unassigned`);
		return {
			Data: { CouponToken, CouponCode, PreviousParticipantToken, Status },
			Message: 'Code unassigned.',
		};
	},
});

const redeem = endpoint({
	...WRITE,
	path: '/codes/redeem',
	request: codeKey,
	carryOut(key, call) {
		const code = requireOwnCode(call, key);
		const { RedemptionDate, RedemptionTime } = toReply(code);
		const first = { RedemptionDate, RedemptionTime };
		if (code.Status === 'voided') throw conflict('The code is voided.', { Code: 'CodeVoided', ...first });
		if (code.Status === 'redeemed')
			throw conflict('The code is already redeemed.', { Code: 'AlreadyRedeemed', ...first });
		call.store.codes.update(code, { Status: 'redeemed', redeemedAt: call.now });
		writeLog(call, `Code ${code.CouponCode} redeemed`);
		return { Data: { Code: toReply(code) }, Message: 'Code redeemed.' };
	},
});

const unredeem = endpoint({
	...WRITE,
	path: '/codes/unredeem',
	request: z.object({ CouponToken: uuid }),
	carryOut(key, call) {
		const code = requireOwnCode(call, key);
		if (code.Status !== 'redeemed') throw conflict('The code is not redeemed.', { Status: code.Status });
		call.store.codes.update(code, { Status: 'not-redeemed', redeemedAt: null });
		writeLog(call, `Code ${code.CouponCode} unredeemed`);
		return { Data: { Code: toReply(code) }, Message: 'Redemption undone.' };
	},
});

export const codeEndpoints = [stats, fetch, single, update, remove, assign, unassign, redeem, unredeem];

function rename(code: Code, CouponCode: string, call: Call): void {
	const codes = mapByText(call, code.SweepstakesToken);
	if (codes.has(CouponCode))
		throw conflict('The sweepstakes already has this code.', { Code: 'DuplicateCode' });
	if (FILTERS.assigned(code) || FILTERS.redeemed(code))
		throw conflict('A code that is assigned or redeemed cannot be renamed.', { Code: 'CodeInUse' });
	codes.delete(code.CouponCode);
	codes.set(CouponCode, call.store.codes.update(code, { CouponCode }));
}

/** @throws Refusal 400 if the date is in the past */
export function refusePast(ExpirationDate: string | null | undefined, { now }: Call): void {
	if (ExpirationDate && ExpirationDate < toDate(now))
		throw invalid('ExpirationDate: must not be in the past.');
}

/** Replaces empty attributes with null. */
export function clearEmpty(given: Partial<CodeAttributes>): Partial<CodeAttributes> {
	return Object.fromEntries(
		Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value || null]])),
	);
}

/**
 * Finds a code of the account by its token or its exact text.
 *
 * @throws Refusal 404
 */
export function requireOwnCode(call: Call, key: z.output<typeof codeKey>): Code {
	const { CouponToken, SweepstakesToken = '', CouponCode = '' } = key;
	if (CouponToken === undefined) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const code = mapByText(call, SweepstakesToken).get(CouponCode);
		if (!code) throw notFound('Code');
		return code;
	}
	const code = findCode(call, CouponToken);
	if (!code) throw notFound('Code');
	return code;
}

function findCode({ store, account }: Call, couponToken: string): Code | undefined {
	const code = store.codes.get(couponToken);
	const sweepstakes = code && store.sweepstakes.get(code.SweepstakesToken);
	return sweepstakes?.UserToken === account.UserToken ? code : undefined;
}

/**
 * The codes of each sweepstakes by their text. This index is kept between calls, because a sweepstakes can have a
 * million codes.
 */
const codesBySweepstakes = new WeakMap<Sweepstakes, Map<string, Code>>();

export function mapByText({ store }: Pick<Call, 'store'>, sweepstakesToken: string): Map<string, Code> {
	const sweepstakes = store.sweepstakes.get(sweepstakesToken)!;
	const known = codesBySweepstakes.get(sweepstakes);
	if (known && !store.isLagging) return known;
	const codes = new Map(store.codes.of(sweepstakesToken).map((code) => [code.CouponCode, code]));
	if (!store.isLagging) codesBySweepstakes.set(sweepstakes, codes);
	return codes;
}

/** Adds an entry to the account's log, as every operation that writes codes does. */
export function writeLog({ store, account, now }: Call, Text: string): void {
	const { UserToken } = account;
	store.log.insert({ logToken: newToken(), UserToken, CreationDate: dateTime(now), Text });
}

export function toReply(code: Code) {
	const { CouponToken, SweepstakesToken, CouponCode, attributes, Status, ParticipantToken, redeemedAt } =
		code;
	const { ExpirationDate, ...others } = attributes;
	const redeemed = redeemedAt === null ? null : dateTime(redeemedAt);
	return {
		CouponToken,
		SweepstakesToken,
		CouponCode,
		...others,
		ExpirationDate: ExpirationDate && midnight(ExpirationDate),
		Status,
		ParticipantToken,
		AssignedTo: null as string | null,
		RedemptionDate: redeemed,
		RedemptionTime: redeemed && redemptionTime(redeemed),
		CreationDate: dateTime(code.createdAt),
	};
}

/** Formats the time of a redemption as `15:04 pm`. */
function redemptionTime(instant: string): string {
	const time = instant.slice(11, 16);
	return `${time} ${time < '12' ? 'am' : 'pm'}`;
}

function toReplyWithHolder(code: Code, call: Call) {
	const { SweepstakesToken, ParticipantToken } = code;
	const [holder] = ParticipantToken ? findEntries(call, SweepstakesToken, ParticipantToken) : [];
	return { ...toReply(code), AssignedTo: holder ? holder.KeyEmail || holder.KeyPhoneNumber : null };
}

function createSearch({ store }: Call, sweepstakesToken: string, search: string) {
	const sought = search.toLowerCase();
	const digits = search.replace(/\D/g, '');
	const holders = store.entries
		.of(sweepstakesToken)
		.filter(
			({ KeyEmail, KeyPhoneNumber }) =>
				KeyEmail.toLowerCase().includes(sought) ||
				(digits.length >= 3
					? KeyPhoneNumber.replace(/\D/g, '').includes(digits)
					: KeyPhoneNumber.includes(sought)),
		)
		.map(({ ParticipantToken }) => ParticipantToken);
	const used = new Set<string | null>(holders.slice(0, MAX_MATCHED_PARTICIPANTS));
	return {
		matches: ({ CouponCode, ParticipantToken }: Code) =>
			CouponCode.toLowerCase().includes(sought) || used.has(ParticipantToken),
		truncated: search !== '' && holders.length > MAX_MATCHED_PARTICIPANTS,
	};
}

/** Sorts codes. Codes with equal keys keep their order. */
function sortBy(codes: Code[], keyOf: (code: Code) => string | number, isDescending: boolean): Code[] {
	const direction = isDescending ? -1 : 1;
	return codes.sort((a, b) => {
		const [first, second] = [keyOf(a), keyOf(b)];
		return first === second ? 0 : first < second ? -direction : direction;
	});
}
