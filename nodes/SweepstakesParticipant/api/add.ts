import type { EarlierRecords, Client, Confirmation, PriorLook } from '../../shared/client/client';
import { getRefusal, ServiceError, type Failure, type FailureOf } from '../../shared/client/failures';
import { asObject, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { acknowledgement } from '../../shared/api/replies';
import { email, phoneNumber, uuid } from '../../shared/api/formats';
import { confirmCreation } from '../../shared/api/confirm';
import { readEntryDate, findParticipant, type ParticipantQuery } from './participants';
import { pickMainKey, toEntryKeys } from './person';

const participantToAdd = z.object({
	// The reference gives these maximum lengths.
	lang: z.string().max(2),
	source: z.string().max(100),
	sweepstakesToken: uuid,
	entryPageFields: z.object({
		KeyEmail: email.optional(),
		KeyPhoneNumber: phoneNumber.optional(),
		BonusEntries: z.number().int().min(0).optional(),
		Fields: z.record(z.unknown()),
	}),
});

export type ParticipantToAdd = z.output<typeof participantToAdd>;
export type Person = ParticipantToAdd['entryPageFields'];

/**
 * `datable`: the last person whom this execution added at a known time. The date of that entry shows how the service
 * writes dates.
 */
interface Additions {
	datable?: { query: ParticipantQuery; createdBefore: number };
}

/**
 * The maximum duration of the call that adds a `datable` person, in ms. After a longer call, the time of the entry
 * would be too uncertain.
 */
const DATABLE_WITHIN_MS = 2_000;

/**
 * Returns the token of the added person, if the reply contains the token (reference, participants/add).
 *
 * @guess The reply to participants/add has the ParticipantToken
 */
export function readAddedToken({ Data, ParticipantToken }: Json): string | undefined {
	return asText(ParticipantToken) || asText(asObject(Data).ParticipantToken) || undefined;
}

/** Confirms an addition by a lookup of the person: by email address or, if there is none, by phone number. */
function confirmAddition(
	client: Client,
	addition: ParticipantToAdd,
	before?: EarlierRecords,
): Confirmation | undefined {
	const additions = client.memory.getOrCreate('additions', (): Additions => ({}));
	const { sweepstakesToken: SweepstakesToken, entryPageFields } = addition;
	const keys = toEntryKeys(SweepstakesToken, entryPageFields);
	if (keys.length === 0) return undefined;
	const query = { SweepstakesToken, ...pickMainKey(entryPageFields) };
	const startedAt = Date.now();
	const { lookUp, onProcessed } = confirmCreation(client, {
		keys,
		list: async (client) => (await findParticipant(client, query))?.Entries ?? [],
		idOf: ({ ParticipantToken }) => ParticipantToken,
		matches: () => true,
		before,
		learnDates: async (client) => await learnDates(client, additions),
		idsIn(reply) {
			const token = readAddedToken(reply);
			return token === undefined ? undefined : [token];
		},
		replyIfMore: {},
		toReply: ([{ ParticipantToken }]) => ({ Data: { ParticipantToken } }),
	});
	return {
		lookUp,
		onProcessed(reply) {
			onProcessed?.(reply);
			const createdBefore = Date.now();
			if (createdBefore - startedAt > DATABLE_WITHIN_MS) return;
			const ParticipantToken = readAddedToken(reply);
			additions.datable = {
				query: ParticipantToken ? { SweepstakesToken, ParticipantToken } : query,
				createdBefore,
			};
		},
	};
}

/**
 * Looks up the `datable` person, so that the clock learns from the date of the entry how the service writes dates.
 *
 * @returns whether the clock has learned it
 */
async function learnDates(client: Client, { datable }: Additions): Promise<boolean> {
	const found = datable && (await findParticipant(client, datable.query));
	const [entry, ...others] = found?.Entries ?? [];
	// If the person has several entries, it is unknown which of them this execution added.
	if (!datable || !entry || others.length > 0) return false;
	client.clock.learn(readEntryDate(entry), datable.createdBefore);
	return true;
}

export const addParticipant = endpoint({
	call: 'POST /participants/add',
	request: participantToAdd,
	reply: acknowledgement,
	// A second entry would raise the person's chance to win.
	retry: unsafe(
		'Before you add this person again, use Participant › Get to check whether they already entered.',
	),
	confirm: confirmAddition,
});

const ENTERED_WORDS = /duplicat|already[ _-]?(?:exist|enter|regist|participa|sign|subscri|enroll|in )/i;
const OTHER_WORDS = /\b(?:groups?|handlers?|columns?|parameters?|fields?|codes?)\b/i;

/**
 * Whether the service refused the person because they had already entered. The status of this refusal is not
 * documented.
 */
function isEnteredAlready(failure: Failure): boolean {
	const { code, serviceMessage = '', errorName = '', ambiguous } = failure;
	const isRefusal = (code === 'refused' || code === 'accessRefused') && !ambiguous;
	const words = `${serviceMessage} ${errorName}`;
	return isRefusal && ENTERED_WORDS.test(words) && !OTHER_WORDS.test(words);
}

/**
 * Returns the failure if the service refused the call (400) without an error name, so that only the message gives the
 * reason. Such a call was not processed.
 */
export function getUnnamedRefusal(error: unknown): FailureOf<'refused'> | undefined {
	if (!(error instanceof ServiceError) || error.failure.code !== 'refused') return undefined;
	const { status, errorName, ambiguous } = error.failure;
	return status === 400 && !errorName && !ambiguous ? error.failure : undefined;
}

/**
 * Whether a refusal may be about the phone number: it mentions a phone number or just "parameters" (reference,
 * participants/add).
 */
export function mayRefusePhone(words = ''): boolean {
	return /\b(?:\w*phone\w*|mobile\w*|digits|parameters)\b/i.test(words);
}

/** The error name for a person who has already entered. Workflows depend on it, so it must not change. */
const ALREADY_ENTERED_ERROR = 'AlreadyEntered';

/**
 * Adds a person to a sweepstakes.
 *
 * @throws {ServiceError} with the error name `AlreadyEntered` if the person has already entered and may not enter again
 */
export async function addPerson(client: Client, person: ParticipantToAdd, look?: PriorLook): Promise<Json> {
	return await client.call(addParticipant, person, look).catch((error: unknown) => {
		if (!(error instanceof ServiceError) || !isEnteredAlready(error.failure)) throw error;
		throw new ServiceError({ ...error.failure, code: 'refused', errorName: ALREADY_ENTERED_ERROR });
	});
}

/** Ignores that the service refuses a person who has already entered: `.catch(undefinedIfEntered)`. */
export function undefinedIfEntered(error: unknown): undefined {
	if (getRefusal(error).errorName === ALREADY_ENTERED_ERROR) return undefined;
	throw error;
}
