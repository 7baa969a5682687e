import { codes } from './api/codes';
import { searchList } from '../shared/fields/picker';
import { asText, type Json } from '../shared/json';
import type { Field, Located } from '../shared/n8n/operation/field';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** Picker for a code of the picked sweepstakes: from the list, by its text or by ID. */
export const coupon = {
	displayName: 'Code',
	name: 'coupon',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The code to work with. Upper- and lowercase letters are different.',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a code…',
			typeOptions: { searchListMethod: 'searchCodes', searchable: true },
		},
		{
			displayName: 'By Code',
			name: 'CouponCode',
			type: 'string',
			placeholder: 'e.g. SUMMER-1A2B3C4D',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** Returns the picked code under its key in the request. */
export function toCodeKey(SweepstakesToken: string, { mode, value }: Located) {
	return { SweepstakesToken, ...(mode === 'CouponCode' ? { CouponCode: value } : { CouponToken: value }) };
}

const CODES_SHOWN = 25;

export const searchCodes = searchList(
	async (...[service, filter, page]: Parameters<typeof codes.readPage>) =>
		await codes.readPage(service, filter, page, CODES_SHOWN),
	toChoice,
	async (Search, service, context) => ({
		SweepstakesToken: await pickedSweepstakes(context, service),
		Search,
	}),
);

/** "SUMMER-1A2B (redeemed, jane@example.com)" */
function toChoice({ CouponCode, CouponToken, Status, AssignedTo }: Json & { CouponToken: string }) {
	const status = asText(Status) === 'not-redeemed' ? '' : asText(Status);
	const marks = [status, asText(AssignedTo)].filter(Boolean).join(', ');
	const name = asText(CouponCode) || CouponToken;
	return { name: marks ? `${name} (${marks})` : name, value: CouponToken };
}
