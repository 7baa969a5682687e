import { watchNewMembers } from '../../../nodes/SweepstakesTrigger/new-members';
import type { Json } from '../../../nodes/shared/json';
import { openClient } from '../../support/client';

/** The records of the tests share this text, so they count as more data than they take in memory. */
const LONG = 'x'.repeat(5_000_000);

const BUDGET_MB = 250;

/** Watches a set of long records, and polls as n8n does: it keeps the cursor between polls. */
class Watch {
	private readonly records: Json[] = [];
	private cursor: unknown;
	/** How many records the last poll read. */
	read = 0;

	join(count: number): string[] {
		const ids = Array.from({ length: count }, (_, index) => `r${this.records.length + index}`);
		this.records.push(...ids.map((id) => ({ id, LONG })));
		return ids;
	}

	private readonly source = watchNewMembers({
		findState: async () => ({ size: this.records.length }),
		list: () => this.list(),
		shows: 'the records',
		keyOf: ({ id }) => String(id),
		dateOf: () => undefined,
	});

	private async *list(): AsyncGenerator<Json> {
		this.read = 0;
		for (const record of this.records) {
			this.read++;
			yield record;
		}
	}

	async poll(): Promise<string[]> {
		const transport = async () => ({ reply: { status: 200, headers: {}, text: '{}' } });
		const watched = { client: openClient({ transport }), token: '', collections: [], simplify: true };
		const poll = await this.source.poll(watched, this.cursor);
		this.cursor = JSON.parse(JSON.stringify(poll!.cursor));
		return poll!.found.map(({ record }) => String(record.id));
	}
}

test('a poll reads a set that is larger than the budget, because it holds only new records', async () => {
	const watch = new Watch();
	watch.join(100);
	expect(await watch.poll()).toEqual([]);
	expect(watch.read).toBe(100);
	const added = watch.join(2);
	expect(await watch.poll()).toEqual(added);
	expect(watch.read).toBe(102);
});

test('if the new records are too many for one poll, several polls find each of them once', async () => {
	const watch = new Watch();
	watch.join(1);
	await watch.poll();
	const added = watch.join(120);
	const polls = [await watch.poll(), await watch.poll(), await watch.poll()];
	expect(polls.flat()).toEqual(added);
	expect(polls.map(({ length }) => length)).toEqual([50, 50, 20]);
	expect(polls[0]!.length * LONG.length).toBeLessThanOrEqual(BUDGET_MB * 1_000_000);
	watch.read = 0;
	expect(await watch.poll()).toEqual([]);
	expect(watch.read).toBe(0);
});
