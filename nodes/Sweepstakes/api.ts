import type { Caller } from '../shared/client/endpoint';
import { hasStatus } from '../shared/client/failures';
import { cut, isObject, asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	noRequest,
	records,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { date, dateFromToday, handler, time, uuid } from '../shared/api/formats';
import { isSameId } from '../shared/api/ids';
import { confirmNamedCreation } from '../shared/api/ledger';
import { memoize } from '../shared/api/memoize';
import { wallClock } from '../shared/api/wallClock';

/** A sweepstakes of the account (contract, Sweepstakes). */
export type Sweepstakes = Json & { SweepstakesToken: string };

/** The handler of a sweepstakes as text: one that consists of digits may come as a number. Empty if there is none. */
export function readHandler({ Handler }: Json): string {
	return typeof Handler === 'number' ? String(Handler) : asText(Handler);
}

/** When a sweepstakes runs, as its settings say. The end date has two names there (reference, Sweepstakes, fetch). */
export function readPeriod(record: object): Json {
	const settings = 'Settings' in record && isObject(record.Settings) ? record.Settings : {};
	const { StartDate, StartTime, ExpirationDate, EndDate = ExpirationDate, EndTime, Timezone } = settings;
	const period = { StartDate, StartTime, EndDate, EndTime, Timezone };
	return Object.fromEntries(Object.entries(period).filter(([, value]) => value !== undefined));
}

/** By how much the clocks of the first and the last time zone differ from UTC, in ms. */
const MOST_AHEAD_MS = 14 * 60 * 60 * 1_000;
const MOST_BEHIND_MS = 12 * 60 * 60 * 1_000;

/** Whether a moment on the clock of an unknown time zone is past. @returns undefined if that depends on the time zone. */
function isPast(moment: number | undefined, now: number): boolean | undefined {
	if (moment === undefined) return undefined;
	if (now >= moment + MOST_BEHIND_MS) return true;
	return now < moment - MOST_AHEAD_MS ? false : undefined;
}

/**
 * The state of a sweepstakes in words. A paused one has the status false (reference, Sweepstakes: pause). The time zone is an ID that
 * only another call could resolve, so within half a day of the start and the end the state is not certain.
 *
 * @param now ms since 1970
 * @returns undefined if the record does not say it for certain.
 */
export function findState(record: Json, now: number) {
	const { StartDate, StartTime, EndDate, EndTime } = { ...record, ...readPeriod(record) };
	const isEnded = isPast(wallClock(EndDate, EndTime), now);
	const isStarted = isPast(wallClock(StartDate, StartTime), now);
	if (String(record.Archived) === 'true') return 'archived';
	if (isEnded) return 'ended';
	if (String(record.Status) === 'false') return 'paused';
	if (String(record.Status) !== 'true') return undefined;
	if (isStarted === false) return 'scheduled';
	return isStarted && isEnded === false ? 'running' : undefined;
}

interface Period {
	/** Both `YYYY-MM-DD` */
	StartDate?: string;
	EndDate?: string;
}

const isInOrder = ({ StartDate, EndDate }: Period) => !StartDate || !EndDate || EndDate >= StartDate;

const NOT_IN_ORDER = { path: ['EndDate'], message: 'must not be before {StartDate}' };

const fetchSweepstakes = endpoint({
	call: 'POST /sweepstakes/fetch',
	request: noRequest,
	reply: z.object({ Data: records('SweepstakesToken') }),
	tells: 'which sweepstakes there are',
	retry: safe,
});

/** @throws {ServiceError} if the service cannot be asked. */
export async function allSweepstakes(service: Caller): Promise<Sweepstakes[]> {
	return (await service.call(fetchSweepstakes, undefined)).Data;
}

/** The sweepstakes that match. The service returns all of them, so they are filtered here. */
export const sweepstakesMatching = lookup({
	request: z.object({
		/** In name or handler, whatever the case. */
		search: z.string().default(''),
		Archived: z.boolean().optional(),
		Status: z.boolean().optional(),
		SweepstakesType: z.number().optional(),
	}),
	async *read(service, { search, ...exact }) {
		const wanted = search.toLowerCase();
		for (const one of await allSweepstakes(service)) {
			const isEqual = Object.entries(exact).every(
				([key, value]) => value === undefined || String(one[key]) === String(value),
			);
			const text = `${asText(one.SweepstakesName)}\n${readHandler(one)}`;
			if (isEqual && text.toLowerCase().includes(wanted)) yield one;
		}
	},
});

const MOST_SUGGESTIONS = 5;

const createListCache = () => new Map<string, Promise<Sweepstakes[]>>();

/** The list as it was when this execution first needed it: one call for all items. */
async function cachedSweepstakes(service: Caller): Promise<Sweepstakes[]> {
	return await memoize(service.state.get(createListCache), 'all', async () => await allSweepstakes(service));
}

/**
 * The tokens of the sweepstakes that have a handler, in any case of letters. Handlers are unique, so there should be one.
 *
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function tokensOfHandler(service: Caller, wanted: string): Promise<string[]> {
	const found = (await cachedSweepstakes(service)).filter(
		(one) => readHandler(one).toUpperCase() === wanted.toUpperCase(),
	);
	return [...new Set(found.map(({ SweepstakesToken }) => SweepstakesToken))];
}

/**
 * Some handlers to choose from when no sweepstakes has the wanted one, as "SPRING (Spring Giveaway)": first those of the
 * sweepstakes that have it in their name.
 *
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function someHandlers(service: Caller, wanted: string): Promise<string[]> {
	const list = (await cachedSweepstakes(service)).filter((one) => readHandler(one) !== '');
	const isMeant = ({ SweepstakesName }: Json) =>
		asText(SweepstakesName).toLowerCase().includes(wanted.toLowerCase());
	return [...list.filter(isMeant), ...list.filter((one) => !isMeant(one))]
		.slice(0, MOST_SUGGESTIONS)
		.map((one) => cut(`${readHandler(one)} (${asText(one.SweepstakesName)})`));
}

/**
 * The sweepstakes of a token. The service has no operation for one, so it is found in the list.
 *
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function sweepstakesByToken(service: Caller, wanted: string): Promise<Sweepstakes | undefined> {
	const list = await cachedSweepstakes(service);
	return list.find(({ SweepstakesToken }) => isSameId(SweepstakesToken, wanted));
}

/**
 * What a list of a sweepstakes is if the service answers 404: it may do so for an empty list as for an unknown sweepstakes.
 *
 * @returns undefined for a 404 about a sweepstakes that exists.
 */
export async function undefinedIfEmpty<List>(
	service: Caller,
	sweepstakesToken: string,
	reading: Promise<List>,
): Promise<List | undefined> {
	return await reading.catch(async (error: unknown) => {
		if (hasStatus(error, 404) && (await sweepstakesByToken(service, sweepstakesToken))) return undefined;
		throw error;
	});
}

const sweepstakesToCreate = z
	.object({
		SweepstakesName: z.string(),
		SweepstakesType: z.number().int().min(1).max(3),
		Handler: handler,
		StartDate: dateFromToday,
		EndDate: date,
		StartTime: time,
		EndTime: time,
		CreateInCalendar: z.boolean().optional(),
		SyncWithWinners: z.boolean().optional(),
		DeleteIfDeleted: z.boolean().optional(),
		DeleteIfAcctDeleted: z.boolean().optional(),
	})
	.refine(isInOrder, NOT_IN_ORDER);

/** Handlers are unique. */
const NEW_SWEEPSTAKES = {
	id: 'SweepstakesToken',
	nameIn: (one: Json) => readHandler(one).toUpperCase(),
	listed: allSweepstakes,
};

export const createSweepstakes = endpoint({
	call: 'POST /sweepstakes/create',
	request: sweepstakesToCreate,
	reply: dataReply,
	// The handler is unique, but a second attempt would be refused and hide that the first succeeded.
	retry: unsafe({
		check:
			'Before you create it again, check with Sweepstakes › Get Many whether a sweepstakes has this handler.',
		confirm: confirmNamedCreation<z.output<typeof sweepstakesToCreate>>({
			...NEW_SWEEPSTAKES,
			nameOf: ({ Handler }) => Handler,
		}),
	}),
});

const sweepstakesToClone = z
	.object({
		Handler: z.string(),
		HandlerNew: handler,
		SweepstakesName: z.string().max(80),
		StartDate: date,
		EndDate: date,
		StartTime: time,
		EndTime: time,
	})
	.refine(isInOrder, NOT_IN_ORDER);

export const cloneSweepstakes = endpoint({
	call: 'POST /sweepstakes/clone',
	request: sweepstakesToClone,
	reply: acknowledgement,
	// The new handler is unique, but a second attempt would be refused (409) and hide that the first succeeded.
	retry: unsafe({
		check:
			'Before you clone again, check with Sweepstakes › Get Many whether a sweepstakes has the new handler.',
		confirm: confirmNamedCreation<z.output<typeof sweepstakesToClone>>({
			...NEW_SWEEPSTAKES,
			nameOf: ({ HandlerNew }) => HandlerNew,
			toReply({ SweepstakesToken, SweepstakesType, Handler }, { Handler: _, HandlerNew, ...copy }) {
				return { Response: true, SweepstakesToken, SweepstakesType, Handler, ...copy, Status: 'active' };
			},
		}),
	}),
});

/** At least one of the optional fields is required. Dates that are sent are today or later (reference, Sweepstakes, update). */
export const updateSweepstakes = endpoint({
	call: 'POST /sweepstakes/update',
	request: z
		.object({
			SweepstakesToken: uuid,
			SweepstakesName: z.string().max(200).optional(),
			StartDate: dateFromToday.optional(),
			EndDate: dateFromToday.optional(),
			StartTime: time.optional(),
			EndTime: time.optional(),
		})
		.refine(isInOrder, NOT_IN_ORDER),
	reply: dataReply,
	// The second time sets the same values.
	retry: safe,
});

const oneSweepstakes = z.object({ SweepstakesToken: uuid });

export const pauseSweepstakes = endpoint({
	call: 'POST /sweepstakes/pause',
	request: oneSweepstakes,
	reply: acknowledgement,
	// The only condition is that the sweepstakes exists, and it is paused after the second time as after the first.
	retry: safe,
});

export const unpauseSweepstakes = endpoint({
	call: 'POST /sweepstakes/unpause',
	request: oneSweepstakes,
	reply: acknowledgement,
	// The only condition is that the sweepstakes exists, and it is active after the second time as after the first.
	retry: safe,
});

export const deleteSweepstakes = endpoint({
	call: 'POST /sweepstakes/delete',
	request: oneSweepstakes,
	reply: acknowledgement,
	retry: safeDelete,
});
