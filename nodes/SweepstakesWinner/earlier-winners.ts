import { drawWinners, mayBeFrom, type Draw } from './api/draw';
import { sortByDraw, isOrderKnown, readWinnerId, winners } from './api/winners';
import { readDrawNote, type BegunDraw, type DrawNote } from './draw-note';
import { backups } from './fields';
import type { Client } from '../shared/client/client';
import { collect } from '../shared/api/pages';
import { isSameId, asText, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import type { Field } from '../shared/n8n/operation/field';
import { pluralize } from '../shared/pluralize';
import { z } from '../shared/zod';
import type { Guards } from './guards';
import { ALL_GROUPS } from '../SweepstakesGroup/api';

export const whenWinnersExist = {
	displayName: 'When Winners Exist',
	name: 'whenWinnersExist',
	type: 'options',
	options: [
		{
			name: 'Draw More',
			value: 'more',
			description: 'Draws the requested number of winners, in addition to the earlier ones',
		},
		{
			name: 'Draw the Missing Ones',
			value: 'missing',
			description: 'Returns the earlier winners, and draws only as many as are missing',
		},
		{
			name: 'Return Them',
			value: 'return',
			description: 'Returns the earlier winners without drawing more',
		},
	],
	default: 'return',
	description:
		'What to do if people in the group have already won. The output column “existed” is true for them, and false for people drawn now. With “Draw More”, this column is left out.',
} as const satisfies Field;

type WhenWinnersExist = (typeof whenWinnersExist.options)[number]['value'];

/** How many people to draw or return. */
export interface PeopleCounts {
	winners: number;
	backups: number;
}

/** The request of an item. */
export const drawRequest = z.object({
	/** The request to the service. Its number of people does not include the backups. */
	draw: drawWinners.request,
	when: z.custom<WhenWinnersExist>(),
	wanted: z.custom<PeopleCounts>(),
	/** Options that are not sent to the service. */
	conditions: z.custom<Guards>(),
});

export type DrawRequest = z.output<typeof drawRequest>;

/** The people who have been drawn so far. */
export interface DrawnPeople {
	/** The winners from the requested group, in the order in which they were drawn. A later draw only adds to the end. */
	winners: readonly Json[];
	/** The backups from the requested group, in the order in which they were drawn. */
	backups: readonly Json[];
	/** The winners and backups from all groups, in the service's order. */
	all: readonly Json[];
	/** The account note. If it has a `begun` draw, the run that began the draw was stopped before the draw ended. */
	note?: DrawNote;
	/**
	 * The number of people whose records name no group. They may be from the requested group, but are not in `winners` or
	 * `backups`.
	 */
	ofUnknownGroup: number;
}

/** Returns the people whom this run has drawn in a sweepstakes. The service may not list them yet. */
const getDrawnByRun = ({ runHistory }: Client, { sweepstakesToken }: Draw) =>
	runHistory.getOrCreate(`drawn ${sweepstakesToken}`, (): Json[] => []);

/** Records who was drawn, for the other items of the run. */
export function rememberDrawnPeople(client: Client, draw: Draw, people: readonly Json[]): void {
	const GroupToken = draw.group === ALL_GROUPS ? undefined : draw.group;
	for (const person of people)
		if (readWinnerId(person) !== '') getDrawnByRun(client, draw).push({ GroupToken, ...person });
}

/**
 * The maximum duration of another process's draw, in ms: the call may wait a minute for the rate limit. If a draw has
 * not ended by then, that process is assumed to have been stopped.
 */
const MAX_DRAW_MS = 90_000;

/**
 * How long to wait for another process's draw before the note is read again, in ms. Each later wait is twice as long.
 */
const FIRST_LOOK_AGAIN_MS = 1_000;

/** The maximum of these waits, in ms. All of them together last longer than two draws that take `MAX_DRAW_MS`. */
const MAX_LOOK_AGAIN_MS = 2 * MAX_DRAW_MS;

/**
 * Reads who has been drawn from the requested group. This includes members of the group who won a draw from all groups,
 * because the service does not record from which draw a winner comes.
 *
 * @throws {InputError} if no winner is certainly from the group, but some may be, if winners and backups cannot be told
 *   apart, or if others do not stop drawing
 */
export async function readDrawnPeople(client: Client, request: DrawRequest): Promise<DrawnPeople> {
	for (let waitMs = FIRST_LOOK_AGAIN_MS; ; waitMs *= 2) {
		const { all, note } = await readListAndNote(client, request);
		if (!note?.begun || hasEnded(client, note.begun))
			return classify(client, request, withUnlisted(all, getDrawnByRun(client, request.draw)), note);
		if (waitMs > MAX_LOOK_AGAIN_MS)
			throw createUndecidedError('other runs were drawing each time the account note was read');
		await client.wait(waitMs);
	}
}

/** Adds people whom this run has drawn, but whom the service does not list yet. */
function withUnlisted(listed: readonly Json[], drawn: readonly Json[]): readonly Json[] {
	const known = new Set(listed.map(readWinnerId));
	return [...drawn.filter((one) => !known.has(readWinnerId(one))).toReversed(), ...listed];
}

/** How many times to read the list and the note before giving up, if the note changes every time. */
const MAX_READS = 8;

/**
 * Reads the list of winners and the note.
 *
 * Another process may draw between the two. If the note is older than the list, it may not name all backups in the
 * list, who would then be mistaken for winners. If the note is newer, it may name people who are not in the list yet,
 * and others would be drawn in their place. So if backups are wanted, both are read again until the note is the same
 * before and after the list is read.
 *
 * @throws {InputError} if the note changes each time
 */
async function readListAndNote(
	client: Client,
	request: DrawRequest,
): Promise<{ all: Json[]; note?: DrawNote }> {
	const { sweepstakesToken } = request.draw;
	const isNeeded = request.wanted.backups > 0;
	const readNote = async () => await readDrawNote(client, sweepstakesToken, isNeeded);
	for (let reads = 1; reads <= MAX_READS; reads++) {
		const before = isNeeded ? await readNote() : undefined;
		const all = (await collect(winners.read(client, { sweepstakesToken }, Infinity))).flat();
		const known = collectNotedIds(before);
		// The contract has no notes, so a gateway may answer this call in any way.
		if (!isNeeded) return { all };
		if (all.every((winner) => known.has(readWinnerId(winner)))) return { all, note: before };
		const note = await readNote();
		if (JSON.stringify(note) === JSON.stringify(before)) return { all, note };
	}
	throw createUndecidedError('the account note that says who is a backup changed each time it was read');
}

/** Returns the IDs of all people in the note. */
function collectNotedIds(note: DrawNote | undefined): ReadonlySet<string> {
	return new Set([...(note?.drawn.map(({ token }) => token) ?? []), ...(note?.begun?.before ?? [])]);
}

/**
 * Whether a draw that has begun according to the note is over. A draw of this process always is, because only one
 * execution of a process draws at a time.
 */
function hasEnded(client: Client, { processId, startedAt }: BegunDraw): boolean {
	return processId === client.account.id || Math.abs(Date.now() - startedAt) > MAX_DRAW_MS;
}

function classify(
	client: Client,
	{ draw: { group }, wanted, when }: DrawRequest,
	all: readonly Json[],
	note: DrawNote | undefined,
): DrawnPeople {
	// With “Draw More”, it does not matter which of the earlier people were backups.
	const isMore = when === 'more';
	const isAny = group === ALL_GROUPS;
	const inGroup = all.filter(({ GroupToken }) => isAny || isSameId(GroupToken, group));
	const unknown = isAny ? 0 : all.filter(({ GroupToken }) => asText(GroupToken) === '').length;
	if (unknown > 0 && inGroup.length === 0 && !isMore)
		throw createUndecidedError(
			`the service does not name the group of ${pluralize(unknown, 'earlier winner')}`,
		);
	const inOrder = sortByDraw(inGroup);
	const found = { all, ofUnknownGroup: unknown };
	if (!note) return { ...found, ...splitByTime(inOrder, wanted.winners, isMore ? 0 : wanted.backups) };
	const drawn = [...note.drawn, ...findUnnotedPeople(client, all, note, wanted)];
	const roles = new Map(drawn.map(({ role, token }) => [token, role]));
	if (inOrder.length === 0 && drawn.length > 0 && isAny && !isMore)
		throw createUndecidedError('the service does not list the people who were drawn');
	const pickRole = (isBackup: boolean) => {
		const people = inOrder.filter((one) => (roles.get(readWinnerId(one)) === 'Backup') === isBackup);
		return sortAsNoted(people, drawn);
	};
	return { winners: pickRole(false), backups: pickRole(true), ...found, note: { ...note, drawn } };
}

/** Sorts the people in the note by the note's order. All other people keep their places. */
function sortAsNoted(inOrder: readonly Json[], drawn: DrawNote['drawn']): Json[] {
	const ranks = new Map(drawn.map(({ token }, rank) => [token, rank]));
	const getRank = (winner: Json) => ranks.get(readWinnerId(winner));
	const noted = inOrder.filter((winner) => getRank(winner) !== undefined);
	noted.sort((one, other) => getRank(one)! - getRank(other)!);
	return inOrder.map((winner) => (getRank(winner) === undefined ? winner : noted.shift()!));
}

/**
 * Returns the people of a draw that was stopped before they were written into the note. People who were certainly drawn
 * later are not among them.
 *
 * @throws {InputError} if other people may have won since that draw, and some of these people may be backups
 */
function findUnnotedPeople(
	client: Client,
	all: readonly Json[],
	note: DrawNote,
	{ backups }: PeopleCounts,
): DrawNote['drawn'] {
	const { begun } = note;
	if (!begun) return [];
	const known = collectNotedIds(note);
	const endedAt = begun.startedAt + MAX_DRAW_MS;
	const fresh = all.filter(
		(winner) =>
			mayBeFrom(winner, begun.group) &&
			!known.has(readWinnerId(winner)) &&
			client.clock.judgeTiming(endedAt, winner.DrawDateTime) !== 'since',
	);
	const tokens = sortByDraw(fresh).map(readWinnerId);
	const mayBeOfOthers = fresh.length > 0 && fresh.length !== begun.count;
	// For a run without backups, everybody who has won since a draw of winners is a winner, whoever drew them.
	const isUndecided = mayBeOfOthers && (begun.role === 'Backup' || backups > 0);
	if (tokens.includes('') || isUndecided)
		throw createUndecidedError(
			`an earlier run was stopped while it was drawing ${pluralize(begun.count, begun.role.toLowerCase())}, and since then the number of winners has grown by ${fresh.length}`,
		);
	return tokens.map((token) => ({ role: begun.role, token }));
}

/**
 * Separates winners from backups if there is no note: the first `count` people are the winners, and the people who were
 * drawn later are the backups.
 */
function splitByTime(inOrder: readonly Json[], count: number, backupCount: number) {
	if (backupCount === 0) return { winners: inOrder, backups: [] };
	const lastAndFirstBackup = inOrder.slice(count - 1, count + 1);
	if (!isOrderKnown(lastAndFirstBackup))
		throw new InputError(
			`Options › ${backups.displayName}`,
			'cannot be used, because nothing shows which of the people drawn earlier are winners and which are backups. This run drew nobody. Remove this option, or list them with Winner › Get Many',
		);
	return { winners: inOrder.slice(0, count), backups: inOrder.slice(count) };
}

function createUndecidedError(reason: string): InputError {
	return new InputError(
		whenWinnersExist.displayName,
		`cannot be applied, because ${reason}. This run drew nobody. Check the winners with Winner › Get Many`,
	);
}

/** Returns how many winners and backups are still to be drawn. */
export function countMissing(drawn: DrawnPeople, wanted: PeopleCounts): PeopleCounts {
	return {
		winners: Math.max(0, wanted.winners - drawn.winners.length),
		backups: Math.max(0, wanted.backups - drawn.backups.length),
	};
}

/** Returns the hint for an item that draws nobody. Other items of the run may have drawn people. */
export function toHint(client: Client, { draw, wanted }: DrawRequest, drawn: DrawnPeople): string {
	const hasDrawn = getDrawnByRun(client, draw).length > 0;
	const subject = hasDrawn ? 'One of the items' : 'This run';
	const more = drawn.winners.length - wanted.winners;
	const returned = toWords({
		winners: Math.min(drawn.winners.length, wanted.winners),
		backups: Math.min(drawn.backups.length, wanted.backups),
	});
	const lacks = countMissing(drawn, wanted);
	const isShort = lacks.winners + lacks.backups > 0;
	const sentences = [
		isShort
			? `${subject} drew nobody, and returned ${returned}. You requested ${toWords(wanted, '')}. To draw the others, set “${whenWinnersExist.displayName}” to “Draw the Missing Ones”.`
			: `${subject} drew nobody, and returned ${returned}.`,
		drawn.ofUnknownGroup > 0 &&
			`${pluralize(drawn.ofUnknownGroup, 'other winner')} may belong to this group, but the service does not say so.`,
		more > 0 && `Winner › Get Many returns ${more} more.`,
		hasDrawn &&
			!isShort &&
			`To draw other people for each item, set “${whenWinnersExist.displayName}” to “Draw More”.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Returns words such as "2 earlier winners and 1 backup". */
function toWords(people: PeopleCounts, which = 'earlier '): string {
	const winners = pluralize(people.winners, `${which}winner`);
	return people.backups > 0 ? `${winners} and ${pluralize(people.backups, 'backup')}` : winners;
}
