import type { Client } from '../../client/client';

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
