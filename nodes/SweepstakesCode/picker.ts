import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { codes, couponCode, isAssigned, type Code } from './api/codes';
import { uuid } from '../shared/api/formats';
import { fromList, findMatches, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field, ListSearch, PickerValue } from '../shared/n8n/operation/field';
import { parseInstant } from '../shared/time/parse';
import { readPickedSweepstakes } from '../Sweepstakes/picker';
import { z } from '../shared/zod';

const NEXT = { name: 'Next Available', value: 'next' };

/** Whether “Next Available” is picked. */
export function isNext({ value }: PickerValue): boolean {
	return value === NEXT.value;
}

const isId = (text: string) => uuid.safeParse(text).success;

/** Returns the request keys that identify the picked code. */
export function toCodeKey(picked: { sweepstakes: string; coupon: PickerValue }) {
	const { sweepstakes: SweepstakesToken, coupon } = picked;
	const { mode, value } = coupon;
	return {
		SweepstakesToken,
		...(mode === 'list' || isId(value) ? { CouponToken: value } : { CouponCode: value }),
	};
}

const CODES_SHOWN = 25;

type Filter = Parameters<typeof codes.readPage>[1]['Filter'];

const searchWith = (Filter?: Filter) =>
	searchList(
		async (...[client, filter, page]: Parameters<typeof codes.readPage>) =>
			await codes.readPage(client, filter, page, CODES_SHOWN),
		toChoice,
		async (Search, client, context) => ({
			SweepstakesToken: await readPickedSweepstakes(context, client),
			Search,
			Filter,
		}),
	);

const searchAvailable = searchWith('available');

/** Lists the available codes, with "Next Available" first. */
async function searchAvailableCodes(
	this: ILoadOptionsFunctions,
	typed = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = await searchAvailable.call(this, typed, paginationToken);
	const first = paginationToken === undefined ? findMatches([NEXT], typed) : [];
	return { ...found, results: [...first, ...found.results] };
}

/**
 * Returns a choice with a name such as "SUMMER-1A2B, redeemed 2027-01-31, jane@example.com". The editor may truncate a
 * long name, so what matters most comes first.
 */
function toChoice(code: Code) {
	const { CouponCode, CouponToken, AssignedTo } = code;
	const holder = asText(AssignedTo) || (isAssigned(code) ? 'assigned' : '');
	const parts = [asText(CouponCode) || CouponToken, describeStatus(code), holder];
	return { name: parts.filter(Boolean).join(', '), value: CouponToken };
}

function describeStatus({ Status, RedemptionDate }: Json): string {
	const status = asText(Status);
	if (status === 'not-redeemed') return '';
	const date = parseInstant(RedemptionDate)?.date;
	return status === 'redeemed' && date ? `${status} ${date}` : status;
}

/**
 * Returns the modes of a picker for a code. Each mode is written inside `modes`, because n8n's linter mistakes a mode
 * anywhere else for a field.
 */
function createModes<Name extends string>(searches: Record<Name, ListSearch>) {
	return {
		modes: [
			fromList('Select a code…', searches),
			{
				displayName: 'By Code or ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. SUMMER-1A2B3C4D',
				hint: 'Accepts the text of the code or its ID (CouponToken)',
				keys: z.string().refine((text) => isId(text) || couponCode.safeParse(text).success, {
					message: 'must be the text of a code (1 to 20 letters, digits, hyphens and underscores) or an ID',
				}),
			},
		],
	} as const;
}

/** Picker for a code of the picked sweepstakes: from the list, or by its text or ID. */
export const coupon = {
	displayName: 'Code',
	name: 'coupon',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The code to work with. Codes are case-sensitive.',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	...createModes({ searchCodes: searchWith() }),
} as const satisfies Field;

/** Picker for an available code of the picked sweepstakes, or for the next available code. */
export const availableCoupon = {
	...coupon,
	default: { mode: 'list', value: NEXT.value, cachedResultName: NEXT.name },
	// `loadOptionsDependsOn` is left out: with it, the editor would clear the default as soon as a sweepstakes is picked.
	typeOptions: {},
	description:
		'The code to assign. “Next Available” (ID “next”) is the oldest code that is not assigned, redeemed or expired.',
	...createModes({ searchAvailableCodes }),
} as const satisfies Field;

/* Pickers for single operations. Each lists only the codes that its operation accepts. */

export const assignedCoupon = {
	...coupon,
	...createModes({ searchAssignedCodes: searchWith('assigned') }),
} as const satisfies Field;

export const redeemedCoupon = {
	...coupon,
	...createModes({ searchRedeemedCodes: searchWith('redeemed') }),
} as const satisfies Field;

export const redeemableCoupon = {
	...coupon,
	...createModes({ searchRedeemableCodes: searchWith('not-redeemed') }),
} as const satisfies Field;

export const deletableCoupon = {
	...coupon,
	...createModes({ searchDeletableCodes: searchWith('available') }),
} as const satisfies Field;
