import { pickedRecord } from '../Sweepstakes/picker';
import { countParticipants } from '../SweepstakesParticipant/api/participants';
import { findRules } from '../SweepstakesRule/api';
import { readPeriod } from '../Sweepstakes/items';
import { timezones } from '../SweepstakesLookup/api/tools';
import type { Draw } from './api/draw';
import type { Caller } from '../shared/client/endpoint';
import { instantInZone } from '../shared/n8n/input/dateTimes';
import type { Field } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/nodeErrors';

/** Conditions for a draw, because a draw cannot be undone. */
export interface Guards {
	entryPeriodMustHaveEnded?: boolean;
	rulesMustExist?: boolean;
	minimumParticipants?: number;
}

export const entryPeriodMustHaveEnded = {
	displayName: 'Entry Period Must Have Ended',
	name: 'entryPeriodMustHaveEnded',
	type: 'boolean',
	default: false,
	description: 'Whether to draw nobody, and fail, as long as people can still enter the sweepstakes',
} as const satisfies Field;

export const rulesMustExist = {
	displayName: 'Official Rules Must Exist',
	name: 'rulesMustExist',
	type: 'boolean',
	default: false,
	description: 'Whether to draw nobody, and fail, if the sweepstakes has no official rules document',
} as const satisfies Field;

export const minimumParticipants = {
	displayName: 'At Least This Many Participants',
	name: 'minimumParticipants',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1,
	description:
		'With fewer participants, nobody is drawn. The whole sweepstakes is counted, not a group. People who opted out count only if “Include Opted-Out” is on.',
} as const satisfies Field;

/** @throws {InputError} if a guard forbids the draw, or it cannot be known whether it does. */
export async function assertDrawable(service: Caller, draw: Draw, guards: Guards): Promise<void> {
	if (guards.entryPeriodMustHaveEnded) await assertEnded(service, draw);
	if (guards.rulesMustExist) await assertRules(service, draw);
	if (guards.minimumParticipants !== undefined)
		await assertEntered(service, draw, guards.minimumParticipants);
}

async function assertEnded(service: Caller, { sweepstakesToken }: Draw): Promise<void> {
	const { EndDate, EndTime, Timezone } = readPeriod(await pickedRecord(service, sweepstakesToken));
	const end = `${String(EndDate)}T${String(EndTime)}`;
	let timing = service.timing(Date.now(), end);
	if (timing === 'unknown') timing = service.timing(Date.now(), await inZone(service, end, Timezone));
	if (timing === 'before') return;
	const reason = {
		since: `entries are accepted until ${String(EndDate)} ${String(EndTime)}`,
		unknown: 'the service does not say exactly when the entry period ends',
	}[timing];
	throw new InputError(entryPeriodMustHaveEnded.displayName, `is on, and ${reason}. Nobody was drawn`);
}

/** An end without a time zone, in that of the sweepstakes, a `TimezoneId`; unchanged if that is not known. */
async function inZone(service: Caller, end: string, timezoneId: unknown): Promise<string> {
	const zone = (await timezones(service)).find(({ TimezoneId }) => TimezoneId === String(timezoneId));
	return (zone?.Timezone && instantInZone(end, zone.Timezone)) || end;
}

async function assertRules(service: Caller, { sweepstakesToken }: Draw): Promise<void> {
	if ((await findRules(service, sweepstakesToken)).length > 0) return;
	const expected = 'is on, and the sweepstakes has no official rules document. Nobody was drawn';
	throw new InputError(rulesMustExist.displayName, expected);
}

async function assertEntered(
	service: Caller,
	{ sweepstakesToken: SweepstakesToken, includeOptedOutParticipants }: Draw,
	minimum: number,
): Promise<void> {
	const { Counts } = (await service.call(countParticipants, { SweepstakesToken })).Data;
	const optOuts = includeOptedOutParticipants ? Counts.OptOuts : 0;
	const entered = Counts.Participants + Counts.AmoeParticipants + optOuts;
	if (entered >= minimum) return;
	const expected = `is ${minimum}, but only ${entered} entered. Nobody was drawn`;
	throw new InputError(`Options › ${minimumParticipants.displayName}`, expected);
}
