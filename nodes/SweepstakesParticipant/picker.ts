import {
	getParticipant,
	participants,
	type fetchParticipant,
	type FoundParticipant,
	FOUND_OTHERS,
} from './api/participants';
import { hasKey, normalizeKeys, personKey, pickMainKey, readPersonKey, type PersonKeys } from './api/person';
import type { Client } from '../shared/client/client';
import { findInvented, REHEARSED_ID } from '../shared/client/dry-run';
import { hasStatus, ServiceError, undefinedIfRefused } from '../shared/client/failures';
import { withMarks } from '../shared/api/titles';
import { asText, isSameId, type Json } from '../shared/json';
import { pluralize } from '../shared/pluralize';
import { toPersonItem } from './items';
import type { Field, PickerValue } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { toShortLiteral } from '../shared/n8n/errors/sentences';
import type { z } from '../shared/zod';
import { fromList, searchList } from '../shared/n8n/editor/picker';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

/** Returns the request key that identifies the picked participant. */
export function toPersonKey({ mode, value }: PickerValue): PersonKeys & { ParticipantToken?: string } {
	return mode === 'list' ? { ParticipantToken: value } : readPersonKey(value);
}

export function toParticipantQuery(picked: { sweepstakes: string; participant: PickerValue }) {
	return { SweepstakesToken: picked.sweepstakes, ...toPersonKey(picked.participant) };
}

export interface OneParticipant {
	ParticipantToken: string;
	entries: FoundParticipant['Entries'];
}

/**
 * Finds the picked participant.
 *
 * @param itemCount how many participants the run looks for. For many, one list is read at the beginning and used for
 *   all. By default, the participant is looked up.
 * @throws {InputError} if several participants share the email or phone number
 * @throws {ServiceError} if there is no such participant
 */
export async function findPicked(
	client: Client,
	picked: z.output<typeof fetchParticipant.request>,
	itemCount = 1,
): Promise<OneParticipant> {
	const lookUp = async () => (await getParticipant(client, picked)).Entries;
	const Entries =
		(await findListed(client, picked, itemCount)) ??
		(await lookUp().catch(inventIfRehearsed(client, picked)));
	const entries = picked.ParticipantToken ? Entries : Entries.filter((entry) => hasKey(entry, picked));
	const [ParticipantToken, ...others] = new Set(entries.map((entry) => entry.ParticipantToken));
	if (ParticipantToken === undefined) throw new ServiceError(FOUND_OTHERS);
	// An opt-out may lack the email address and phone number.
	const isOfPerson = (entry: Json) => isSameId(entry.ParticipantToken, ParticipantToken);
	if (others.length === 0) return { ParticipantToken, entries: Entries.filter(isOfPerson) };
	throw refuseSeveral(entries);
}

/** The maximum number of participants that an error names. */
const MAX_NAMED = 3;

/** Returns the error for an email address or phone number that several participants have. It names the first of them. */
export function refuseSeveral(entries: FoundParticipant['Entries']): InputError {
	const byToken = new Map(entries.map((entry) => [entry.ParticipantToken, entry]));
	const named = [...byToken]
		.slice(0, MAX_NAMED)
		.map(([token, entry]) => `${toShortLiteral(toPersonName(entry) || 'no name')} with ID ${token}`);
	const more = byToken.size - named.length;
	const last = more > 0 ? pluralize(more, 'other') : named.pop();
	return new InputError(
		participant.displayName,
		`must be chosen from the list or by ID, because ${byToken.size} participants have this email or phone number: ${named.join(', ')} and ${last}`,
	);
}

/**
 * In a rehearsal, a person whom the service does not know counts as found, because an earlier node may only have
 * rehearsed to add or draw them: `.catch(inventIfRehearsed(…))`.
 */
function inventIfRehearsed({ options, hints }: Client, picked: z.output<typeof fetchParticipant.request>) {
	return (error: unknown): FoundParticipant['Entries'] => {
		if (!options.rehearses || !hasStatus(error, 404)) throw error;
		if (!findInvented(JSON.stringify(picked))) hints.add(NOT_ENTERED);
		return [{ BonusEntries: 0, ...picked, ParticipantToken: picked.ParticipantToken ?? REHEARSED_ID }];
	};
}

const NOT_ENTERED =
	'Some of these people are not participants yet. In a real run, an earlier node must have added them.';

/**
 * Finds a person's entries in the list of participants, which a run reads once if this takes fewer calls than looking
 * up each person.
 *
 * @returns all entries with the person's email address or, if there is none, phone number; undefined if the list was
 *   not read, or lacks the person, or if the person is picked by ID
 */
export async function findListed(
	client: Client,
	{ SweepstakesToken: sweepstakesToken, ...person }: z.output<typeof fetchParticipant.request>,
	itemCount: number,
): Promise<FoundParticipant['Entries'] | undefined> {
	if (person.ParticipantToken) return undefined;
	const byKey = await client.memory.getOrCreate(`listed people ${sweepstakesToken}`, async () => {
		const found = new Map<string, FoundParticipant['Entries']>();
		const reading = participants.readInsteadOf(client, itemCount, { sweepstakesToken }, (records) => {
			for (const entry of records) {
				const { ParticipantToken } = entry;
				if (typeof ParticipantToken !== 'string') continue;
				for (const key of normalizeKeys(entry))
					found.set(key, [...(found.get(key) ?? []), { ...entry, ParticipantToken }]);
			}
		});
		// A part of the list does not show all entries of a person, or everybody with the same email or phone number.
		return (await reading.catch(undefinedIfRefused)) ? found : new Map<string, never>();
	});
	const [key = ''] = normalizeKeys(pickMainKey(person));
	return byKey.get(key);
}

/** Matches several words of letters, such as a full name. */
const WORDS = /^\p{L}\S*(?:\s+\p{L}\S*)+$/u;

/**
 * Searches participants, newest first. The service searches and returns one page at a time. It may compare a text with
 * the first and last name separately, so for a full name, it searches for the longest word.
 */
const searchParticipants = searchList(
	async (...[client, { search = '', ...filter }, page]: Parameters<typeof participants.readPage>) => {
		const words = WORDS.test(search) ? search.toLowerCase().split(/\s+/) : [];
		const [longest] = words.toSorted((one, other) => other.length - one.length);
		const sent = { ...filter, ...(search && { search: longest ?? search }) };
		const { records, totalPages } = await participants.readPage(client, sent, page);
		const hasWords = (one: Json) => {
			const name = toPersonName(one).toLowerCase();
			return words.every((word) => name.includes(word));
		};
		// A person who is in two collections is shown only once.
		const byToken = new Map(records.filter(hasWords).map((one) => [asText(one.ParticipantToken), one]));
		return { records: [...byToken], totalPages };
	},
	([value, one]) => ({ name: toPersonName(one) || value, value }),
	async (search, client, context) => ({
		sweepstakesToken: await readPickedSweepstakes(context, client),
		...(search && { search }),
	}),
);

/** Returns a name such as "Jane Smith (jane@example.com)". */
export function toPersonName(entry: Json): string {
	const { FirstName, LastName, Email, PhoneNumber } = toPersonItem(entry);
	const name = `${asText(FirstName)} ${asText(LastName)}`.trim();
	const key = asText(Email) || asText(PhoneNumber);
	return name ? withMarks(name, key) : key;
}

/** Picker for a participant of the picked sweepstakes: from the list, or by ID, email address or phone number. */
export const participant = {
	displayName: 'Participant',
	name: 'participant',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The participant to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		fromList('Select a participant…', { searchParticipants }),
		{
			displayName: 'By ID, Email or Phone',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. jane@example.com',
			hint: 'Accepts the ID (ParticipantToken), the email address or the phone number',
			keys: personKey,
		},
	],
} as const satisfies Field;
