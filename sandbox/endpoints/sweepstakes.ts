import { z } from 'zod';
import { dateOf, dateTime, instantOf } from '../clock';
import { endpoint, ownSweepstakes, type Call } from '../endpoint';
import { date, endNotBeforeStart, filledText, flag, handler, integer, text, time, uuid } from '../fields';
import type { CalendarEvent, Sweepstakes, SweepstakesSettings } from '../records';
import { Refusal, forbidden, invalid, notFound } from '../refusal';
import { newEntryPage } from './entrypage';
import { newGroup } from './groups';
import { newToken } from '../token';

const CLONE_HANDLER_HINT = 'alphanumeric plus underscores, max 25 characters, not already taken';

const create = endpoint({
	method: 'POST',
	path: '/sweepstakes/create',
	request: z
		.object({
			SweepstakesName: filledText,
			SweepstakesType: integer.min(1).max(3).describe('1 = SMS, 2 = Email, 3 = Social'),
			Handler: handler.describe('unique'),
			StartDate: date.describe('date YYYY-MM-DD, today or later'),
			EndDate: date.describe('date YYYY-MM-DD, not before StartDate'),
			StartTime: time,
			EndTime: time,
			CreateInCalendar: flag.default(false),
			SyncWithWinners: flag.default(false),
			DeleteIfDeleted: flag.default(false),
			DeleteIfAcctDeleted: flag.default(false),
		})
		.superRefine(endNotBeforeStart),
	carryOut({ SweepstakesName, SweepstakesType, Handler, ...Settings }, call) {
		if (Settings.StartDate < dateOf(call.now)) throw invalid('StartDate: must be today or later.');
		if (holderOf(call, Handler)) throw invalid(`Handler: ${Handler} is already taken.`);
		refuseAboveCap(call);
		const sweepstakes = insertSweepstakes(call, { SweepstakesName, SweepstakesType, Handler, Settings });
		const { SweepstakesToken } = sweepstakes;
		call.store.entryPages.insert(newEntryPage(SweepstakesToken));
		call.store.groups.insert(newGroup(call, SweepstakesToken, 'Primary', { Primary: true }));
		if (Settings.CreateInCalendar) {
			call.store.events.insert(
				newEvent(call, SweepstakesToken, { EventTitle: SweepstakesName, ...eventDates(Settings) }),
			);
		}
		call.store.usage.update(call.usage, { score: call.usage.score + 3 });
		return sweepstakes;
	},
	answer: (Data) => ({ Message: 'Sweepstakes created.', Data }),
	reference: {
		answer: ({
			SweepstakesToken,
			SweepstakesName,
			SweepstakesType,
			Handler,
			Settings,
			Status,
			CreationDate,
		}) => ({
			Message: 'Sweepstakes created.',
			Data: {
				SweepstakesToken,
				SweepstakesName,
				SweepstakesType,
				Handler,
				StartDate: Settings.StartDate,
				EndDate: Settings.EndDate,
				Status,
				CreationDate,
			},
		}),
	},
});

const clone = endpoint({
	method: 'POST',
	path: '/sweepstakes/clone',
	request: z
		.object({
			Handler: text.toUpperCase().min(1).describe('handler of the original'),
			HandlerNew: text
				.toUpperCase()
				.refine((value) => handler.safeParse(value).success, 'must be at most 20 letters and digits')
				.describe(CLONE_HANDLER_HINT),
			SweepstakesName: filledText.max(80),
			StartDate: date,
			EndDate: date.describe('date YYYY-MM-DD, after StartDate'),
			StartTime: time,
			EndTime: time,
		})
		.superRefine(endNotBeforeStart),
	carryOut({ Handler, HandlerNew, SweepstakesName, ...dates }, call) {
		const original = holderOf(call, Handler);
		if (original?.UserToken !== call.account.UserToken) throw notFound('Sweepstakes');
		if (holderOf(call, HandlerNew)) throw new Refusal(409, `The handler ${HandlerNew} already exists.`);
		refuseAboveCap(call);
		const sweepstakes = insertSweepstakes(call, {
			SweepstakesName,
			SweepstakesType: original.SweepstakesType,
			Handler: HandlerNew,
			Settings: { ...original.Settings, ...dates },
		});
		copyBelongings(call, original, sweepstakes);
		return {
			Message: 'Sweepstakes cloned.',
			SweepstakesToken: sweepstakes.SweepstakesToken,
			SweepstakesType: sweepstakes.SweepstakesType,
			SweepstakesName,
			Handler: HandlerNew,
			...dates,
			Status: 'active',
		};
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/sweepstakes/fetch',
	carryOut(_, { store, account }) {
		const own = store.sweepstakes.of(account.UserToken);
		return { Data: own, Count: own.length };
	},
});

const update = endpoint({
	method: 'POST',
	path: '/sweepstakes/update',
	request: z
		.object({
			SweepstakesToken: uuid,
			SweepstakesName: filledText.max(200).optional(),
			StartDate: date.optional(),
			EndDate: date.describe('date YYYY-MM-DD, not before StartDate').optional(),
			StartTime: time.optional(),
			EndTime: time.optional(),
		})
		.refine(
			({ SweepstakesToken: _, ...changes }) => Object.keys(changes).length > 0,
			'at least one field besides SweepstakesToken must be given',
		),
	carryOut({ SweepstakesToken, SweepstakesName, ...dates }, call) {
		const sweepstakes = ownSweepstakes(call, SweepstakesToken);
		const Settings = { ...sweepstakes.Settings, ...dates };
		if (Settings.EndDate < Settings.StartDate) throw invalid('EndDate: must not be before StartDate.');
		call.store.sweepstakes.update(sweepstakes, {
			Settings,
			...(SweepstakesName !== undefined && { SweepstakesName }),
		});
		return sweepstakes;
	},
	answer: (Data) => ({ Message: 'Sweepstakes updated.', Data }),
	reference: {
		answer: ({
			SweepstakesToken,
			SweepstakesName,
			SweepstakesType,
			Handler,
			Settings,
			Status,
			CreationDate,
		}) => ({
			Message: 'Sweepstakes updated.',
			Data: {
				SweepstakesToken,
				SweepstakesName,
				SweepstakesType,
				Handler,
				StartDate: Settings.StartDate,
				EndDate: Settings.EndDate,
				StartTime: Settings.StartTime,
				EndTime: Settings.EndTime,
				Status,
				CreationDate,
			},
		}),
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/sweepstakes/delete',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.removeSweepstakes(ownSweepstakes(call, SweepstakesToken));
		return { Message: 'Sweepstakes deleted with everything it owned.' };
	},
});

const pause = endpoint({
	method: 'POST',
	path: '/sweepstakes/pause',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.sweepstakes.update(ownSweepstakes(call, SweepstakesToken), { Status: false });
		return { Message: 'Sweepstakes paused.' };
	},
});

const unpause = endpoint({
	method: 'POST',
	path: '/sweepstakes/unpause',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.sweepstakes.update(ownSweepstakes(call, SweepstakesToken), { Status: true });
		return { Message: 'Sweepstakes unpaused.' };
	},
});

export const sweepstakesEndpoints = [create, clone, fetch, update, remove, pause, unpause];

/** A calendar event of a sweepstakes with this title and times. */
export function newEvent(
	call: Call,
	SweepstakesToken: string,
	given: Pick<CalendarEvent, 'EventTitle' | 'EventStartDate' | 'EventEndDate'>,
): CalendarEvent {
	return {
		EventToken: newToken(),
		...given,
		EventDescription: '',
		EventLocation: '',
		EventColor: '#3b82f6',
		EventAllDay: false,
		EventStatus: true,
		PrivateEvent: false,
		Completed: false,
		CreationDate: dateTime(call.now),
		SweepstakesToken,
	};
}

/** The sweepstakes that holds the handler, of whichever account: handlers are unique in the whole service. */
function holderOf({ store }: Call, handlerSought: string): Sweepstakes | undefined {
	for (const sweepstakes of store.sweepstakes.all()) {
		if (sweepstakes.Handler === handlerSought) return sweepstakes;
	}
	return undefined;
}

/** Specification, "Limits": creation and cloning take a slot, and archived sweepstakes keep theirs. */
function refuseAboveCap({ store, account }: Call): void {
	const { MaxSweepstakesAllowed } = account.plan;
	if (store.sweepstakes.of(account.UserToken).length >= MaxSweepstakesAllowed) {
		throw forbidden(
			`The plan allows ${MaxSweepstakesAllowed} sweepstakes, archived ones included (MaxSweepstakesAllowed).`,
		);
	}
}

function insertSweepstakes(
	{ store, account, now }: Call,
	given: Pick<Sweepstakes, 'SweepstakesName' | 'SweepstakesType' | 'Handler'> & {
		Settings: SweepstakesSettings;
	},
): Sweepstakes {
	return store.sweepstakes.insert({
		SweepstakesToken: newToken(),
		UserToken: account.UserToken,
		...given,
		Notes: [],
		AdminChecklist: [],
		Score: 0,
		Archived: false,
		Status: true,
		CreationDate: dateTime(now),
	});
}

/** Copies what a clone inherits: entry pages, calendar events on the clone's dates, and groups, with new tokens. */
function copyBelongings({ store, now }: Call, original: Sweepstakes, clone: Sweepstakes): void {
	const { SweepstakesToken } = clone;
	const from = original.SweepstakesToken;
	const created = { SweepstakesToken, CreationDate: dateTime(now) };
	for (const page of store.entryPages.of(from)) {
		store.entryPages.insert({ ...page, SweepstakesToken, EntryPageToken: newToken() });
	}
	for (const event of store.events.of(from)) {
		store.events.insert({ ...event, ...created, ...eventDates(clone.Settings), EventToken: newToken() });
	}
	for (const group of store.groups.of(from)) {
		store.groups.insert({ ...group, ...created, GroupToken: newToken() });
	}
}

function eventDates({ StartDate, StartTime, EndDate, EndTime }: SweepstakesSettings) {
	return {
		EventStartDate: dateTime(instantOf(`${StartDate}T${StartTime}`)),
		EventEndDate: dateTime(instantOf(`${EndDate}T${EndTime}`)),
	};
}
