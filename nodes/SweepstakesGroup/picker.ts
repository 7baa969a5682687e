import { ALL_GROUPS, findGroups, type Group } from './api';
import { withMarks } from '../shared/api/titles';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

const searchGroups = searchAll(async (client, context) =>
	(await findGroups(client, await readPickedSweepstakes(context, client))).map(toChoice),
);

/** Lists the groups, with "All Groups" first. */
const searchDrawnGroups = searchAll(async (client, context) => [
	{ name: 'All Groups', value: ALL_GROUPS },
	...(await findGroups(client, await readPickedSweepstakes(context, client))).map(toChoice),
]);

/**
 * Returns a choice with a name such as "VIP (locked)". The primary group and locked groups are marked, because they
 * cannot be deleted.
 */
function toChoice({ GroupName, GroupToken, Primary, Locked }: Group) {
	const marks = [Primary === true && 'primary', Locked === true && 'locked'];
	return { name: withMarks(asText(GroupName) || GroupToken, ...marks), value: GroupToken };
}

/** Picker for the group to draw from. Its value is a GroupToken or `allgroups`. */
export const drawnGroup = {
	displayName: 'Group',
	name: 'group',
	type: 'resourceLocator',
	default: { mode: 'list', value: ALL_GROUPS, cachedResultName: 'All Groups' },
	required: true,
	description: 'The group of participants to draw from, by default all groups',
	...listOrId('Select a group…', { searchDrawnGroups }, 'GroupToken'),
} as const satisfies Field;

/** Picker for a group of the picked sweepstakes. Its value is a GroupToken. */
export const group = {
	displayName: 'Group',
	name: 'group',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The group to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	...listOrId('Select a group…', { searchGroups }, 'GroupToken'),
} as const satisfies Field;
