import { z } from 'zod';
import { dateTime } from '../clock';
import { drawWinners } from '../draw';
import { endpoint, ownSweepstakes, type Call } from '../endpoint';
import { date, flag, group, integer, text, time, uuid } from '../fields';
import type { Winner } from '../records';
import { invalid, notFound } from '../refusal';
import { drawingTime, firstOccurrence } from '../schedule';
import { ownGroup } from './groups';
import { newEvent } from './sweepstakes';
import { newToken } from '../token';

const draw = endpoint({
	method: 'POST',
	path: '/winners/draw',
	request: z.object({
		sweepstakesToken: uuid.describe('UUID v4 of a sweepstakes neither paused nor archived'),
		howManyWinnersToPick: integer.min(1),
		group,
		completedEntries: flag.default(false),
		includeOptedOutParticipants: flag.default(false),
		doNotIncludeSpamParticipants: flag.default(true),
	}),
	carryOut({ sweepstakesToken, ...rules }, call) {
		const sweepstakes = ownSweepstakes(call, sweepstakesToken);
		if (!sweepstakes.Status) throw invalid('sweepstakesToken: a paused sweepstakes cannot be drawn from.');
		if (sweepstakes.Archived)
			throw invalid('sweepstakesToken: an archived sweepstakes cannot be drawn from.');
		refuseUnknownGroup(call, sweepstakesToken, rules.group);
		const winners = drawWinners(call.store, sweepstakesToken, rules, call.now);
		return {
			Message: `${winners.length} of ${rules.howManyWinnersToPick} winners drawn.`,
			Winners: winners.map(({ ParticipantToken, FirstName, LastName, Email, PhoneNumber }) => ({
				ParticipantToken,
				FirstName,
				LastName,
				Email,
				PhoneNumber,
			})),
		};
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/winners/fetch',
	request: z.object({
		sweepstakesToken: uuid,
		page: integer.min(1).default(1),
		itemsPerPage: integer.min(1).default(10),
		search: text.optional(),
	}),
	carryOut({ sweepstakesToken, page, itemsPerPage, search = '' }, call) {
		ownSweepstakes(call, sweepstakesToken);
		const found = call.store.winners
			.of(sweepstakesToken)
			.filter((winner) => isFoundBy(winner, search))
			.reverse();
		const first = (page - 1) * itemsPerPage;
		return {
			Message: `${found.length} winners found.`,
			TotalWinners: found.length,
			Winners: found.slice(first, first + itemsPerPage),
		};
	},
});

const schedule = endpoint({
	method: 'POST',
	path: '/winners/schedule',
	request: z.object({
		sweepstakesToken: uuid,
		group,
		selectedAction: integer.min(1).max(2).describe('1 = draw only, 2 = draw and notify'),
		scheduleMode: z.enum(['schedule', 'settime']),
		howManyWinnersToPick: integer.min(1),
		endDate: date,
		endTime: time,
		timezone: integer.min(-12).max(14).describe('hours from UTC'),
		frequency: integer.min(0).max(4).describe('0 none, 1 hourly, 2 daily, 3 weekly, 4 monthly').default(0),
		dayOfTheWeek: integer.min(1).max(7).describe('1 = Sunday, 7 = Saturday').optional(),
		weekOfTheMonth: integer.min(1).max(4).optional(),
		message: text.default(''),
		includeOptedOutParticipants: flag.default(false),
		publishToWinnersPage: flag.default(false),
		sendCopyToMe: flag.default(false),
		doNotIncludeSpamParticipants: flag.default(true),
		addDrawingToCalendar: flag.default(false),
	}),
	carryOut(request, call) {
		const { sweepstakesToken } = request;
		const { SweepstakesName } = ownSweepstakes(call, sweepstakesToken);
		refuseUnknownGroup(call, sweepstakesToken, request.group);
		const occurrence = firstOccurrence(request, call.now);
		const nextDrawing = dateTime(drawingTime(request, occurrence));
		call.store.scheduled.insert({ scheduledToken: newToken(), ...request, occurrence, nextDrawing });
		if (request.addDrawingToCalendar) {
			call.store.events.insert(
				newEvent(call, sweepstakesToken, {
					EventTitle: `Drawing: ${SweepstakesName}`,
					EventStartDate: nextDrawing,
					EventEndDate: nextDrawing,
				}),
			);
		}
		return { Message: `Drawing scheduled for ${nextDrawing}.` };
	},
});

const fetchScheduled = endpoint({
	method: 'GET',
	path: '/winners/fetchscheduled',
	request: z.object({ sweepstakesToken: uuid }),
	carryOut({ sweepstakesToken }, call) {
		ownSweepstakes(call, sweepstakesToken);
		const scheduled = call.store.scheduled.of(sweepstakesToken);
		return { Data: scheduled, Count: scheduled.length };
	},
});

const deleteScheduled = endpoint({
	method: 'DELETE',
	path: '/winners/deletescheduled',
	request: z.object({ sweepstakesToken: uuid, scheduledToken: uuid }),
	carryOut({ sweepstakesToken, scheduledToken }, call) {
		ownSweepstakes(call, sweepstakesToken);
		const drawing = call.store.scheduled.get(scheduledToken);
		if (drawing?.sweepstakesToken !== sweepstakesToken) throw notFound('Scheduled drawing');
		call.store.scheduled.remove(drawing);
		return { Message: 'Scheduled drawing cancelled.' };
	},
});

export const winnerEndpoints = [draw, fetch, schedule, fetchScheduled, deleteScheduled];

function refuseUnknownGroup(call: Call, sweepstakesToken: string, group: string): void {
	if (group !== 'allgroups') ownGroup(call, sweepstakesToken, group);
}

function isFoundBy({ FirstName, LastName, Email, PhoneNumber }: Winner, search: string): boolean {
	const sought = search.toLowerCase();
	return [FirstName, LastName, Email, PhoneNumber].some((value) => value.toLowerCase().includes(sought));
}
