import type { Caller } from '../../shared/client/endpoint';
import { textOf, type Json } from '../../shared/json';
import { memoize } from '../../shared/api/memoize';
import {
	findParticipant,
	normalizedKeys,
	PARTICIPANTS_PER_PAGE,
	participantPages,
	type PersonKeys,
} from './participants';

/** Somebody who entered. The service may not say the token of those whom this execution added. */
interface EnteredPerson {
	ParticipantToken?: string;
}

/** Who entered a sweepstakes. */
export interface EnteredPeople {
	/** The person with this email address or this phone number. */
	find(person: PersonKeys): Promise<EnteredPerson | undefined>;
	/** Records a person whose addition is about to be sent: nobody may ever know whether it was processed. */
	sending(person: PersonKeys): void;
	/** Records a person who was added meanwhile. */
	add(person: PersonKeys, entered: EnteredPerson): void;
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

class LookupByKey implements EnteredPeople {
	constructor(
		private readonly service: Caller,
		private readonly sweepstakesToken: string,
	) {}

	async find({ KeyEmail, KeyPhoneNumber }: PersonKeys): Promise<EnteredPerson | undefined> {
		const query = { SweepstakesToken: this.sweepstakesToken, KeyEmail, KeyPhoneNumber };
		const found = await findParticipant(this.service, query);
		return found && { ParticipantToken: found.Entries[0]?.ParticipantToken };
	}

	sending(): void {}

	/** The next lookup finds them. */
	add(): void {}
}

/** Others may enter during a long import, so the newest entries are read again after so many additions: a minute of the usual plan. */
const ADDITIONS_PER_READING = 150;

class WholeList implements EnteredPeople {
	private readonly byKey = new Map<string, EnteredPerson>();
	private readonly sent = new Set<string>();
	private readonly lookup: EnteredPeople;
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
		for await (const { records, total } of this.pages()) {
			if (Math.ceil(total / PARTICIPANTS_PER_PAGE) > mostPages) return false;
			this.total ||= total;
			records.forEach((record) => this.addRecord(record));
		}
		return true;
	}

	/** Reads what was added since the last reading: one page if nobody but this execution has added anybody. */
	private async readNewest(): Promise<void> {
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
	}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		if (this.added >= ADDITIONS_PER_READING) await this.readNewest();
		const keys = normalizedKeys(person);
		const entered = keys.map((key) => this.byKey.get(key)).find((one) => one !== undefined);
		const isInDoubt = !entered && keys.some((key) => this.sent.has(key));
		return isInDoubt ? await this.lookup.find(person) : entered;
	}

	sending(person: PersonKeys): void {
		for (const key of normalizedKeys(person)) this.sent.add(key);
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		this.added++;
		this.remember(person, entered);
	}

	private pages() {
		return participantPages(this.service, { sweepstakesToken: this.sweepstakesToken });
	}

	private addRecord({ ParticipantToken, KeyEmail, KeyPhoneNumber }: Json): void {
		const person = { KeyEmail: String(KeyEmail ?? ''), KeyPhoneNumber: String(KeyPhoneNumber ?? '') };
		this.remember(person, { ParticipantToken: textOf(ParticipantToken) || undefined });
	}

	private remember(person: PersonKeys, entered: EnteredPerson): void {
		for (const key of normalizedKeys(person)) this.byKey.set(key, entered);
	}
}
