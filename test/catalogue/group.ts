import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

const named =
	(prefix: string) =>
	({ groups }: Store, { n }: { n: number }) =>
		countOf(groups.all(), ({ GroupName }) => GroupName === `${prefix} ${n}`);

async function createGroup({ api, main }: World, groupName: string): Promise<string> {
	const { Data } = await api<{ Data: { GroupToken: string } }>('/groups/create', {
		sweepstakesToken: main,
		groupName,
	});
	return Data.GroupToken;
}

export const group: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /groups/create',
		parameters: ({ main }, { n }) => ({ sweepstakes: byId(main), groupName: `New ${n}` }),
		output: ({ n }) => item({ GroupToken: expect.any(String), GroupName: `New ${n}` }),
		withoutReply: 'confirms',
		stored: named('New'),
	},
	{
		operation: 'create',
		variant: 'unless the name exists',
		endpoint: 'POST /groups/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			groupName: `Only ${n}`,
			whenNameExists: 'return',
		}),
		output: ({ n }) => item({ GroupToken: expect.any(String), GroupName: `Only ${n}`, existed: false }),
		withoutReply: 'confirms',
		stored: named('Only'),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /groups/fetch',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), limit: 100 }),
		output: () => item({ GroupToken: expect.any(String) }),
	},
	{
		operation: 'update',
		endpoint: 'POST /groups/update',
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			group: byId(await createGroup(world, `Old ${n}`)),
			groupName: `Renamed ${n}`,
		}),
		output: ({ n }) => item({ GroupName: `Renamed ${n}` }),
		withoutReply: 'confirms',
		stored: named('Renamed'),
	},
	{
		operation: 'delete',
		endpoint: 'POST /groups/delete',
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			group: byId(await createGroup(world, `Deleted ${n}`)),
		}),
		...deletion('GroupToken'),
		stored: (store, unique) => 1 - named('Deleted')(store, unique),
	},
];
