import type { Caller, Unsafe } from '../../shared/client/endpoint';
import { ServiceError, undefinedIfNotFound } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/changes';
import {
	dataReply,
	endpoint,
	keyed,
	lookup,
	certainRecords,
	MESSAGE_LOST,
	safe,
	unsafe,
} from '../../shared/api/endpoint';
import { channels, dateFromToday, idempotencyKey, time, uuid } from '../../shared/api/formats';
import { idKey, isSameId } from '../../shared/api/ids';
import { isNew } from '../../shared/api/ledger';
import { pageReply } from '../../shared/api/pagedLists';
import { readPages, uniqueRecords, type Page } from '../../shared/api/pages';

/** Random characters of one code. */
export const codeLength = z.number().int().min(4).max(20);

/** The service removes white space from codes (contract, POST /codes/generate: Prefix; reference, "Codes"). */
export const withoutSpaces = z.string().transform((text) => text.replace(/\s/g, ''));

/** What is kept with a code. */
export const codeAttributes = z
	.object({
		Description: z.string().max(5_000),
		Value: z.string().max(10),
		ExternalURL: z
			.string()
			.max(500)
			.regex(/^https:\/\/\S+$/, { message: 'must be a link that begins with https://' }),
		ExpirationDate: dateFromToday,
		ExpirationTime: time,
	})
	.partial();

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
	reply: pageReply('Codes', 'TotalResults', 'CouponToken'),
	tells: 'which codes there are',
	retry: safe,
});

/** The search found more participants than the service looks at, so codes are missing (reference, POST /codes/fetch: SearchTruncated). */
const TRUNCATED =
	'The search found more than 2,000 participants, and the service looked only at the codes of the first 2,000. Search for a longer text.';

/**
 * The pages of all codes that match, newest first unless sorted.
 *
 * @param limit how many codes are wanted: no page is larger
 * @throws {ServiceError} as `readPages` does.
 */
export function codePages(service: Caller, filter: CodeFilter, limit = Infinity): AsyncGenerator<Page> {
	const perPage = Math.min(limit, CODES_PER_PAGE);
	return readPages({
		name: 'codes',
		perPage,
		async readPage(page) {
			const found = await service.call(fetchCodes, { ...filter, Page: page, ItemsPerPage: perPage });
			if (found.rest.SearchTruncated === true) service.state.notices.add(TRUNCATED);
			return found;
		},
	});
}

/** All codes that match, each once. Pages are read as they are needed. */
export const codesOfSweepstakes = lookup({
	request: codeFilter,
	read: (service, filter, limit) => uniqueRecords(service, codePages(service, filter, limit), readToken),
});

const readToken = ({ CouponToken }: Json) => CouponToken as string;

/** A code as people write it. Upper- and lowercase letters are different (reference, "Codes"). */
export const couponCode = withoutSpaces.pipe(
	z.string().regex(/^[A-Za-z0-9_-]{1,20}$/, {
		message: 'must be 1 to 20 letters, digits, hyphens and underscores',
	}),
);

const codeReply = z.object({
	Data: z.object({ Code: z.object({ CouponToken: z.string() }).passthrough() }).passthrough(),
});

export const fetchCode = endpoint({
	call: 'POST /codes/single',
	/** CouponToken, or SweepstakesToken and CouponCode. */
	request: z.object({
		CouponToken: uuid.optional(),
		SweepstakesToken: uuid.optional(),
		CouponCode: couponCode.optional(),
	}),
	reply: codeReply,
	tells: 'whether there is such a code',
	retry: safe,
});

/** One code of a sweepstakes: by its token or, without one, by the code itself. */
export const codeKey = fetchCode.request.required({ SweepstakesToken: true });

type CodeKey = z.output<typeof fetchCode.request>;

async function findCode(service: Caller, key: CodeKey): Promise<Code> {
	return (await service.call(fetchCode, key)).Data.Code;
}

/**
 * The token of a code, which is looked up if only the code itself is known, or if the token may come from a model.
 *
 * @throws {ServiceError} with status 404 if there is no such code, and if the token is of another sweepstakes.
 */
export async function findCouponToken(service: Caller, key: z.output<typeof codeKey>): Promise<string> {
	const { CouponToken, SweepstakesToken } = key;
	if (CouponToken !== undefined && !service.state.verifiesIds) return CouponToken;
	const code = await findCode(service, key);
	if (CouponToken !== undefined && !isSameId(code.SweepstakesToken, SweepstakesToken))
		throw new ServiceError({ code: 'otherSweepstakes' });
	return code.CouponToken;
}

/** Up to this many codes are looked up one by one, because the first page of the list costs a call, too. */
const FEW_LOOKUPS = 2;

/**
 * Those of some codes that a sweepstakes has, by token or by the code itself: with a lookup for each or from the pages of the list,
 * whatever takes fewer calls.
 *
 * @returns the codes by themselves, or by `idKey` of their tokens.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function codesAmong(
	service: Caller,
	SweepstakesToken: string,
	key: 'CouponToken' | 'CouponCode',
	wanted: readonly string[],
): Promise<Map<string, Code>> {
	const found = new Map<string, Code>();
	const keyOf = key === 'CouponToken' ? idKey : asText;
	const missing = new Set(wanted.map(keyOf));
	if (missing.size > FEW_LOOKUPS) {
		let isWhole = true;
		for await (const { records: page, total } of codePages(service, { SweepstakesToken })) {
			for (const code of page) {
				const one = keyOf(code[key]);
				if (missing.delete(one)) found.set(one, code as Code);
			}
			isWhole = Math.ceil(total / CODES_PER_PAGE) <= wanted.length;
			if (!isWhole || missing.size === 0) break;
		}
		if (isWhole) return found;
	}
	for (const one of missing) {
		const code = await undefinedIfNotFound(
			findCode(service, key === 'CouponToken' ? { CouponToken: one } : { SweepstakesToken, CouponCode: one }),
		);
		if (code) found.set(one, code);
	}
	return found;
}

/** Confirms a call by the state of the code after it. */
const confirmBy = <Request extends { CouponToken: string }>(
	isDone: (code: Code, request: Request) => boolean,
) =>
	confirmChange<Request, Code>({
		read: async (service, { CouponToken }) => await findCode(service, { CouponToken }),
		isDone,
		dataOf: (code) => ({ Code: code }),
	});

const oneCode = z.object({ CouponToken: uuid });

/** `null` clears an attribute; those that are absent stay. */
const changedAttributes = z.object({
	Description: codeAttributes.shape.Description.nullable(),
	Value: codeAttributes.shape.Value.nullable(),
	ExternalURL: codeAttributes.shape.ExternalURL.nullable(),
	ExpirationDate: codeAttributes.shape.ExpirationDate.nullable(),
	ExpirationTime: codeAttributes.shape.ExpirationTime.nullable(),
});

/** What to change about a code, which may be given by the code itself. */
export const codeToUpdate = codeKey.merge(changedAttributes).extend({ NewCode: couponCode.optional() });

export const updateCode = endpoint({
	call: 'POST /codes/update',
	request: oneCode.merge(changedAttributes).extend({ CouponCode: couponCode.optional() }),
	reply: codeReply,
	// It sets values, and accepts the name that the code already has.
	retry: safe,
});

const assignment = oneCode.extend({ ParticipantToken: uuid });

export const assignCode = endpoint({
	call: 'POST /codes/assign',
	request: assignment,
	reply: codeReply,
	// A second call is refused, because the code is assigned.
	retry: unsafe({
		check: 'Before you assign it again, check with Code › Get who holds the code.',
		confirm: confirmBy((code, { ParticipantToken }: z.output<typeof assignment>) =>
			isSameId(code.ParticipantToken, ParticipantToken),
		),
	}),
});

export const unassignCode = endpoint({
	call: 'POST /codes/unassign',
	request: oneCode,
	reply: dataReply,
	// A second call is refused, because nobody holds the code any more.
	retry: unsafe({
		check: 'Before you unassign it again, check with Code › Get whether somebody still holds the code.',
		confirm: confirmBy(({ ParticipantToken }) => asText(ParticipantToken) === ''),
	}),
});

/**
 * When a code was redeemed, as exactly as its record says. `RedemptionDate` may be the day alone, stored at midnight as `ExpirationDate` is; the
 * minute is then in `RedemptionTime`, such as `15:04 pm` (reference, "Code record").
 */
export function redeemedAt({ RedemptionDate, RedemptionTime }: Json): string {
	const date = asText(RedemptionDate);
	const [day = '', time = ''] = date.split('T');
	if (!/^(00:00(:00(\.0+)?)?(Z|\+00:?00)?)?$/.test(time)) return date;
	const [minute] = /^\d{2}:\d{2}/.exec(asText(RedemptionTime)) ?? [];
	return minute ? `${day}T${minute}Z` : day;
}

/**
 * A code can be redeemed at two counters at once, and its record does not say at which: a redemption since the call is never taken for
 * this one. Otherwise a second call redeems the code, or says when it was redeemed before.
 */
const notRedeemedSince: Unsafe<CodeKey>['confirm'] = (service, key) => ({
	lookUp: async (since) => {
		const code = await findCode(service, key);
		if (code.Status === 'redeemed' && isNew(service, since, redeemedAt(code)))
			throw new ServiceError({ code: 'inconclusive' });
		return undefined;
	},
});

export const redeemCode = endpoint({
	call: 'POST /codes/redeem',
	request: codeKey,
	reply: codeReply,
	// A second call is refused, as if another counter had redeemed the code.
	retry: unsafe({
		check:
			'Before you redeem it again or hand anything out, check with Code › Get whether and when it was redeemed. No record says at which counter.',
		confirm: notRedeemedSince,
	}),
});

export const unredeemCode = endpoint({
	call: 'POST /codes/unredeem',
	request: oneCode,
	reply: codeReply,
	// A second call is refused, because the code is not redeemed any more.
	retry: unsafe({
		check: 'Before you undo it again, check with Code › Get whether the code is still redeemed.',
		confirm: confirmBy(({ Status }) => Status === 'not-redeemed'),
	}),
});

const message = z.object({ Channel: channels, IdempotencyKey: idempotencyKey });

/** What to send, which may be given by the code itself. */
export const codeToSend = codeKey.merge(message.partial({ IdempotencyKey: true }));

export const sendCode = endpoint({
	call: 'POST /codes/send',
	request: oneCode.merge(message),
	reply: z.object({ Data: z.object({ Channels: certainRecords() }).passthrough() }),
	retry: keyed(MESSAGE_LOST),
});

export const codeSettings = endpoint({
	call: 'POST /codes/settings',
	request: z.object({ SweepstakesToken: uuid }),
	reply: dataReply,
	tells: 'how the sweepstakes hands out codes',
	retry: safe,
});

const handOut = z.number().int().min(0).max(3).optional();
const flag = z.boolean().optional();
const plainText = (most: number) => z.string().max(most).nullable().optional();

export const updateCodeSettings = endpoint({
	call: 'POST /codes/update-settings',
	request: z.object({
		SweepstakesToken: uuid,
		CouponEntryPageRegistration: handOut,
		CouponAmoePageRegistration: handOut,
		WhatToDoWhenNoCouponCodeIsAvailable: z.number().int().min(0).max(1).optional(),
		CouponCodeType: z.number().int().min(1).max(2).optional(),
		CouponCodeLength: codeLength.optional(),
		DisplayCouponCodeOnConfirmationPage: flag,
		SendCouponCodeToParticipantByEmail: flag,
		SendCouponCodeToParticipantBySMS: flag,
		RejectInvalidCouponCode: flag,
		CouponCodeCaseSensitive: flag,
		InvalidCouponCodeErrorMessage: plainText(500),
		CouponRequestFieldLabel: plainText(200),
		CouponThankYouPageMessage: plainText(1_000),
	}),
	reply: dataReply,
	// It sets values.
	retry: safe,
});
