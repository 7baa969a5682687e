import { ALL_GROUPS } from '../SweepstakesGroup/api';
import { drawWinners, type Draw } from './api/draw';
import {
	countDrawnFirst,
	findWaitForLaterTime,
	isSplitByTime,
	readWinnerId,
	sortByDraw,
	sortById,
	winners,
} from './api/winners';
import { backups, numberOfWinners, whenWinnersExist, type WhenWinnersExist } from './fields';
import { assertDrawable, countCandidates, hintIfUndrawable, type Guards } from './guards';
import { toWinnerItem } from './items';
import { PeopleByKey } from '../SweepstakesParticipant/api/person';
import { toPersonItem } from '../SweepstakesParticipant/items';
import { toPersonName } from '../SweepstakesParticipant/picker';
import { inventEmail, REHEARSED_ID } from '../shared/client/dry-run';
import type { Client, EarlierRecords } from '../shared/client/client';
import {
	getRefusal,
	isAmbiguous,
	ServiceError,
	throwWith,
	undefinedIfServiceFails,
} from '../shared/client/failures';
import { asObject, asRecords, asText, isSameId, type Json, toText } from '../shared/json';
import { readCount } from '../shared/numeral';
import { collect } from '../shared/api/pages';
import { InputError } from '../shared/n8n/errors/node-errors';
import type { ExistenceCheck } from '../shared/n8n/operation/find-or-create';
import { pluralize } from '../shared/pluralize';
import { mapWithBreaks } from '../shared/sleep';
import { z } from '../shared/zod';

/*
 * The service does not record who is a backup. So the winners are drawn first, and then each backup at a later time: of
 * the people drawn from a sweepstakes or group, the first ones by the time of the draw are the winners, and everybody
 * after them is a backup, in this order. Every run can tell them apart, even if an earlier run was stopped in between.
 */

/** How many people to draw or return. */
interface PeopleCounts {
	winners: number;
	backups: number;
}

/** The request of an item. */
export const drawRequest = z.object({
	/** The request to the service. Its number of people does not include the backups. */
	draw: drawWinners.request,
	when: z.custom<WhenWinnersExist>(),
	wanted: z.custom<PeopleCounts>(),
	conditions: z.custom<Guards>(),
});

type DrawRequest = z.output<typeof drawRequest>;

/** The people who have been drawn so far. */
interface DrawnPeople {
	/** The people from the requested group, in the order in which they were drawn. A later draw only adds to the end. */
	people: readonly Json[];
	/** The people from all groups, in the service's order. */
	all: readonly Json[];
	/** Whether there may be more people from the requested group, because the records of some people name no group. */
	isPartial: boolean;
}

const NOBODY: DrawnPeople = { people: [], all: [], isPartial: false };

interface DrawItem {
	client: Client;
	request: DrawRequest;
	existing?: DrawnPeople;
	earlier?: EarlierRecords;
}

/**
 * Checks for people from earlier draws. They are returned, up to the requested number, unless “When Winners Exist” is
 * “Draw More”.
 *
 * @throws {InputError} from `find`, see `readDrawnPeople`
 */
export function returnEarlierPeople({ client, request }: DrawItem): ExistenceCheck<DrawnPeople> {
	const { draw, when, wanted } = request;
	const returnThem = async ({ people }: DrawnPeople) => {
		const winners = people.slice(0, wanted.winners);
		const backups = people.slice(wanted.winners, wanted.winners + wanted.backups);
		return [
			...(await toItems(client, NOBODY, await mapWithBreaks(winners, toWinnerItem), false)),
			...(await toItems(
				client,
				{ ...NOBODY, people: winners },
				await mapWithBreaks(backups, toWinnerItem),
				true,
			)),
		];
	};
	return {
		keys: [`draw ${draw.sweepstakesToken}`],
		async find() {
			const existing = await readDrawnPeople(client, request);
			if (isEnough(request, existing)) client.hints.add(toHint(client, request, existing.people.length));
			if (when !== 'more') hintAtLaterDraws(client, existing.people.slice(0, wanted.winners));
			return { existing, records: existing.all };
		},
		isEnough: (existing) => isEnough(request, existing),
		toItems: when === 'more' ? undefined : returnThem,
	};
}

/** Returns the people whom this run has drawn in a sweepstakes. The service may not list them yet. */
const getDrawnByRun = ({ memory }: Client, { sweepstakesToken }: Draw) =>
	memory.getOrCreate(`drawn ${sweepstakesToken}`, (): Json[] => []);

/**
 * Reads who has been drawn from the requested group. This includes members of the group who won a draw from all groups,
 * because the service does not record from which draw a winner comes.
 *
 * @throws {InputError} if the service does not show who is from the group, or who is a backup
 */
async function readDrawnPeople(client: Client, { draw, when, wanted }: DrawRequest): Promise<DrawnPeople> {
	const { sweepstakesToken, group } = draw;
	const listed = await collect(winners.each(client, { sweepstakesToken }));
	const known = new Set(listed.map(readWinnerId));
	const unlisted = getDrawnByRun(client, draw).filter((one) => !known.has(readWinnerId(one)));
	const all = [...unlisted.toReversed(), ...listed];
	const isAny = group === ALL_GROUPS;
	const people = sortByDraw(all.filter(({ GroupToken }) => isAny || isSameId(GroupToken, group)));
	const unknown = isAny ? 0 : all.filter(({ GroupToken }) => asText(GroupToken) === '').length;
	if (when === 'more') return { people, all, isPartial: unknown > 0 };
	if (unknown > 0)
		throw new InputError(
			whenWinnersExist.displayName,
			`cannot be applied, because the service does not name the group of ${pluralize(unknown, 'earlier winner')}. This run drew nobody. Check the winners with Winner › Get Many`,
		);
	const hasBackups = wanted.backups > 0 && people.length > wanted.winners;
	if (hasBackups && !isSplitByTime(people, wanted.winners))
		throw new InputError(
			`Options › ${backups.displayName}`,
			'cannot be used, because nothing shows which of the people drawn earlier are winners and which are backups. This run drew nobody. Remove this option, or list them with Winner › Get Many',
		);
	return { people, all, isPartial: false };
}

/** Returns how many winners and backups are still to be drawn. */
function countMissing({ when, wanted }: DrawRequest, { people }: DrawnPeople): PeopleCounts {
	if (when === 'more') return wanted;
	const earlierBackups = Math.max(0, people.length - wanted.winners);
	return {
		winners: Math.max(0, wanted.winners - people.length),
		backups: Math.max(0, wanted.backups - earlierBackups),
	};
}

function isEnough(request: DrawRequest, existing: DrawnPeople): boolean {
	const missing = countMissing(request, existing);
	if (missing.winners + missing.backups === 0) return true;
	// “Return Them” completes an interrupted draw, which has all winners. It draws no more winners.
	return request.when === 'return' && existing.people.length > 0 && missing.winners > 0;
}

/** Returns the hint for an item that draws nobody. Other items of the run may have drawn people. */
function toHint(client: Client, { draw, wanted }: DrawRequest, earlier: number): string {
	const hasDrawn = getDrawnByRun(client, draw).length > 0;
	const subject = hasDrawn ? 'One of the items' : 'This run';
	const winners = Math.min(earlier, wanted.winners);
	const backups = Math.min(earlier - winners, wanted.backups);
	const more = earlier - winners - backups;
	const isShort = winners < wanted.winners;
	const sentences = [
		`${subject} drew nobody, and returned ${toWords({ winners, backups })}.`,
		isShort &&
			`You requested ${toWords(wanted, '')}. To draw the others, set “${whenWinnersExist.displayName}” to “Draw the Missing Ones”.`,
		more > 0 && `Winner › Get Many returns ${more} more.`,
		hasDrawn &&
			!isShort &&
			`To draw other people for each item, set “${whenWinnersExist.displayName}” to “Draw More”.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Adds a hint if some of the returned winners were drawn later than the others, because they may be backups. */
function hintAtLaterDraws({ hints }: Client, people: readonly Json[]): void {
	const first = countDrawnFirst(people);
	if (first < people.length)
		hints.add(
			`Of these ${people.length} winners, the first draw picked only ${first}. The others were drawn later: as backups, or in another draw. If they are backups, set “${numberOfWinners.displayName}” to ${first}.`,
		);
}

/** Returns words such as "2 earlier winners and 1 backup". */
function toWords(people: PeopleCounts, which = 'earlier '): string {
	const winners = pluralize(people.winners, `${which}winner`);
	return people.backups > 0 ? `${winners} and ${pluralize(people.backups, 'backup')}` : winners;
}

/**
 * Draws the winners and backups who are still missing.
 *
 * @throws {InputError} see `assertDrawable`
 */
export async function* drawPeople({
	client,
	request,
	existing = NOBODY,
	earlier,
}: DrawItem): AsyncGenerator<readonly object[]> {
	const { draw, conditions } = request;
	const missing = countMissing(request, existing);
	await assertDrawable(client, draw, conditions);
	if (client.isDry) return yield await previewDraw(client, draw, missing, existing);
	const drawn = missing.winners > 0 ? await drawNow(client, draw, missing.winners, earlier) : [];
	if (drawn.length > 0) yield await toItems(client, existing, drawn, false);
	// If fewer winners than requested were drawn, the first backup would count as a winner in later runs.
	if (drawn.length < missing.winners) return;
	let now = addDrawn(existing, drawn);
	for (let count = 0; count < missing.backups; count++) {
		const drawing = drawBackup(client, draw, now, earlier);
		const backup = await (drawn.length > 0
			? drawing.catch(throwWith('The winners have been drawn.'))
			: drawing);
		if (backup.length === 0) return client.hints.add(toHintAtNobodyLeft(request, missing.backups - count));
		yield await toItems(client, now, backup, true);
		now = addDrawn(now, backup);
	}
}

/** @param missing the number of backups who could not be drawn */
function toHintAtNobodyLeft({ wanted }: DrawRequest, missing: number): string {
	return `Backups: ${wanted.backups - missing} instead of ${wanted.backups}, because nobody else can be drawn.`;
}

function addDrawn({ people, all, isPartial }: DrawnPeople, drawn: readonly Json[]): DrawnPeople {
	return { people: [...people, ...drawn], all: [...drawn.toReversed(), ...all], isPartial };
}

const SHARED_CONTACT =
	'Somebody drawn has the same email address or phone number as somebody drawn before, and may be the same person. The column “sharesContactWith” names the other one.';

/**
 * Returns the items of people who were drawn after others, with the place of each by the time of the draw. If somebody
 * has the contact data of somebody before them, a hint says so, and their item names that person.
 */
async function toItems(
	client: Client,
	{ people, isPartial }: DrawnPeople,
	drawn: readonly Json[],
	isBackup: boolean,
): Promise<readonly object[]> {
	let place = people.length;
	const before = new PeopleByKey<Json>();
	await mapWithBreaks(people, (person) => before.set(toContact(person), person));
	return await mapWithBreaks(drawn, (person) => {
		place++;
		const contact = toContact(person);
		const other = before.get(contact);
		before.set(contact, person);
		if (other) client.hints.add(SHARED_CONTACT);
		return {
			...(!isPartial && { Position: place }),
			isBackup,
			...person,
			...(other && { sharesContactWith: toPersonName(other) }),
		};
	});
}

function toContact(person: Json): { KeyEmail: unknown; KeyPhoneNumber: unknown } {
	const { Email, PhoneNumber } = toPersonItem(person);
	return { KeyEmail: Email, KeyPhoneNumber: PhoneNumber };
}

/**
 * Returns an item for each person whom a draw would draw. If too few people can win, the service refuses to draw the
 * winners, but of the backups, the node draws as many as it can.
 */
async function previewDraw(
	client: Client,
	draw: Draw,
	{ winners, backups }: PeopleCounts,
	existing: DrawnPeople,
): Promise<readonly object[]> {
	await hintIfUndrawable(client, draw.sweepstakesToken);
	const eligibleAtMost = await countCandidates(client, draw, existing.all.length);
	const count = winners + backups;
	if (winners > eligibleAtMost)
		client.hints.add(
			`The service would draw nobody, because at most ${eligibleAtMost} of the ${pluralize(winners, 'requested winner')} can be drawn.`,
		);
	else if (count > eligibleAtMost)
		client.hints.add(`At most ${eligibleAtMost} of the ${count} requested people can be drawn.`);
	// In a rehearsal, the participants may not have entered yet, and the next nodes need people.
	const mayBeDrawn = client.options.rehearses ? Infinity : eligibleAtMost;
	const length = winners > mayBeDrawn ? 0 : Math.min(count, mayBeDrawn);
	const people = Array.from({ length }, (_, index) => ({
		...toWinnerItem(inventPerson(client, index, winners)),
		eligibleAtMost,
	}));
	const [drawn, added] = [people.slice(0, winners), people.slice(winners)];
	return [
		...(await toItems(client, existing, drawn, false)),
		...(await toItems(client, addDrawn(existing, drawn), added, true)),
	];
}

/** Returns a person for a dry run, such as "Winner 1, winner-1@example.com", so that the next nodes can be tried. */
function inventPerson({ options }: Client, index: number, winners: number): Json {
	const isBackup = index >= winners;
	const role = isBackup ? 'Backup' : 'Winner';
	const number = isBackup ? index + 1 - winners : index + 1;
	const ParticipantToken = options.rehearses ? REHEARSED_ID : '';
	return { FirstName: role, LastName: toText(number), KeyEmail: inventEmail(role, number), ParticipantToken };
}

const WITHOUT_TIMES = {
	code: 'inOwnWords',
	message: 'No backups were drawn, because the service does not show when the winners were drawn',
	description:
		'Without these times, later runs could not tell backups from winners. To draw backups, run this again when Winner › Get Many shows a DrawDateTime for each winner.',
} as const;

/**
 * Draws a backup, later than everyone who was drawn before.
 *
 * @returns no one if nobody is left. The run should not fail then, because the winners have been drawn.
 */
async function drawBackup(
	client: Client,
	draw: Draw,
	{ people, all }: DrawnPeople,
	earlier: EarlierRecords | undefined,
): Promise<readonly Json[]> {
	const waitMs = findWaitForLaterTime(people);
	if (waitMs === undefined) throw new ServiceError(WITHOUT_TIMES);
	await client.wait(waitMs);
	return await drawNow(client, draw, 1, { ...earlier, before: all }).catch((error: unknown) => {
		const { EligibleParticipants } = asObject(getRefusal(error).body?.Help);
		if (readCount(EligibleParticipants) === 0 && !isAmbiguous(error)) return [];
		throw error;
	});
}

async function drawNow(
	client: Client,
	request: Draw,
	count: number,
	earlier: EarlierRecords | undefined,
): Promise<readonly Json[]> {
	const draw = { ...request, howManyWinnersToPick: count };
	const toItems = async ({ Winners }: { Winners: readonly Json[] }) => {
		const { length } = Winners;
		if (length < count) client.hints.add(`Only ${length} of ${count} people were drawn.`);
		return await mapWithBreaks(Winners, toWinnerItem);
	};
	const drawn = await client.callForItems(drawWinners, draw, toItems, earlier);
	const inOrder = await sortAsListed(client, draw, asRecords(drawn));
	const GroupToken = draw.group === ALL_GROUPS ? undefined : draw.group;
	for (const person of inOrder)
		if (readWinnerId(person) !== '') getDrawnByRun(client, draw).push({ GroupToken, ...person });
	return inOrder;
}

/**
 * Returns the people of a draw with their order and time from the list of winners, because the reply to a draw has
 * neither. If the list lacks one of them, nobody gets a time, and they are sorted as later runs sort people with the same
 * time.
 */
async function sortAsListed(
	client: Client,
	{ sweepstakesToken }: Draw,
	drawn: readonly Json[],
): Promise<readonly Json[]> {
	const people = new Map(drawn.map((person) => [readWinnerId(person), person]));
	if (people.has('')) return drawn;
	const listed: Json[] = [];
	const read = async () => {
		for await (const winner of winners.each(client, { sweepstakesToken })) {
			if (people.has(readWinnerId(winner))) listed.push(winner);
			if (listed.length === people.size) break;
		}
	};
	await read().catch(undefinedIfServiceFails);
	if (listed.length < people.size) return sortById(drawn);
	return sortByDraw(listed).map(({ DrawDateTime, ...winner }) => ({
		...people.get(readWinnerId(winner)),
		DrawDateTime,
	}));
}
