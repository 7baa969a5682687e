import type { Client } from '../../shared/client/client';
import { asText, isBlank } from '../../shared/json';
import { Tally, type Page } from '../../shared/api/pages';
import { DuplicateEntries } from './duplicate-entries';
import { readEntryDate, findParticipant, PARTICIPANTS_PER_PAGE, participants } from './participants';
import { PeopleByKey, toEntryKeys, type PersonKeys } from './person';

/** A person who has entered. The token may be missing if this execution added the person. */
export interface EnteredPerson {
	ParticipantToken?: string;
}

/**
 * Returns an object that knows who has entered a sweepstakes. It looks up each person or reads the whole list of
 * participants, whichever takes fewer calls. An execution decides this only once.
 *
 * @param lookups the number of keys that this execution will look up
 */
export async function getEnteredPeople(
	client: Client,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople> {
	return await client.memory.getOrCreate(`people ${sweepstakesToken}`, async () => {
		const list = lookups > FEW_LOOKUPS && new WholeList(client, sweepstakesToken);
		return list && (await list.readAll(lookups)) ? list : new EnteredPeople(client, sweepstakesToken);
	});
}

/** Up to this many keys are looked up one by one, because reading a page of the list costs a call, too. */
const FEW_LOOKUPS = 2;

/**
 * The minimum lead that this process gives to another one that adds the same people, as a multiple of the average
 * duration of a call. In that time, the other process can add the next person, even if it has to wait for a busy
 * service.
 */
const MIN_LEAD = 10;
/** The maximum lead. The multiple is random, so that two waiting processes do not continue at the same time. */
const MAX_LEAD = 40;

/** Finds out who has entered a sweepstakes by looking up each person. */
export class EnteredPeople {
	protected readonly people: PeopleByKey<EnteredPerson>;
	/**
	 * Whether another process has just added a person whom this execution wanted to add. It may be about to add the next
	 * person, too.
	 */
	protected isBehind = false;
	private readonly startedAt = Date.now();
	private readonly addedTwice: DuplicateEntries;

	constructor(
		protected readonly client: Client,
		protected readonly sweepstakesToken: string,
	) {
		this.people = client.runHistory.getOrCreate(`entered ${sweepstakesToken}`, () => new PeopleByKey());
		this.addedTwice = new DuplicateEntries(client, sweepstakesToken);
	}

	/**
	 * Finds a person by email address or phone number. The caller must hold the person's {@link toEntryKeys}.
	 *
	 * If two processes add the same people in the same order, both may look up a person at the same time, find nobody,
	 * and add the person. So once a process finds a person whom the other one has just added, it waits and looks up the
	 * next person again before it adds them.
	 */
	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const found = await this.findOnce(person);
		const { history, queue } = this.client.account;
		if (found || !this.isBehind || !history.metOthers) return found;
		this.isBehind = false;
		const lead = MIN_LEAD + Math.random() * (MAX_LEAD - MIN_LEAD);
		await this.client.wait(lead * queue.others.callMs);
		return await this.find(person);
	}

	protected async findOnce(person: PersonKeys): Promise<EnteredPerson | undefined> {
		return await this.lookUp(person);
	}

	/** Asks the service for a person, even if a list that was read does not show them. */
	async lookUp(person: PersonKeys): Promise<EnteredPerson | undefined> {
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
	 * Records a person whom this execution added. From then on, `find` returns the person, even if the service does not
	 * list them yet.
	 */
	add(person: PersonKeys, entered: EnteredPerson): void {
		this.addedTwice.add(person);
		this.noteEntered(person, entered);
	}

	/** Records a person whom the service refused because they had already entered. */
	noteEntered(person: PersonKeys, entered: EnteredPerson): void {
		this.people.set(person, entered);
	}
}

/**
 * The number of people to add before the newest entries are read again, about once a minute. During a long import,
 * other people may enter.
 */
const ADDITIONS_PER_READING = 150;

const PERSON_KEYS = ['KeyEmail', 'KeyPhoneNumber'] as const;

/**
 * Uses the whole list of participants to find out who has entered a sweepstakes. If the list may not show a person, for
 * example because it is shorter than the service's count, the person is looked up individually, too.
 */
class WholeList extends EnteredPeople {
	private readonly tally = new Tally(participants.keyOf);
	/** Whether the list may be incomplete, or has an entry with neither email address nor phone number. */
	private isUnclear = false;
	/** Which of the two keys occur in the list: a key is included if at least one entry has it. */
	private readonly shownKeys = new Set<keyof PersonKeys>();
	/** The list is complete up to this time, in ms of the monotonic clock. */
	private readAt = 0;
	/** The service's count of entries when the list was last read. */
	private total = 0;
	/** How many people this execution has added since the list was last read. */
	private added = 0;

	/**
	 * Reads the whole list. Returns false, and reads only the first page, if the list has more than `mostPages` pages.
	 */
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

	protected override async findOnce(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const known = this.people.get(person);
		if (known) return known;
		await this.readNewestIfOld();
		const added = this.people.get(person);
		this.isBehind ||= added !== undefined;
		return added ?? (this.mayHaveEntered(person) ? await this.lookUp(person) : undefined);
	}

	private async readNewestIfOld(): Promise<void> {
		const isShared = this.history.metOthers;
		const isOld = this.added >= ADDITIONS_PER_READING || !this.history.knowsWritesSince(this.readAt);
		if (!this.isUnclear && (isShared || isOld)) await this.readNewest(isShared);
	}

	/**
	 * Reads the entries that were added since the list was last read. This takes one page if only this execution has
	 * added people.
	 *
	 * @param isShared whether another process may add people. In that case, the growth of the list does not show how many
	 *   people were added, because others may have been deleted. So pages are read until one has an entry that was known
	 *   before.
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
		// If somebody enters while the pages are read, each page repeats entries of the page before it. If each page were
		// added at once, those entries would already be known, and reading would stop too early. So all pages are read
		// first, and then added.
		for (const page of read) this.addPage(page);
		this.isUnclear ||= records < Math.min(now, PARTICIPANTS_PER_PAGE);
		this.total = now;
		this.added = 0;
		// After deletions, reading may have stopped before it reached entries that other executions added. So `readAt`
		// moves forward only if the history no longer knows all writes since `readAt`.
		if (!this.history.knowsWritesSince(this.readAt)) this.readAt = startedAt;
	}

	/**
	 * Whether a person who is not in the list may have entered: the list may not show the person, or another execution
	 * may have added them.
	 */
	private mayHaveEntered(person: PersonKeys): boolean {
		const keys = toEntryKeys(this.sweepstakesToken, person);
		return (
			this.isUnclear ||
			PERSON_KEYS.some((key) => person[key] && this.isHidden(key)) ||
			keys.some((key) => this.history.isWrittenSince(key, this.readAt))
		);
	}

	/** Whether the list seems to hide a key: it has entries, but none of them has the key. */
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
