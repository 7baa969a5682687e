import { createHash } from 'crypto';

import type { Looked } from '../../api/named';
import type { Before, Client } from '../../client/client';
import { Overtaken } from '../../client/failures';
import type { Json } from '../../json';

/** What may be there already, so that an operation does not write it twice. */
export interface Existing<Found> {
	/** Each names something to write. Executions of this process that share a key take turns. */
	keys: readonly string[];
	/** Items of a run with the same text share the results of the first write. */
	like?: string;
	/** What the item asks for. If items with the same `like` ask for different things, a hint says so. */
	asked?: unknown;
	/** Why an item is not written, for `Hints.skip`. Absent if `find` adds its own hint. */
	reason?: string;
	find(): Promise<Looked<Found>>;
	/**
	 * The items of what exists. Without it, nothing that exists is returned, so everything is missing, and items
	 * get no `existed`.
	 */
	toItems?(found: Found): readonly object[];
	/** Whether nothing is missing. Defaults to true. */
	isEnough?(found: Found): boolean;
	/** Puts the items in order, those that existed and those written now. */
	arrange?(items: readonly object[]): readonly object[];
}

/**
 * Finds an existing record if the value of the field `when` is "return".
 *
 * @param kind how to recognize the record. See `named`.
 * @param reason ends the hint "Skipped 3 items: …"
 */
export function returnExisting<Request, When extends string>(
	kind: {
		keyOf(request: Request): string;
		find(client: Client, request: Request): Promise<Looked<Json>>;
	},
	when: When,
	reason = 'already created',
) {
	type Item = { client: Client; request: Request; parameters: Record<When, unknown> };
	return ({ client, request, parameters }: Item): Existing<Json> | undefined => {
		if (parameters[when] !== 'return') return undefined;
		const key = kind.keyOf(request);
		const find = async () => await kind.find(client, request);
		return { keys: [key], like: key, asked: request, reason, find };
	};
}

/** What a look found, for the calls that write what is missing. */
export interface Findings<Found> {
	existing?: Found;
	/** An option of these calls. */
	before?: Before;
}

/** Writes what is missing. An item that turns out to exist sets `existed` itself. */
type Write<Found> = (findings: Findings<Found>) => AsyncIterable<object | readonly object[]>;

interface Written {
	items: readonly object[];
	/** Digest of what was asked for. */
	asked: string;
}

function digest(asked: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(asked) ?? '')
		.digest('base64');
}

/** How long to look again while the service is busy, in ms. */
const LONGEST_OVERTAKEN = 1_800_000;

/**
 * Looks and, if something is missing, writes, with no other execution of this process in between. If what exists may
 * be returned, items get `existed`: true or false. If a write fails, the items before it are returned first.
 */
export async function* lookFirst<Found>(
	client: Client,
	look: Existing<Found>,
	write: Write<Found>,
): AsyncGenerator<object> {
	const { keys, like, asked, reason, arrange } = look;
	const written = client.run.getOrCreate('written', () => new Map<string, Written>());
	const alike = like === undefined ? undefined : written.get(like);
	if (alike) {
		const isSame = alike.asked === digest(asked);
		if (reason) client.run.hints.skip(isSame ? reason : `${reason}, from an earlier item with other values`);
		for (const item of alike.items) yield { ...item, existed: true };
		return;
	}
	const { items, isWritten, error } = await client.exclusively(keys, async () => {
		const startedAt = performance.now();
		for (;;) {
			const attempt = await lookAndWrite(client, look, write);
			const isOvertaken = attempt.error instanceof Overtaken;
			if (!isOvertaken || performance.now() - startedAt >= LONGEST_OVERTAKEN) return attempt;
		}
	});
	if (like !== undefined && isWritten) written.set(like, { items, asked: digest(asked) });
	yield* arrange?.(items) ?? items;
	if (error) throw error;
}

interface Attempt {
	items: readonly object[];
	/** Whether anything was missing, and is there now. */
	isWritten?: boolean;
	error?: Error;
}

async function lookAndWrite<Found>(
	client: Client,
	look: Existing<Found>,
	write: Write<Found>,
): Promise<Attempt> {
	const { keys, reason, toItems } = look;
	const { history } = client.account;
	const { noteCount } = history;
	const items: object[] = [];
	try {
		const { existing, records } = await findUninterrupted(client, look);
		if (existing !== undefined && toItems)
			for (const item of toItems(existing)) items.push({ existed: true, ...item });
		if (isComplete(look, existing)) {
			if (reason) client.run.hints.skip(reason);
			return { items };
		}
		const before = records && { records, noteCount };
		try {
			for await (const some of write({ existing, before }))
				for (const item of [some].flat()) items.push(toItems ? { existed: false, ...item } : item);
		} finally {
			history.noteWrite(keys);
		}
		return { items, isWritten: true };
	} catch (error) {
		return { items, error: error as Error };
	}
}

function isComplete<Found>(
	{ toItems, isEnough = () => true }: Existing<Found>,
	existing: Found | undefined,
): boolean {
	return toItems !== undefined && existing !== undefined && isEnough(existing);
}

/** How often to look if another process interrupts each look. */
const MOST_LOOKS = 8;

/**
 * Looks again if another process made a call between the calls of a look, because it may have written what the first of
 * them did not find.
 */
async function findUninterrupted<Found>(client: Client, look: Existing<Found>): Promise<Looked<Found>> {
	const { account, stats } = client;
	const countCalls = () => stats.calls - stats.retries;
	for (let looks = 1; ; looks++) {
		const startedAt = performance.now();
		const callsBefore = countCalls();
		const looked = await look.find();
		const isInterrupted = countCalls() - callsBefore > 1 && account.queue.others.metAt >= startedAt;
		if (isComplete(look, looked.existing) || !isInterrupted || looks === MOST_LOOKS) return looked;
	}
}

/**
 * Does the work once for all items of a run that ask for the same. The first of them gets what the work
 * yields, and a hint counts the others. If the work fails, the first item gets what was yielded before, and
 * all of them fail with the same error.
 *
 * @param what completes "an earlier item asked for the same …"
 */
export async function* onceForAlike(
	client: Client,
	asked: unknown,
	what: string,
	work: () => AsyncIterable<object>,
): AsyncGenerator<object> {
	const items: object[] = [];
	try {
		const isFirst = await client.run.dedupe(JSON.stringify(asked), async () => {
			for await (const item of work()) items.push(item);
			return true;
		});
		if (!isFirst)
			client.run.hints.skip(
				`an earlier item asked for the same ${what}. “Options › When Several Items Come In” can change this`,
			);
	} finally {
		yield* items;
	}
}
