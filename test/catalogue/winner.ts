import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import { UTC_ID } from '../../sandbox/timezones';
import { countOf, deletion, item, type Row } from './row';
import { byId, type World } from './world';

/** How many winners each draw of the catalogue draws. */
export const DRAWN_AT_ONCE = 2;

const withMessage =
	(message: string) =>
	({ scheduled }: Store) =>
		countOf(scheduled.all(), ({ order }) => order.message === message);

/** @returns the token of a new scheduled drawing */
async function scheduleDrawing({ api, dialect, main }: World, message: string): Promise<string> {
	await api('/winners/schedule', {
		sweepstakesToken: main,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'settime',
		howManyWinnersToPick: 1,
		endDate: '2090-12-31',
		endTime: '12:00',
		timezone: UTC_ID,
		message,
	});
	type Scheduled = { Drawings: Array<{ Message: string; ScheduleToken: string }> };
	const { Drawings } = await (dialect === 'contract'
		? api<Scheduled>(`/winners/fetchscheduled?sweepstakesToken=${main}`, {}, 'GET')
		: api<Scheduled>('/winners/fetchscheduled', { sweepstakesToken: main }));
	return Drawings.find(({ Message }) => Message === message)!.ScheduleToken;
}

const scheduling = (variant: string, mode: INodeParameters): Row => ({
	operation: 'schedule',
	variant,
	endpoint: 'POST /winners/schedule',
	parameters: ({ main }, { n }) => ({
		sweepstakes: byId(main),
		selectedAction: 2,
		howManyWinnersToPick: 1,
		endDate: '2090-06-01',
		endTime: '12:00',
		timezone: byId(String(UTC_ID)),
		frequency: 4,
		dayOfTheWeek: 1,
		weekOfTheMonth: 4,
		message: `Drawing ${n}`,
		sendCopyToMe: true,
		options: {
			includeOptedOutParticipants: false,
			publishToWinnersPage: true,
			doNotIncludeSpamParticipants: true,
			addDrawingToCalendar: true,
		},
		...mode,
	}),
	dates: {
		endDate: 'date',
		endTime: 'time',
		...('deliveryTime' in mode && { deliveryTime: 'time' }),
	},
	output: () => item({ scheduled: true }),
	withoutReply: 'confirms',
	stored: (store, { n }) => withMessage(`Drawing ${n}`)(store),
});

export const winner: Row[] = [
	{
		operation: 'draw',
		endpoint: 'POST /winners/draw',
		parameters: ({ drawn }) => ({
			sweepstakes: byId(drawn),
			howManyWinnersToPick: DRAWN_AT_ONCE,
			severalItems: 'each',
			options: {
				completedEntries: false,
				includeOptedOutParticipants: true,
				doNotIncludeSpamParticipants: false,
			},
		}),
		output: () =>
			Array.from(
				{ length: DRAWN_AT_ONCE },
				() =>
					expect.objectContaining({
						ParticipantToken: expect.any(String),
						Email: expect.stringContaining('@'),
					}) as IDataObject,
			),
		withoutReply: 'confirms',
		// Draws of all rows: one winner looks like another.
		stored: ({ winners }, _unique, { drawn }) => winners.of(drawn).length / DRAWN_AT_ONCE,
	},
	{
		operation: 'getMany',
		endpoint: 'POST /winners/fetch',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), limit: 100, filters: { search: 'participant' } }),
		output: () => [],
		withoutReply: 'repeats',
	},
	{
		operation: 'count',
		endpoint: 'POST /winners/fetch',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ TotalWinners: 0 }),
		withoutReply: 'repeats',
	},
	scheduling('at one time', { scheduleMode: 'settime', deliveryTime: '11:00' }),
	scheduling('within a period', { scheduleMode: 'schedule' }),
	{
		operation: 'schedule',
		variant: 'unless scheduled',
		endpoint: 'POST /winners/schedule',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			whenAlreadyScheduled: 'return',
			scheduleMode: 'schedule',
			endDate: new Date(Date.UTC(2091, 0, n)).toISOString().slice(0, 10),
			endTime: '12:00',
			timezone: byId(String(UTC_ID)),
			selectedAction: 2,
			message: `Only drawing ${n}`,
		}),
		dates: { endTime: 'time' },
		output: () => item({ scheduled: true, existed: false }),
		withoutReply: 'confirms',
		stored: (store, { n }) => withMessage(`Only drawing ${n}`)(store),
	},
	{
		operation: 'getScheduled',
		endpoint: 'GET /winners/fetchscheduled',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => [],
		withoutReply: 'repeats',
	},
	{
		operation: 'cancelScheduled',
		endpoint: 'DELETE /winners/deletescheduled',
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			scheduled: byId(await scheduleDrawing(world, `Cancelled ${n}`)),
		}),
		...deletion('scheduledToken'),
		withoutReply: 'repeats',
		stored: (store, { n }) => 1 - withMessage(`Cancelled ${n}`)(store),
	},
];
