import type { Caller, Unsafe } from '../shared/client/endpoint';
import { asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	records,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { uuid } from '../shared/api/formats';
import { isSameId } from '../shared/api/ids';
import { confirmNamedCreation } from '../shared/api/ledger';
import { titleKey } from '../shared/api/titles';

/** What the service takes for all groups together. */
export const ALL_GROUPS = 'allgroups';

export const fetchGroups = endpoint({
	call: 'POST /groups/fetch',
	request: z.object({ sweepstakesToken: uuid }),
	reply: z.object({ Data: records('GroupToken') }),
	tells: 'which groups the sweepstakes has',
	retry: safe,
});

/** A group of a sweepstakes (contract, Group). */
export type Group = Json & { GroupToken: string };

/** @throws {ServiceError} if the service cannot be asked. */
export async function findGroups(service: Caller, sweepstakesToken: string): Promise<Group[]> {
	return (await service.call(fetchGroups, { sweepstakesToken })).Data;
}

const groupToCreate = z.object({ sweepstakesToken: uuid, groupName: z.string() });

type GroupToCreate = z.output<typeof groupToCreate>;

/** The group of this name, if there is one. @throws {ServiceError} if the service cannot be asked. */
export async function groupNamed(
	service: Caller,
	{ sweepstakesToken, groupName }: GroupToCreate,
): Promise<Group | undefined> {
	return (await findGroups(service, sweepstakesToken)).find(
		({ GroupName }) => titleKey(asText(GroupName)) === titleKey(groupName),
	);
}

export const createGroup = endpoint({
	call: 'POST /groups/create',
	request: groupToCreate,
	reply: dataReply,
	// The name is unique, but a second attempt would be refused and hide that the first succeeded.
	retry: unsafe({
		check: 'Before you create it again, check with Group › Get Many whether the group is there.',
		confirm: confirmNamedCreation<GroupToCreate>({
			id: 'GroupToken',
			nameOf: ({ groupName }) => groupName,
			nameIn: ({ GroupName }) => GroupName,
			scopeOf: ({ sweepstakesToken }) => sweepstakesToken,
			listed: async (service, { sweepstakesToken }) => await findGroups(service, sweepstakesToken),
		}),
	}),
});

const groupToRename = z.object({ sweepstakesToken: uuid, groupToken: uuid, groupName: z.string() });

const groupRenamed: Unsafe<z.output<typeof groupToRename>>['confirm'] = (
	service,
	{ groupToken, ...group },
) => ({
	lookUp: async () => {
		const renamed = await groupNamed(service, group);
		return isSameId(renamed?.GroupToken, groupToken) ? { Response: true } : undefined;
	},
});

export const updateGroup = endpoint({
	call: 'POST /groups/update',
	request: groupToRename,
	reply: acknowledgement,
	// The name is unique: a second attempt could be refused because of the first and hide that it succeeded.
	retry: unsafe({
		check: 'Before you rename it again, check with Group › Get Many whether the group has the new name.',
		confirm: groupRenamed,
	}),
});

export const deleteGroup = endpoint({
	call: 'POST /groups/delete',
	request: z.object({ sweepstakesToken: uuid, groupToken: uuid }),
	reply: acknowledgement,
	retry: safeDelete,
});
