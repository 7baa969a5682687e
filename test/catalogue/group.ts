import { createRecord, deletion, item, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const named = namedIn('groups', 'GroupName');

const createGroup = async (world: World, groupName: string) =>
	await createRecord(world, '/groups/create', { sweepstakesToken: world.main, groupName }, 'GroupToken');

export const group: Row[] = [
	once('create', 'POST /groups/create', {
		parameters: ({ main }, { n }) => ({ sweepstakes: byId(main), groupName: `New ${n}` }),
		output: ({ n }) => item({ GroupToken: expect.any(String), GroupName: `New ${n}` }),
		stored: named('New'),
	}),
	once('create, unless the name exists', 'POST /groups/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			groupName: `Only ${n}`,
			whenNameExists: 'return',
		}),
		output: ({ n }) => item({ GroupToken: expect.any(String), GroupName: `Only ${n}`, existed: false }),
		stored: named('Only'),
	}),
	row('getMany', 'POST /groups/fetch', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), limit: 100 }),
		output: () => item({ GroupToken: expect.any(String) }),
	}),
	once('rename', 'POST /groups/update', {
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			group: byId(await createGroup(world, `Old ${n}`)),
			groupName: `Renamed ${n}`,
		}),
		output: ({ n }) => item({ GroupName: `Renamed ${n}` }),
		stored: named('Renamed'),
	}),
	deletion('POST /groups/delete', 'GroupToken', named('Deleted'), async (world, { n }) => ({
		sweepstakes: byId(world.main),
		group: byId(await createGroup(world, `Deleted ${n}`)),
	})),
];
