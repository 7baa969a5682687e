import fc from 'fast-check';

import { watchNewMembers } from '../../../nodes/SweepstakesTrigger/new-members';
import type { Page } from '../../../nodes/shared/api/pages';
import type { Json } from '../../../nodes/shared/json';
import { CancelledError } from '../../../nodes/shared/client/cancellation';
import { limitData } from '../../support/data-budget';
import { openClient } from '../../support/client';
import { IS_RELEASE, runs } from '../../support/runs';

/** The limit of the data in a poll. `npm test` lowers it, because the fingerprints of so much text take seconds. */
const BUDGET_MB = IS_RELEASE ? 250 : 2.5;

/** The records of the tests share this text, so they count as more data than they take in memory. */
const LONG = 'x'.repeat(BUDGET_MB * 20_000);

beforeAll(() => {
	if (!IS_RELEASE) limitData(BUDGET_MB * 1_000_000);
});

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
		name: 'records',
		findState: async () => ({ size: this.records.length }),
		pages: (_watched, first) => this.pages(first),
		shows: 'the records',
		keyOf: ({ id }) => String(id),
		dateOf: ({ id }) => new Date(Date.UTC(2090, 0, 1) + Number(String(id).slice(1))).toISOString(),
	});

	/** Reads pages of one record. */
	private async *pages(first: number): AsyncGenerator<Page> {
		this.read = 0;
		for (const record of this.records.slice(first - 1)) {
			this.read++;
			yield { records: [record], total: this.records.length };
		}
	}

	async poll(): Promise<string[]> {
		const transport = async () => ({ reply: { status: 200, headers: {}, text: '{}' } });
		const watched = { client: openClient({ transport }), token: '', collections: [], simplify: true };
		const poll = await this.source.poll(watched, this.cursor);
		if (!poll) return [];
		this.cursor = JSON.parse(JSON.stringify(poll.cursor));
		return poll.found.map(({ record }) => String(record.id));
	}
}

test('a poll can read a set that is larger than the memory limit, because it keeps only the new records', async () => {
	const watch = new Watch();
	watch.join(52);
	expect(await watch.poll()).toEqual([]);
	expect(watch.read).toBe(52);
	const added = watch.join(2);
	expect(await watch.poll()).toEqual(added);
	expect(watch.read).toBe(54);
});

test('if the new records are too many for one poll, several polls find each of them once', async () => {
	const watch = new Watch();
	watch.join(1);
	await watch.poll();
	const added = watch.join(70);
	const polls = [await watch.poll(), await watch.poll()];
	expect(polls.flat()).toEqual(added);
	expect(polls.map(({ length }) => length)).toEqual([50, 20]);
	expect(polls[0]!.length * LONG.length).toBeLessThanOrEqual(BUDGET_MB * 1_000_000);
	watch.read = 0;
	expect(await watch.poll()).toEqual([]);
	expect(watch.read).toBe(0);
});

/** A list, newest first, with three records a page. Every other record is in the set. */
class List {
	private records: Array<Json & { id: number }> = [];
	private made = 0;
	/** The number of pages that a poll has time for. */
	pagesInTime = Infinity;
	beforePage = (): void => {};

	add(): void {
		const id = this.made++;
		this.records.unshift({ id, isMember: id % 2 === 0, date: new Date(id).toISOString() });
	}

	/** @param index the position in the list */
	delete(index: number): void {
		this.records.splice(index % Math.max(1, this.records.length), 1);
	}

	members(): number[] {
		return this.records.filter(({ isMember }) => isMember).map(({ id }) => id);
	}

	async *pages(first: number): AsyncGenerator<Page> {
		for (let page = first, read = 0; page === first || page <= Math.ceil(this.records.length / 3); page++) {
			if (read++ === this.pagesInTime) throw new CancelledError();
			this.beforePage();
			yield { records: this.records.slice(3 * page - 3, 3 * page), total: this.records.length };
		}
	}
}

/** A trigger that watches the members of a list. */
class ListWatch {
	readonly list = new List();
	private cursor: { pass?: object; known?: object } | undefined;
	readonly told: number[] = [];

	private readonly source = watchNewMembers({
		name: 'records',
		findState: async () => ({ size: this.list.members().length }),
		pages: (_watched, first) => this.list.pages(first),
		isMember: ({ isMember }) => isMember === true,
		shows: 'the records',
		keyOf: ({ id }) => String(id),
		dateOf: ({ date }) => date,
	});

	get isReading(): boolean {
		return this.cursor?.pass !== undefined;
	}

	/** Whether the set has been read once. */
	get hasBegun(): boolean {
		return this.cursor?.known !== undefined;
	}

	async poll(): Promise<void> {
		const transport = async () => ({ reply: { status: 200, headers: {}, text: '{}' } });
		const watched = { client: openClient({ transport }), token: '', collections: [], simplify: true };
		const poll = await this.source.poll(watched, this.cursor);
		if (!poll) return;
		this.cursor = JSON.parse(JSON.stringify(poll.cursor)) as object;
		this.told.push(...poll.found.map(({ record }) => Number(record.id)));
	}
}

const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

const change = fc.oneof(
	fc.record({ kind: fc.constant('add'), count: fc.integer({ min: 1, max: 12 }) }),
	fc.record({ kind: fc.constant('delete'), count: fc.nat(40) }),
);
const step = fc.record({
	before: fc.array(change, { maxLength: 3 }),
	meanwhile: fc.array(change, { maxLength: 2 }),
	pagesInTime: fc.oneof(fc.constant(Infinity), fc.integer({ min: 2, max: 5 })),
});

test.each([
	['additions', false],
	['additions and deletions', true],
])('each new member is found once despite %s and polls that run out of time', async (_what, deletes) => {
	await fc.assert(
		fc.asyncProperty(fc.nat(40), fc.array(step, { maxLength: 20 }), async (count, steps) => {
			const watch = new ListWatch();
			const { list } = watch;
			times(count, () => list.add());
			let old = list.members();
			const go = ({ kind, count: many }: { kind: string; count: number }) => {
				if (kind === 'add') times(many, () => list.add());
				else if (deletes) list.delete(many);
			};
			for (const { before, meanwhile, pagesInTime } of steps) {
				before.forEach(go);
				const isFirst = !watch.hasBegun;
				const queue = [...meanwhile];
				list.beforePage = () => queue.splice(0, 1).forEach(go);
				list.pagesInTime = pagesInTime;
				// A deletion during the first poll may make the list seem incomplete.
				await watch.poll().catch(() => undefined);
				if (isFirst) old = list.members();
			}
			expect(new Set(watch.told).size).toBe(watch.told.length);
			if (deletes) return;
			list.beforePage = () => {};
			list.pagesInTime = Infinity;
			for (let poll = 0; poll < 3; poll++) await watch.poll();
			expect(watch.isReading).toBe(false);
			const missed = list.members().filter((id) => !old.includes(id) && !watch.told.includes(id));
			expect(missed).toEqual([]);
		}),
		{ numRuns: runs(100) },
	);
});
