import type { Caller, Confirmation, Unsafe } from '../../shared/client/endpoint';
import { nameOf, ServiceError, type Failure } from '../../shared/client/failures';
import type { Timing } from '../../shared/client/serviceClock';
import { objectIn, textOf, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { acknowledgement, endpoint, unsafe } from '../../shared/api/endpoint';
import { email, uuid } from '../../shared/api/formats';
import {
	dateOfEntry,
	findParticipant,
	normalizedKeys,
	type ParticipantQuery,
	type PersonKeys,
} from './participants';

/** How people are added, and how an addition is confirmed after its reply was lost. */

const participantToAdd = z.object({
	// The lengths are those of the reference, "Participants and groups".
	lang: z.string().max(2),
	source: z.string().max(100),
	sweepstakesToken: uuid,
	entryPageFields: z.object({
		KeyEmail: email.optional(),
		KeyPhoneNumber: z.string().optional(),
		BonusEntries: z.number().int().min(0).optional(),
		Fields: z.record(z.unknown()).optional(),
	}),
});

/** An entry of one person. */
export type ParticipantToAdd = z.output<typeof participantToAdd>;

/** The entries that this execution made under one key: a lookup finds them beside the one in question. */
interface OwnEntries {
	/** When the first was sent, or a little earlier, in ms since 1970 by our clock. */
	since: number;
	sent: number;
	/** How many of them are certain. */
	processed: number;
}

/** What this execution has added to one sweepstakes or several. */
interface OwnAdditions {
	byKey: Map<string, OwnEntries>;
	/** The last addition whose moment is known: it shows how the service writes dates. */
	datable?: { query: ParticipantQuery; createdBefore: number };
}

const createOwnAdditions = (): OwnAdditions => ({ byKey: new Map() });

function ownEntriesOf(
	{ byKey }: OwnAdditions,
	{ sweepstakesToken, entryPageFields }: ParticipantToAdd,
): OwnEntries[] {
	return normalizedKeys(entryPageFields).map((key) => {
		const id = `${sweepstakesToken} ${key}`;
		let own = byKey.get(id);
		if (!own) byKey.set(id, (own = { since: Date.now(), sent: 0, processed: 0 }));
		return own;
	});
}

type ConfirmAddition = NonNullable<Unsafe<ParticipantToAdd>['confirm']>;

/** The longest time in ms between the start of a call and its reply that still says when an entry was created. */
const DATABLE_WITHIN_MS = 2_000;

/** Looks the person up by email, or else by phone number. A person without either cannot be looked up. */
const participantAdded: ConfirmAddition = (service, addition) =>
	additionOf(service, addition, (moment, entry) => service.timing(moment, dateOfEntry(entry)));

/** Confirms the addition of a person who is known not to have entered before: every entry is new. */
export const newcomerAdded: ConfirmAddition = (service, addition) =>
	additionOf(service, addition, () => 'since');

type TimingOfEntry = (moment: number, entry: Json) => Timing;

function additionOf(
	service: Caller,
	addition: ParticipantToAdd,
	timingOf: TimingOfEntry,
): Confirmation | undefined {
	const additions = service.state.get(createOwnAdditions);
	const own = ownEntriesOf(additions, addition);
	const [first] = own;
	if (!first) return undefined;
	const before = { ...first };
	const startedAt = Date.now();
	for (const entries of own) entries.sent++;
	const { sweepstakesToken: SweepstakesToken, entryPageFields } = addition;
	const query = { SweepstakesToken, ...personKey(entryPageFields) };
	/** A lookup of this call found nobody: whatever a later one finds is new. */
	let wasAbsent = false;
	const timingIn: TimingOfEntry = (moment, entry) => (wasAbsent ? 'since' : timingOf(moment, entry));
	return {
		async lookUp(_isNew, since) {
			const entries = (await findParticipant(service, query))?.Entries ?? [];
			if (entries.length === 0) wasAbsent = true;
			const judge = () =>
				wasAdded(before, since, (moment) => entries.map((entry) => timingIn(moment, entry)));
			const added = judge() ?? ((await learnDates(service, additions)) ? judge() : undefined);
			if (added === undefined) throw new ServiceError({ code: 'inconclusive' });
			if (!added) return undefined;
			const [entry, ...others] = entries.filter((one) => timingIn(since, one) === 'since');
			const isClear = entry !== undefined && others.length === 0;
			return { Response: true, ...(isClear && { Data: { ParticipantToken: entry.ParticipantToken } }) };
		},
		onProcessed(reply) {
			for (const entries of own) entries.processed++;
			const createdBefore = Date.now();
			if (createdBefore - startedAt > DATABLE_WITHIN_MS) return;
			const ParticipantToken = addedToken(reply);
			additions.datable = {
				query: ParticipantToken ? { SweepstakesToken, ParticipantToken } : query,
				createdBefore,
			};
		},
	};
}

function personKey({ KeyEmail, KeyPhoneNumber }: PersonKeys): PersonKeys {
	return KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
}

/** @returns undefined if the new entry may be that of an earlier item, or an entry may be new or not. */
function wasAdded(
	before: OwnEntries,
	since: number,
	timings: (moment: number) => Timing[],
): boolean | undefined {
	if (timings(since).every((timing) => timing === 'before')) return false;
	const sinceFirst = timings(before.since);
	if (sinceFirst.filter((timing) => timing === 'since').length > before.sent) return true;
	if (sinceFirst.filter((timing) => timing !== 'before').length <= before.processed) return false;
	return undefined;
}

/** @returns whether the entry of an earlier item has shown how the service writes dates. */
async function learnDates(service: Caller, { datable }: OwnAdditions): Promise<boolean> {
	const found = datable && (await findParticipant(service, datable.query));
	const [entry, ...others] = found?.Entries ?? [];
	// With several, nobody knows which is that of the item.
	if (!datable || !entry || others.length > 0) return false;
	service.learnDate(dateOfEntry(entry), datable.createdBefore);
	return true;
}

export const addParticipant = endpoint({
	call: 'POST /participants/add',
	request: participantToAdd,
	reply: acknowledgement,
	// A second entry would raise the person's chance to be drawn.
	retry: unsafe({
		check: 'Before you add this person again, check with Participant › Get whether they already entered.',
		confirm: participantAdded,
		saysDone: isEnteredAlready,
	}),
});

/** Texts and names of a refusal of somebody who is in the sweepstakes (reference, "Third reading": participants/add). */
const ENTERED = /duplicat|already[ _-]?(?:exist|enter|regist|participa|sign|subscri|enroll|in )/i;

/** A refusal that names these is about something else than the person. */
const OTHER_THINGS = /\b(?:groups?|handlers?|columns?|parameters?|fields?|codes?)\b/i;

/** Whether the service refuses a person because they entered before. The status of this refusal is not documented. */
function isEnteredAlready(failure: Failure): boolean {
	const { code, serviceMessage = '', ambiguous } = failure;
	const words = `${serviceMessage} ${nameOf(failure) ?? ''}`;
	const isRefusal = (code === 'refused' || code === 'accessRefused') && !ambiguous;
	return isRefusal && ENTERED.test(words) && !OTHER_THINGS.test(words);
}

/** The name of the refusal of a person who entered before. Workflows branch by it. */
const ALREADY_ENTERED = 'AlreadyEntered';

/**
 * Adds a person to a sweepstakes.
 *
 * @param confirm as `newcomerAdded`, for a person who is known not to have entered before
 * @throws {ServiceError} named `AlreadyEntered` if the service takes one entry a person, and this person has one.
 */
export async function addPerson(
	service: Caller,
	person: ParticipantToAdd,
	confirm?: ConfirmAddition,
): Promise<Json> {
	return await service.call(addParticipant, person, confirm).catch((error: unknown) => {
		if (!(error instanceof ServiceError) || !isEnteredAlready(error.failure)) throw error;
		throw new ServiceError({ ...error.failure, code: 'refused', errorName: ALREADY_ENTERED });
	});
}

/** @returns undefined if the person entered before. */
export async function undefinedIfEntered<T>(adding: Promise<T>): Promise<T | undefined> {
	return await adding.catch((error: unknown) => {
		if (error instanceof ServiceError && error.failure.errorName === ALREADY_ENTERED) return undefined;
		throw error;
	});
}

/** The token of the person who was added, which the service may say (reference, "Serve both": participants/add). */
export function addedToken({ Data, ParticipantToken }: Json): string | undefined {
	return textOf(ParticipantToken) || textOf(objectIn(Data).ParticipantToken) || undefined;
}
