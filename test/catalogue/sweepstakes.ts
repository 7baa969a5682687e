import type { Sweepstakes } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { createSweepstakes } from '../../tools/sandbox';
import { count, deletion, item, once, row, type Row, type UniqueValues } from './row';
import { byId, type World } from './world';

const PERIOD = { StartDate: '2089-01-01', StartTime: '00:00', EndDate: '2099-01-01', EndTime: '00:00' };
const DATES = { StartDate: 'date', StartTime: 'time', EndDate: 'date', EndTime: 'time' } as const;

const storedWith =
	(matches: (record: Sweepstakes, n: number) => boolean) =>
	({ sweepstakes }: Store, { n }: UniqueValues) =>
		count(sweepstakes.all(), (record) => matches(record, n));
const withHandler = (prefix: string) => storedWith(({ Handler }, n) => Handler === `${prefix}${n}`);

/** Creates a sweepstakes that only this row changes, and returns the value of a picker for it. */
const createOwn = async ({ api }: World, Handler: string) =>
	byId(await createSweepstakes({ api }, { Handler }));

export const sweepstakes: Row[] = [
	once('create', 'POST /sweepstakes/create', {
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
		stored: withHandler('NEW'),
	}),
	once('clone', 'POST /sweepstakes/clone', {
		parameters: (_world, { n }) => ({
			Handler: byId('QUIET'),
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
		stored: withHandler('CLONE'),
	}),
	row('get', 'POST /sweepstakes/fetch', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ Handler: 'QUIET' }),
	}),
	row('getMany', 'POST /sweepstakes/fetch', {
		parameters: () => ({
			limit: 100,
			filters: { Archived: false, search: 'QUIET', paused: false, SweepstakesType: 2 },
		}),
		output: () => item({ Handler: 'QUIET' }),
	}),
	row('update', 'POST /sweepstakes/update', {
		parameters: async (world, { n }) => ({
			sweepstakes: await createOwn(world, `UPDATED${n}`),
			updateFields: { SweepstakesName: `Updated ${n}`, ...PERIOD },
		}),
		dates: DATES,
		output: ({ n }) => item({ SweepstakesName: `Updated ${n}` }),
		stored: storedWith(({ SweepstakesName }, n) => SweepstakesName === `Updated ${n}`),
	}),
	row('pause', 'POST /sweepstakes/pause', {
		parameters: async (world, { n }) => ({ sweepstakes: await createOwn(world, `PAUSED${n}`) }),
		output: () => item({ paused: true }),
		stored: storedWith(({ Handler, Status }, n) => Handler === `PAUSED${n}` && !Status),
	}),
	row('resume', 'POST /sweepstakes/unpause', {
		parameters: async (world, { n }) => {
			const picked = await createOwn(world, `ACTIVE${n}`);
			await world.api('/sweepstakes/pause', { SweepstakesToken: picked.value });
			return { sweepstakes: picked };
		},
		output: () => item({ paused: false }),
		stored: storedWith(({ Handler, Status }, n) => Handler === `ACTIVE${n}` && Status),
	}),
	deletion('POST /sweepstakes/delete', 'SweepstakesToken', withHandler('DELETED'), async (world, { n }) => ({
		sweepstakes: await createOwn(world, `DELETED${n}`),
	})),
];
