import type { Client, Confirm, EarlierRecords } from '../../shared/client/client';
import { getRefusal, isAmbiguous, ServiceError, type FailureOf } from '../../shared/client/failures';
import { asObject, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, unsafe } from '../../shared/api/endpoint';
import { acknowledgement } from '../../shared/api/replies';
import { email, uuid } from '../../shared/api/formats';
import { phoneNumber } from '../../shared/api/phone-number';
import { confirmCreation } from '../../shared/api/confirm';
import { findParticipant } from './participants';
import { pickMainKey } from './person';

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
 * Returns the token of the added person, if the reply contains the token (reference, participants/add).
 *
 * @guess The reply to participants/add has the ParticipantToken
 */
export function readAddedToken({ Data, ParticipantToken }: Json): string | undefined {
	return asText(ParticipantToken) || asText(asObject(Data).ParticipantToken) || undefined;
}

/** Confirms an addition by a lookup of the person: by email address or, if there is none, by phone number. */
const confirmAddition: Confirm<ParticipantToAdd> = (
	client,
	{ sweepstakesToken, entryPageFields },
	earlier,
) => {
	const key = pickMainKey(entryPageFields);
	if (!key.KeyEmail && !key.KeyPhoneNumber) return undefined;
	const query = { SweepstakesToken: sweepstakesToken, ...key };
	return confirmCreation(client, {
		thing: 'entry',
		earlier,
		list: async () => (await findParticipant(client, query))?.Entries ?? [],
		idOf: ({ ParticipantToken }) => ParticipantToken,
		matches: () => true,
		reasonIfNone: key.KeyEmail ? undefined : 'the service may have stored the phone number in another form',
		toReply: ([{ ParticipantToken }]) => ({ Data: { ParticipantToken } }),
	});
};

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
function isEnteredAlready(error: ServiceError): boolean {
	const { code, serviceMessage = '', errorName = '' } = error.failure;
	const isRefusal = (code === 'refused' || code === 'accessRefused') && !isAmbiguous(error);
	const words = `${serviceMessage} ${errorName}`;
	return isRefusal && ENTERED_WORDS.test(words) && !OTHER_WORDS.test(words);
}

/**
 * Returns the failure if the service refused the call (400) without an error name, so that only the message gives the
 * reason. Such a call was not processed.
 */
export function getUnnamedRefusal(error: unknown): FailureOf<'refused'> | undefined {
	if (!(error instanceof ServiceError) || error.failure.code !== 'refused') return undefined;
	const { status, errorName } = error.failure;
	return status === 400 && !errorName && !isAmbiguous(error) ? error.failure : undefined;
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
export async function addPerson(
	client: Client,
	person: ParticipantToAdd,
	earlier?: EarlierRecords,
): Promise<Json> {
	return await client.call(addParticipant, person, earlier).catch((error: unknown) => {
		if (!(error instanceof ServiceError) || !isEnteredAlready(error)) throw error;
		throw new ServiceError({ ...error.failure, code: 'refused', errorName: ALREADY_ENTERED_ERROR });
	});
}

/** Ignores that the service refuses a person who has already entered: `.catch(undefinedIfEntered)`. */
export function undefinedIfEntered(error: unknown): undefined {
	if (getRefusal(error).errorName === ALREADY_ENTERED_ERROR) return undefined;
	throw error;
}
