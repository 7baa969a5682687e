import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { email } from '../shared/api/formats';
import { withMarks } from '../shared/api/titles';
import { addressHash, toSentAddress, channel, suppressions } from './api';
import { asText, type Json } from '../shared/json';
import type { Field, PickerValue } from '../shared/n8n/operation/field';
import { z } from '../shared/zod';
import { fromList, searchPages } from '../shared/n8n/editor/picker';

/**
 * Returns the request key that identifies the picked address. The values in the list are hashes, but people enter
 * addresses.
 */
export function toSuppressionKey(
	Channel: z.output<typeof channel>,
	{ value }: PickerValue,
): { Address?: string; AddressHash?: string } {
	const isHash = addressHash.safeParse(value).success;
	return isHash ? { AddressHash: value } : { Address: toSentAddress(Channel, value) };
}

/** Whether a text is a complete email address or phone number. The service cannot search for parts of one. */
const isWholeAddress = (text: string) =>
	email.safeParse(text).success || text.replace(/\D/g, '').length >= 10;

/** `listSearch` method: the addresses on the do-not-contact list that can be removed, newest first. */
async function searchSuppressions(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	const Channel = channel.safeParse(this.getCurrentNodeParameter('Channel')).data;
	const Search = isWholeAddress(filter.trim()) ? filter.trim() : undefined;
	return await searchPages(this, Search ? '' : filter, paginationToken, async (client, Page) => {
		const { records, totalPages } = await suppressions.readPage(client, { Channel, Search }, Page);
		const removable = records.filter(({ Removable }) => Removable !== false);
		return { entries: removable.map(toChoice), totalPages };
	});
}

/** Returns a choice with a name such as "jane@example.com (manual)". */
function toChoice({ Address, AddressHash, Reason }: Json): { name: string; value: string } {
	const value = asText(AddressHash) || asText(Address);
	return { name: withMarks(asText(Address) || value, asText(Reason)), value };
}

/** Picker for an address on the do-not-contact list. Its value is the address or its hash. */
export const suppression = {
	displayName: 'Address',
	name: 'suppression',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The address on the do-not-contact list',
	typeOptions: { loadOptionsDependsOn: ['Channel'], listedBy: 'Get Do-Not-Contact List' },
	modes: [
		fromList('Select an address…', { searchSuppressions }),
		{
			displayName: 'By Email or Phone Number',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. jane@example.com',
			keys: z.string(),
		},
	],
} as const satisfies Field;
