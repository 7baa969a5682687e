import type { INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import { createSweepstakes } from '../../tools/sandbox';
import { UTC_ID } from '../../sandbox/time/timezones';
import { count, deletion, item, items, once, row, type Row, type UniqueValues } from './row';
import { byId, scheduleDrawing, type World } from './world';

/** The number of people in each draw of the catalogue. */
export const DRAWN_AT_ONCE = 2;

const withMessage =
	(message: string) =>
	({ scheduled }: Store, { n }: UniqueValues) =>
		count(scheduled.all(), ({ order }) => order.message === `${message} ${n}`);

async function addDrawing({ api, dialect, main }: World, message: string): Promise<string> {
	await scheduleDrawing({ api }, main, message);
	type DrawingsReply = { Drawings: Array<{ Message: string; ScheduleToken: string }> };
	const { Drawings } = await (dialect === 'contract'
		? api<DrawingsReply>(`/winners/fetchscheduled?sweepstakesToken=${main}`, {}, 'GET')
		: api<DrawingsReply>('/winners/fetchscheduled', { sweepstakesToken: main }));
	return Drawings.find(({ Message }) => Message === message)!.ScheduleToken;
}

/** Expects an item, but not the drawing's ID, which may be missing if the service's lists are out of date. */
const withoutId = () => item({ GroupToken: 'allgroups' });

const NOTIFYING = { timezone: byId(String(UTC_ID)), selectedAction: 2 };

const scheduling = (when: string, frequency: string, mode: INodeParameters): Row =>
	once(`schedule, ${when}`, 'POST /winners/schedule', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			whenAlreadyScheduled: 'schedule',
			...NOTIFYING,
			howManyWinnersToPick: 1,
			message: `Drawing ${n}`,
			sendCopyToMe: true,
			options: {
				includeOptedOutParticipants: false,
				doNotIncludeSpamParticipants: true,
				publishToWinnersPage: true,
				addDrawingToCalendar: true,
			},
			...mode,
		}),
		dates: {
			...('deliveryTime' in mode
				? { lastDay: 'date', lastTime: 'time', deliveryTime: 'time' }
				: { endDate: 'date', endTime: 'time' }),
		},
		output: ({ n }) =>
			item({
				ScheduleToken: expect.any(String),
				Message: `Drawing ${n}`,
				Frequency: frequency,
				Action: 'Draw and Notify',
			}),
		outputAfterLostReply: withoutId,
		stored: withMessage('Drawing'),
	});

const drawnPeople = (more: object = {}) =>
	items(DRAWN_AT_ONCE, (index) => ({
		ParticipantToken: expect.any(String),
		Email: expect.stringContaining('@'),
		Position: index + 1,
		isBackup: false,
		...more,
	}));

export const winner: Row[] = [
	once('draw', 'POST /winners/draw', {
		parameters: ({ drawn }) => ({
			sweepstakes: byId(drawn),
			howManyWinnersToPick: DRAWN_AT_ONCE,
			whenWinnersExist: 'more',
			options: {
				// A draw with backups makes two calls, which test/engine/draw-backups.test.ts tests.
				backups: 0,
				severalItems: 'each',
				completedEntries: false,
				includeOptedOutParticipants: true,
				doNotIncludeSpamParticipants: false,
			},
		}),
		// The places follow those of the people whom other rows have drawn.
		output: () => drawnPeople({ Position: expect.any(Number) }),
		// This counts the draws of all rows, because a winner cannot be traced to a row.
		stored: ({ winners }, _unique, { drawn }) => winners.of(drawn).length / DRAWN_AT_ONCE,
	}),
	once('draw, only if none drawn', 'POST /winners/draw', {
		async parameters({ api, controls }, { n }) {
			const token = await createSweepstakes({ api }, { Handler: `DRAW${n}` });
			controls.fill(token, 5);
			return { sweepstakes: byId(token), howManyWinnersToPick: DRAWN_AT_ONCE };
		},
		output: () => drawnPeople({ existed: false }),
		stored: ({ winners }, { n }) =>
			count(winners.all(), ({ record }) => record.Handler === `DRAW${n}`) / DRAWN_AT_ONCE,
	}),
	row('getMany', 'POST /winners/fetch', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet), limit: 100, filters: { search: 'participant' } }),
		output: () => item({ Email: expect.stringContaining('@') }),
	}),
	row('count', 'POST /winners/fetch', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ TotalWinners: 1 }),
	}),
	scheduling('within a period', 'Monthly', {
		scheduleMode: 'settime',
		frequency: 4,
		dayOfTheWeek: 1,
		weekOfTheMonth: 4,
		deliveryTime: '11:00',
		lastDay: '2090-06-01',
		lastTime: '12:00',
	}),
	scheduling('on a date', 'Once', { scheduleMode: 'schedule', endDate: '2090-06-01', endTime: '12:00' }),
	once('schedule, unless scheduled', 'POST /winners/schedule', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			whenAlreadyScheduled: 'return',
			scheduleMode: 'schedule',
			...NOTIFYING,
			endTime: '12:00',
			endDate: new Date(Date.UTC(2091, 0, n)).toISOString().slice(0, 10),
			message: `Only drawing ${n}`,
		}),
		dates: { endTime: 'time' },
		output: ({ n }) =>
			item({ ScheduleToken: expect.any(String), Message: `Only drawing ${n}`, existed: false }),
		outputAfterLostReply: withoutId,
		stored: withMessage('Only drawing'),
	}),
	row('getScheduled', 'GET /winners/fetchscheduled', {
		learnedEndpoint: 'POST /winners/fetchscheduled',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ Message: 'Later' }),
	}),
	{
		...deletion(
			'DELETE /winners/deletescheduled',
			'ScheduleToken',
			withMessage('Cancelled'),
			async (world, { n }) => ({
				sweepstakes: byId(world.main),
				scheduled: byId(await addDrawing(world, `Cancelled ${n}`)),
			}),
		),
		operation: 'cancelScheduled',
	},
];
