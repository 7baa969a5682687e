import { z } from 'zod';
import { dateTime, midnight, writtenDate, writtenMinute } from '../time/clock';
import { drawWinners, eligibleEntries, type Eligibility } from '../draw';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { date, acceptEitherCase, flag, group, integer, text, time, uuid } from '../fields';
import { takePage } from './paging';
import type { Entry, ScheduledDrawing, Sweepstakes, Winner, WinnerRecord } from '../records';
import { Refusal, forbidden, invalid, notFound } from '../refusal';
import { drawingTime, toEnd, firstOccurrence, toSeries } from '../time/series';
import { timezoneAt, toWallClock, findZone } from '../time/timezones';
import { newToken } from '../token';
import { requireOwnGroup } from './groups';
import { newEvent } from './calendar';

const drawRequest = z.object({
	sweepstakesToken: uuid.describe('UUID v4 of a sweepstakes neither paused nor archived'),
	howManyWinnersToPick: integer.min(1),
	group,
	completedEntries: flag.default(false),
	includeOptedOutParticipants: flag.default(false),
	doNotIncludeSpamParticipants: flag.default(true),
});

const draw = endpoint({
	method: 'POST',
	path: '/winners/draw',
	request: drawRequest,
	carryOut({ sweepstakesToken, howManyWinnersToPick, ...rules }, call) {
		const sweepstakes = requireSweepstakes(call, sweepstakesToken);
		if (!sweepstakes.Status) throw invalid('sweepstakesToken: a paused sweepstakes cannot be drawn from.');
		if (sweepstakes.Archived)
			throw invalid('sweepstakesToken: an archived sweepstakes cannot be drawn from.');
		refuseUnknownGroup(call, sweepstakesToken, rules.group);
		const eligible = requireEligible(call, sweepstakesToken, howManyWinnersToPick, rules);
		return drawWinners(call.store, sweepstakes, {
			eligible,
			howMany: howManyWinnersToPick,
			at: call.now,
			isNotified: false,
		});
	},
	answer: (winners) => ({ Message: `${winners.length} winners drawn.`, Winners: winners.map(toDrawReply) }),
	reference: {
		request: acceptEitherCase(
			drawRequest.extend({
				howManyWinnersToPick: integer.min(1).default(1),
				group: group.default('allgroups'),
				doNotIncludeSpamParticipants: flag.default(false),
			}),
		),
	},
});

const search = z.object({
	sweepstakesToken: uuid,
	page: integer.min(1).default(1),
	itemsPerPage: integer.min(1).default(10),
	search: text.describe('matches Email and Phone').optional(),
});

const fetch = endpoint({
	method: 'POST',
	path: '/winners/fetch',
	request: search,
	carryOut({ sweepstakesToken, page, itemsPerPage, search = '' }, call) {
		requireSweepstakes(call, sweepstakesToken);
		const found = call.store.winners
			.of(sweepstakesToken)
			.map(({ record }) => record)
			.filter((record) => isFoundBy(record, search))
			.reverse();
		return {
			Message: `${found.length} winners found.`,
			TotalWinners: found.length,
			Winners: takePage(found, page, itemsPerPage).rows,
		};
	},
	answer: ({ Winners, ...rest }, { dates }) => ({
		...rest,
		Winners: Winners.map((record) => ({
			...record,
			OptInDate: writtenDate(record.OptInDate, dates),
			DrawDateTime: writtenMinute(record.DrawDateTime, dates),
		})),
	}),
	reference: { request: acceptEitherCase(search) },
});

const order = z.object({
	sweepstakesToken: uuid,
	group,
	selectedAction: integer.min(1).max(2).describe('1 = draw only, 2 = draw and notify'),
	scheduleMode: z
		.enum(['schedule', 'settime'])
		.describe('schedule = at endDate and endTime, settime = within a period that ends then'),
	howManyWinnersToPick: integer.min(1),
	endDate: date.describe('date YYYY-MM-DD, not past'),
	endTime: time,
	deliveryTime: time.describe('time HH:MM, 24-hour, for settime').optional(),
	timezone: integer.describe('TimezoneId of /tools/timezones'),
	frequency: integer.min(0).max(4).describe('0 none, 1 hourly, 2 daily, 3 weekly, 4 monthly').default(0),
	dayOfTheWeek: integer.min(1).max(7).describe('1 = Sunday, 7 = Saturday').optional(),
	weekOfTheMonth: integer.min(1).max(4).optional(),
	message: text.default(''),
	includeOptedOutParticipants: flag.default(false),
	publishToWinnersPage: flag.default(false),
	sendCopyToMe: flag.default(false),
	doNotIncludeSpamParticipants: flag.default(true),
	addDrawingToCalendar: flag.default(false),
});

const schedule = endpoint({
	method: 'POST',
	path: '/winners/schedule',
	request: order,
	carryOut({ sweepstakesToken, ...given }, call) {
		const { SweepstakesName } = requireSweepstakes(call, sweepstakesToken);
		refuseUnknownGroup(call, sweepstakesToken, given.group);
		if (!findZone(given.timezone)) throw invalid('timezone: must be a TimezoneId of /tools/timezones.');
		const series = toSeries(given, call.now);
		const occurrence = firstOccurrence(series, call.now);
		const at = drawingTime(series, occurrence);
		if (at < call.now || at > toEnd(given)) throw invalid('endDate: the date and time must not be past.');
		requireEligible(call, sweepstakesToken, given.howManyWinnersToPick, {
			...given,
			completedEntries: false,
		});
		const drawing = call.store.scheduled.insert({
			ScheduleToken: newToken(),
			SweepstakesToken: sweepstakesToken,
			CreationDate: dateTime(call.now),
			order: given,
			occurrence,
			drawingTime: dateTime(at),
			Status: 0,
		});
		if (given.addDrawingToCalendar) {
			call.store.events.insert(
				newEvent(call, sweepstakesToken, {
					Type: 'start',
					EventTitle: `Drawing: ${SweepstakesName}`,
					EventStartDate: drawing.drawingTime,
					EventEndDate: drawing.drawingTime,
				}),
			);
		}
		return { Message: `Drawing scheduled for ${drawing.drawingTime}.` };
	},
	reference: { request: acceptEitherCase(order) },
});

const ofSweepstakes = z.object({ sweepstakesToken: uuid });

const fetchScheduled = endpoint({
	method: 'GET',
	path: '/winners/fetchscheduled',
	request: ofSweepstakes,
	carryOut({ sweepstakesToken }, call) {
		requireSweepstakes(call, sweepstakesToken);
		return [...call.store.scheduled.of(sweepstakesToken)].reverse();
	},
	answer: (drawings, call) => ({
		Drawings: drawings.map((drawing) => toScheduledReply(drawing, call)),
		Total: drawings.length,
	}),
	reference: { method: 'POST', request: acceptEitherCase(ofSweepstakes) },
});

const deleteScheduled = endpoint({
	method: 'DELETE',
	path: '/winners/deletescheduled',
	request: ofSweepstakes.extend({ scheduledToken: uuid }),
	carryOut({ sweepstakesToken, scheduledToken }, call) {
		requireSweepstakes(call, sweepstakesToken);
		const drawing = call.store.scheduled.get(scheduledToken);
		if (drawing?.SweepstakesToken !== sweepstakesToken) throw notFound('Scheduled drawing');
		if (drawing.Status !== 0) throw invalid('Only a pending drawing can be deleted.');
		call.store.scheduled.remove(drawing);
		return { Message: 'Scheduled drawing cancelled.' };
	},
	reference: {
		request: acceptEitherCase(
			ofSweepstakes
				.extend({ scheduleToken: uuid })
				.transform(({ scheduleToken, ...rest }) => ({ ...rest, scheduledToken: scheduleToken })),
		),
	},
});

export const winnerEndpoints = [draw, fetch, schedule, fetchScheduled, deleteScheduled];

/**
 * Returns a sweepstakes of the account. For a sweepstakes of another account, the reference returns 403 instead of 404.
 */
function requireSweepstakes(call: Call, token: string): Sweepstakes {
	const owner = call.store.sweepstakes.get(token)?.UserToken ?? call.account.UserToken;
	if (call.dialect === 'reference' && owner !== call.account.UserToken) {
		throw forbidden('You do not have permission to access this sweepstakes.');
	}
	return requireOwnSweepstakes(call, token);
}

function refuseUnknownGroup(call: Call, sweepstakesToken: string, group: string): void {
	if (group !== 'allgroups') requireOwnGroup(call, sweepstakesToken, group);
}

/** @throws Refusal 400 if fewer people are eligible */
function requireEligible(call: Call, sweepstakesToken: string, howMany: number, rules: Eligibility): Entry[] {
	const eligible = eligibleEntries(call.store, sweepstakesToken, rules);
	if (howMany > eligible.length) {
		throw new Refusal(400, `howManyWinnersToPick: ${eligible.length} participants are eligible.`, {
			help: { EligibleParticipants: eligible.length },
		});
	}
	return eligible;
}

function toDrawReply({ record }: Winner) {
	return {
		ParticipantToken: record.ParticipantToken,
		FirstName: record.EntryPagesFields.First_Name,
		LastName: record.EntryPagesFields.Last_Name,
		Email: record.KeyEmail,
		PhoneNumber: record.KeyPhoneNumber,
	};
}

const STATUS_IN_WORDS = ['Pending', 'Completed', 'Failed'] as const;

function toScheduledReply({ order, ...drawing }: ScheduledDrawing, { store, dialect, dates, now }: Call) {
	const isPeriod = order.scheduleMode === 'settime';
	const writeDay = (day: string) => (dialect === 'reference' ? writtenDate(midnight(day), dates) : day);
	const local = toWallClock(drawing.drawingTime, order.timezone);
	return {
		ScheduleToken: drawing.ScheduleToken,
		CreationDate: writtenDate(drawing.CreationDate, dates),
		Action: order.selectedAction,
		ScheduleMode: isPeriod ? 2 : 1,
		Frequency: order.frequency,
		HowManyWinnersToPick: order.howManyWinnersToPick,
		DayOfTheWeek: order.dayOfTheWeek ?? null,
		WeekOfTheMonth: order.weekOfTheMonth ?? null,
		DrawingDate: writeDay(local.date),
		DrawingTime: local.time,
		DeliveryTime: order.deliveryTime ?? null,
		DrawingEndDate: isPeriod ? writeDay(order.endDate) : null,
		DrawingEndTime: isPeriod ? order.endTime : null,
		Timezone: String(order.timezone),
		TimezoneDescription: timezoneAt(now, order.timezone).Text,
		GroupToken: order.group,
		GroupName: store.groups.get(order.group)?.GroupName ?? 'All groups',
		Message: order.message || null,
		Options: {
			IncludeOptedOutParticipants: order.includeOptedOutParticipants,
			PublishToWinnersPage: order.publishToWinnersPage,
			SendCopyToMe: order.sendCopyToMe,
			DoNotIncludeSpamParticipants: order.doNotIncludeSpamParticipants,
		},
		Status: drawing.Status,
		StatusDescription: STATUS_IN_WORDS[drawing.Status],
	};
}

function isFoundBy({ KeyEmail, KeyPhoneNumber }: WinnerRecord, search: string): boolean {
	const sought = search.toLowerCase();
	return [KeyEmail, KeyPhoneNumber].some((value) => value.toLowerCase().includes(sought));
}
