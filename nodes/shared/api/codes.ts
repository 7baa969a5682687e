import type { Caller } from '../client/endpoint';
import type { Json } from '../json';
import { z } from '../zod';
import { dataReply, endpoint, lookup, records, safe, unsafe } from './endpoint';
import { dateFromToday, time, uuid } from './formats';
import { pagesOf, uniqueRecords, type Page } from './pages';

/** How many codes one call generates, and how many a sweepstakes can get in 24 hours (specification, Limits). */
export const CODES_PER_CALL = 5_000;
const CODES_PER_DAY = 50_000;

/** How many different characters a code is made of (specification, POST /codes/generate, rule 3). */
const CHARACTERS = { upper: 36, lower: 36, mixed: 62 };

/** Random characters of one code. */
export const codeLength = z.number().int().min(4).max(20);

/** Codes of one day. */
export const codeQuantity = z.number().int().min(1).max(CODES_PER_DAY);

const affix = z
	.string()
	.transform((text) => text.replace(/\s/g, ''))
	.pipe(
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
	Description: z.string().max(5_000).optional(),
	Value: z.string().max(10).optional(),
	ExternalURL: z
		.string()
		.max(500)
		.regex(/^https:\/\/\S+$/, { message: 'must be a link that begins with https://' })
		.optional(),
	ExpirationDate: dateFromToday.optional(),
	ExpirationTime: time.optional(),
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
			'Before you generate more codes, check in your account which codes were generated last. The API documentation shows no way to list them. Codes that came out before this call are not affected.',
	}),
});

export const codeStats = endpoint({
	call: 'POST /codes/stats',
	request: z.object({ SweepstakesToken: uuid }),
	reply: dataReply,
	tells: 'how many codes there are',
	retry: safe,
});

/** A code of a sweepstakes (reference, "Code record"). */
export type Code = Json & { CouponToken: string };

/** The largest page of the service (reference, POST /codes/fetch). */
const CODES_PER_PAGE = 500;

const codeFilter = z.object({
	SweepstakesToken: uuid,
	Filter: z
		.enum(['all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'])
		.optional(),
	Search: z.string().max(100).optional(),
	SortBy: z.enum(['CouponCode', 'ExpirationDate', 'Status', 'CreationDate', 'RedemptionDate']).optional(),
	SortDesc: z.boolean().optional(),
});

type CodeFilter = z.output<typeof codeFilter>;

export const fetchCodes = endpoint({
	call: 'POST /codes/fetch',
	request: codeFilter.extend({ Page: z.number().optional(), ItemsPerPage: z.number().optional() }),
	reply: z.object({
		Data: z.object({
			Codes: records('CouponToken'),
			TotalResults: z.number().optional(),
			TotalPages: z.number().optional(),
			/** The search found more participants than the service looks at, so codes are missing. */
			SearchTruncated: z.boolean().optional(),
		}),
	}),
	tells: 'which codes there are',
	retry: safe,
});

/** Beyond this the service leaves codes out (reference, POST /codes/fetch: SearchTruncated). */
const TRUNCATED =
	'The search found more than 2,000 participants, and the service looked only at the codes of the first 2,000. Search for a longer text.';

/**
 * The pages of all codes that match, newest first unless sorted.
 *
 * @param limit how many codes are wanted: no page is larger
 * @throws {ServiceError} as `pagesOf` does.
 */
export function codePages(service: Caller, filter: CodeFilter, limit = Infinity): AsyncGenerator<Page> {
	const perPage = Math.min(limit, CODES_PER_PAGE);
	return pagesOf({
		name: 'codes',
		perPage,
		async readPage(page) {
			const { Data } = await service.call(fetchCodes, { ...filter, Page: page, ItemsPerPage: perPage });
			if (Data.SearchTruncated) service.state.notices.add(TRUNCATED);
			return { records: Data.Codes, total: Data.TotalResults, totalPages: Data.TotalPages };
		},
	});
}

/** All codes that match, each once. Pages are read as they are needed. */
export const codesOfSweepstakes = lookup({
	request: codeFilter,
	read: (service, filter, limit) => uniqueRecords(codePages(service, filter, limit), tokenOf),
});

const tokenOf = ({ CouponToken }: Json) => CouponToken as string;

/** A code as people write it. The service removes white space and distinguishes capitals (reference, "Codes"). */
export const couponCode = z
	.string()
	.transform((text) => text.replace(/\s/g, ''))
	.pipe(
		z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, {
			message: 'must be 1 to 20 letters, digits, hyphens and underscores',
		}),
	);

export const fetchCode = endpoint({
	call: 'POST /codes/single',
	/** CouponToken, or SweepstakesToken and CouponCode. */
	request: z.object({
		CouponToken: uuid.optional(),
		SweepstakesToken: uuid.optional(),
		CouponCode: couponCode.optional(),
	}),
	reply: z.object({
		Data: z.object({ Code: z.object({ CouponToken: z.string() }).passthrough() }).passthrough(),
	}),
	tells: 'whether there is such a code',
	retry: safe,
});
