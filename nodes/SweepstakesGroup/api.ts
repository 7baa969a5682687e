import type { Client } from '../shared/client/client';
import { ServiceError } from '../shared/client/failures';
import { asText, isSameId, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, listing, reads, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataListReply, dataReply } from '../shared/api/replies';
import { uuid } from '../shared/api/formats';
import { hintIfShort, throwIfShort } from '../shared/api/pages';
import { confirmChange } from '../shared/api/confirm';
import { named } from '../shared/api/named';

/** The `group` value with which the service draws from all groups. */
export const ALL_GROUPS = 'allgroups';

export const fetchGroups = endpoint({
	call: 'POST /groups/fetch',
	request: z.object({ sweepstakesToken: uuid }),
	reply: dataListReply('GroupToken'),
	retry: reads('which groups the sweepstakes has'),
});

export type Group = Json & { GroupToken: string };

/** Lists the groups of a sweepstakes. A hint says if the service counts more than it lists. */
export async function findGroups(client: Client, sweepstakesToken: string): Promise<Group[]> {
	const { Data, Count } = await client.call(fetchGroups, { sweepstakesToken });
	hintIfShort(client, 'groups', Count, Data);
	return Data;
}

export const groupsOfSweepstakes = listing({
	request: fetchGroups.request,
	async *read(client, { sweepstakesToken }, _limit, onTotal) {
		const groups = await findGroups(client, sweepstakesToken);
		onTotal?.(groups.length);
		yield groups;
	},
});

const groupToCreate = z.object({ sweepstakesToken: uuid, groupName: z.string() });

type GroupToCreate = z.output<typeof groupToCreate>;

export const GROUPS = named<GroupToCreate>({
	thing: 'group',
	isUnique: true,
	id: 'GroupToken',
	nameOf: ({ groupName }) => groupName,
	nameIn: ({ GroupName }) => GroupName,
	scopeOf: ({ sweepstakesToken }) => sweepstakesToken,
	async list(client, { sweepstakesToken }) {
		const { Data, Count } = await client.call(fetchGroups, { sweepstakesToken });
		throwIfShort('groups', Count, Data);
		return Data;
	},
});

export const createGroup = endpoint({
	call: 'POST /groups/create',
	request: groupToCreate,
	creates: 'GroupToken',
	reply: dataReply,
	// The name is unique: the service would refuse a retry and so hide that the first attempt succeeded.
	retry: unsafe('Before you create it again, use Group › Get Many to check whether the group is there.'),
	confirm: GROUPS.confirm,
});

const groupToRename = z.object({ sweepstakesToken: uuid, groupToken: uuid, groupName: z.string() });

export const renameGroup = endpoint({
	call: 'POST /groups/update',
	request: groupToRename,
	reply: acknowledgement,
	// The name is unique: the service may refuse a retry and so hide that the first attempt succeeded.
	retry: unsafe(
		'Before you rename it again, use Group › Get Many to check whether the group has the new name.',
	),
	confirm: confirmChange<z.output<typeof groupToRename>, string>({
		async read(client, { sweepstakesToken, groupToken }) {
			const groups = await findGroups(client, sweepstakesToken);
			const name = asText(groups.find(({ GroupToken }) => isSameId(GroupToken, groupToken))?.GroupName);
			if (name) return name;
			throw new ServiceError({ code: 'unexpectedReply', missing: 'the name of the group' });
		},
		isDone: (name, { groupName }) => name === groupName,
	}),
});

export const deleteGroup = endpoint({
	call: 'POST /groups/delete',
	request: z.object({ sweepstakesToken: uuid, groupToken: uuid }),
	reply: acknowledgement,
	expects: 'You cannot delete the primary group, a locked group, or a group that contains anybody.',
	retry: safeDelete,
});
