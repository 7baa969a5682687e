import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchFiles, FILES_PER_PAGE, withFileInfo } from './api';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { searchPages } from '../shared/n8n/editor/ask';

/** The picker for a file of the account. Its parameter is the FileToken. */
export const file = {
	displayName: 'File',
	name: 'file',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The file to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a file…',
			typeOptions: { searchListMethod: 'searchFiles', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the files of the account, newest first. Searches names and days. */
export async function searchFiles(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '1',
): Promise<INodeListSearchResult> {
	return await searchPages(this, filter, paginationToken, async (service, Page) => {
		const { records, totalPages } = await service.call(fetchFiles, { Page, Limit: FILES_PER_PAGE });
		return { entries: records.map(toChoice), totalPages };
	});
}

/** "official-rules.pdf (2027-01-31)" */
function toChoice(record: Json & { FileToken: string }): { name: string; value: string } {
	const { FileToken: value } = record;
	const [day] = asText(record.CreationDate).split('T');
	const name = asText(withFileInfo(record).Filename) || value;
	return { name: day ? `${name} (${day})` : name, value };
}
