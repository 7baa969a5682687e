import { drawWinners, type Draw } from './api/draw';
import { sortByDraw, readWinners, readWinnerId } from './api/winners';
import { assertNoteFits, writeDrawNote, type BegunDraw, type DrawNote, type Role } from './draw-note';
import {
	countMissing,
	readDrawnPeople,
	rememberDrawnPeople,
	toHint,
	type DrawnPeople,
	type DrawRequest,
	type PeopleCounts,
} from './earlier-winners';
import { assertDrawable, countCandidates, hintIfUndrawable } from './guards';
import { isBackup, toDrawnItem } from './items';
import type { Client, EarlierRecords } from '../shared/client/client';
import {
	getRefusal,
	isAmbiguous,
	ServiceError,
	throwWith,
	undefinedIfServiceFails,
} from '../shared/client/failures';
import { asObject, type Json } from '../shared/json';
import { readCount } from '../shared/numeral';
import type { Findings } from '../shared/api/named';
import type { ExistenceCheck } from '../shared/n8n/operation/look-first';
import { pluralize } from '../shared/pluralize';

interface DrawItem {
	client: Client;
	request: DrawRequest;
	existing?: DrawnPeople;
	look?: EarlierRecords;
}

/**
 * Checks for people from earlier draws. They are returned, up to the requested number, unless “When Winners Exist” is
 * “Draw More”.
 *
 * @throws {InputError} from `find`, see `readDrawnPeople`
 */
export function returnEarlierPeople({ client, request }: DrawItem): ExistenceCheck<DrawnPeople> {
	const { draw, when, wanted } = request;
	const isLooked = when !== 'more' || wanted.backups > 0;
	const toItems = (people: readonly Json[], isBackup: boolean) =>
		people.map((person) => ({ ...toDrawnItem(person), isBackup }));
	return {
		keys: [`draw ${draw.sweepstakesToken}`],
		find: isLooked ? async () => await findEarlier(client, request) : undefined,
		isEnough: (drawn) => isEnough(request, drawn),
		toItems:
			when === 'more'
				? undefined
				: ({ winners, backups }) => [
						...toItems(winners.slice(0, wanted.winners), false),
						...toItems(backups.slice(0, wanted.backups), true),
					],
		arrange: (people) => withPlaces(people, wanted.winners),
	};
}

/**
 * Reads who has been drawn. If nobody else will be drawn, adds a hint that says so. Unless this run writes its own draw
 * into the note, an unfinished draw is removed from the note, so that nobody is mistaken for one of its people later.
 */
async function findEarlier(client: Client, request: DrawRequest): Promise<Findings<DrawnPeople>> {
	const { draw, wanted } = request;
	const drawn = await readDrawnPeople(client, request);
	const isWhole = isEnough(request, drawn);
	if (isWhole) client.hints.add(toHint(client, request, drawn));
	if (drawn.note?.begun && !client.isDry && (isWhole || wanted.backups === 0))
		await writeDrawNote(client, draw.sweepstakesToken, { ...drawn.note, begun: undefined });
	return { existing: drawn, records: drawn.all };
}

function isEnough({ when, wanted }: DrawRequest, drawn: DrawnPeople): boolean {
	if (when === 'more') return false;
	const { winners, backups } = countMissing(drawn, wanted);
	if (winners + backups === 0) return true;
	// Only a run with backups completes an unfinished draw.
	return when === 'return' && drawn.winners.length > 0 && (wanted.backups === 0 || !drawn.note?.begun);
}

/**
 * Adds the `Position` of each person. Winners count from 1. Backups continue after the requested number of winners,
 * even if fewer winners were drawn.
 */
function withPlaces(people: readonly object[], winnerCount: number): object[] {
	const toPlaces = (isWanted: (person: object) => boolean, first: number) =>
		people
			.filter(isWanted)
			.map((person, index) => ({ Position: first + index, isBackup: isBackup(person), ...person }));
	return [...toPlaces((person) => !isBackup(person), 1), ...toPlaces(isBackup, winnerCount + 1)];
}

/**
 * Draws the winners and backups who are still missing.
 *
 * @throws {InputError} see `assertDrawable`
 */
export async function* drawPeople(item: DrawItem): AsyncGenerator<object | readonly object[]> {
	const { client, request, existing: drawn } = item;
	const { draw, when, wanted, conditions } = request;
	const counts = drawn && when !== 'more' ? countMissing(drawn, wanted) : wanted;
	await assertDrawable(client, draw, conditions);
	if (client.isDry) return yield* previewDraw(client, request, counts);
	if (drawn && wanted.backups > 0) return yield* new NotedDraw(item, drawn).run(counts);
	const winners = await drawNow(item, counts.winners);
	yield* winners.map((person) => ({ ...person, isBackup: false }));
}

/**
 * Yields an item for each person whom a draw would draw. If too few people can win, the service refuses to draw the
 * winners, but of the backups, the node draws as many as it can.
 */
async function* previewDraw(
	client: Client,
	{ draw }: DrawRequest,
	{ winners, backups }: PeopleCounts,
): AsyncGenerator<object> {
	hintIfUndrawable(client, draw.sweepstakesToken);
	const eligibleAtMost = await countCandidates(client, draw);
	const count = winners + backups;
	if (winners > eligibleAtMost)
		client.hints.add(
			`The service would draw nobody, because at most ${eligibleAtMost} of the ${pluralize(winners, 'requested winner')} can be drawn.`,
		);
	else if (count > eligibleAtMost)
		client.hints.add(`At most ${eligibleAtMost} of the ${count} requested people can be drawn.`);
	const length = winners > eligibleAtMost ? 0 : Math.min(count, eligibleAtMost);
	for (let index = 0; index < length; index++)
		yield {
			...toDrawnItem(inventPerson(index, winners)),
			eligibleAtMost,
			isBackup: index >= winners,
		};
}

/** Returns a person for a dry run, such as "Winner 1, winner-1@example.com", so that the next nodes can be tried. */
function inventPerson(index: number, winners: number): Json {
	const [role, number] = index < winners ? ['Winner', index + 1] : ['Backup', index + 1 - winners];
	const KeyEmail = `${role.toLowerCase()}-${number}@example.com`;
	return { FirstName: role, LastName: String(number), KeyEmail, ParticipantToken: '' };
}

function toNoted(role: Role, people: readonly Json[]): DrawNote['drawn'] {
	return people.map((person) => ({ role, token: readWinnerId(person) }));
}

/** A draw with backups, during which the account note says who is who. */
class NotedDraw {
	/** The note as it was last written. */
	private note: DrawNote;
	/** The IDs of the people who had won before, except the people whom the note names. */
	private readonly before: readonly string[];

	constructor(
		private readonly item: DrawItem,
		{ all, backups, note }: DrawnPeople,
	) {
		// If there is no note, the times of the draws showed who is a backup. From now on, only the note does.
		this.note = note ?? { drawn: toNoted('Backup', backups) };
		const named = new Set(this.note.drawn.map(({ token }) => token));
		this.before = all.map(readWinnerId).filter((token) => !named.has(token));
	}

	/**
	 * Draws the winners, then the backups, and writes into the note who is who.
	 *
	 * @throws {InputError} if the note could get too long. Nobody has been drawn then.
	 */
	async *run({ winners, backups }: PeopleCounts): AsyncGenerator<object | readonly object[]> {
		const { client, request } = this.item;
		// No note of this run will be longer than one that names everybody and has a draw that has begun.
		const longest = { ...this.note, begun: this.toBegunDraw('Backup', backups) };
		await assertNoteFits(client, request.draw.sweepstakesToken, longest, winners + backups);
		if (winners > 0) yield this.draw('Winner', winners);
		const drawingBackups = this.draw('Backup', backups);
		yield* await (winners > 0
			? drawingBackups.catch(throwWith('The winners have been drawn.'))
			: drawingBackups);
		await this.write();
	}

	private toBegunDraw(role: Role, count: number): BegunDraw {
		const { client, request } = this.item;
		const { group } = request.draw;
		return { role, count, group, startedAt: Date.now(), processId: client.account.id, before: this.before };
	}

	private async write(begun?: BegunDraw): Promise<void> {
		const { client, request } = this.item;
		this.note = await writeDrawNote(client, request.draw.sweepstakesToken, { ...this.note, begun });
	}

	/** Draws winners or backups. Before the draw, writes into the note that it has begun. */
	private async draw(role: Role, count: number): Promise<object[]> {
		if (count === 0) return [];
		await this.write(this.toBegunDraw(role, count));
		return await drawNow(this.item, count).then(
			(people) => this.addDrawn(role, people),
			async (error: unknown) => {
				if (!(error instanceof ServiceError) || isAmbiguous(error)) throw error;
				// Nobody was drawn, so the draw is removed from the note. Otherwise, people who win later would be mistaken
				// for the people of this draw.
				await this.write().catch(undefinedIfServiceFails);
				// When the backups are drawn, the winners have already been drawn, so the run should not fail: if too few
				// people are left, all of them are drawn.
				const eligible = readCount(asObject(getRefusal(error).body?.Help).EligibleParticipants);
				if (role === 'Winner' || eligible === undefined || eligible >= count) throw error;
				const { hints } = this.item.client;
				hints.add(`Only ${eligible} of ${pluralize(count, 'backup')} could be drawn.`);
				return await this.draw(role, eligible);
			},
		);
	}

	private addDrawn(role: Role, people: readonly Json[]): object[] {
		const drawn = toNoted(role, people);
		if (drawn.some(({ token }) => token === ''))
			throw new ServiceError({ code: 'unexpectedReply', missing: 'who was drawn' });
		this.note = { ...this.note, drawn: [...this.note.drawn, ...drawn] };
		return people.map((person) => ({ ...person, isBackup: role === 'Backup' }));
	}
}

/**
 * Draws people. Their items have the order and time from the service's list, so that later runs return them unchanged.
 */
async function drawNow({ client, request, look }: DrawItem, count: number): Promise<Json[]> {
	const draw = { ...request.draw, howManyWinnersToPick: count };
	const toItems = ({ Winners }: { Winners: readonly Json[] }) => {
		const { length } = Winners;
		if (length < count) client.hints.add(`Only ${length} of ${count} people were drawn.`);
		return Winners.map(toDrawnItem);
	};
	const drawn = await client.callForItems(drawWinners, draw, toItems, look);
	const answeredAt = new Date().toISOString();
	const inOrder = await sortAsListed(client, draw, drawn as Json[], answeredAt);
	rememberDrawnPeople(client, draw, inOrder);
	return inOrder;
}

/**
 * Returns the people of a draw with their order and time from the list of winners, because the reply to a draw has
 * neither. If the list lacks somebody, all of them get the time of the reply.
 */
async function sortAsListed(
	client: Client,
	{ sweepstakesToken }: Draw,
	drawn: readonly Json[],
	answeredAt: string,
): Promise<Json[]> {
	const people = new Map(drawn.map((person) => [readWinnerId(person), person]));
	if (people.has('')) return drawn.map((person) => ({ ...person, DrawDateTime: answeredAt }));
	let listed: Json[] = [];
	for (const limit of [people.size, Infinity]) {
		if (listed.length === people.size) break;
		const list = await readWinners(client, { sweepstakesToken }, limit).catch(undefinedIfServiceFails);
		listed = list?.winners.filter((winner) => people.has(readWinnerId(winner))) ?? [];
	}
	const isWhole = listed.length === people.size;
	const times = isWhole ? listed : drawn.map((person) => ({ ...person, DrawDateTime: answeredAt }));
	return sortByDraw(times).map((winner) => ({
		...people.get(readWinnerId(winner))!,
		DrawDateTime: winner.DrawDateTime || answeredAt,
	}));
}
