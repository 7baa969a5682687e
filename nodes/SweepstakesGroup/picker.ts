import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { ALL_GROUPS, findGroups, type Group } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { askForEditor, matching } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** The picker for the group to draw from: all groups, or one of them. Its parameter is a GroupToken or `allgroups`. */
export const drawnGroup = {
	displayName: 'Group',
	name: 'group',
	type: 'resourceLocator',
	default: { mode: 'list', value: ALL_GROUPS, cachedResultName: 'All Groups' },
	required: true,
	description: 'The group of participants to draw from, by default all groups',
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

/** The picker for one group of the picked sweepstakes. Its parameter is the GroupToken. */
export const group = {
	displayName: 'Group',
	name: 'group',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The group to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a group…',
			typeOptions: { searchListMethod: 'searchGroups', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the groups of the picked sweepstakes. */
export async function searchGroups(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return { results: matching(await choicesFor(this), filter) };
}

/** `listSearch` method: the groups of the picked sweepstakes, with "All Groups" first. */
export async function searchDrawnGroups(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const all = { name: 'All Groups', value: ALL_GROUPS };
	return { results: matching([all, ...(await choicesFor(this))], filter) };
}

async function choicesFor(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	return await askForEditor(context, async (service) => {
		const groups = await findGroups(service, await pickedSweepstakes(context, service));
		return groups.map((one) => ({ name: toName(one), value: one.GroupToken }));
	});
}

/** "VIP (locked)": the primary group and locked ones cannot be deleted. */
function toName({ GroupName, GroupToken, Primary, Locked }: Group): string {
	const marks = [Primary === true && 'primary', Locked === true && 'locked'].filter(Boolean).join(', ');
	const name = asText(GroupName) || GroupToken;
	return marks ? `${name} (${marks})` : name;
}
