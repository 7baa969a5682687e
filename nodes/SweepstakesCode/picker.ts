import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchCodes, type Code } from './api/codes';
import { asText } from '../shared/json';
import type { Field, Located } from '../shared/n8n/operation/field';
import { searchPages } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** The picker for a code of the picked sweepstakes: from a list, by the code itself, by ID. */
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

/** What is picked, under the keys that the request has for it. */
export function toCodeKey(SweepstakesToken: string, { mode, value }: Located) {
	return { SweepstakesToken, ...(mode === 'CouponCode' ? { CouponCode: value } : { CouponToken: value }) };
}

/** `listSearch` method: the codes of the picked sweepstakes, a page at a time. The service itself searches. */
export async function searchCodes(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, '', paginationToken, async (service, Page) => {
		const { records, totalPages } = await service.call(fetchCodes, {
			SweepstakesToken: await pickedSweepstakes(this, service),
			...(filter.trim() && { Search: filter.trim() }),
			Page,
		});
		const entries = records.map((code) => ({ name: toName(code), value: code.CouponToken }));
		return { entries, totalPages };
	});
}

/** "SUMMER-1A2B (redeemed, jane@example.com)" */
function toName({ CouponCode, CouponToken, Status, AssignedTo }: Code): string {
	const status = asText(Status) === 'not-redeemed' ? '' : asText(Status);
	const marks = [status, asText(AssignedTo)].filter(Boolean).join(', ');
	const name = asText(CouponCode) || CouponToken;
	return marks ? `${name} (${marks})` : name;
}
