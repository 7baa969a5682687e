import { noteWrite } from '../../api/recentWrites';
import type { Caller } from '../../client/endpoint';
import type { RunState } from './runState';

/** How an operation returns what exists instead of writing it twice. */
interface LookFirst<Found> {
	/** Each names what is written. Executions of this process with a key in common take turns. */
	keys: readonly string[];
	/** Items of a run with the same text are alike: once one has written, its results are those of the others, too. */
	like?: string;
	/** Why nothing is written for an item, as `RunState.skip` takes it. */
	reason: string;
	/** @returns undefined if nothing exists. */
	find(): Promise<Found | undefined>;
	/** The items of what exists. */
	toItems(found: Found): readonly object[];
	/** Whether nothing is missing beside what exists. Always, if left out. */
	isEnough?(found: Found): boolean;
	/** Writes what is missing. An item of something that turns out to exist has `existed` itself. */
	write(found: Found | undefined): AsyncIterable<object> | Promise<Iterable<object>>;
}

const createWritten = () => new Map<string, readonly object[]>();

/**
 * Looks and, if not enough is found, writes, with no other execution of this process in between. Items have `existed`, true or
 * false. If a write fails, the items before it come out first.
 *
 * @throws {Cancelled} once the execution was cancelled.
 */
export async function* lookFirst<Found>(
	service: Caller,
	run: RunState,
	{ keys, like, reason, find, toItems, isEnough = () => true, write }: LookFirst<Found>,
): AsyncGenerator<object> {
	const written = run.get(createWritten);
	const alike = like === undefined ? undefined : written.get(like);
	if (alike) {
		run.skip(reason);
		for (const item of alike) yield { ...item, existed: true };
		return;
	}
	const items: object[] = [];
	try {
		await service.exclusively(keys, async () => {
			const found = await find();
			if (found !== undefined) {
				for (const item of toItems(found)) items.push({ existed: true, ...item });
				if (isEnough(found)) return run.skip(reason);
			}
			try {
				for await (const item of await write(found)) items.push({ existed: false, ...item });
			} finally {
				noteWrite(service, keys);
			}
			if (like !== undefined) written.set(like, items);
		});
	} finally {
		yield* items;
	}
}
