import { readEndDate } from '../shared/api/guesses';
import { wallClock } from '../shared/api/dates';
import { isObject, type Json } from '../shared/json';
import { without } from '../shared/n8n/output/keys';

export const READ_FIRST = [
	'SweepstakesName',
	'Handler',
	'state',
	'Status',
	'StartDate',
	'StartTime',
	'EndDate',
	'EndTime',
];

/** Left out of simplified items. The dates in the settings are lifted out first. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** Adds `state`, in words, where the record leaves no doubt about it. */
export function sweepstakesItem(record: Json, { simplify }: { simplify: boolean }): object {
	if (!simplify) return record;
	const state = findState(record, Date.now());
	return { ...(state && { state }), ...readPeriod(record), ...without(record, REST) };
}

/** Reads start and end from the settings of the record. */
export function readPeriod(record: object): Json {
	const settings = 'Settings' in record && isObject(record.Settings) ? record.Settings : {};
	const { StartDate, StartTime, EndTime, Timezone }: Json = settings;
	const period = { StartDate, StartTime, EndDate: readEndDate(settings), EndTime, Timezone };
	return Object.fromEntries(Object.entries(period).filter(([, value]) => value !== undefined));
}

/** The largest offsets of any time zone from UTC, in ms. */
const MOST_AHEAD_MS = 14 * 60 * 60 * 1_000;
const MOST_BEHIND_MS = 12 * 60 * 60 * 1_000;

/** @returns undefined if the answer depends on the time zone, which is unknown */
function isPast(moment: number | undefined, now: number): boolean | undefined {
	if (moment === undefined) return undefined;
	if (now >= moment + MOST_BEHIND_MS) return true;
	return now < moment - MOST_AHEAD_MS ? false : undefined;
}

/**
 * The record has only the ID of its time zone, so the state is uncertain within half a day of start and end.
 * A paused sweepstakes has `Status: false` (reference, Sweepstakes: pause).
 *
 * @param now ms since 1970
 * @returns undefined if the state is uncertain
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
