import { randomInt } from 'node:crypto';

import { listAllSweepstakes, readHandler } from '../../nodes/Sweepstakes/api';
import { addToSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { createGroup } from '../../nodes/SweepstakesGroup/api';
import { createInvoice, type InvoiceToCreate } from '../../nodes/SweepstakesInvoice/api/created';
import { createNote } from '../../nodes/SweepstakesAccountNote/api';
import { addParticipant } from '../../nodes/SweepstakesParticipant/api/add';
import type { PersonKeys } from '../../nodes/SweepstakesParticipant/api/person';
import { CancelledError } from '../../nodes/shared/client/cancellation';
import { ServiceError } from '../../nodes/shared/client/failures';
import { asRecords, asText, type Json } from '../../nodes/shared/json';
import { unsafe } from '../../nodes/shared/api/endpoint';
import { AddedRecords } from './added';
import { addAndCompare, addTwice, catchFailure, type Creation, type Writing } from './adding';
import { failureFinding } from './failures';
import type { Finding } from './finding';
import { removeAll, type Answer } from './removal';
import type { Run } from './run';

/** The text that the user sees before the first write. */
export const WRITES_IN_WORDS = `  A group, a note, a code, a draft invoice and up to four participants are added, looked up, compared with what was sent, and removed again.
  Participants have addresses at example.com and phone numbers from 555-0100 to 555-0199 of US area codes, which belong to nobody.
  Nothing is drawn, published or sent to anybody else. The sweepstakes itself is not changed.
  What stays: the number of the invoice is used up, the calls count for your plan, and the log of the account lists them.
  If the sweepstakes sends welcome messages, it tries to send them to these addresses.`;

/** The maximum number of calls to add, look up and remove records, without retries. */
export const WRITING_CALLS = 80;

/** How many calls the removal may make beyond the budget. They are allowed because nothing must be left behind. */
const REMOVING_CALLS = 100;

/** The steps that write, in order. They do not depend on one another. */
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

function toNotRemovedFinding(answer: Answer): Finding {
	const expected = 'the record to be gone';
	if (answer !== 'success') return { ...failureFinding(answer, expected), about: 'A removal' };
	return {
		about: 'A removal',
		expected,
		came: 'a success, although the record is still there',
		means:
			'A Delete step in your workflow succeeds, but the record stays. Check in your provider’s web app afterwards.',
	};
}

/**
 * Adds records to a sweepstakes and removes them again, even after errors. `run.end` stops only the adding.
 *
 * @param added registers each record before the request to create it is sent
 * @returns the names of records that may still exist
 * @throws Error with a sentence for the user if nothing was written
 */
export async function tryWriting(run: Run, handler: string, added = new AddedRecords()): Promise<string[]> {
	if (run.seen.ended) throw new Error('Nothing was written, because the check had already ended.');
	const client = run.openWriter((transport) => added.watchTransport(transport));
	const all = await listAllSweepstakes(client).catch((error: unknown) => {
		if (error instanceof ServiceError || error instanceof CancelledError) return undefined;
		throw error;
	});
	if (!all) throw new Error('The list of sweepstakes could not be read. Nothing was written.');
	const found = all.find((one) => readHandler(one).toUpperCase() === handler.toUpperCase());
	if (!found) throw new Error(`There is no sweepstakes with the handler ${handler}. Nothing was written.`);
	const stamp = `${Math.trunc(Date.now()).toString(36)}${randomInt(1_000)}`;
	const { attempts } = run.recorder;
	const place = { client, sweepstakesToken: found.SweepstakesToken };
	try {
		for (const { name, calls, write } of WRITES) {
			if (run.seen.ended) break;
			const findings: Finding[] = [];
			const writing: Writing = { ...place, stamp, added, attempts, findings };
			const step = { name, calls, most: WRITING_CALLS, read: async () => await write(writing) };
			run.seen.outcomes.push({ ...(await run.tryWith(step, {})), findings });
		}
	} finally {
		await takeBack(run, added);
	}
	return added.names();
}

/**
 * Removes everything that this check or an earlier check that was killed may have added.
 *
 * @returns the names of records that may still exist
 */
export async function takeBack(run: Run, added: AddedRecords): Promise<string[]> {
	// Calls in progress must end first, because otherwise one of them could be processed after the lookup.
	await run.recorder.settle();
	run.recorder.budget = Math.max(run.recorder.budget, run.recorder.sent + REMOVING_CALLS);
	const findings = (await removeAll(run.openRemover(), added)).map(toNotRemovedFinding);
	run.seen.outcomes.push({ step: { ...REMOVAL, read: async () => {} }, result: 'read', findings });
	return added.names();
}

async function writeGroup(writing: Writing): Promise<void> {
	const { client, sweepstakesToken, stamp } = writing;
	const group = { sweepstakesToken, groupName: `Account check ${stamp}` };
	const send = async () => await client.call(createGroup, group);
	await addTwice(writing, { kind: 'group', mark: group.groupName, sent: group, send });
}

async function writeNote(writing: Writing): Promise<void> {
	const { client, stamp } = writing;
	const Title = `Account check ${stamp}`;
	const note = { Title, Note: `${Title}: made by a check of this account.`, Pinned: false };
	const send = async () => await client.call(createNote, note);
	await addTwice(writing, { kind: 'note', mark: Title, sent: note, send });
}

async function writeCode(writing: Writing): Promise<void> {
	const { client, sweepstakesToken: SweepstakesToken, stamp } = writing;
	const code = `CHECK-${stamp}`.slice(0, 20);
	const batch = { SweepstakesToken, Codes: [code] };
	const send = async () => await addToSweepstakes(client, batch);
	await addTwice(writing, { kind: 'code', mark: code, sent: batch, send });
}

async function writeInvoice(writing: Writing): Promise<void> {
	const { client, stamp } = writing;
	const Title = `Account check ${stamp}`;
	const invoice: InvoiceToCreate = {
		Title,
		BillTo: { Name: Title, Email: `check-${stamp}@example.com` },
		Items: [{ Description: 'Account check', Quantity: 2, Rate: 10.5 }],
		PaymentMethod: 'check',
		Status: 'draft',
	};
	const send = async () => await client.call(createInvoice, invoice);
	await addAndCompare(writing, { kind: 'invoice', mark: Title, sent: invoice, send });
}

/** An endpoint that is never retried, because the check must see how the service replies to a second entry. */
const addOnce = {
	...addParticipant,
	retry: unsafe('Look for participants at example.com.'),
	confirm: undefined,
};

async function writeParticipants(writing: Writing): Promise<void> {
	const { client, sweepstakesToken: SweepstakesToken } = writing;
	const form = await client.call(getEntryPageFields, { SweepstakesToken });
	const columns = asRecords((form.Data as Json).FormFields);
	await addTwice(writing, createEntry(writing, person(writing, 'a'), columns));
	const others = columns.filter((column) => !isKeyColumn(column));
	await catchFailure(addAndCompare(writing, createEntry(writing, person(writing, 'b'), others)));
	const typed = person(writing, 'c');
	const [, area, line] = /^(\d{3})555(\d{4})$/.exec(typed.KeyPhoneNumber)!;
	const asTyped = { ...typed, KeyPhoneNumber: `+1 (${area}) 555-${line}` };
	await catchFailure(addAndCompare(writing, createEntry(writing, asTyped, columns)));
}

type Person = Required<PersonKeys>;

function person({ stamp }: Writing, letter: string): Person {
	return {
		KeyEmail: `check-${stamp}-${letter}@example.com`,
		KeyPhoneNumber: fictionalNumber(),
	};
}

const AREA_CODES = [202, 212, 303, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 804, 901, 907];

/**
 * Returns a phone number that nobody has, because every area code reserves 555-0100 to 555-0199 for fiction. It is
 * rarely the same number twice.
 */
const fictionalNumber = () =>
	`${AREA_CODES[randomInt(AREA_CODES.length)]}55501${String(randomInt(100)).padStart(2, '0')}`;

/** Returns an entry with a value in each of these columns. */
function createEntry(
	{ client, sweepstakesToken }: Writing,
	keys: Person,
	columns: readonly Json[],
): Creation {
	const entry = {
		lang: 'en',
		source: 'account-check',
		sweepstakesToken,
		entryPageFields: { ...keys, Fields: fieldsFor(columns, keys) },
	};
	const send = async () => await client.call(addOnce, entry);
	return { kind: 'participant', mark: keys.KeyEmail, sent: entry, send };
}

const typeOfColumn = ({ FieldType, Type }: Json): string => asText(FieldType ?? Type).toLowerCase();

const isKeyColumn = (column: Json): boolean => /^(email|usphonenumber|tel)$/.test(typeOfColumn(column));

/** Returns a value for each column, under the column's name with underscores (reference, participants/add). */
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
