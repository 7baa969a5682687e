import type { Caller } from '../../shared/client/endpoint';
import { asText, type Json } from '../../shared/json';
import { idKey } from '../../shared/api/ids';
import { memoize } from '../../shared/api/memoize';
import {
	findParticipant,
	normalizedKeys,
	PARTICIPANTS_PER_PAGE,
	participantPages,
	type PersonKeys,
} from './participants';
import { knowsWritesSince, mayBeWrittenSince } from '../../shared/api/recentWrites';

/** Somebody who entered. The service may not say the token of those whom this execution added. */
interface EnteredPerson {
	ParticipantToken?: string;
}

/** Who entered a sweepstakes. */
export interface EnteredPeople {
	/** The person with this email address or this phone number. Called while the `entryKeys` of the person are held. */
	find(person: PersonKeys): Promise<EnteredPerson | undefined>;
	/** Records a person whom this execution has added: found from now on, whatever the service lists. */
	add(person: PersonKeys, entered: EnteredPerson): void;
}

/** What `Caller.exclusively` holds while a person is added to a sweepstakes. */
export function entryKeys(sweepstakesToken: string, person: PersonKeys): string[] {
	return normalizedKeys(person).map((key) => `entry ${idKey(sweepstakesToken)} ${key}`);
}

const createCache = () => new Map<string, Promise<EnteredPeople>>();

/**
 * Who entered a sweepstakes, found with as few calls as possible: one lookup for each key of each person, or all pages of
 * the list. The choice is made once for an execution, by the first page if it is not clear before.
 *
 * @param lookups how many keys this execution will look up.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function enteredPeople(
	service: Caller,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople> {
	return await memoize(
		service.state.get(createCache),
		sweepstakesToken,
		async () =>
			(await listIfShorter(service, sweepstakesToken, lookups)) ?? new LookupByKey(service, sweepstakesToken),
	);
}

/** Up to this many keys are looked up one by one, because the first page of the list costs a call, too. */
const FEW_LOOKUPS = 2;

/** @returns undefined if the lookups take fewer calls than the pages. */
async function listIfShorter(
	service: Caller,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredPeople | undefined> {
	if (lookups <= FEW_LOOKUPS) return undefined;
	const list = new WholeList(service, sweepstakesToken);
	return (await list.readAll(lookups)) ? list : undefined;
}

/** Entered people by their keys. */
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

class LookupByKey implements EnteredPeople {
	private readonly added = new PeopleByKey();

	constructor(
		private readonly service: Caller,
		private readonly sweepstakesToken: string,
	) {}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const { KeyEmail, KeyPhoneNumber } = person;
		const query = { SweepstakesToken: this.sweepstakesToken, KeyEmail, KeyPhoneNumber };
		const found = await findParticipant(this.service, query);
		return found ? { ParticipantToken: found.Entries[0]?.ParticipantToken } : this.added.get(person);
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		this.added.set(person, entered);
	}
}

/** Others may enter during a long import, so the newest entries are read again after so many additions: a minute of the usual plan. */
const ADDITIONS_PER_READING = 150;

class WholeList implements EnteredPeople {
	private readonly people = new PeopleByKey();
	private readonly lookup: EnteredPeople;
	/** When the reading began that has everybody whom this process had added, in ms of the monotonic clock. */
	private readAt = 0;
	/** How many entries the service counted at the last reading. */
	private total = 0;
	/** How many people this execution has added since then. */
	private added = 0;

	constructor(
		private readonly service: Caller,
		private readonly sweepstakesToken: string,
	) {
		this.lookup = new LookupByKey(service, sweepstakesToken);
	}

	/** @returns whether the list was read: not if it has more pages than `mostPages`. */
	async readAll(mostPages: number): Promise<boolean> {
		this.readAt = performance.now();
		for await (const { records, total } of this.pages()) {
			if (Math.ceil(total / PARTICIPANTS_PER_PAGE) > mostPages) return false;
			this.total ||= total;
			records.forEach((record) => this.addRecord(record));
		}
		return true;
	}

	/** Reads what was added since the last reading: one page if nobody but this execution has added anybody. */
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
		// Otherwise kept: if entries were deleted meanwhile, the reading may end before those that other executions have added.
		if (!knowsWritesSince(this.service, this.readAt)) this.readAt = startedAt;
	}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const isOld = this.added >= ADDITIONS_PER_READING || !knowsWritesSince(this.service, this.readAt);
		if (isOld) await this.readNewest();
		return this.people.get(person) ?? (this.mayBeAdded(person) ? await this.lookup.find(person) : undefined);
	}

	/** Whether an execution of this process may have added the person since the list was read. */
	private mayBeAdded(person: PersonKeys): boolean {
		const keys = entryKeys(this.sweepstakesToken, person);
		return keys.some((key) => mayBeWrittenSince(this.service, key, this.readAt));
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		this.added++;
		this.people.set(person, entered);
	}

	private pages() {
		return participantPages(this.service, { sweepstakesToken: this.sweepstakesToken });
	}

	private addRecord({ ParticipantToken, KeyEmail, KeyPhoneNumber }: Json): void {
		const person = { KeyEmail: String(KeyEmail ?? ''), KeyPhoneNumber: String(KeyPhoneNumber ?? '') };
		this.people.set(person, { ParticipantToken: asText(ParticipantToken) || undefined });
	}
}
