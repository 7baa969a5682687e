import type { Caller, Confirmation, Unsafe } from '../../shared/client/endpoint';
import { readErrorName, ServiceError, type Failure } from '../../shared/client/failures';
import type { Timing } from '../../shared/client/serviceClock';
import { asObject, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { acknowledgement, endpoint, unsafe } from '../../shared/api/endpoint';
import { email, uuid } from '../../shared/api/formats';
import { confirmCreation, getLedger } from '../../shared/api/ledger';
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

/** The last addition of this execution whose moment is known: it shows how the service writes dates. */
interface Additions {
	datable?: { query: ParticipantQuery; createdBefore: number };
}

const createAdditions = (): Additions => ({});

type ConfirmAddition = NonNullable<Unsafe<ParticipantToAdd>['confirm']>;

/** The longest time in ms between the start of a call and its reply that still says when an entry was created. */
const DATABLE_WITHIN_MS = 2_000;

/** Looks the person up by email, or else by phone number. A person without either cannot be looked up. */
const participantAdded: ConfirmAddition = (service, addition) =>
	confirmAddition(service, addition, (moment, entry) => service.timing(moment, dateOfEntry(entry)));

/** Confirms the addition of a person who is known not to have entered before: every entry is new. */
export const newcomerAdded: ConfirmAddition = (service, addition) =>
	confirmAddition(service, addition, () => 'since', getLedger(service).count);

type TimingOfEntry = (moment: number, entry: Json) => Timing;

function confirmAddition(
	service: Caller,
	addition: ParticipantToAdd,
	timing: TimingOfEntry,
	knownAt?: number,
): Confirmation | undefined {
	const additions = service.state.get(createAdditions);
	const { sweepstakesToken: SweepstakesToken, entryPageFields } = addition;
	const keys = normalizedKeys(entryPageFields).map((key) => `${SweepstakesToken} ${key}`);
	if (keys.length === 0) return undefined;
	const query = { SweepstakesToken, ...personKey(entryPageFields) };
	/** A lookup of this call found nobody: whatever a later one finds is new. */
	let wasAbsent = false;
	const startedAt = Date.now();
	const { lookUp, onProcessed } = confirmCreation(service, {
		keys,
		scope: `participants ${SweepstakesToken}`,
		async listed() {
			const entries = (await findParticipant(service, query))?.Entries ?? [];
			if (entries.length === 0) wasAbsent = true;
			return entries;
		},
		idOf: ({ ParticipantToken }) => ParticipantToken,
		isLike: () => true,
		mayBe: () => true,
		timing: (moment, entry) => (wasAbsent ? 'since' : timing(moment, entry)),
		knownAt,
		learnDates: async () => await learnDates(service, additions),
		idsIn: (reply) => [addedToken(reply)],
		isUsuallyUnnamed: true,
		replyWith: ([entry, ...others]) => ({
			Response: true,
			...(entry && others.length === 0 && { Data: { ParticipantToken: entry.ParticipantToken } }),
		}),
	});
	return {
		lookUp,
		onProcessed(reply) {
			onProcessed?.(reply);
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

/** @returns whether the entry of an earlier item has shown how the service writes dates. */
async function learnDates(service: Caller, { datable }: Additions): Promise<boolean> {
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
	}),
});

/** Texts and names of a refusal of somebody who is in the sweepstakes (reference, "Third reading": participants/add). */
const ENTERED = /duplicat|already[ _-]?(?:exist|enter|regist|participa|sign|subscri|enroll|in )/i;

/** A refusal that names these is about something else than the person. */
const OTHER_THINGS = /\b(?:groups?|handlers?|columns?|parameters?|fields?|codes?)\b/i;

/** Whether the service refuses a person because they entered before. The status of this refusal is not documented. */
function isEnteredAlready(failure: Failure): boolean {
	const { code, serviceMessage = '', ambiguous } = failure;
	const words = `${serviceMessage} ${readErrorName(failure) ?? ''}`;
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
	return asText(ParticipantToken) || asText(asObject(Data).ParticipantToken) || undefined;
}
