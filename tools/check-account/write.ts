import { randomInt } from 'node:crypto';

import { allSweepstakes } from '../../nodes/Sweepstakes/api';
import { addToSweepstakes, deleteFromSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { createGroup, deleteGroup, fetchGroups } from '../../nodes/SweepstakesGroup/api';
import { createInvoice } from '../../nodes/SweepstakesInvoice/api/created';
import { deleteInvoice } from '../../nodes/SweepstakesInvoice/api/invoices';
import { createNote, deleteNote } from '../../nodes/SweepstakesNote/api';
import { addParticipant } from '../../nodes/SweepstakesParticipant/api/added';
import {
	deleteParticipant,
	findParticipant,
	participantsWithKey,
} from '../../nodes/SweepstakesParticipant/api/participants';
import type { PersonKeys } from '../../nodes/SweepstakesParticipant/api/person';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import type { Caller } from '../../nodes/shared/client/endpoint';
import { ServiceError, undefinedIfNotFound } from '../../nodes/shared/client/failures';
import { isObject, asRecords, asText, type Json } from '../../nodes/shared/json';
import { unsafe } from '../../nodes/shared/api/endpoint';
import { OTHERWISE, type Guess } from './guesses';
import type { Attempt } from './recorder';
import type { Run } from './run';

/** Shown to the user before the first write. */
export const WRITES_IN_WORDS = `  A group, a note, a code, a draft invoice and up to four participants are added, each is looked up, and all are removed again.
  Participants have addresses at example.com and phone numbers from 202-555-0100 to 0199, which belong to nobody.
  Nothing is drawn, published or sent to anybody else. The sweepstakes itself is not changed.
  What stays: the number of the invoice is used up, the calls count for your plan, and the log of the account names them.
  If the sweepstakes welcomes participants, it tries to send that to these addresses.`;

/** The most calls for adding, looking up and removing. */
const MOST_CALLS = 40;

/** A record that was added and must be removed. */
interface Added {
	name: string;
	/** Whether the service confirmed the record. */
	isCertain?: boolean;
	remove(): Promise<unknown>;
}

/** The context of the writes: one sweepstakes. */
interface Place {
	service: Caller;
	sweepstakesToken: string;
	/** Unique per run, to avoid name conflicts. */
	stamp: string;
	added: Added[];
}

/** The writes, in order. They are independent of each other. */
const WRITES: ReadonlyArray<{ name: string; calls: string[]; write(place: Place): Promise<void> }> = [
	{ name: 'Adding a group', calls: ['POST /groups/create'], write: writeGroup },
	{ name: 'Adding a note', calls: ['POST /notes/create'], write: writeNote },
	{ name: 'Adding a code', calls: ['POST /codes/create'], write: writeCode },
	{ name: 'Adding a draft invoice', calls: ['POST /invoices/create'], write: writeInvoice },
	{ name: 'Adding participants', calls: ['POST /participants/add'], write: writeParticipants },
];

/**
 * Adds records to a sweepstakes and removes them again, even after errors.
 * @param isStopped whether the user asked to stop; added records are still removed
 * @returns the names of records that could not be removed
 */
export async function tryWriting(run: Run, handler: string, isStopped = () => false): Promise<string[]> {
	if (run.seen.ended || run.left < MOST_CALLS) return [];
	const { service } = run;
	const found = (await allSweepstakes(service)).find(({ Handler }) => Handler === handler);
	if (!found) throw new Error(`There is no sweepstakes with the handler ${handler}. Nothing was written.`);
	const stamp = `${Date.now().toString(36)}${randomInt(1_000)}`;
	const place: Place = { service, sweepstakesToken: found.SweepstakesToken, stamp, added: [] };
	try {
		for (const { name, calls, write } of WRITES) {
			if (isStopped()) break;
			const step = { name, calls, most: MOST_CALLS, read: async () => await write(place) };
			run.seen.outcomes.push(await run.tryWith(step, {}));
		}
	} finally {
		await removeAll(place.added);
	}
	return place.added.map(({ name }) => name);
}

/** Removes the newest first. Records that could not be removed stay in the list. */
async function removeAll(added: Added[]): Promise<void> {
	for (const one of [...added].reverse()) {
		const isRemoved = await one.remove().then(
			() => true,
			(error: unknown) => {
				if (error instanceof ServiceError || error instanceof Cancelled) return false;
				throw error;
			},
		);
		if (isRemoved) added.splice(added.indexOf(one), 1);
	}
}

async function writeGroup({ service, sweepstakesToken, stamp, added }: Place): Promise<void> {
	const group = { sweepstakesToken, groupName: `Account check ${stamp}` };
	const { Data } = await service.call(createGroup, group);
	const groupToken = asText((Data as Json).GroupToken);
	added.push({
		name: `the group “${group.groupName}”`,
		remove: async () => await service.call(deleteGroup, { sweepstakesToken, groupToken }),
	});
	await service.call(fetchGroups, { sweepstakesToken });
	await refused(service.call(createGroup, group));
}

async function writeNote({ service, stamp, added }: Place): Promise<void> {
	const note = { Title: `Account check ${stamp}`, Note: 'Made by a check of this account.', Pinned: false };
	const { Data } = await service.call(createNote, note);
	const NoteToken = asText((Data as Json).NoteToken);
	added.push({
		name: `the note “${note.Title}”`,
		remove: async () => await service.call(deleteNote, { NoteToken }),
	});
	await refused(service.call(createNote, note));
}

async function writeCode({
	service,
	sweepstakesToken: SweepstakesToken,
	stamp,
	added,
}: Place): Promise<void> {
	const code = `CHECK-${stamp}`.slice(0, 20);
	const batch = { SweepstakesToken, Codes: [code] };
	const { CouponToken } = (await addToSweepstakes(service, batch))(code);
	if (CouponToken === undefined) return;
	added.push({
		name: `the code ${code}`,
		remove: async () => await deleteFromSweepstakes(service, SweepstakesToken, [CouponToken]),
	});
	await addToSweepstakes(service, batch);
}

async function writeInvoice({ service, stamp, added }: Place): Promise<void> {
	const Title = `Account check ${stamp}`;
	const { Data } = await service.call(createInvoice, {
		Title,
		BillTo: { Name: 'Account Check', Email: `check-${stamp}@example.com` },
		Items: [{ Description: 'Account check', Quantity: 1, Rate: 10 }],
		PaymentMethod: 'check',
		Status: 'draft',
	});
	const InvoiceToken = asText((Data as Json).InvoiceToken);
	added.push({
		name: `the draft invoice “${Title}”`,
		remove: async () => await service.call(deleteInvoice, { InvoiceToken }),
	});
}

/** Never repeated: the check must see how the service answers a second entry. */
const addOnce = {
	...addParticipant,
	retry: unsafe<never>({ check: 'Look for participants at example.com.' }),
};

async function writeParticipants(place: Place): Promise<void> {
	const form = await place.service.call(getEntryPageFields, { SweepstakesToken: place.sweepstakesToken });
	const columns = asRecords((form.Data as Json).FormFields);
	const withColumns = person(place, 'a');
	await add(place, withColumns, fieldsFor(columns, withColumns));
	await refused(add(place, withColumns, fieldsFor(columns, withColumns)));
	const withoutColumns = person(place, 'b');
	const others = columns.filter((column) => !isKeyColumn(column));
	await refused(add(place, withoutColumns, fieldsFor(others, withoutColumns)));
	const typed = person(place, 'c');
	const [, area, line] = /^(\d{3})555(\d{4})$/.exec(typed.KeyPhoneNumber)!;
	const asTyped = { ...typed, KeyPhoneNumber: `+1 (${area}) 555-${line}` };
	await refused(add(place, asTyped, fieldsFor(columns, asTyped)));
}

type Person = Required<PersonKeys>;

function person({ stamp }: Place, letter: string): Person {
	return {
		KeyEmail: `check-${stamp}-${letter}@example.com`,
		KeyPhoneNumber: fictionalNumber(),
	};
}

const AREA_CODES = [202, 212, 303, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 804, 901, 907];

/** A number without an owner: every area code reserves 555-0100 to 555-0199 for fiction. Rarely the same twice. */
const fictionalNumber = () =>
	`${AREA_CODES[randomInt(AREA_CODES.length)]}55501${String(randomInt(100)).padStart(2, '0')}`;

/** Adds a participant and looks them up at once, as after a lost reply. */
async function add(place: Place, keys: Person, Fields: Json): Promise<void> {
	const { service, sweepstakesToken, added } = place;
	const { KeyEmail } = keys;
	const name = `the participant ${KeyEmail}`;
	const query = { SweepstakesToken: sweepstakesToken, KeyEmail };
	const remove = async () => {
		// Only this exact address: other people must never be removed, whatever the lookup finds.
		const lookup = participantsWithKey(service, query);
		const found = await (own.isCertain ? lookup : undefinedIfNotFound(lookup));
		for (const ParticipantToken of found?.matching ?? [])
			await service.call(deleteParticipant, { SweepstakesToken: sweepstakesToken, ParticipantToken });
	};
	// Before the call, because its reply may be lost.
	const known = added.find((one) => one.name === name);
	const own: Added = known ?? { name, remove };
	if (!known) added.push(own);
	await service.call(addOnce, {
		lang: 'en',
		source: 'account-check',
		sweepstakesToken,
		entryPageFields: { ...keys, Fields },
	});
	own.isCertain = true;
	await findParticipant(service, query);
}

const typeOfColumn = ({ FieldType, Type }: Json): string => asText(FieldType ?? Type).toLowerCase();

const isKeyColumn = (column: Json): boolean => /^(email|usphonenumber|tel)$/.test(typeOfColumn(column));

/** A value for each column, under its name with underscores (reference, "Third reading": participants/add). */
function fieldsFor(columns: readonly Json[], { KeyEmail, KeyPhoneNumber }: Person): Json {
	const valueOf = (column: Json): string => {
		const type = typeOfColumn(column);
		const [option] = asRecords(column.Options);
		if (type === 'email') return KeyEmail;
		if (type === 'usphonenumber' || type === 'tel') return KeyPhoneNumber;
		if (type === 'birthdate') return '05/20/1990';
		return option ? String(option.Id) : type === 'number' ? '1' : 'Check';
	};
	const keyOf = ({ FieldName, Name }: Json) => asText(FieldName ?? Name).replace(/\s/g, '_');
	return Object.fromEntries(columns.map((column) => [keyOf(column), valueOf(column)]));
}

/** Ignores refusals, because the reply is recorded. */
async function refused(work: Promise<unknown>): Promise<void> {
	await work.catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
	});
}

const ADD = 'POST /participants/add';

/** The attempts to add a person, each with the number of earlier attempts. */
function additions(attempts: readonly Attempt[]) {
	const tried: string[] = [];
	return attempts.flatMap((attempt, index) => {
		if (attempt.call !== ADD || attempt.status === 0) return [];
		const keys = isObject(attempt.request.entryPageFields) ? attempt.request.entryPageFields : {};
		const email = asText(keys.KeyEmail);
		const isSecond = tried.includes(email);
		tried.push(email);
		const hasColumns = Object.values(isObject(keys.Fields) ? keys.Fields : {}).includes(email);
		const lookup = attempts[index + 1];
		return [{ ...attempt, isSecond, hasColumns, isTyped: /\D/.test(asText(keys.KeyPhoneNumber)), lookup }];
	});
}

const isTaken = ({ status, body }: Attempt): boolean => status < 300 && body?.Response === true;

const takenOrNot = (attempt: Attempt): string => (isTaken(attempt) ? 'taken' : 'refused');

/** The texts differ on the reply to a second entry. The nodes recognize it by these words. */
function duplicateAnswer(attempt: Attempt): string {
	if (isTaken(attempt)) return 'a second entry';
	const isKnown = /duplicated|already exists/i.test(asText(attempt.body?.Message));
	return isKnown ? `${attempt.status}, in words that the nodes know` : OTHERWISE;
}

/** The guesses that need writing to settle. */
export const WRITING_GUESSES: readonly Guess[] = [
	{
		question: 'A participant with the email and phone columns in Fields is',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isSecond, hasColumns, isTyped }) => !isSecond && hasColumns && !isTyped)
				.map((attempt) => (isTaken(attempt) ? 'taken' : OTHERWISE)),
	},
	{
		question: 'A participant without these columns is',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ hasColumns }) => !hasColumns)
				.map(takenOrNot),
	},
	{
		question: 'The same participant again is answered with',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isSecond }) => isSecond)
				.map(duplicateAnswer),
	},
	{
		question: 'A phone number such as +1 (202) 555-0123 is',
		answers: (attempts) =>
			additions(attempts)
				.filter(({ isTyped }) => isTyped)
				.map(takenOrNot),
	},
	{
		question: 'The reply to an addition has the ParticipantToken',
		answers: (attempts) =>
			additions(attempts)
				.filter(isTaken)
				.map(({ body }) => (isObject(body?.Data) && 'ParticipantToken' in body.Data ? 'yes' : 'no')),
	},
	{
		question: 'A participant can be looked up right after the addition',
		answers: (attempts) =>
			additions(attempts)
				.filter((attempt) => isTaken(attempt))
				.map(({ lookup }) => (lookup && isTaken(lookup) ? 'yes' : OTHERWISE)),
	},
	{
		question: 'A creation is answered with status',
		answers: (attempts) =>
			attempts
				.filter(({ call, status }) => /\/(groups|notes|invoices)\/create$/.test(call) && status < 300)
				.map(({ status }) => (status === 200 || status === 201 ? String(status) : OTHERWISE)),
	},
	...['groups', 'notes'].map((kind) => ({
		question: `A name of ${kind} that is taken is refused with`,
		answers: (attempts: readonly Attempt[]) =>
			attempts
				.filter(({ call, status }) => call === `POST /${kind}/create` && status >= 400)
				.map(({ status }) => (status === 400 || status === 409 ? String(status) : OTHERWISE)),
	})),
	{
		question: 'Dates without a zone are in',
		answers: (attempts) =>
			attempts
				.filter(({ call, status }) => call === 'POST /groups/create' && status < 300)
				.map(({ body, headers }) =>
					zoneOfUndated(isObject(body?.Data) ? body.Data.CreationDate : '', headers),
				),
	},
];

/** Compares the date of a new record with the service's clock. */
function zoneOfUndated(date: unknown, { date: now = '' }: Record<string, string>): string | undefined {
	const text = asText(date);
	if (!/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)) return undefined;
	const differenceMs = Math.abs(Date.parse(`${text}Z`) - Date.parse(now));
	return differenceMs < 120_000 ? 'UTC' : OTHERWISE;
}
