import { findSweepstakesByToken, getSweepstakes } from '../Sweepstakes/api';
import { countParticipants } from '../SweepstakesParticipant/api/participants';
import { findRules } from '../SweepstakesOfficialRules/api';
import { findState, readPeriod } from '../Sweepstakes/items';
import { listTimezones } from '../SweepstakesReferenceData/api/tools';
import type { Draw } from './api/draw';
import type { Client } from '../shared/client/client';
import { describeRealFailure } from '../shared/client/dry-run';
import { isRehearsed, undefinedIfRehearsed, undefinedIfServiceFails } from '../shared/client/failures';
import { parseDayAndTime } from '../shared/time/parse';
import { isTimezone } from '../shared/time/zones';
import type { Field } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { toText } from '../shared/json';

/** Conditions for a draw. They are checked before the draw, because a draw cannot be undone. */
export interface Guards {
	entryPeriodMustHaveEnded?: boolean;
	rulesMustExist?: boolean;
	minimumParticipants?: number;
}

export const entryPeriodMustHaveEnded = {
	displayName: 'Entry Period Must Have Ended',
	name: 'entryPeriodMustHaveEnded',
	type: 'boolean',
	typeOptions: { refuseEmpty: true },
	default: false,
	description: 'Whether to draw only after the entry period has ended. Until then, the item fails.',
} as const satisfies Field;

export const rulesMustExist = {
	displayName: 'Official Rules Must Exist',
	name: 'rulesMustExist',
	type: 'boolean',
	typeOptions: { refuseEmpty: true },
	default: false,
	description: 'Whether to draw only if the sweepstakes has official rules. Without rules, the item fails.',
} as const satisfies Field;

export const minimumParticipants = {
	displayName: 'Minimum Participants',
	name: 'minimumParticipants',
	type: 'number',
	typeOptions: { refuseEmpty: true, minValue: 1, numberPrecision: 0 },
	default: 1,
	description:
		'How many people must have entered, in all groups together. If fewer have entered, nobody is drawn. People who opted out count only if “Include Opted-Out” is on.',
} as const satisfies Field;

/**
 * Checks the conditions for a draw. In a rehearsal, a condition that does not hold is only a hint.
 *
 * @throws {InputError} if a condition does not hold, or if it is uncertain whether it holds
 */
export async function assertDrawable(client: Client, draw: Draw, guards: Guards): Promise<void> {
	await checkGuards(client, draw, guards).catch((error: unknown) => {
		if (isRehearsed(error)) return;
		if (!client.options.rehearses || !(error instanceof InputError)) throw error;
		client.hints.add(describeRealFailure(error));
	});
}

async function checkGuards(client: Client, draw: Draw, guards: Guards): Promise<void> {
	if (guards.entryPeriodMustHaveEnded) await assertEnded(client, draw);
	if (guards.rulesMustExist && (await findRules(client, draw.sweepstakesToken)).length === 0)
		throw refuseToDraw(rulesMustExist, 'is on, but the sweepstakes has no official rules');
	const { minimumParticipants: minimum } = guards;
	if (minimum === undefined) return;
	const { entered } = await countEntered(client, draw);
	if (entered < minimum)
		throw refuseToDraw(minimumParticipants, `is ${minimum}, but only ${entered} entered`);
}

/** Adds a hint if the service would refuse a draw because the sweepstakes is paused or archived. */
export async function hintIfUndrawable(client: Client, token: string): Promise<void> {
	const found = await findSweepstakesByToken(client, token).catch(undefinedIfServiceFails);
	const state = found && findState(found, Date.now());
	if (state === 'paused' || state === 'archived')
		client.hints.add(
			`The sweepstakes is ${state}. The service does not draw from a paused or archived sweepstakes.`,
		);
}

async function assertEnded(client: Client, { sweepstakesToken }: Draw): Promise<void> {
	const { EndDate, EndTime, Timezone } = readPeriod(await getSweepstakes(client, sweepstakesToken));
	let end = parseDayAndTime(EndDate, EndTime);
	let timing = client.clock.judgeTiming(Date.now(), end);
	if (timing === 'unknown') {
		const zones = await listTimezones(client);
		const zone = zones.find(({ TimezoneId }) => TimezoneId === toText(Timezone))?.Timezone;
		// The service's name for the time zone may not be a valid IANA name.
		end = zone && isTimezone(zone) ? parseDayAndTime(EndDate, EndTime, zone) : undefined;
		timing = client.clock.judgeTiming(Date.now(), end);
	}
	if (timing === 'before') return;
	const lastMoment = [end?.date, end?.time].filter(Boolean).join(' ');
	const reason =
		timing === 'since' || end?.hasZone
			? `entries are accepted until ${lastMoment}`
			: 'the service does not say exactly when the entry period ends';
	throw refuseToDraw(entryPeriodMustHaveEnded, `is on, but ${reason}`);
}

async function countEntered(
	client: Client,
	{ sweepstakesToken: SweepstakesToken, includeOptedOutParticipants }: Draw,
) {
	const { Counts } = (await client.call(countParticipants, { SweepstakesToken })).Data;
	const { OptOuts: optedOut } = Counts;
	const entered =
		Counts.Participants + Counts.AmoeParticipants + (includeOptedOutParticipants ? optedOut : 0);
	return { entered, optedOut };
}

/**
 * Returns an upper bound for the number of people who can be drawn: those who entered and have not won. The service
 * does not report how many of them are in a group, are marked as spam or completed their entry.
 *
 * @param won how many people have won
 */
export async function countCandidates(client: Client, draw: Draw, won: number): Promise<number> {
	const counted = await countEntered(client, draw).catch(undefinedIfRehearsed);
	const { entered, optedOut } = counted ?? { entered: 0, optedOut: 0 };
	// Winners who have opted out may be among the people who are not counted as entered.
	const winners = draw.includeOptedOutParticipants ? won : Math.max(0, won - optedOut);
	return Math.max(0, entered - winners);
}

function refuseToDraw({ displayName }: Field, reason: string): InputError {
	return new InputError(`Options › ${displayName}`, `${reason}. Nobody was drawn`);
}
