import { randomInt } from 'node:crypto';

import { allSweepstakes } from '../../nodes/Sweepstakes/api';
import { addToSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { createGroup } from '../../nodes/SweepstakesGroup/api';
import { createInvoice } from '../../nodes/SweepstakesInvoice/api/created';
import { createNote } from '../../nodes/SweepstakesAccountNote/api';
import { addParticipant } from '../../nodes/SweepstakesParticipant/api/added';
import type { PersonKeys } from '../../nodes/SweepstakesParticipant/api/person';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import { ServiceError } from '../../nodes/shared/client/failures';
import { asRecords, asText, type Json } from '../../nodes/shared/json';
import { unsafe } from '../../nodes/shared/api/endpoint';
import { AddedRecords, findMarked, removeAll, type Kind, type Place } from './added';
import type { Run } from './run';

/** Shown to the user before the first write. */
export const WRITES_IN_WORDS = `  A group, a note, a code, a draft invoice and up to four participants are added, each is looked up, and all are removed again.
  Participants have addresses at example.com and phone numbers from 555-0100 to 555-0199 of US area codes, which belong to nobody.
  Nothing is drawn, published or sent to anybody else. The sweepstakes itself is not changed.
  What stays: the number of the invoice is used up, the calls count for your plan, and the log of the account names them.
  If the sweepstakes welcomes participants, it tries to send that to these addresses.`;

/** The most calls for adding, looking up and removing, without repetitions. */
export const WRITING_CALLS = 60;

/** Removing may go beyond the budget by so many calls, because nothing must stay. */
const REMOVING_CALLS = 100;

/** The context of the writes: one sweepstakes. */
interface Writing extends Place {
	/** Unique per run, to avoid name conflicts. */
	stamp: string;
	added: AddedRecords;
}

/** The writes, in order. They are independent of each other. */
const WRITES: ReadonlyArray<{ name: string; calls: string[]; write(writing: Writing): Promise<void> }> = [
	{ name: 'Adding a group', calls: ['POST /groups/create'], write: writeGroup },
	{ name: 'Adding a note', calls: ['POST /notes/create'], write: writeNote },
	{ name: 'Adding a code', calls: ['POST /codes/create'], write: writeCode },
	{ name: 'Adding a draft invoice', calls: ['POST /invoices/create'], write: writeInvoice },
	{ name: 'Adding participants', calls: ['POST /participants/add'], write: writeParticipants },
];

const REMOVAL = {
	name: 'Removing what was added',
	calls: [
		'POST /groups/delete',
		'POST /notes/delete',
		'POST /codes/delete',
		'POST /invoices/delete',
		'DELETE /participants/delete',
	],
	most: WRITING_CALLS,
};

/**
 * Adds records to a sweepstakes and removes them again, even after errors.
 *
 * @param added where each creation is registered before it is sent
 * @param signal ends the adding; everything is still removed
 * @returns the names of records that may still exist
 * @throws Error with a sentence for the user if nothing was written
 */
export async function tryWriting(
	run: Run,
	handler: string,
	added = new AddedRecords(),
	signal?: AbortSignal,
): Promise<string[]> {
	if (run.seen.ended) throw new Error('Nothing was written, because the check ended before.');
	const client = run.clientFor(signal, (transport) => added.through(transport));
	const all = await allSweepstakes(client).catch((error: unknown) => {
		if (error instanceof ServiceError || error instanceof Cancelled) return undefined;
		throw error;
	});
	if (!all) throw new Error('The list of sweepstakes could not be read. Nothing was written.');
	const found = all.find(({ Handler }) => Handler === handler);
	if (!found) throw new Error(`There is no sweepstakes with the handler ${handler}. Nothing was written.`);
	const stamp = `${Math.trunc(Date.now()).toString(36)}${randomInt(1_000)}`;
	const writing: Writing = { client, sweepstakesToken: found.SweepstakesToken, stamp, added };
	try {
		for (const { name, calls, write } of WRITES) {
			if (signal?.aborted || run.seen.ended) break;
			const step = { name, calls, most: WRITING_CALLS, read: async () => await write(writing) };
			run.seen.outcomes.push(await run.tryWith(step, {}));
		}
	} finally {
		await takeBack(run, added);
	}
	return added.names();
}

/**
 * Removes everything that the check may have added, of this run or of one that was killed.
 *
 * @returns the names of records that may still exist
 */
export async function takeBack(run: Run, added: AddedRecords): Promise<string[]> {
	// A call that is under way would otherwise be processed after the lookup.
	await run.recorder.settled();
	run.recorder.budget = Math.max(run.recorder.budget, run.recorder.sent + REMOVING_CALLS);
	const left = await removeAll(run.clientFor(), added);
	run.seen.outcomes.push({ step: { ...REMOVAL, read: async () => {} }, result: 'read' });
	return left;
}

async function writeGroup(writing: Writing): Promise<void> {
	const { client, sweepstakesToken, stamp, added } = writing;
	const group = { sweepstakesToken, groupName: `Account check ${stamp}` };
	added.expect('group', group.groupName, sweepstakesToken);
	await client.call(createGroup, group);
	await lookUp(writing, 'group', group.groupName);
	await refused(client.call(createGroup, group));
}

async function writeNote(writing: Writing): Promise<void> {
	const { client, sweepstakesToken, stamp, added } = writing;
	const note = { Title: `Account check ${stamp}`, Note: 'Made by a check of this account.', Pinned: false };
	added.expect('note', note.Title, sweepstakesToken);
	await client.call(createNote, note);
	await lookUp(writing, 'note', note.Title);
	await refused(client.call(createNote, note));
}

async function writeCode(writing: Writing): Promise<void> {
	const { client, sweepstakesToken: SweepstakesToken, stamp, added } = writing;
	const code = `CHECK-${stamp}`.slice(0, 20);
	const batch = { SweepstakesToken, Codes: [code] };
	added.expect('code', code, SweepstakesToken);
	await addToSweepstakes(client, batch);
	await lookUp(writing, 'code', code);
	await addToSweepstakes(client, batch);
}

async function writeInvoice(writing: Writing): Promise<void> {
	const { client, sweepstakesToken, stamp, added } = writing;
	const Title = `Account check ${stamp}`;
	added.expect('invoice', Title, sweepstakesToken);
	await client.call(createInvoice, {
		Title,
		BillTo: { Name: 'Account Check', Email: `check-${stamp}@example.com` },
		Items: [{ Description: 'Account check', Quantity: 1, Rate: 10 }],
		PaymentMethod: 'check',
		Status: 'draft',
	});
	await lookUp(writing, 'invoice', Title);
}

/** @throws ServiceError if a record that was just added is not found */
async function lookUp(place: Place, kind: Kind, mark: string): Promise<void> {
	const found = await findMarked(place, kind, mark);
	if (found.length === 0) throw new ServiceError({ code: 'notFound' });
}

/** Never repeated: the check must see how the service answers a second entry. */
const addOnce = {
	...addParticipant,
	retry: unsafe<never>({ check: 'Look for participants at example.com.' }),
};

async function writeParticipants(writing: Writing): Promise<void> {
	const form = await writing.client.call(getEntryPageFields, { SweepstakesToken: writing.sweepstakesToken });
	const columns = asRecords((form.Data as Json).FormFields);
	const withColumns = person(writing, 'a');
	await add(writing, withColumns, fieldsFor(columns, withColumns));
	await refused(add(writing, withColumns, fieldsFor(columns, withColumns)));
	const withoutColumns = person(writing, 'b');
	const others = columns.filter((column) => !isKeyColumn(column));
	await refused(add(writing, withoutColumns, fieldsFor(others, withoutColumns)));
	const typed = person(writing, 'c');
	const [, area, line] = /^(\d{3})555(\d{4})$/.exec(typed.KeyPhoneNumber)!;
	const asTyped = { ...typed, KeyPhoneNumber: `+1 (${area}) 555-${line}` };
	await refused(add(writing, asTyped, fieldsFor(columns, asTyped)));
}

type Person = Required<PersonKeys>;

function person({ stamp }: Writing, letter: string): Person {
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
async function add(writing: Writing, keys: Person, Fields: Json): Promise<void> {
	const { client, sweepstakesToken, added } = writing;
	const { KeyEmail } = keys;
	if (!added.has('participant', KeyEmail)) added.expect('participant', KeyEmail, sweepstakesToken);
	await client.call(addOnce, {
		lang: 'en',
		source: 'account-check',
		sweepstakesToken,
		entryPageFields: { ...keys, Fields },
	});
	await lookUp(writing, 'participant', KeyEmail);
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
