import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../field';
import { z } from '../zod';
import { askForEditor, pickedSweepstakes } from './editor';

/** What the service takes for all groups together (specification, POST /winners/draw). */
export const ALL_GROUPS = 'allgroups';

/** The picker for the groups to draw from: all, or one of the chosen sweepstakes. Its parameter is a GroupToken or `allgroups`. */
export const drawnGroup = {
	displayName: 'Group',
	name: 'group',
	type: 'resourceLocator',
	default: { mode: 'list', value: ALL_GROUPS, cachedResultName: 'All Groups' },
	required: true,
	description: 'The group of participants to draw from',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a group…',
			typeOptions: { searchListMethod: 'searchDrawnGroups', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

const groupList = z.object({
	Data: z.array(z.object({ GroupToken: z.string(), GroupName: z.string().catch('') })),
});

/** `listSearch` method: the groups of the chosen sweepstakes, with "All Groups" first. */
export async function searchDrawnGroups(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const body = await service.call({
			endpoint: 'POST /groups/fetch',
			body: { sweepstakesToken: await pickedSweepstakes(this, service) },
			repeatable: true,
		});
		const groups = groupList
			.parse(body)
			.Data.map(({ GroupName, GroupToken }) => ({ name: GroupName, value: GroupToken }));
		const wanted = filter.trim().toLowerCase();
		const results = [{ name: 'All Groups', value: ALL_GROUPS }, ...groups];
		return { results: results.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	});
}
