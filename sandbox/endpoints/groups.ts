import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { acceptEitherCase, filledText, uuid } from '../fields';
import type { Collection, Group } from '../records';
import { invalid, notFound } from '../refusal';
import type { Store } from '../store';
import { newToken } from '../token';

const IN_WORDS: Record<Collection, string> = {
	Participants: 'participants',
	ParticipantsAmoe: 'alternative entries',
	OptOuts: 'opt-outs',
};

const groupName = filledText.describe('unique within the sweepstakes');
const allGroups = z.object({ sweepstakesToken: uuid });
const newGroupName = allGroups.extend({ groupName });
const oneGroup = allGroups.extend({ groupToken: uuid });
const changedGroupName = oneGroup.extend({ groupName });

const create = endpoint({
	method: 'POST',
	path: '/groups/create',
	request: newGroupName,
	reference: { request: acceptEitherCase(newGroupName) },
	carryOut({ sweepstakesToken, groupName }, call) {
		requireOwnSweepstakes(call, sweepstakesToken);
		refuseTakenName(call, sweepstakesToken, groupName);
		const group = call.store.groups.insert(newGroup(call, sweepstakesToken, groupName));
		return { Message: 'Group created.', Data: group };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/groups/fetch',
	request: allGroups,
	reference: { request: acceptEitherCase(allGroups) },
	carryOut({ sweepstakesToken }, call) {
		requireOwnSweepstakes(call, sweepstakesToken);
		const groups = [...call.store.groups.of(sweepstakesToken)].reverse();
		return { Data: groups, Count: groups.length };
	},
});

const update = endpoint({
	method: 'POST',
	path: '/groups/update',
	request: changedGroupName,
	carryOut({ sweepstakesToken, groupToken, groupName }, call) {
		const group = requireOwnGroup(call, sweepstakesToken, groupToken);
		refuseTakenName(call, sweepstakesToken, groupName, group);
		return call.store.groups.update(group, { GroupName: groupName });
	},
	answer: () => ({ Message: 'Group renamed.' }),
	reference: {
		request: acceptEitherCase(changedGroupName),
		answer: ({ UserToken: _, ...Data }) => ({ Message: 'Group renamed.', Data }),
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/groups/delete',
	request: oneGroup,
	reference: { request: acceptEitherCase(oneGroup) },
	carryOut({ sweepstakesToken, groupToken }, call) {
		const group = requireOwnGroup(call, sweepstakesToken, groupToken);
		if (group.Primary) throw invalid('groupToken: a primary group cannot be deleted.');
		if (group.Locked) throw invalid('groupToken: a locked group cannot be deleted.');
		const inhabitant = call.store.entries
			.of(sweepstakesToken)
			.find((entry) => entry.hidden.GroupToken === groupToken);
		if (inhabitant) {
			const inhabitants = IN_WORDS[inhabitant.Collection];
			throw invalid(`groupToken: a group that contains ${inhabitants} cannot be deleted.`);
		}
		call.store.groups.remove(group);
		return { Message: 'Group deleted.' };
	},
});

export const groupEndpoints = [create, fetch, update, remove];

export function newGroup(
	{ account, now }: Call,
	SweepstakesToken: string,
	GroupName: string,
	{ Primary = false } = {},
): Group {
	return {
		GroupToken: newToken(),
		UserToken: account.UserToken,
		SweepstakesToken,
		GroupName,
		Primary,
		Locked: false,
		CreationDate: dateTime(now),
	};
}

/** @throws Refusal 404 unless the group belongs to this sweepstakes of the account */
export function requireOwnGroup(call: Call, sweepstakesToken: string, groupToken: string): Group {
	requireOwnSweepstakes(call, sweepstakesToken);
	const group = call.store.groups.get(groupToken);
	if (group?.SweepstakesToken !== sweepstakesToken) throw notFound('Group');
	return group;
}

export function primaryGroup(store: Store, sweepstakesToken: string): Group {
	return store.groups.of(sweepstakesToken).find(({ Primary }) => Primary)!;
}

function refuseTakenName({ store }: Call, sweepstakesToken: string, name: string, renamed?: Group): void {
	const isTaken = store.groups
		.of(sweepstakesToken)
		.some((group) => group !== renamed && group.GroupName === name);
	if (isTaken) throw invalid(`groupName: the sweepstakes already has a group named “${name}”.`);
}
