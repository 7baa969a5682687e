import type { Client } from '../../shared/client/client';
import { toTenDigits } from '../../shared/api/phone-number';
import { asText, isBlank, type Json } from '../../shared/json';
import { findParticipant, participants } from './participants';
import { hasKey, PeopleByKey, pickMainKey, toEntryKeys, type PersonKeys } from './person';

/** A person who has entered. The token may be missing if this execution added the person. */
export interface EnteredPerson {
	ParticipantToken?: string;
	/**
	 * Set if only the email address or only the phone number matches, which several people of a household may share. For
	 * a phone number, there is no token, because it may be another person's, to whom the next nodes would send a message
	 * or give a bonus.
	 */
	reason?: typeof ONLY_EMAIL | typeof ONLY_PHONE;
}

/** Each completes the hint "Skipped 3 items: …". */
const ONLY_EMAIL =
	'already entered with this email address, but not with this phone number (perhaps others who share the address)';
const ONLY_PHONE =
	'already entered with this phone number, but not with this email address (perhaps others who share the phone)';

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
		const people = new EnteredPeople(client, sweepstakesToken);
		await people.readList(lookups);
		return people;
	});
}

const KEYS = ['KeyEmail', 'KeyPhoneNumber'] as const;

const OTHERS_ADD =
	'Another process or program used this account during the run, so people were looked up right before they were added. If it added the same people at the same moment, they have two entries.';

/** Whether a phone number can be compared with those that the service shows. It may cut numbers of other countries. */
const isComparable = (phone?: string) => phone !== undefined && toTenDigits(phone) !== undefined;

/** Finds out who has entered a sweepstakes. */
export class EnteredPeople {
	/** The people in the list, and those whom this execution has added or found. */
	private readonly people = new PeopleByKey<EnteredPerson>();
	/** When the list was read, in ms of the monotonic clock. Undefined if there is no list that shows everybody. */
	private readAt?: number;
	/** The keys that the list shows. If no entry has an email address, the list may not show email addresses. */
	private shown: ReadonlyArray<keyof PersonKeys> = KEYS;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {}

	/**
	 * Reads the list of participants if that takes fewer calls than `lookups`. A list that is shorter than the service's
	 * count, or that has an entry without email address and phone number, does not show everybody.
	 */
	async readList(lookups: number): Promise<void> {
		const { client, sweepstakesToken } = this;
		const readAt = performance.now();
		const entries: Json[] = [];
		const add = (records: Json[]) => void entries.push(...records);
		const isWhole = await participants.readInsteadOf(client, lookups, { sweepstakesToken }, add);
		for (const entry of entries)
			this.note(entry, { ParticipantToken: asText(entry.ParticipantToken) || undefined });
		if (entries.length > 0) this.shown = KEYS.filter((key) => entries.some((entry) => !isBlank(entry[key])));
		if (isWhole && entries.every((entry) => KEYS.some((key) => !isBlank(entry[key])))) this.readAt = readAt;
	}

	/** Finds a person by email address or phone number. The caller must hold the person's {@link toEntryKeys}. */
	async find(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const known = this.findKnown(person);
		if (known) return known;
		const { queue } = this.client.account;
		if (queue.hasNotedOthers) this.client.hints.add(OTHERS_ADD);
		return queue.hasNotedOthers || !this.listShows(person) ? await this.lookUp(person) : undefined;
	}

	/** Asks the service for a person, even if a list that was read does not show them. */
	private async lookUp(person: PersonKeys): Promise<EnteredPerson | undefined> {
		const { KeyEmail, KeyPhoneNumber } = person;
		const query = { SweepstakesToken: this.sweepstakesToken, KeyEmail, KeyPhoneNumber };
		const found = await findParticipant(this.client, query);
		if (!found) return this.findKnown(person);
		// An opt-out may lack both keys, so the service found it by the main key.
		const lacksKeys = (entry: Json) => KEYS.every((key) => isBlank(entry[key]));
		const own = found.Entries.find((entry) => hasKey(entry, person) || lacksKeys(entry));
		if (!own) return { reason: ONLY_PHONE };
		const { ParticipantToken } = own;
		const isOtherPhone = (entry: Json) =>
			!isBlank(entry.KeyPhoneNumber) && !hasKey(entry, { KeyPhoneNumber });
		return isComparable(KeyPhoneNumber) && found.Entries.every(isOtherPhone)
			? { ParticipantToken, reason: ONLY_EMAIL }
			: { ParticipantToken };
	}

	private findKnown(person: PersonKeys): EnteredPerson | undefined {
		const known = this.people.get(person);
		if (!known) return undefined;
		if (!this.people.get(pickMainKey(person))) return { reason: ONLY_PHONE };
		const { KeyPhoneNumber } = person;
		const isPhoneKnown = !isComparable(KeyPhoneNumber) || this.people.get({ KeyPhoneNumber });
		return isPhoneKnown || !this.shown.includes('KeyPhoneNumber') ? known : { ...known, reason: ONLY_EMAIL };
	}

	/** Records a person who has entered, even if the service does not list them yet. */
	note(person: PersonKeys | Json, entered: EnteredPerson): void {
		this.people.set(person, entered);
	}

	/** Whether the list would show this person if they had entered: no execution of this process has added them since. */
	private listShows(person: PersonKeys): boolean {
		const { client, sweepstakesToken, readAt } = this;
		if (readAt === undefined) return false;
		const keys = toEntryKeys(sweepstakesToken, person);
		const isShown = KEYS.every((key) => !person[key] || this.shown.includes(key));
		return isShown && !client.account.history.isWrittenSince(keys, readAt);
	}
}
