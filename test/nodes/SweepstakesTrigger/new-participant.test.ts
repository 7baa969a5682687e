import fc from 'fast-check';

import {
	createNextCursor,
	findNewEntries,
	FIRST_CURSOR,
	type ListedEntry,
	type EntryCursor,
} from '../../../nodes/SweepstakesTrigger/entry-cursor';
import { toEntry, newParticipant } from '../../../nodes/SweepstakesTrigger/new-participant';
import type { WatchTarget } from '../../../nodes/SweepstakesTrigger/poll-source';
import type { Transport } from '../../../nodes/shared/client/transport';
import { collect } from '../../../nodes/shared/api/pages';
import { runs } from '../../support/runs';
import { limitData } from '../../support/data-budget';
import { openClient } from '../../support/client';

const PER_PAGE = 20;
const watched = (transport: Transport, signal?: AbortSignal): WatchTarget => ({
	client: openClient({ transport, signal }),
	token: 'token',
	collections: ['Participants'],
	simplify: true,
});

interface Participant {
	ParticipantToken: string;
	CreationDate: string;
	Collection: string;
}

const at = (ms: number) => new Date(Date.UTC(2090, 0, 1) + ms).toISOString();

/** A list in memory that can change before each page is read, and whose pages can fail. */
class List {
	private entries: Participant[] = [];
	private made = 0;
	private nowMs = 0;
	pagesRead = 0;
	beforePage: (page: number) => void = () => {};
	failAtPage = 0;
	/** The number of pages that a poll has time for. */
	pagesInTime = Infinity;
	private timer = new AbortController();

	/** @param newestLast whether entries with the same date are listed oldest first; the documents do not say */
	constructor(private readonly newestLast = false) {}

	tick(ms = 1): void {
		this.nowMs += ms;
	}

	/** @returns the token of the new entry */
	add(createdMs = this.nowMs): string {
		const ParticipantToken = `p${this.made++}`;
		this.entries.push({ ParticipantToken, CreationDate: at(createdMs), Collection: 'Participants' });
		return ParticipantToken;
	}

	/** @param index the position in the list, in which 0 is the newest entry */
	delete(index: number): void {
		const victim = this.listed()[index % this.entries.length];
		this.entries = this.entries.filter((entry) => entry !== victim);
	}

	tokens(): string[] {
		return this.entries.map(({ ParticipantToken }) => ParticipantToken);
	}

	private listed(): Participant[] {
		const order = this.newestLast ? this.entries : this.entries.toReversed();
		return order.toSorted(
			(a, b) => (a.CreationDate < b.CreationDate ? 1 : -1) * Number(a.CreationDate !== b.CreationDate),
		);
	}

	/** Begins a poll. */
	begin(): WatchTarget {
		this.pagesRead = 0;
		this.timer = new AbortController();
		return watched(this.transport, this.timer.signal);
	}

	private readonly transport: Transport = async ({ body }) => {
		const { page } = JSON.parse(body!) as { page: number };
		this.beforePage(page);
		if (this.pagesRead === this.pagesInTime) this.timer.abort();
		this.pagesRead++;
		if (page === this.failAtPage) {
			return { reply: { status: 400, headers: {}, text: '{"Response":false,"Message":"No"}' } };
		}
		const Total = this.entries.length;
		const text = JSON.stringify({
			Response: true,
			Participants: this.listed().slice((page - 1) * PER_PAGE, page * PER_PAGE),
			Pagination: { Page: page, Limit: PER_PAGE, Total, TotalPages: Math.ceil(Total / PER_PAGE) },
		});
		return { reply: { status: 200, headers: {}, text } };
	};
}

/** Polls a list, and keeps the cursor between polls, as n8n does. */
class Watch {
	private cursor: unknown;
	constructor(private readonly list: List) {}

	/** Whether the next poll begins with the newest entries, not where the last poll stopped. */
	get isUpToDate(): boolean {
		return !(this.cursor as EntryCursor | undefined)?.pass;
	}

	/** @returns the tokens that the poll outputs */
	async poll(): Promise<string[]> {
		const poll = await newParticipant.poll(this.list.begin(), this.cursor);
		this.cursor = JSON.parse(JSON.stringify(poll!.cursor));
		return poll!.found.map(({ record }) => (record as unknown as Participant).ParticipantToken);
	}

	size(): number {
		return JSON.stringify(this.cursor).length;
	}
}

const addMany = (list: List, count: number, ticking = true) =>
	Array.from({ length: count }, () => {
		if (ticking) list.tick();
		return list.add();
	});

describe('the search for new entries', () => {
	const entry = (ms: number, ParticipantToken: string) =>
		toEntry({ ParticipantToken, CreationDate: at(ms), Collection: 'Participants' })!;
	const tokens = (entries: ListedEntry[]) => entries.map(({ record }) => record.ParticipantToken);
	const after = (...entries: ListedEntry[]) =>
		createNextCursor(FIRST_CURSOR, { entries, total: entries.length });

	test.each([
		['the entries from the last hour', 60, 60],
		['the last ten entries if the last hour has fewer', 3_600, 10],
		['at most 2,000 entries from the last hour', 1, 2_000],
	])('remembers %s, and compares all other entries by date', (_what, everySeconds, count) => {
		const date = (index: number) => (3_000 - index) * everySeconds * 1_000;
		const entries = Array.from({ length: 3_000 }, (_, index) => entry(date(index), `p${index}`));
		const cursor = after(...entries);
		expect(cursor.seen.length).toBeGreaterThanOrEqual(count);
		expect(cursor.seen.length).toBeLessThan(count + 6);
		expect(findNewEntries(entries, cursor)).toEqual([]);
		const late = [entry(date(count - 1), 'late'), entry(date(count + 6), 'old')];
		expect(tokens(findNewEntries(late, cursor))).toEqual(['late']);
	});

	test('reads a date in its own time zone, or in UTC if it has none', () => {
		const zoned = toEntry({ ParticipantToken: 'a', CreationDate: '2090-01-01T02:00:00+02:00' });
		const bare = toEntry({ ParticipantToken: 'a', CreationDate: '2090-01-01 00:00:00' });
		expect([zoned?.createdAt, bare?.createdAt]).toEqual([at(0), at(0)]);
	});

	test.each([
		{},
		{ ParticipantToken: 'a' },
		{ ParticipantToken: 'a', CreationDate: 'yesterday' },
		{ CreationDate: at(0) },
	])('leaves out a record without an ID or a date: %j', (record) => expect(toEntry(record)).toBeUndefined());

	test('reads the date of an opt-out from its OptOutDate', () => {
		const record = { ParticipantToken: 'a', OptOutDate: '2090-01-01T00:00:00', Collection: 'OptOuts' };
		expect(toEntry(record)?.createdAt).toBe(at(0));
	});
});

describe('polls for new participants', () => {
	test('show only entries of the chosen types, and entries without a type, in the editor’s sample', async () => {
		const Participants = [{ Collection: 'OptOuts' }, { Collection: 'Participants' }, {}].map(
			(record, index) => ({ ParticipantToken: `p${index}`, CreationDate: at(-index), ...record }),
		);
		const text = JSON.stringify({ Response: true, Data: { Participants, Total: 3, TotalPages: 1 } });
		const transport: Transport = async () => ({ reply: { status: 200, headers: {}, text } });
		expect(await collect(newParticipant.list(watched(transport), 3))).toMatchObject([
			{ ParticipantToken: 'p1' },
			{ ParticipantToken: 'p2' },
		]);
	});

	test.each([
		...[0, 1, 20, 65].map((count) => [count, 'each with its own date', true] as const),
		...[1, 20, 65].map((count) => [count, 'all with the same date', false] as const),
	])(
		'return only entries added after the trigger’s first poll (%i earlier and as many later entries, %s)',
		async (count, _when, ticking) => {
			const list = new List();
			addMany(list, 30);
			list.tick();
			const watch = new Watch(list);
			addMany(list, count, ticking);
			expect(await watch.poll()).toEqual([]);
			const added = addMany(list, count, ticking);
			expect(await watch.poll()).toEqual(added);
			expect(await watch.poll()).toEqual([]);
			expect(list.pagesRead).toBe(1);
		},
	);

	test('return all of 2,500 entries with the same date, and store little data', async () => {
		const list = new List();
		const watch = new Watch(list);
		await watch.poll();
		addMany(list, 2_500, false);
		expect(await watch.poll()).toHaveLength(2_500);
		expect(watch.size()).toBeLessThan(200);
		expect(await watch.poll()).toEqual([]);
		expect(list.pagesRead).toBe(1);
		await new Watch(list).poll();
		// The first poll reads 500 entries at most.
		expect(list.pagesRead).toBe(25);
		list.tick();
		const next = list.add();
		expect(await watch.poll()).toEqual([next]);
	});

	test('return each of the new entries once if they are too many for one poll', async () => {
		limitData(1.5 * PER_PAGE * 500);
		const list = new List();
		const watch = new Watch(list);
		await watch.poll();
		const added = addMany(list, 70);
		const polls = [await watch.poll(), await watch.poll(), await watch.poll(), await watch.poll()];
		jest.restoreAllMocks();
		expect(polls.map(({ length }) => length)).toEqual([40, 20, 10, 0]);
		expect(polls.flat().sort()).toEqual(added.sort());
	});

	/** Changes the list at each tick, and polls at every fifth tick. Expects that the polls return every entry once. */
	async function pollDuring(ticks: number, ms: number, change: (list: List, tick: number) => void) {
		const list = new List();
		const watch = new Watch(list);
		await watch.poll();
		const told: string[] = [];
		for (let tick = 1; tick <= ticks; tick++) {
			list.tick(ms);
			change(list, tick);
			if (tick % 5 === 0) told.push(...(await watch.poll()));
		}
		expect(told.sort()).toEqual(list.tokens().sort());
	}

	test('return all of 200 entries made within 10 seconds, although half of them appear in the list 5 seconds late', async () => {
		await pollDuring(300, 50, (list, tick) => {
			if (tick <= 200 && tick % 2 === 1) list.add();
			if (tick > 100 && tick % 2 === 0) list.add(50 * (tick - 100));
		});
	});

	test('return all entries made in the hour that is repeated when daylight saving time ends', async () => {
		const minute = 60_000;
		await pollDuring(180, minute, (list, tick) => list.add((tick <= 120 ? tick : tick - 60) * minute));
	});
});

type Happening =
	{ kind: 'add'; count: number } | { kind: 'delete'; index: number; count: number } | { kind: 'tick' };

/** A step is a change at the service, or a poll with the changes that happen before each of its pages. */
type Step = Happening | ({ kind: 'poll' } & PollCircumstances);

interface PollCircumstances {
	/** What happens before pages. */
	meanwhile: Happening[];
	failAtPage: number;
	pagesInTime: number;
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const adding = (min: number, max: number) =>
	fc.record({ kind: kind('add'), count: fc.integer({ min, max }) });
const happening = fc.oneof(
	adding(1, 9),
	fc.record({
		kind: kind('delete'),
		index: fc.oneof(fc.constant(0), fc.nat(60)),
		count: fc.integer({ min: 1, max: 25 }),
	}),
	fc.record({ kind: kind('tick') }),
);
const poll = fc.record({
	kind: kind('poll'),
	meanwhile: fc.array(happening, { maxLength: 3 }),
	/** Most values are negative, so that most polls do not fail. */
	failAtPage: fc.integer({ min: -12, max: 4 }),
	pagesInTime: fc.oneof(fc.constant(Infinity), fc.integer({ min: 2, max: 4 })),
});
const steps = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(happening, adding(10, 50), poll, poll), {
	minLength: 5,
	maxLength: 40,
});

/** A list, a trigger that watches it, and what happened to both. */
class Story {
	readonly list: List;
	readonly watch: Watch;
	private readonly told: string[] = [];
	private readonly old: string[];
	private sinceTick = 0;

	/**
	 * @param newestLast whether entries with the same date are listed oldest first. If so, up to five entries may share a
	 * date, because in a larger group on page 1, a deletion would hide an addition at the end of the group.
	 */
	constructor(
		private readonly newestLast: boolean,
		before: number,
	) {
		this.list = new List(newestLast);
		this.watch = new Watch(this.list);
		this.old = addMany(this.list, before);
	}

	async go(step: Step): Promise<void> {
		if (step.kind === 'poll') await this.poll(step);
		else this.happen(step);
	}

	private happen(step: Happening): void {
		if (step.kind === 'tick') return this.tick();
		for (let count = 0; count < step.count; count++) {
			if (step.kind === 'add') this.add();
			else if (this.list.tokens().length > 0) this.list.delete(step.index);
		}
	}

	private tick(): void {
		this.list.tick();
		this.sinceTick = 0;
	}

	private add(): void {
		if (this.newestLast && this.sinceTick++ >= 5) this.tick();
		this.list.add();
	}

	private async poll({ meanwhile, failAtPage, pagesInTime }: PollCircumstances): Promise<void> {
		const due = this.list.tokens().filter((token) => !this.old.includes(token));
		const queue = [...meanwhile];
		this.list.beforePage = () => {
			const next = this.list.pagesRead > 0 ? queue.shift() : undefined;
			if (next) this.happen(next);
		};
		Object.assign(this.list, { failAtPage, pagesInTime });
		const wasUpToDate = this.watch.isUpToDate;
		const told = await this.watch.poll().catch(() => undefined);
		this.list.beforePage = () => {};
		if (!told) return;
		this.told.push(...told);
		expect(this.told.filter((token) => this.old.includes(token))).toEqual([]);
		expect(new Set(this.told).size).toBe(this.told.length);
		if (!wasUpToDate || !this.watch.isUpToDate) return;
		const missed = due.filter((token) => this.list.tokens().includes(token) && !this.told.includes(token));
		expect(missed).toEqual([]);
	}

	/** Polls until all entries have been read. */
	async end(): Promise<void> {
		const quiet = { meanwhile: [], failAtPage: 0, pagesInTime: Infinity };
		while (!this.watch.isUpToDate) await this.poll(quiet);
		await this.poll(quiet);
		expect(this.watch.isUpToDate).toBe(true);
	}
}

test('the trigger returns exactly once every entry that exists at a successful poll, despite additions, deletions, failed polls and polls that run out of time', async () => {
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.nat(50), steps, async (newestLast, before, all) => {
			const story = new Story(newestLast, before);
			await story.watch.poll();
			for (const step of all) await story.go(step);
			await story.end();
			expect(story.watch.size()).toBeLessThan(2_000 * 36 + 200);
		}),
		{ numRuns: runs(25) },
	);
});
