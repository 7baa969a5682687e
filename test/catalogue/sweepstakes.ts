import type { Sweepstakes } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { createSweepstakes } from '../../tools/sandbox';
import { countOf, deletion, item, type DateKind, type Row } from './row';
import { byId, type World } from './world';

const PERIOD = { StartDate: '2089-01-01', StartTime: '00:00', EndDate: '2099-01-01', EndTime: '00:00' };
const DATES: Record<string, DateKind> = {
	StartDate: 'date',
	StartTime: 'time',
	EndDate: 'date',
	EndTime: 'time',
};

const storedWith =
	(meets: (record: Sweepstakes, n: number) => boolean) =>
	({ sweepstakes }: Store, { n }: { n: number }) =>
		countOf(sweepstakes.all(), (record) => meets(record, n));
const withHandler = (prefix: string) => storedWith(({ Handler }, n) => Handler === `${prefix}${n}`);

/** A sweepstakes that only this row changes. */
const own = async ({ api }: World, Handler: string) => byId(await createSweepstakes({ api }, { Handler }));

export const sweepstakes: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /sweepstakes/create',
		parameters: (_world, { n }) => ({
			SweepstakesName: 'Autumn',
			SweepstakesType: 3,
			Handler: `new${n}`,
			...PERIOD,
			options: {
				CreateInCalendar: true,
				SyncWithWinners: true,
				DeleteIfDeleted: true,
				DeleteIfAcctDeleted: true,
			},
		}),
		dates: DATES,
		output: ({ n }) =>
			item({ SweepstakesToken: expect.any(String), SweepstakesName: 'Autumn', Handler: `NEW${n}` }),
		withoutReply: 'confirms',
		stored: withHandler('NEW'),
	},
	{
		operation: 'clone',
		endpoint: 'POST /sweepstakes/clone',
		parameters: (_world, { n }) => ({
			Handler: { __rl: true, mode: 'byHandler', value: 'QUIET' },
			HandlerNew: `clone${n}`,
			SweepstakesName: 'Clone',
			...PERIOD,
		}),
		dates: DATES,
		output: ({ n }) =>
			item({
				SweepstakesToken: expect.any(String),
				SweepstakesType: 2,
				SweepstakesName: 'Clone',
				Handler: `CLONE${n}`,
				...PERIOD,
				Status: 'active',
			}),
		withoutReply: 'confirms',
		stored: withHandler('CLONE'),
	},
	{
		operation: 'get',
		endpoint: 'POST /sweepstakes/fetch',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ Handler: 'QUIET' }),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /sweepstakes/fetch',
		parameters: () => ({
			limit: 100,
			filters: { Archived: false, search: 'QUIET', paused: false, SweepstakesType: 2 },
		}),
		output: () => item({ Handler: 'QUIET' }),
	},
	{
		operation: 'update',
		endpoint: 'POST /sweepstakes/update',
		parameters: async (world, { n }) => ({
			sweepstakes: await own(world, `UPDATED${n}`),
			updateFields: { SweepstakesName: `Updated ${n}`, ...PERIOD },
		}),
		dates: DATES,
		output: ({ n }) => item({ SweepstakesName: `Updated ${n}` }),
		stored: storedWith(({ SweepstakesName }, n) => SweepstakesName === `Updated ${n}`),
	},
	{
		operation: 'pause',
		endpoint: 'POST /sweepstakes/pause',
		parameters: async (world, { n }) => ({ sweepstakes: await own(world, `PAUSED${n}`) }),
		output: () => item({ paused: true }),
		stored: storedWith(({ Handler, Status }, n) => Handler === `PAUSED${n}` && !Status),
	},
	{
		operation: 'resume',
		endpoint: 'POST /sweepstakes/unpause',
		parameters: async (world, { n }) => {
			const picked = await own(world, `ACTIVE${n}`);
			await world.api('/sweepstakes/pause', { SweepstakesToken: picked.value });
			return { sweepstakes: picked };
		},
		output: () => item({ paused: false }),
		stored: storedWith(({ Handler, Status }, n) => Handler === `ACTIVE${n}` && Status),
	},
	{
		operation: 'delete',
		endpoint: 'POST /sweepstakes/delete',
		parameters: async (world, { n }) => ({ sweepstakes: await own(world, `DELETED${n}`) }),
		...deletion('SweepstakesToken'),
		stored: (store, unique) => 1 - withHandler('DELETED')(store, unique),
	},
];
