import { clone } from '../../nodes/Sweepstakes/operations/clone';
import { create } from '../../nodes/Sweepstakes/operations/create';
import { deleteSweepstakes } from '../../nodes/Sweepstakes/operations/delete';
import { get as getSweepstakes } from '../../nodes/Sweepstakes/operations/get';
import { getMany as getManySweepstakes } from '../../nodes/Sweepstakes/operations/getMany';
import { pause } from '../../nodes/Sweepstakes/operations/pause';
import { unpause } from '../../nodes/Sweepstakes/operations/unpause';
import { update } from '../../nodes/Sweepstakes/operations/update';
import { checkHealth } from '../../nodes/SweepstakesAccount/operations/checkHealth';
import { getBusiness } from '../../nodes/SweepstakesAccount/operations/getBusiness';
import { getPlan } from '../../nodes/SweepstakesAccount/operations/getPlan';
import { getProfile } from '../../nodes/SweepstakesAccount/operations/getProfile';
import { call } from '../../nodes/SweepstakesApiCall/operations/call';
import { generate } from '../../nodes/SweepstakesCode/operations/generate';
import { getFields } from '../../nodes/SweepstakesEntryPage/operations/getFields';
import { create as createGroup } from '../../nodes/SweepstakesGroup/operations/create';
import { deleteGroup } from '../../nodes/SweepstakesGroup/operations/delete';
import { getMany as getManyGroups } from '../../nodes/SweepstakesGroup/operations/getMany';
import { update as updateGroup } from '../../nodes/SweepstakesGroup/operations/update';
import { create as createInvoice } from '../../nodes/SweepstakesInvoice/operations/create';
import { add } from '../../nodes/SweepstakesParticipant/operations/add';
import { count } from '../../nodes/SweepstakesParticipant/operations/count';
import { deleteParticipant } from '../../nodes/SweepstakesParticipant/operations/delete';
import { get as getParticipant } from '../../nodes/SweepstakesParticipant/operations/get';
import { getMany as getManyParticipants } from '../../nodes/SweepstakesParticipant/operations/getMany';
import { create as createRules } from '../../nodes/SweepstakesRule/operations/create';
import { cancelScheduled } from '../../nodes/SweepstakesWinner/operations/cancelScheduled';
import { draw } from '../../nodes/SweepstakesWinner/operations/draw';
import { getMany as getManyWinners } from '../../nodes/SweepstakesWinner/operations/getMany';
import { getScheduled } from '../../nodes/SweepstakesWinner/operations/getScheduled';
import { schedule } from '../../nodes/SweepstakesWinner/operations/schedule';
import type { Operation } from '../../nodes/shared/n8n/operation';
import type { Parameters } from '../../nodes/shared/n8n/parameters';
import type { Dialect } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { UTC_ID } from '../../sandbox/timezones';

/** The sweepstakes that every mix has, and a way to the sandbox without faults. */
export interface World {
	/** For whatever is added. */
	main: string;
	/** With READ_COUNT participants, for what is only read. */
	quiet: string;
	dialect: Dialect;
	/** With participants, for draws. */
	drawn: string;
	/** Sends a call past the faults. */
	api(path: string, body: object, method?: 'POST' | 'GET'): Promise<Record<string, unknown>>;
}

export const READ_COUNT = 45;
export const DRAWN_AT_ONCE = 2;

/** One item of a run: what is sent, and how its fate shows in what the sandbox keeps. */
export interface Step {
	operation: Operation;
	parameters: Parameters;
	/** How many things of this step there are at the end; for a change or a deletion 1 if it was made. */
	found?(store: Store): number;
	/** What an answer must be, where nothing is kept. */
	isRight?(items: readonly object[]): boolean;
}

/** Makes the step no. `n`; `key` is an email address that other steps of the same run may have, too. */
export type Kind = (world: World, n: number, key: string) => Promise<Step> | Step;

const PERIOD = { StartDate: '2090-01-01', StartTime: '00:00', EndDate: '2090-12-31', EndTime: '23:59' };
const EVERYTHING = { returnAll: true, simplify: false, filters: {} };

const quantity = <Row>(rows: Iterable<Row>, isIt: (row: Row) => boolean): number =>
	[...rows].filter(isIt).length;
const withBonus = (n: number) => (store: Store) =>
	quantity(store.entries.all(), ({ BonusEntries }) => BonusEntries === n);
const withHandler = (handler: string) => (store: Store) =>
	quantity(store.sweepstakes.all(), ({ Handler }) => Handler === handler);
const withGroupName = (name: string) => (store: Store) =>
	quantity(store.groups.all(), ({ GroupName }) => GroupName === name);
const without = (found: (store: Store) => number) => (store: Store) => 1 - found(store);

const adding = (sweepstakes: string, n: number, who: object): Step => ({
	operation: add,
	parameters: {
		sweepstakes,
		Fields: { First_Name: 'Jane' },
		BonusEntries: n,
		lang: 'en',
		source: 'test',
		whenAlreadyEntered: 'add',
		...who,
	},
	found: withBonus(n),
});

/** @returns its token */
async function prepareSweepstakes({ api }: World, Handler: string): Promise<string> {
	const { Data } = await api('/sweepstakes/create', {
		SweepstakesName: 'Prepared',
		SweepstakesType: 2,
		Handler,
		...PERIOD,
	});
	return (Data as { SweepstakesToken: string }).SweepstakesToken;
}

/** @returns its token */
async function prepareGroup({ api, main }: World, groupName: string): Promise<string> {
	const { Data } = await api('/groups/create', { sweepstakesToken: main, groupName });
	return (Data as { GroupToken: string }).GroupToken;
}

const drawing = (message: string) => ({
	group: 'allgroups',
	selectedAction: 1,
	scheduleMode: 'settime',
	howManyWinnersToPick: 1,
	endDate: '2090-12-31',
	endTime: '12:00',
	timezone: UTC_ID,
	message,
});

const phoneOf = (n: number) => `+1${String(n).padStart(10, '0')}`;

/** The reference requires an email address and a phone number (Participants and groups). */
export const ONLY_IN_CONTRACT = ['add by email', 'add by phone', 'add without a key'];

/** What leaves something behind, changes or removes something. */
export const WRITING: Record<string, Kind> = {
	'add by email': ({ main }, n, KeyEmail) => adding(main, n, { KeyEmail }),
	'add by email and phone': ({ main }, n, KeyEmail) =>
		adding(main, n, { KeyEmail, KeyPhoneNumber: '+12025550100' }),
	'add by phone': ({ main }, n) => adding(main, n, { KeyPhoneNumber: phoneOf(n) }),
	'add without a key': ({ main }, n) => adding(main, n, {}),
	'add unless entered': ({ main }, n) =>
		adding(main, n, {
			KeyEmail: `once${n}@example.com`,
			KeyPhoneNumber: phoneOf(n),
			whenAlreadyEntered: 'skip',
		}),
	'delete participant': async ({ main, api }, n) => {
		const KeyEmail = `gone${n}@example.com`;
		await api('/participants/add', {
			lang: 'en',
			source: 'test',
			sweepstakesToken: main,
			entryPageFields: { KeyEmail, KeyPhoneNumber: phoneOf(n), BonusEntries: n, Fields: {} },
		});
		return {
			operation: deleteParticipant,
			parameters: { sweepstakes: main, participant: { mode: 'KeyEmail', value: KeyEmail } },
			found: without(withBonus(n)),
		};
	},
	'create sweepstakes': (_world, n) => ({
		operation: create,
		parameters: {
			SweepstakesName: 'New',
			SweepstakesType: 2,
			Handler: `NEW${n}`,
			...PERIOD,
			simplify: true,
			options: {},
		},
		found: withHandler(`NEW${n}`),
	}),
	'clone sweepstakes': (_world, n) => ({
		operation: clone,
		parameters: {
			Handler: { mode: 'byHandler', value: 'QUIET' },
			HandlerNew: `CLONE${n}`,
			SweepstakesName: 'Clone',
			...PERIOD,
		},
		found: withHandler(`CLONE${n}`),
	}),
	'update sweepstakes': async (world, n) => ({
		operation: update,
		parameters: {
			sweepstakes: await prepareSweepstakes(world, `UPDATED${n}`),
			updateFields: { SweepstakesName: `Updated ${n}` },
			simplify: true,
		},
		found: ({ sweepstakes }) =>
			quantity(sweepstakes.all(), ({ SweepstakesName }) => SweepstakesName === `Updated ${n}`),
	}),
	'pause sweepstakes': async (world, n) => ({
		operation: pause,
		parameters: { sweepstakes: await prepareSweepstakes(world, `PAUSED${n}`) },
		found: ({ sweepstakes }) =>
			quantity(sweepstakes.all(), ({ Handler, Status }) => Handler === `PAUSED${n}` && !Status),
	}),
	'unpause sweepstakes': async (world, n) => {
		const token = await prepareSweepstakes(world, `ACTIVE${n}`);
		await world.api('/sweepstakes/pause', { SweepstakesToken: token });
		return {
			operation: unpause,
			parameters: { sweepstakes: token },
			found: ({ sweepstakes }) =>
				quantity(sweepstakes.all(), ({ Handler, Status }) => Handler === `ACTIVE${n}` && Status),
		};
	},
	'delete sweepstakes': async (world, n) => ({
		operation: deleteSweepstakes,
		parameters: { sweepstakes: await prepareSweepstakes(world, `DELETED${n}`) },
		found: without(withHandler(`DELETED${n}`)),
	}),
	'create group': ({ main }, n) => ({
		operation: createGroup,
		parameters: { sweepstakes: main, groupName: `New ${n}` },
		found: withGroupName(`New ${n}`),
	}),
	'rename group': async (world, n) => ({
		operation: updateGroup,
		parameters: {
			sweepstakes: world.main,
			group: await prepareGroup(world, `Old ${n}`),
			groupName: `Renamed ${n}`,
		},
		found: withGroupName(`Renamed ${n}`),
	}),
	'delete group': async (world, n) => ({
		operation: deleteGroup,
		parameters: { sweepstakes: world.main, group: await prepareGroup(world, `Deleted ${n}`) },
		found: without(withGroupName(`Deleted ${n}`)),
	}),
	'schedule drawing': ({ main }, n) => ({
		operation: schedule,
		parameters: {
			sweepstakes: main,
			...drawing(`Drawing ${n}`),
			frequency: 0,
			selectedAction: 2,
			timezone: String(UTC_ID),
			options: {},
		},
		found: ({ scheduled }) => quantity(scheduled.all(), ({ order }) => order.message === `Drawing ${n}`),
	}),
	'cancel drawing': async ({ main, api, dialect }, n) => {
		await api('/winners/schedule', { sweepstakesToken: main, ...drawing(`Cancelled ${n}`) });
		const { Drawings } = await (dialect === 'contract'
			? api(`/winners/fetchscheduled?sweepstakesToken=${main}`, {}, 'GET')
			: api('/winners/fetchscheduled', { sweepstakesToken: main }));
		const one = (Drawings as Array<{ Message: string; ScheduleToken: string }>).find(
			({ Message }) => Message === `Cancelled ${n}`,
		)!;
		return {
			operation: cancelScheduled,
			parameters: { sweepstakes: main, scheduled: one.ScheduleToken },
			found: without(({ scheduled }) =>
				quantity(scheduled.all(), ({ order }) => order.message === `Cancelled ${n}`),
			),
		};
	},
	'create rules': ({ main }, n) => ({
		operation: createRules,
		parameters: { sweepstakes: main, Title: `Rules ${n}`, DocumentContent: '<p>No purchase necessary.</p>' },
		found: ({ rules }) => quantity(rules.all(), ({ Title }) => Title === `Rules ${n}`),
	}),
	'create invoice': (_world, n) => ({
		operation: createInvoice,
		parameters: {
			Name: `Invoiced ${n}`,
			Email: 'ada@example.com',
			recipient: {},
			specifyItems: 'fields',
			items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
			Status: 'draft',
			simplify: true,
			additional: {},
		},
		found: ({ invoices }) => quantity(invoices.all(), ({ BillTo }) => BillTo.Name === `Invoiced ${n}`),
	}),
	'generate codes': ({ main }, n) => ({
		operation: generate,
		parameters: {
			sweepstakes: main,
			Quantity: 3,
			Length: 10,
			simplify: true,
			options: { Description: `Codes ${n}` },
		},
		found: ({ codes }) => quantity(codes.all(), ({ Description }) => Description === `Codes ${n}`),
	}),
	'call of one’s own': (_world, n) => ({
		operation: call,
		parameters: {
			method: 'POST',
			path: '/notes/create',
			query: {},
			body: { Title: `Note ${n}`, Note: 'Text' },
			safeToRepeat: false,
		},
		found: ({ notes }) => quantity(notes.all(), ({ Title }) => Title === `Note ${n}`),
	}),
};

const hasOne = (items: readonly object[]) => items.length === 1;

/** What only reads: it may be repeated at will, and its answer must be whole. */
export const READING: Record<string, Kind> = {
	'check health': () => ({ operation: checkHealth, parameters: {}, isRight: hasOne }),
	'get profile': () => ({ operation: getProfile, parameters: {}, isRight: hasOne }),
	'get business': () => ({ operation: getBusiness, parameters: {}, isRight: hasOne }),
	'get plan': () => ({ operation: getPlan, parameters: { simplify: true }, isRight: hasOne }),
	'get entry form': ({ quiet }) => ({
		operation: getFields,
		parameters: { sweepstakes: quiet },
		isRight: (items) => items.length > 0,
	}),
	'get sweepstakes': ({ quiet }) => ({
		operation: getSweepstakes,
		parameters: { sweepstakes: quiet, simplify: true },
		isRight: hasOne,
	}),
	'get many sweepstakes': () => ({
		operation: getManySweepstakes,
		parameters: { ...EVERYTHING, filters: { search: 'QUIET' } },
		isRight: hasOne,
	}),
	'get many groups': ({ quiet }) => ({
		operation: getManyGroups,
		parameters: { sweepstakes: quiet, ...EVERYTHING },
		isRight: hasOne,
	}),
	'count participants': ({ quiet }) => ({
		operation: count,
		parameters: { sweepstakes: quiet, filters: {} },
		isRight: ([item]) => JSON.stringify(item).includes(`"Total":${READ_COUNT}`),
	}),
	'get participant': ({ quiet }) => ({
		operation: getParticipant,
		parameters: {
			sweepstakes: quiet,
			participant: { mode: 'KeyEmail', value: 'participant7@example.com' },
			whenNotFound: 'error',
			simplify: true,
		},
		isRight: hasOne,
	}),
	'get many participants': ({ quiet }) => ({
		operation: getManyParticipants,
		parameters: { sweepstakes: quiet, ...EVERYTHING },
		isRight: (items) =>
			items.length === READ_COUNT && new Set(items.map((item) => JSON.stringify(item))).size === READ_COUNT,
	}),
	'get many winners': ({ quiet }) => ({
		operation: getManyWinners,
		parameters: { sweepstakes: quiet, ...EVERYTHING },
		isRight: (items) => items.length === 0,
	}),
	'get scheduled': ({ quiet }) => ({
		operation: getScheduled,
		parameters: { sweepstakes: quiet },
		isRight: (items) => items.length === 0,
	}),
	draw: ({ drawn }) => ({
		operation: draw,
		parameters: {
			sweepstakes: drawn,
			howManyWinnersToPick: DRAWN_AT_ONCE,
			severalItems: 'each',
			group: 'allgroups',
			options: {},
		},
		isRight: (items) => items.length === DRAWN_AT_ONCE,
	}),
};
