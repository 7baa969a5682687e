import { parseDayAndTime } from '../shared/time/parse';
import { asObject, dropUndefined, pickFirstFilled, type Json, toText } from '../shared/json';
import { omitKeys } from '../shared/n8n/output/keys';

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

/** Keys that simplified items leave out. The dates in `Settings` are moved up before it is removed. */
const REST = ['UserToken', 'Settings', 'Notes', 'AdminChecklist'];

/** Simplifies a record and adds `state`, a word such as "running", unless the state is uncertain. */
export function toSweepstakesItem(record: Json, { simplify }: { simplify: boolean }): object {
	if (!simplify) return record;
	const state = findState(record, Date.now());
	return { ...(state && { state }), ...omitKeys(record, REST), ...readPeriod(record) };
}

/**
 * Returns the start and end of a sweepstakes, which are in the record or in its settings. The settings have two keys
 * for the last day, one of which may be empty (reference, Sweepstakes, fetch).
 *
 * @guess The end of a sweepstakes is in its settings as
 */
export function readPeriod(record: Json): Json {
	const settings = asObject(record.Settings);
	const read = (key: string) => pickFirstFilled(record[key], settings[key]);
	return dropUndefined({
		StartDate: read('StartDate'),
		StartTime: read('StartTime'),
		EndDate: pickFirstFilled(
			record.EndDate,
			record.ExpirationDate,
			settings.EndDate,
			settings.ExpirationDate,
		),
		EndTime: read('EndTime'),
		Timezone: read('Timezone'),
	});
}

/**
 * Returns the state of a sweepstakes as a word, such as "running". The record gives its time zone only as an ID, so the
 * state is uncertain within half a day of the start and the end. A paused sweepstakes has `Status: false` (reference,
 * sweepstakes/pause).
 *
 * @param now ms since 1970
 * @returns undefined if the state is uncertain
 */
export function findState(record: Json, now: number) {
	const { StartDate, StartTime, EndDate, EndTime } = readPeriod(record);
	const isEnded = parseDayAndTime(EndDate, EndTime)?.isPast(now);
	const isStarted = parseDayAndTime(StartDate, StartTime)?.isPast(now);
	if (toText(record.Archived) === 'true') return 'archived';
	if (isEnded) return 'ended';
	if (toText(record.Status) === 'false') return 'paused';
	if (toText(record.Status) !== 'true') return undefined;
	if (isStarted === false) return 'scheduled';
	return isStarted && isEnded === false ? 'running' : undefined;
}
