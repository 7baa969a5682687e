import { createHash } from 'crypto';

import type { Client } from '../../client/client';
import { ServiceError } from '../../client/failures';
import type { Json } from '../../json';

/** How an operation returns existing records instead of writing them twice. */
interface LookFirst<Found> {
	/** Each names something to write. Executions of this process that share a key take turns. */
	keys: readonly string[];
	/** Items of a run with the same text share the results of the first write. */
	like?: string;
	/** What the item asks for. If items with the same `like` ask for different things, a hint says so. */
	request?: unknown;
	/** Why an item is not written, for `Hints.skip`. Absent if `find` adds its own hint. */
	reason?: string;
	find(): Promise<Looked<Found>>;
	toItems(found: Found): readonly object[];
	/** Whether nothing is missing. Defaults to true. */
	isEnough?(found: Found): boolean;
	/** Writes what is missing. An item that turns out to exist sets `existed` itself. */
	write(looked: Looked<Found> & { client: Client }): AsyncIterable<object> | Promise<Iterable<object>>;
}

export interface Looked<Found> {
	existing?: Found;
	/**
	 * All records of the list in which a new one appears, so that it is recognized if the reply to its creation
	 * is lost.
	 */
	records?: readonly Json[];
}

interface Written {
	items: readonly object[];
	/** Digest of what was asked for. */
	asked: string;
}

function digest(request: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(request) ?? '')
		.digest('base64');
}

/**
 * Looks and, if something is missing, writes, with no other execution of this process in between. Items get
 * `existed`: true or false. If a write fails, the items before it are returned first.
 */
export async function* lookFirst<Found>(
	client: Client,
	{ keys, like, request, reason, find, toItems, isEnough = () => true, write }: LookFirst<Found>,
): AsyncGenerator<object> {
	const { history } = client.account;
	const { hints } = client.run;
	const written = client.run.getOrCreate('written', () => new Map<string, Written>());
	const alike = like === undefined ? undefined : written.get(like);
	if (alike) {
		const isSame = alike.asked === digest(request);
		if (reason) hints.skip(isSame ? reason : `${reason}, from an earlier item with other values`);
		for (const item of alike.items) yield { ...item, existed: true };
		return;
	}
	let items: object[] = [];
	const lookAndWrite = async () => {
		items = [];
		const { noteCount } = history;
		const looked = await find();
		const { existing, records } = looked;
		if (existing !== undefined) {
			for (const item of toItems(existing)) items.push({ existed: true, ...item });
			if (isEnough(existing)) {
				if (reason) hints.skip(reason);
				return;
			}
		}
		try {
			const writer = records ? client.knowing({ records, noteCount }) : client;
			for await (const item of await write({ ...looked, client: writer }))
				items.push({ existed: false, ...item });
		} finally {
			history.noteWrite(keys);
		}
		if (like !== undefined) written.set(like, { items, asked: digest(request) });
	};
	try {
		await client.exclusively(keys, async () => await untilNotOvertaken(lookAndWrite));
	} finally {
		yield* items;
	}
}

/** In ms. */
const LONGEST_OVERTAKEN = 1_800_000;

/** Looks again if the service was busy when something should be written: another process may have written it. */
async function untilNotOvertaken(lookAndWrite: () => Promise<void>): Promise<void> {
	const startedAt = performance.now();
	for (let isDone = false; !isDone;) {
		isDone = await lookAndWrite().then(
			() => true,
			(error: unknown) => {
				if (isOvertaken(error) && performance.now() - startedAt < LONGEST_OVERTAKEN) return false;
				throw error;
			},
		);
	}
}

/** See `Confirmation.failsIfBusy`. A call that gave up is also busy. */
function isOvertaken(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { code, gaveUp, requestedWaitMs } = error.failure;
	return code === 'busy' && !gaveUp && requestedWaitMs === undefined;
}
