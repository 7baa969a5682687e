import { z } from 'zod';
import { decideOnDuplicates } from '../accounts';
import { toDate, dateTime, toInstant } from '../time/clock';
import { endpoint, requireOwn, requireOwnSweepstakes, type Call } from '../endpoint';
import { date, endNotBeforeStart, filledText, flag, handler, integer, text, time, uuid } from '../fields';
import type { CalendarEvent, Sweepstakes, SweepstakesSettings } from '../records';
import { Refusal, forbidden, invalid } from '../refusal';
import { newEntryPage } from './entrypage';
import { UTC_ID } from '../time/timezones';
import { newToken } from '../token';
import { newEvent } from './calendar';
import { newGroup, primaryGroup } from './groups';

const CLONE_HANDLER_HINT = 'alphanumeric plus underscores, max 25 characters, not already taken';

const create = endpoint({
	method: 'POST',
	path: '/sweepstakes/create',
	request: z
		.object({
			SweepstakesName: filledText.max(200),
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
	carryOut({ SweepstakesName, SweepstakesType, Handler, CreateInCalendar, ...given }, call) {
		const { StartDate, EndDate, StartTime, EndTime } = given;
		const Settings = { StartDate, EndDate, StartTime, EndTime };
		refusePastDates(call, Settings);
		if (findByHandler(call, Handler)) throw invalid(`Handler: ${Handler} is already taken.`);
		refuseAboveCap(call);
		const sweepstakes = insertSweepstakes(call, { SweepstakesName, SweepstakesType, Handler, Settings });
		const { SweepstakesToken } = sweepstakes;
		call.store.entryPages.insert(newEntryPage(SweepstakesToken, { isLong: call.account.longForm }));
		call.store.groups.insert(newGroup(call, SweepstakesToken, 'Primary', { Primary: true }));
		if (CreateInCalendar) {
			for (const event of toEvents(call, Settings)) {
				call.store.events.insert(newEvent(call, SweepstakesToken, { EventTitle: SweepstakesName, ...event }));
			}
		}
		call.store.usage.update(call.usage, { score: call.usage.score + 3 });
		return sweepstakes;
	},
	answer: (created, call) => ({ Message: 'Sweepstakes created.', Data: toReply(created, call) }),
	reference: {
		answer: (created) => {
			const { StartTime: _, EndTime: __, ...Data } = shortRecord(created);
			return { Message: 'Sweepstakes created.', Data };
		},
	},
});

const clone = endpoint({
	method: 'POST',
	path: '/sweepstakes/clone',
	request: z
		.object({
			Handler: filledText.describe('handler of the original'),
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
		const original = requireOwn(call, findByHandler(call, Handler), 'Sweepstakes');
		if (findByHandler(call, HandlerNew)) throw new Refusal(409, `The handler ${HandlerNew} already exists.`);
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
	carryOut: (_, { store, account }) => store.sweepstakes.of(account.UserToken),
	answer: (own, call) => ({ Data: own.map((one) => toReply(one, call)), Count: own.length }),
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
		const sweepstakes = requireOwnSweepstakes(call, SweepstakesToken);
		refusePastDates(call, dates);
		const Settings = { ...sweepstakes.Settings, ...dates };
		if (Settings.EndDate < Settings.StartDate) throw invalid('EndDate: must not be before StartDate.');
		call.store.sweepstakes.update(sweepstakes, {
			Settings,
			...(SweepstakesName !== undefined && { SweepstakesName }),
		});
		return sweepstakes;
	},
	answer: (updated, call) => ({ Message: 'Sweepstakes updated.', Data: toReply(updated, call) }),
	reference: {
		answer: (updated) => ({ Message: 'Sweepstakes updated.', Data: shortRecord(updated) }),
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/sweepstakes/delete',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.removeSweepstakes(requireOwnSweepstakes(call, SweepstakesToken));
		return { Message: 'Sweepstakes deleted with everything it owned.' };
	},
});

const pause = endpoint({
	method: 'POST',
	path: '/sweepstakes/pause',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.sweepstakes.update(requireOwnSweepstakes(call, SweepstakesToken), { Status: false });
		return { Message: 'Sweepstakes paused.' };
	},
});

const unpause = endpoint({
	method: 'POST',
	path: '/sweepstakes/unpause',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		call.store.sweepstakes.update(requireOwnSweepstakes(call, SweepstakesToken), { Status: true });
		return { Message: 'Sweepstakes unpaused.' };
	},
});

export const sweepstakesEndpoints = [create, clone, fetch, update, remove, pause, unpause];

/** Returns the short record that an update returns (reference, sweepstakes/update). */
function shortRecord({
	SweepstakesToken,
	SweepstakesName,
	SweepstakesType,
	Handler,
	Settings: { StartDate, EndDate, StartTime, EndTime },
	Status,
	CreationDate,
}: Sweepstakes) {
	const dates = { StartDate, EndDate, StartTime, EndTime };
	return { SweepstakesToken, SweepstakesName, SweepstakesType, Handler, ...dates, Status, CreationDate };
}

/** Returns a sweepstakes with all its settings, as a reply contains it. */
function toReply(sweepstakes: Sweepstakes, { store, account, dialect }: Call) {
	const takesDuplicates = decideOnDuplicates(account, dialect) === 'accept';
	const { StartDate, EndDate, StartTime, EndTime } = sweepstakes.Settings;
	return {
		...sweepstakes,
		Settings: {
			Language: 'en',
			Timezone: UTC_ID,
			StartDate,
			ExpirationDate: EndDate,
			// Only one page of the reference has EndDate, but that page is newer than the others.
			...(dialect === 'contract' && { EndDate }),
			StartTime,
			EndTime,
			EmailSenderFrom: '',
			EmailSenderSubject: '',
			PrimaryOptInMessageSMS: '',
			PrimaryOptInMessageEmail: '',
			SecondaryOptInMessageSMS: '',
			SecondaryOptInMessageEmail: '',
			ExpirationMessageSMS: '',
			ExpirationMessageEmail: '',
			AllowDuplicatedEntries: takesDuplicates,
			MaxAllowedEntriesForParticipant: takesDuplicates ? 0 : 1,
			MaxAllowedParticipants: 0,
			DefaultGroup: primaryGroup(store, sweepstakes.SweepstakesToken).GroupToken,
			InstantWinFrequency: 0,
			InstantWinMessageSMS: '',
			InstantWinMessageEmail: '',
			OneTimeReminder: false,
			OneTimeReminderMessageSMS: '',
			OneTimeReminderMessageEmail: '',
			ReportFrequency: 0,
			UnsubscribedParticipantsRemainElegible: false,
			DefaultStopMessage: '',
			SendHintSmsGateway: false,
			ConfirmationResponseSwitch: false,
		},
	};
}

/** @throws Refusal 400 if a date is before today */
function refusePastDates({ now }: Call, dates: { StartDate?: string; EndDate?: string }): void {
	for (const name of ['StartDate', 'EndDate'] as const) {
		const day = dates[name];
		if (day !== undefined && day < toDate(now)) throw invalid(`${name}: must be today or later.`);
	}
}

/** Finds the sweepstakes with this handler in all accounts, because handlers are unique across accounts. */
function findByHandler({ store }: Call, handlerSought: string): Sweepstakes | undefined {
	for (const sweepstakes of store.sweepstakes.all()) {
		if (sweepstakes.Handler === handlerSought) return sweepstakes;
	}
	return undefined;
}

/**
 * Refuses another sweepstakes if the account has as many as the plan allows. All sweepstakes that were created or
 * cloned count, even if they have been archived (contract, Limits).
 */
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

/** Copies entry pages, groups and calendar events to a clone, with new tokens and the clone's dates. */
function copyBelongings({ store, now }: Call, original: Sweepstakes, clone: Sweepstakes): void {
	const { SweepstakesToken } = clone;
	const from = original.SweepstakesToken;
	const created = { SweepstakesToken, CreationDate: dateTime(now) };
	for (const page of store.entryPages.of(from)) {
		store.entryPages.insert({ ...page, SweepstakesToken, EntryPageToken: newToken() });
	}
	for (const event of store.listEvents(original)) {
		store.events.insert({ ...event, ...created, ...toDates(event, clone.Settings), EventToken: newToken() });
	}
	for (const group of store.groups.of(from)) {
		store.groups.insert({ ...group, ...created, GroupToken: newToken() });
	}
}

/**
 * Returns the calendar events of a sweepstakes. In the contract, one event lasts from start to end; in the reference,
 * one event marks the start and another the end.
 */
function toEvents({ dialect }: Call, settings: SweepstakesSettings) {
	const [start, end] = toInstants(settings);
	const event = (Type: CalendarEvent['Type'], EventStartDate: string, EventEndDate: string) => ({
		Type,
		EventStartDate,
		EventEndDate,
	});
	return dialect === 'contract'
		? [event('start', start, end)]
		: [event('start', start, start), event('end', end, end)];
}

function toDates(event: CalendarEvent, settings: SweepstakesSettings) {
	const [start, end] = toInstants(settings);
	const isMoment = event.EventStartDate === event.EventEndDate;
	return {
		EventStartDate: event.Type === 'end' ? end : start,
		EventEndDate: isMoment && event.Type === 'start' ? start : end,
	};
}

function toInstants({
	StartDate,
	StartTime,
	EndDate,
	EndTime,
}: SweepstakesSettings): [start: string, end: string] {
	return [dateTime(toInstant(`${StartDate}T${StartTime}`)), dateTime(toInstant(`${EndDate}T${EndTime}`))];
}
