import { z } from 'zod';
import { dateTime } from '../clock';
import { endpoint, ownSweepstakes, type Call } from '../endpoint';
import { flag, integer, text, uuid } from '../fields';
import type { Code, Sweepstakes } from '../records';
import { notFound } from '../refusal';
import { newToken } from '../token';
import { entriesOf } from './participants';

/* Reference, "Codes (all operations except generate)"; the contract does not show these operations. */

const LARGEST_PAGE = 500;
const MOST_MATCHED_PARTICIPANTS = 2_000;

/** What every read of codes has in common. */
export const READ = { method: 'POST', module: 'codes', worksWithoutModule: true } as const;

export const codeText = text
	.transform((value) => value.replace(/\s/g, ''))
	.refine((value) => /^[A-Za-z0-9_-]{1,20}$/.test(value), 'must be 1 to 20 letters, digits, - or _')
	.describe('1 to 20 letters, digits, - and _; whitespace removed');

/** A code by its token or, without one, by the code itself. */
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
		ownSweepstakes(call, SweepstakesToken);
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

const namesOf = <Name extends string>(table: Record<Name, unknown>) =>
	z.enum(Object.keys(table) as [Name, ...Name[]]);

const fetch = endpoint({
	...READ,
	path: '/codes/fetch',
	request: z.object({
		SweepstakesToken: uuid,
		Filter: namesOf(FILTERS).default('all'),
		Search: text.max(100).describe('part of a code, or of the email or phone of its participant').default(''),
		SortBy: namesOf(SORTED_BY).describe('newest first unless given').optional(),
		SortDesc: flag.describe('with SortBy').default(false),
		Page: integer.describe('clamped').default(1),
		ItemsPerPage: integer.describe(`1 to ${LARGEST_PAGE}, clamped`).default(25),
	}),
	carryOut({ SweepstakesToken, Filter, Search, SortBy, SortDesc, ...paging }, call) {
		ownSweepstakes(call, SweepstakesToken);
		const { matches, truncated } = searching(call, SweepstakesToken, Search);
		const found = call.store.codes
			.of(SweepstakesToken)
			.filter((code) => FILTERS[Filter](code) && matches(code))
			.reverse();
		const codes = SortBy ? sorted(found, SORTED_BY[SortBy], SortDesc) : found;
		const ItemsPerPage = clamp(paging.ItemsPerPage, LARGEST_PAGE);
		const TotalPages = Math.ceil(codes.length / ItemsPerPage);
		const Page = clamp(paging.Page, TotalPages);
		const page = codes.slice((Page - 1) * ItemsPerPage, Page * ItemsPerPage);
		return {
			Data: {
				Codes: page.map((code) => shownWithHolder(code, call)),
				TotalResults: codes.length,
				Page,
				ItemsPerPage,
				TotalPages,
				SearchTruncated: truncated,
			},
		};
	},
});

const single = endpoint({
	...READ,
	path: '/codes/single',
	request: codeKey,
	carryOut: (key, call) => ({ Data: { Code: shownWithHolder(ownCode(call, key), call) } }),
});

export const codeEndpoints = [stats, fetch, single];

/**
 * The account's own code, by its token or else by the code itself, which is exact.
 * @throws Refusal 404
 */
export function ownCode(call: Call, key: z.output<typeof codeKey>): Code {
	const { CouponToken, SweepstakesToken = '', CouponCode = '' } = key;
	if (CouponToken === undefined) {
		ownSweepstakes(call, SweepstakesToken);
		const code = codesByText(call, SweepstakesToken).get(CouponCode);
		if (!code) throw notFound('Code');
		return code;
	}
	const code = call.store.codes.get(CouponToken);
	const sweepstakes = code && call.store.sweepstakes.get(code.SweepstakesToken);
	if (sweepstakes?.UserToken !== call.account.UserToken) throw notFound('Code');
	return code!;
}

/** The codes of each sweepstakes by what they say. Kept between calls, because there can be a million of them. */
const codesOf = new WeakMap<Sweepstakes, Map<string, Code>>();

export function codesByText({ store }: Pick<Call, 'store'>, sweepstakesToken: string): Map<string, Code> {
	const sweepstakes = store.sweepstakes.get(sweepstakesToken)!;
	const known = codesOf.get(sweepstakes);
	if (known) return known;
	const codes = new Map(store.codes.of(sweepstakesToken).map((code) => [code.CouponCode, code]));
	codesOf.set(sweepstakes, codes);
	return codes;
}

/** Every write adds an entry to the log of the account (reference, "Codes"). */
export function writeLog({ store, account, now }: Call, Text: string): void {
	const { UserToken } = account;
	store.log.insert({ logToken: newToken(), UserToken, CreationDate: dateTime(now), Text });
}

/** Reference, "Code record". */
export function shown(code: Code, { dialect }: Call) {
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
		// Whether it is the moment or, like ExpirationDate, the day alone is not shown.
		RedemptionDate: redeemed && dialect === 'reference' ? midnight(redeemed.slice(0, 10)) : redeemed,
		RedemptionTime: redeemed && redemptionTime(redeemed),
		CreationDate: dateTime(code.createdAt),
	};
}

const midnight = (day: string) => `${day}T00:00:00.000Z`;

/** `15:04 pm` */
function redemptionTime(instant: string): string {
	const time = instant.slice(11, 16);
	return `${time} ${time < '12' ? 'am' : 'pm'}`;
}

function shownWithHolder(code: Code, call: Call) {
	const { SweepstakesToken, ParticipantToken } = code;
	const [holder] = ParticipantToken ? entriesOf(call, SweepstakesToken, ParticipantToken) : [];
	return { ...shown(code, call), AssignedTo: holder ? holder.KeyEmail || holder.KeyPhoneNumber : null };
}

function searching({ store }: Call, sweepstakesToken: string, search: string) {
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
	const used = new Set<string | null>(holders.slice(0, MOST_MATCHED_PARTICIPANTS));
	return {
		matches: ({ CouponCode, ParticipantToken }: Code) =>
			CouponCode.toLowerCase().includes(sought) || used.has(ParticipantToken),
		truncated: search !== '' && holders.length > MOST_MATCHED_PARTICIPANTS,
	};
}

/** Codes with equal keys stay in their order. */
function sorted(codes: Code[], keyOf: (code: Code) => string | number, isDescending: boolean): Code[] {
	const direction = isDescending ? -1 : 1;
	return codes.sort((a, b) => {
		const [first, second] = [keyOf(a), keyOf(b)];
		return first === second ? 0 : first < second ? -direction : direction;
	});
}

function clamp(value: number, most: number): number {
	return Math.max(1, Math.min(value, most));
}
