import type { Caller } from '../client/endpoint';
import { textOf, type Json } from '../json';
import { memoize } from './memoize';
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
interface EnteredPeople {
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
	const list = new WholeList(new LookupByKey(service, sweepstakesToken));
	for await (const { records, total } of participantPages(service, { sweepstakesToken })) {
		if (Math.ceil(total / PARTICIPANTS_PER_PAGE) > lookups) return undefined;
		records.forEach((participant) => list.addRecord(participant));
	}
	return list;
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

class WholeList implements EnteredPeople {
	private readonly byKey = new Map<string, EnteredPerson>();
	private readonly sent = new Set<string>();

	constructor(private readonly lookup: EnteredPeople) {}

	addRecord({ ParticipantToken, KeyEmail, KeyPhoneNumber }: Json): void {
		const person = { KeyEmail: String(KeyEmail ?? ''), KeyPhoneNumber: String(KeyPhoneNumber ?? '') };
		this.add(person, { ParticipantToken: textOf(ParticipantToken) || undefined });
	}

	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const keys = normalizedKeys(person);
		const entered = keys.map((key) => this.byKey.get(key)).find((one) => one !== undefined);
		const isInDoubt = !entered && keys.some((key) => this.sent.has(key));
		return isInDoubt ? await this.lookup.find(person) : entered;
	}

	sending(person: PersonKeys): void {
		for (const key of normalizedKeys(person)) this.sent.add(key);
	}

	add(person: PersonKeys, entered: EnteredPerson): void {
		for (const key of normalizedKeys(person)) this.byKey.set(key, entered);
	}
}
