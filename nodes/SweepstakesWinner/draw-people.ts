import { drawWinners, type Draw } from './api/draw';
import { firstDrawnFirst, readWinners, tokenOf } from './api/winners';
import { NO_NOTE, writeDrawNote, type Role } from './draw-note';
import { drawRecordBefore } from './draw-record';
import {
	countMissing,
	readDrawn,
	rememberDrawn,
	toHint,
	type Drawn,
	type Wanted,
	type WhenWinnersExist,
} from './earlier-winners';
import { assertDrawable, type Guards } from './guards';
import { drawnItem } from './items';
import type { Client } from '../shared/client/client';
import { getRefusal, isAmbiguous, ServiceError, undefinedIfServiceFails } from '../shared/client/failures';
import { idKey } from '../shared/api/ids';
import type { Json } from '../shared/json';
import { lookFirst } from '../shared/n8n/run/look-first';
import { onceForAlike } from '../shared/n8n/run/once-for-alike';
import { without } from '../shared/n8n/output/keys';
import { plural } from '../shared/plural';

/** Options of a draw that are not sent to the service. */
interface Conditions extends Guards {
	includeDrawRecord?: boolean;
}

interface Asked {
	/** For the winners alone. */
	request: Draw;
	when: WhenWinnersExist;
	wanted: Wanted;
	conditions: Conditions;
}

interface Person {
	isBackup: boolean;
}

/**
 * Draws people for an item, unless an earlier item of the run asked for the same draw.
 *
 * @param isForEach whether to draw for every item
 * @throws {InputError} see `readDrawn` and `assertDrawable`. People who were drawn before an error come first.
 */
export async function* drawForItem(client: Client, asked: Asked, isForEach: boolean): AsyncGenerator<object> {
	const draw = () => inPlaces(drawPeople(client, asked), asked.wanted.winners);
	yield* isForEach ? draw() : onceForAlike(client, asked, 'draw', draw);
}

/** Adds the places. Those who were drawn before an error come first. */
async function* inPlaces(drawn: AsyncIterable<object>, winnerCount: number): AsyncGenerator<object> {
	const people: Person[] = [];
	try {
		for await (const person of drawn) people.push(person as Person);
	} finally {
		yield* withPlaces(people, winnerCount);
	}
}

/** The backups come after all winners that were asked for, even if fewer were drawn. */
function withPlaces(people: readonly Person[], winnerCount: number): object[] {
	const toPlaces = (isBackup: boolean, first: number) =>
		people
			.filter((person) => person.isBackup === isBackup)
			.map(({ isBackup: _, ...person }, index) => ({ Position: first + index, isBackup, ...person }));
	return [...toPlaces(false, 1), ...toPlaces(true, winnerCount + 1)];
}

/** Draws people or returns earlier ones, never more than asked for. */
async function* drawPeople(client: Client, asked: Asked): AsyncGenerator<object> {
	const { request, when, wanted, conditions } = asked;
	const isNoted = wanted.backups > 0;
	if (when === 'more' && !isNoted) {
		await assertDrawable(client, request, conditions);
		const people = await drawNow(client, request, conditions);
		yield* people.map((person) => ({ ...person, isBackup: false }));
		return;
	}
	const record = conditions.includeDrawRecord && { drawRecord: null };
	const isEnough = (drawn: Drawn) => isEnoughFor(asked, drawn);
	const people = lookFirst(client, {
		keys: [`draw ${idKey(request.sweepstakesToken)}`],
		find: async () => {
			const drawn = await readDrawn(client, request, wanted, when);
			if (isEnough(drawn)) {
				client.run.hints.add(toHint(drawn, wanted));
				if (drawn.note?.begun)
					await writeDrawNote(client, request.sweepstakesToken, { ...drawn.note, begun: undefined });
			}
			return { existing: drawn, records: drawn.all };
		},
		isEnough,
		toItems: ({ winners, backups }) => {
			if (when === 'more') return [];
			const toItems = (people: readonly Json[], isBackup: boolean) =>
				people.map((person) => ({ ...drawnItem(person), isBackup, ...record }));
			return [
				...toItems(winners.slice(0, wanted.winners), false),
				...toItems(backups.slice(0, wanted.backups), true),
			];
		},
		async *write({ existing, client: informed }) {
			const drawn = existing!;
			const counts = when === 'more' ? wanted : countMissing(drawn, wanted);
			await assertDrawable(client, request, conditions);
			const drawing = { client, informed, request, counts, conditions, drawn };
			yield* isNoted ? drawNoted(drawing) : drawUnnoted(drawing);
		},
	});
	// All of them are new.
	for await (const person of people) yield when === 'more' ? without(person, ['existed']) : person;
}

function isEnoughFor({ when, wanted }: Asked, drawn: Drawn): boolean {
	if (when === 'more') return false;
	const { winners, backups } = countMissing(drawn, wanted);
	if (winners + backups === 0) return true;
	return when === 'return' && drawn.winners.length > 0 && !drawn.note?.begun;
}

interface Drawing {
	client: Client;
	/** The same client, which knows who had won before. */
	informed: Client;
	request: Draw;
	/** How many to draw now. */
	counts: Wanted;
	conditions: Conditions;
	/** Who was drawn before. */
	drawn: Drawn;
}

async function* drawUnnoted({ client, informed, request, counts, conditions, drawn }: Drawing) {
	const people = await drawNow(informed, { ...request, howManyWinnersToPick: counts.winners }, conditions);
	const all = [...drawn.all, ...people];
	rememberDrawn(client, request, { ...drawn, all, winners: [...drawn.winners, ...people] });
	yield* people.map((person) => ({ ...person, isBackup: false }));
}

/** Draws the winners, then the backups, and notes who is who. */
async function* drawNoted({ client, informed, request, counts, conditions, drawn }: Drawing) {
	const { sweepstakesToken, group } = request;
	let { note = NO_NOTE, all } = drawn;
	const begin = async (role: Role, count: number): Promise<Json[]> => {
		const before = all.map(tokenOf);
		const begun = { role, count, group, since: Date.now(), by: client.account.id, before };
		note = await writeDrawNote(client, sweepstakesToken, { ...note, begun });
		const drawing = drawNow(informed, { ...request, howManyWinnersToPick: count }, conditions);
		return await drawing.catch(async (error: unknown) => {
			// Nobody was drawn, so that nobody who wins later is taken for one of these people.
			if (error instanceof ServiceError && !isAmbiguous(error))
				await writeDrawNote(client, sweepstakesToken, { ...note, begun: undefined }).catch(
					undefinedIfServiceFails,
				);
			throw error;
		});
	};
	const end = (role: Role, people: readonly Json[]) => {
		const tokens = people.map(tokenOf);
		if (tokens.includes('')) throw new ServiceError({ code: 'unexpectedReply', missing: 'who was drawn' });
		all = [...all, ...people];
		note = { ...note, begun: undefined, drawn: [...note.drawn, ...tokens.map((token) => ({ role, token }))] };
	};
	const winners = counts.winners > 0 ? await begin('Winner', counts.winners) : [];
	end('Winner', winners);
	yield* winners.map((person) => ({ ...person, isBackup: false }));
	const backups = counts.backups > 0 ? await drawBackups(client, counts.backups, begin) : [];
	end('Backup', backups);
	await writeDrawNote(client, sweepstakesToken, note);
	rememberDrawn(client, request, {
		...drawn,
		winners: [...drawn.winners, ...winners],
		backups: [...drawn.backups, ...backups],
		all,
		note,
	});
	yield* backups.map((person) => ({ ...person, isBackup: true }));
}

/** Draws as many backups as there are people left: with its winners drawn, the draw must not fail for them. */
async function drawBackups(
	client: Client,
	count: number,
	begin: (role: Role, count: number) => Promise<Json[]>,
): Promise<Json[]> {
	return await begin('Backup', count).catch(async (error: unknown) => {
		const { eligibleParticipants: eligible } = getRefusal(error);
		if (eligible === undefined || eligible >= count) throw error;
		client.run.hints.add(`Only ${eligible} of ${plural(count, 'backup')} could be drawn.`);
		return eligible > 0 ? await begin('Backup', eligible) : [];
	});
}

/** Draws people, and reads the time of the draw as later runs will read it. */
async function drawNow(client: Client, request: Draw, { includeDrawRecord }: Conditions): Promise<Json[]> {
	const before = includeDrawRecord ? await drawRecordBefore(client, request) : undefined;
	const requestedAt = new Date().toISOString();
	const drawn = await client.callForItems(drawWinners, request, ({ Winners }) => {
		const { length } = Winners;
		const wanted = request.howManyWinnersToPick;
		if (length < wanted) client.run.hints.add(`Only ${length} of ${wanted} people were drawn.`);
		return Winners.map(drawnItem);
	});
	const answeredAt = new Date().toISOString();
	const inOrder = await inOrderListed(client, request, drawn as Json[], answeredAt);
	return inOrder.map((winner) => ({
		...winner,
		...(before && { drawRecord: { ...before, requestedAt, answeredAt } }),
	}));
}

/**
 * The people of a draw in the order and with the time of the list of winners, which the reply does not have.
 * A list that lacks one of them gets the time of the answer instead.
 */
async function inOrderListed(
	client: Client,
	{ sweepstakesToken }: Draw,
	drawn: readonly Json[],
	answeredAt: string,
): Promise<Json[]> {
	const people = new Map(drawn.map((person) => [tokenOf(person), person]));
	if (people.has('')) return drawn.map((person) => ({ ...person, DrawDateTime: answeredAt }));
	const find = async (limit: number) => {
		const { winners } = await readWinners(client, { sweepstakesToken }, limit);
		return winners.filter((winner) => people.has(tokenOf(winner)));
	};
	const isWhole = (found: readonly Json[]) => found.length === people.size;
	let listed: Json[] = [];
	for (const limit of [people.size, Infinity]) {
		if (isWhole(listed)) break;
		listed = (await find(limit).catch(undefinedIfServiceFails)) ?? [];
	}
	const times = isWhole(listed) ? listed : drawn.map((person) => ({ ...person, DrawDateTime: answeredAt }));
	return firstDrawnFirst(times).map((winner) => ({
		...people.get(tokenOf(winner))!,
		DrawDateTime: winner.DrawDateTime || answeredAt,
	}));
}
