import type { Client } from '../../shared/client/client';
import { asText, isBlank } from '../../shared/json';
import { Tally, type Page } from '../../shared/api/pages';
import { DuplicateEntries } from './duplicate-entries';
import { readEntryDate, findParticipant, PARTICIPANTS_PER_PAGE, participants } from './participants';
import { PeopleByKey, toEntryKeys, type PersonKeys } from './person';

/** A person who has entered. The token may be unknown if this execution added the person. */
export interface EnteredPerson {
	ParticipantToken?: string;
}

/**
 * Looks up each person or reads the whole list, whichever takes fewer calls. The decision is made once per execution.
 *
 * @param lookups the number of keys that this execution will look up
 */
export async function getEnteredPeople(
	client: Client,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople> {
	return await client.run.askOnce(
		`people ${sweepstakesToken}`,
		async () =>
			(await listIfShorter(client, sweepstakesToken, lookups)) ?? new EnteredPeople(client, sweepstakesToken),
	);
}

/** If there are no more keys than this, they are looked up one by one, because a page of the list also costs a call. */
const FEW_LOOKUPS = 2;

/** @returns undefined if single lookups take fewer calls */
async function listIfShorter(
	client: Client,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople | undefined> {
	if (lookups <= FEW_LOOKUPS) return undefined;
	const list = new WholeList(client, sweepstakesToken);
	return (await list.readAll(lookups)) ? list : undefined;
}

/**
 * How long to let another process that adds the same people go ahead, as a multiple of the average duration of a call.
 * That is long enough for that process to add the next person, even if it has to wait for a busy service in between.
 */
const MIN_LEAD = 10;
const MAX_LEAD = 40;

/** Knows who has entered a sweepstakes, by looking up each person. */
export class EnteredPeople {
	protected readonly people: PeopleByKey<EnteredPerson>;
	/** Whether another process has just added a person before we did, so that it may be adding the next one. */
	protected isBehind = false;
	private readonly startedAt = Date.now();
	private readonly addedTwice: DuplicateEntries;

	constructor(
		protected readonly client: Client,
		protected readonly sweepstakesToken: string,
	) {
		this.people = client.run.keepOrCreate(`entered ${sweepstakesToken}`, () => new PeopleByKey());
		this.addedTwice = new DuplicateEntries(client, sweepstakesToken);
	}

	/**
	 * Finds a person by email address or phone number. The caller must hold the person's {@link toEntryKeys}.
	 *
	 * If another process adds the same people in the same order, both would look up each person at the same time, find
	 * nobody, and add them. So the process that is behind waits and looks again before it adds anybody.
	 */
	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const found = await this.look(person);
		const { history, queue } = this.client.account;
		if (found || !this.isBehind || !history.metOthers) return found;
		this.isBehind = false;
		const lead = MIN_LEAD + Math.random() * (MAX_LEAD - MIN_LEAD);
		await this.client.wait(lead * queue.others.callMs);
		return await this.find(person);
	}

	protected async look(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const { KeyEmail, KeyPhoneNumber } = person;
		const query = { SweepstakesToken: this.sweepstakesToken, KeyEmail, KeyPhoneNumber };
		const found = await findParticipant(this.client, query);
		if (!found) return this.people.get(person);
		const [entry] = found.Entries;
		const date = entry && readEntryDate(entry);
		this.isBehind ||= this.client.clock.judgeTiming(this.startedAt, date) !== 'before';
		return { ParticipantToken: entry?.ParticipantToken };
	}

	/**
	 * Remembers a person whom this execution added. From then on, the person is found even if the service does not list
	 * them yet.
	 */
	add(person: PersonKeys, entered: EnteredPerson): void {
		this.addedTwice.add(person);
		this.noteEntered(person, entered);
	}

	/** Remembers a person whom the service refused because they had already entered. */
	noteEntered(person: PersonKeys, entered: EnteredPerson): void {
		this.people.set(person, entered);
	}
}

/**
 * Other people may enter during a long import, so the newest entries are read again after this many people were added,
 * about once a minute.
 */
const ADDITIONS_PER_READING = 150;

const PERSON_KEYS = ['KeyEmail', 'KeyPhoneNumber'] as const;

/**
 * Reads the whole list to know who has entered. If the list is not conclusive for a person, for example because its
 * length differs from its own count, the person is looked up individually as well.
 */
class WholeList extends EnteredPeople {
	private readonly tally = new Tally(participants.keyOf);
	/** Whether the list may be incomplete, or has an entry with neither email address nor phone number. */
	private isUnclear = false;
	/** The keys that at least one entry in the list has. */
	private readonly shownKeys = new Set<keyof PersonKeys>();
	/** When the last complete reading began, in ms of the monotonic clock. */
	private readAt = 0;
	/** The service's count of entries at the last reading. */
	private total = 0;
	/** How many people this execution has added since the last reading. */
	private added = 0;

	/** @returns false if the list has more than `mostPages` pages, in which case it was not read */
	async readAll(mostPages: number): Promise<boolean> {
		this.readAt = performance.now();
		for await (const page of this.pages()) {
			if (Math.ceil(page.total / PARTICIPANTS_PER_PAGE) > mostPages) return false;
			this.total ||= page.total;
			this.addPage(page);
		}
		this.isUnclear ||= this.tally.isShort;
		return true;
	}

	protected override async look(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const known = this.people.get(person);
		if (known) return known;
		await this.readNewestIfOld();
		const added = this.people.get(person);
		this.isBehind ||= added !== undefined;
		return added ?? (this.mayHaveEntered(person) ? await super.look(person) : undefined);
	}

	private async readNewestIfOld(): Promise<void> {
		const isShared = this.history.metOthers;
		const isOld = this.added >= ADDITIONS_PER_READING || !this.history.knowsWritesSince(this.readAt);
		if (!this.isUnclear && (isShared || isOld)) await this.readNewest(isShared);
	}

	/**
	 * Reads the entries added since the last reading. This takes one page unless others added people.
	 *
	 * @param isShared whether another process may add people. In that case, deletions could hide the people whom it
	 *   added, so pages are read until one has an entry that was known before.
	 */
	private async readNewest(isShared: boolean): Promise<void> {
		const startedAt = performance.now();
		const read: Page[] = [];
		let records = 0;
		let now = this.total;
		for await (const page of this.pages()) {
			if (read.length === 0) now = page.total;
			read.push(page);
			records += page.records.length;
			const growth = now - this.total;
			const isBeyond = page.records.some((entry) => this.tally.has(entry));
			if (isShared ? isBeyond : growth === this.added || records >= growth) break;
		}
		// If somebody enters while the pages are read, each page repeats entries of the page before. So the pages are counted
		// only once all of them have been read.
		for (const page of read) this.addPage(page);
		this.isUnclear ||= records < Math.min(now, PARTICIPANTS_PER_PAGE);
		this.total = now;
		this.added = 0;
		// If entries were deleted, reading may have stopped before it reached the entries that other executions added,
		// so in that case `readAt` stays the same.
		if (!this.history.knowsWritesSince(this.readAt)) this.readAt = startedAt;
	}

	/**
	 * Whether a person who is not in the list may have entered, because the list is not conclusive or because another
	 * execution added them.
	 */
	private mayHaveEntered(person: PersonKeys): boolean {
		const keys = toEntryKeys(this.sweepstakesToken, person);
		return (
			this.isUnclear ||
			PERSON_KEYS.some((key) => person[key] && this.isHidden(key)) ||
			keys.some((key) => this.history.isWrittenSince(key, this.readAt))
		);
	}

	/** Whether no entry in the list has this key, which suggests that the list does not show it. */
	private isHidden(key: keyof PersonKeys): boolean {
		return this.tally.listed > 0 && !this.shownKeys.has(key);
	}

	override add(person: PersonKeys, entered: EnteredPerson): void {
		this.added++;
		super.add(person, entered);
	}

	private get history() {
		return this.client.account.history;
	}

	private pages() {
		return participants.pages(this.client, { sweepstakesToken: this.sweepstakesToken });
	}

	private addPage(page: Page): void {
		for (const entry of page.records) {
			const { ParticipantToken, KeyEmail, KeyPhoneNumber } = entry;
			for (const key of PERSON_KEYS) if (!isBlank(entry[key])) this.shownKeys.add(key);
			this.isUnclear ||= isBlank(KeyEmail) && isBlank(KeyPhoneNumber);
			this.people.set(entry, { ParticipantToken: asText(ParticipantToken) || undefined });
		}
		this.tally.add(page);
	}
}
