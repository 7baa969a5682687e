import type { Client } from '../../shared/client/client';
import { asText, type Json } from '../../shared/json';
import { idKey } from '../../shared/api/ids';
import { contradicts } from '../../shared/api/pages';
import { AddedTwice } from './added-twice';
import { findParticipant, PARTICIPANTS_PER_PAGE, participants } from './participants';
import { normalizedKeys, type PersonKeys } from './person';

/** A person who has entered. The token may be missing for people added by this execution. */
interface EnteredPerson {
	ParticipantToken?: string;
}

export interface EnteredPeople {
	/** Finds a person by email address or phone number. The caller holds the person's {@link entryKeys}. */
	find(person: PersonKeys): Promise<EnteredPerson | undefined>;
	/** Records a person added by this execution, who is found from now on whatever the service lists. */
	add(person: PersonKeys, entered: EnteredPerson): void;
	/** Records a person whom the service refused, because they had entered before. */
	noteEntered(person: PersonKeys, entered: EnteredPerson): void;
}

/** Keys for `Client.exclusively` while a person is added to a sweepstakes. */
export function entryKeys(sweepstakesToken: string, person: PersonKeys): string[] {
	return normalizedKeys(person).map((key) => `entry ${idKey(sweepstakesToken)} ${key}`);
}

/**
 * Looks each key up or reads the whole list, whichever takes fewer calls. Chosen once per execution.
 *
 * @param lookups number of keys that this execution will look up
 */
export async function enteredPeople(
	client: Client,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople> {
	return await client.run.once(
		`people ${sweepstakesToken}`,
		async () =>
			(await listIfShorter(client, sweepstakesToken, lookups)) ?? new LookupByKey(client, sweepstakesToken),
	);
}

/** Up to this many keys are looked up singly, because a page of the list costs a call as well. */
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

class PeopleByKey {
	private readonly byKey = new Map<string, EnteredPerson>();

	get(person: PersonKeys): EnteredPerson | undefined {
		const key = normalizedKeys(person).find((one) => this.byKey.has(one));
		return key === undefined ? undefined : this.byKey.get(key);
	}

	set(person: PersonKeys, entered: EnteredPerson): void {
		for (const key of normalizedKeys(person)) this.byKey.set(key, entered);
	}
}

/** How often a person is looked up if other processes always come in between. */
const MOST_LOOKS = 8;

class LookupByKey implements EnteredPeople {
	private readonly known = new PeopleByKey();
	private readonly addedTwice: AddedTwice;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {
		this.addedTwice = new AddedTwice(client, sweepstakesToken);
	}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const { KeyEmail, KeyPhoneNumber } = person;
		const query = { SweepstakesToken: this.sweepstakesToken, KeyEmail, KeyPhoneNumber };
		for (let looks = 1; ; looks++) {
			const lookedAt = performance.now();
			const found = await findParticipant(this.client, query);
			if (found) return { ParticipantToken: found.Entries[0]?.ParticipantToken };
			// Between two lookups by different keys, another process may have added the person.
			const isSure = this.client.account.queue.metOthersAt < lookedAt;
			if (isSure || normalizedKeys(person).length < 2 || looks === MOST_LOOKS) return this.known.get(person);
		}
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		this.addedTwice.add(person);
		this.noteEntered(person, entered);
	}

	noteEntered(person: PersonKeys, entered: EnteredPerson): void {
		this.known.set(person, entered);
	}
}

/** Other people may enter during a long import, so the newest entries are read about once a minute. */
const ADDITIONS_PER_READING = 150;

class WholeList implements EnteredPeople {
	private readonly people = new PeopleByKey();
	private readonly lookup: EnteredPeople;
	/** Start of the last complete reading, in ms of the monotonic clock. */
	private readAt = 0;
	/** The service's count of entries at the last reading. */
	private total = 0;
	/** People added by this execution since then. */
	private added = 0;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {
		this.lookup = new LookupByKey(client, sweepstakesToken);
	}

	/** @returns false if the list has more than `mostPages` pages and was not read */
	async readAll(mostPages: number): Promise<boolean> {
		this.readAt = performance.now();
		let read = 0;
		let last = 0;
		for await (const { records, total } of this.pages()) {
			if (Math.ceil(total / PARTICIPANTS_PER_PAGE) > mostPages) return false;
			this.total ||= total;
			last = total;
			read += records.length;
			records.forEach((record) => this.addRecord(record));
		}
		// Otherwise, people who have entered would be added again.
		if (read < last) throw contradicts('participants', last, read);
		return true;
	}

	/** Reads entries added since the last reading: one page, unless other people were added. */
	private async readNewest(): Promise<void> {
		const startedAt = performance.now();
		let read = 0;
		let now = this.total;
		for await (const { records, total } of this.pages()) {
			if (read === 0) now = total;
			records.forEach((record) => this.addRecord(record));
			read += records.length;
			const growth = now - this.total;
			if (growth === this.added || read >= growth) break;
		}
		this.total = now;
		this.added = 0;
		// After deletions, the reading may stop before the additions of other executions; so `readAt` stays.
		if (!this.history.knowsWritesSince(this.readAt)) this.readAt = startedAt;
	}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const isOld = this.added >= ADDITIONS_PER_READING || !this.history.knowsWritesSince(this.readAt);
		if (isOld) await this.readNewest();
		return this.people.get(person) ?? (this.mayBeAdded(person) ? await this.lookup.find(person) : undefined);
	}

	/** Whether another execution may have added the person since the last reading. */
	private mayBeAdded(person: PersonKeys): boolean {
		const keys = entryKeys(this.sweepstakesToken, person);
		return keys.some((key) => this.history.mayBeWrittenSince(key, this.readAt));
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		this.added++;
		this.people.set(person, entered);
		this.lookup.add(person, entered);
	}

	noteEntered(person: PersonKeys, entered: EnteredPerson): void {
		this.people.set(person, entered);
	}

	private get history() {
		return this.client.account.history;
	}

	private pages() {
		return participants.pages(this.client, { sweepstakesToken: this.sweepstakesToken });
	}

	private addRecord({ ParticipantToken, KeyEmail, KeyPhoneNumber }: Json): void {
		const person = { KeyEmail: String(KeyEmail ?? ''), KeyPhoneNumber: String(KeyPhoneNumber ?? '') };
		this.people.set(person, { ParticipantToken: asText(ParticipantToken) || undefined });
	}
}
