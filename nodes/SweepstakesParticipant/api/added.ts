import type { Caller, Confirmation, Unsafe } from '../../shared/client/endpoint';
import type { Timing } from '../../shared/client/serviceClock';
import { isObject, textOf, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { acknowledgement, endpoint, unsafe } from '../../shared/api/endpoint';
import { email, uuid } from '../../shared/api/formats';
import { confirmCreation, ledgerOf } from '../../shared/api/ledger';
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

type ParticipantToAdd = z.output<typeof participantToAdd>;

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
	additionOf(service, addition, (moment, entry) => service.timing(moment, dateOfEntry(entry)));

/** Confirms the addition of a person who is known not to have entered before: every entry is new. */
export const newcomerAdded: ConfirmAddition = (service, addition) =>
	additionOf(service, addition, () => 'since', ledgerOf(service).count);

type TimingOfEntry = (moment: number, entry: Json) => Timing;

function additionOf(
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
	const startedAt = Date.now();
	const { lookUp, onProcessed } = confirmCreation(service, {
		keys,
		scope: `participants ${SweepstakesToken}`,
		listed: async () => (await findParticipant(service, query))?.Entries ?? [],
		idOf: ({ ParticipantToken }) => ParticipantToken,
		isLike: () => true,
		mayBe: () => true,
		timing,
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

/** The token of the person who was added, which the service may say (reference, "Serve both": participants/add). */
export function addedToken({ Data }: Json): string | undefined {
	return (isObject(Data) && textOf(Data.ParticipantToken)) || undefined;
}
