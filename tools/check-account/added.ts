import { deleteFromSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { unassignCode } from '../../nodes/SweepstakesCode/api/changes';
import { codes, findCode } from '../../nodes/SweepstakesCode/api/codes';
import { deleteGroup, findGroups } from '../../nodes/SweepstakesGroup/api';
import { dayBefore } from '../../nodes/SweepstakesInvoice/api/created';
import { deleteInvoice, fetchInvoice, invoices } from '../../nodes/SweepstakesInvoice/api/invoices';
import { allNotes, deleteNote, fetchNote } from '../../nodes/SweepstakesAccountNote/api';
import {
	deleteParticipant,
	fetchParticipant,
	participants,
	type ParticipantQuery,
} from '../../nodes/SweepstakesParticipant/api/participants';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import type { Client } from '../../nodes/shared/client/client';
import { parseBody } from '../../nodes/shared/client/reply';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../nodes/shared/client/failures';
import type { HttpRequest, Outcome, Transport } from '../../nodes/shared/client/transport';
import { isSameId } from '../../nodes/shared/api/ids';
import { collect } from '../../nodes/shared/api/pages';
import { asObject, asText, isObject, type Json } from '../../nodes/shared/json';
import { partsOf } from './relations';
import type { Failed } from './run';

/** The kinds of records that the check adds. */
export type Kind = keyof typeof KINDS;

/** A record that the check may have added. It can be stored as JSON. Its mark is in its name, address or text, and in no other record. */
export interface Added {
	kind: Kind;
	mark: string;
	sweepstakesToken: string;
	/** When its latest creation was sent, in ms since 1970. */
	sentAt: number;
	/** Creations that were sent, and whose answer has not come. They may still be processed. */
	unanswered: number;
	/** Creations that the service confirmed. */
	confirmed: number;
	/** The IDs of the records with the mark that were found. */
	found: string[];
	/** The ID in the answer to the first creation. The service may be wrong about it. */
	id?: string;
}

/** Where the check works. */
export interface Place {
	client: Client;
	sweepstakesToken: string;
}

/** How to add, find, compare and remove one kind of record. */
interface KindOfRecord {
	/** The call that adds one. */
	creation: string;
	/** The key of its ID. */
	id: string;
	nameOf(mark: string): string;
	/** What a record must contain after this request was sent, under the keys of the record. */
	stored(sent: Json): Json;
	/** Where `find` looks. Completes “looked up …”. */
	where: string;
	/**
	 * Finds records as the nodes do after a lost answer. Others may be among them.
	 *
	 * @param since when they were created at the earliest, in ms since 1970
	 */
	find(place: Place, mark: string, since: number): Promise<Json[]>;
	/** Reads one record by its ID. */
	read?(place: Place, id: string): Promise<Json[]>;
	/** Other ways in which the nodes find a record. */
	others?: readonly OtherWay[];
	/** @returns false if the service says that it did not */
	remove(place: Place, id: string): Promise<unknown>;
}

/** Another way in which the nodes find a record. */
interface OtherWay {
	/** Completes “looked up …”. */
	where: string;
	/** What it means for workflows if this finds nothing. */
	means: string;
	find(place: Place, stored: Json): Promise<Json[]>;
}

/** A search for one of our marks finds few records. */
const MOST_FOUND = 20;

const fetchPeople = async (
	{ client, sweepstakesToken: SweepstakesToken }: Place,
	key: Omit<ParticipantQuery, 'SweepstakesToken'>,
): Promise<Json[]> => (await client.call(fetchParticipant, { SweepstakesToken, ...key })).Data.Entries;

const KINDS = {
	group: {
		creation: 'POST /groups/create',
		id: 'GroupToken',
		nameOf: (mark) => `the group “${mark}”`,
		stored: (sent) => sent,
		where: 'in the list of groups',
		find: async ({ client, sweepstakesToken }) => await findGroups(client, sweepstakesToken),
		remove: async ({ client, sweepstakesToken }, groupToken) =>
			await client.call(deleteGroup, { sweepstakesToken, groupToken }),
	},
	note: {
		creation: 'POST /notes/create',
		id: 'NoteToken',
		nameOf: (mark) => `the note “${mark}”`,
		stored: (sent) => sent,
		where: 'in the list of notes',
		find: async ({ client }) => await allNotes(client),
		read: async ({ client }, NoteToken) => [(await client.call(fetchNote, { NoteToken })).Data],
		remove: async ({ client }, NoteToken) => await client.call(deleteNote, { NoteToken }),
	},
	code: {
		creation: 'POST /codes/create',
		id: 'CouponToken',
		nameOf: (mark) => `the code ${mark}`,
		stored: ({ SweepstakesToken, Codes }) => ({ SweepstakesToken, CouponCode: (Codes as string[])[0] }),
		where: 'by its text',
		find: async ({ client, sweepstakesToken: SweepstakesToken }, CouponCode) => [
			await findCode(client, { SweepstakesToken, CouponCode }),
		],
		read: async ({ client }, CouponToken) => [await findCode(client, { CouponToken })],
		others: [
			{
				where: 'in the list of codes, with a search',
				means: 'Code › Get Many with Search lacks codes that are there.',
				find: async ({ client, sweepstakesToken: SweepstakesToken }, { CouponCode }) =>
					await collect(codes.each(client, { SweepstakesToken, Search: asText(CouponCode) }, MOST_FOUND)),
			},
		],
		async remove({ client, sweepstakesToken }, CouponToken) {
			// The sweepstakes may hand out codes to those who enter, and the participants of the check are gone by now.
			const { ParticipantToken } = await findCode(client, { CouponToken });
			const isHeld = asText(ParticipantToken) !== '';
			if (isHeld && (await isNobody(client, sweepstakesToken, asText(ParticipantToken))))
				await client.call(unassignCode, { CouponToken });
			const outcomeOf = await deleteFromSweepstakes(client, sweepstakesToken, [CouponToken]);
			return outcomeOf(CouponToken) === 'deleted';
		},
	},
	invoice: {
		creation: 'POST /invoices/create',
		id: 'InvoiceToken',
		nameOf: (mark) => `the draft invoice “${mark}”`,
		stored(sent) {
			const { Name, Email } = asObject(sent.BillTo);
			return { ...sent, RecipientName: Name, RecipientEmail: Email };
		},
		where: 'in the list of invoices',
		find: async ({ client }, _, since) =>
			await collect(invoices.each(client, { FromDate: dayBefore(since) })),
		async read({ client }, InvoiceToken) {
			const request = { InvoiceToken, IncludeEvents: false, IncludeQrCode: false };
			return [(await client.call(fetchInvoice, request)).Data.Invoice];
		},
		remove: async ({ client }, InvoiceToken) => await client.call(deleteInvoice, { InvoiceToken }),
	},
	participant: {
		creation: 'POST /participants/add',
		id: 'ParticipantToken',
		nameOf: (mark) => `the participant ${mark}`,
		stored({ sweepstakesToken, entryPageFields }) {
			const { Fields, ...keys } = asObject(entryPageFields);
			const { First_Name: FirstName, Last_Name: LastName } = asObject(Fields);
			// A choice may come back as its name, and a date in another form.
			const texts = Object.entries(asObject(Fields)).filter(
				([, value]) => !/^\d{1,3}$|\//.test(asText(value)),
			);
			const EntryPagesFields = Object.fromEntries(texts);
			return { ...keys, sweepstakesToken, FirstName, LastName, EntryPagesFields };
		},
		where: 'by email address',
		find: async (place, KeyEmail) => await fetchPeople(place, { KeyEmail }),
		read: async (place, ParticipantToken) => await fetchPeople(place, { ParticipantToken }),
		others: [
			{
				where: 'by phone number',
				means:
					'People who enter again with another email address are not recognized, and Participant › Get finds nobody by phone number.',
				// The service may keep numbers as typed, or as digits.
				async find(place, { KeyPhoneNumber }) {
					const typed = asText(KeyPhoneNumber);
					const found = await undefinedIfNotFound(fetchPeople(place, { KeyPhoneNumber: typed }));
					const digits = typed.replace(/\D/g, '').slice(-10);
					return found ?? (digits === typed ? [] : await fetchPeople(place, { KeyPhoneNumber: digits }));
				},
			},
			{
				where: 'by email address in capital letters',
				means:
					'People who type their address in other letters are not recognized, so they may be added a second time.',
				find: async (place, { KeyEmail }) =>
					await fetchPeople(place, { KeyEmail: asText(KeyEmail).toUpperCase() }),
			},
			{
				where: 'in the list of participants, with a search',
				means:
					'Participant › Get Many with Search lacks people who are there, and pickers do not offer them.',
				find: async ({ client, sweepstakesToken }, { KeyEmail }) =>
					await collect(
						participants.each(client, { sweepstakesToken, search: asText(KeyEmail) }, MOST_FOUND),
					),
			},
		],
		remove: async ({ client, sweepstakesToken: SweepstakesToken }, ParticipantToken) =>
			await client.call(deleteParticipant, { SweepstakesToken, ParticipantToken }),
	},
} satisfies Record<string, KindOfRecord>;

const KIND_OF: Record<Kind, KindOfRecord> = KINDS;

async function isNobody(
	client: Client,
	SweepstakesToken: string,
	ParticipantToken: string,
): Promise<boolean> {
	return await client.call(fetchParticipant, { SweepstakesToken, ParticipantToken }).then(
		() => false,
		(error: unknown) => hasStatus(error, 404),
	);
}

export const nameOf = ({ kind, mark }: Added): string => KIND_OF[kind].nameOf(mark);

/** What the record must contain, under its own keys. */
export const storedBy = ({ kind }: Added, sent: Json): Json => KIND_OF[kind].stored(sent);

/** The creations with the mark of a record. */
export const creationOf = ({ kind }: Added): string => KIND_OF[kind].creation;

/** The part of an answer that describes the new record. */
export function recordIn({ kind }: Added, answer: Json): Json | undefined {
	const { id } = KIND_OF[kind];
	return partsOf(answer).find((part) => typeof part[id] === 'string');
}

/** Whether a record is ours: a text of it has the mark. Its case may change on the way. */
function hasMark(value: unknown, mark: string): boolean {
	if (typeof value === 'string') return value.toLowerCase().includes(mark.toLowerCase());
	if (Array.isArray(value)) return value.some((one) => hasMark(one, mark));
	return isObject(value) && Object.values(value).some((one) => hasMark(one, mark));
}

/** The records of ours that one of the ways finds; [] if the service says that there is none. */
async function findOurs({ mark }: Added, found: Promise<Json[]>): Promise<Json[]> {
	const records = (await undefinedIfNotFound(found)) ?? [];
	return records.filter((record) => hasMark(record, mark));
}

/** Finds our records as the nodes do after a lost answer. */
export async function find(place: Place, one: Added, added: AddedRecords): Promise<Json[]> {
	const { id } = KIND_OF[one.kind];
	const records = await findOurs(one, KIND_OF[one.kind].find(place, one.mark, one.sentAt));
	for (const record of records) added.noteFound(one, asText(record[id]));
	return records;
}

/** A way in which a record was looked for. */
export interface Way {
	/** Completes “looked up …”. */
	where: string;
	/** What it means for workflows if nothing is found. */
	means: string;
	find(): Promise<Json[]>;
}

const NOT_FOUND =
	'After a lost answer, the nodes look there. They may take it for not created, and create it twice. Do not retry such items without looking.';

/** All ways in which the nodes find a record. */
export function waysTo(place: Place, one: Added, added: AddedRecords, sent: Json): Way[] {
	const { read, where, others = [], stored } = KIND_OF[one.kind];
	const ways: Way[] = [{ where, means: NOT_FOUND, find: async () => await find(place, one, added) }];
	if (read)
		ways.push({
			where: 'by its ID',
			means: 'Steps that use the ID from the output of Create or Add fail.',
			async find() {
				const id = one.id ?? one.found.at(-1);
				return id === undefined ? [] : await findOurs(one, read(place, id));
			},
		});
	return [
		...ways,
		...others.map((other) => ({
			...other,
			find: async () => await findOurs(one, other.find(place, stored(sent))),
		})),
	];
}

/** The records that the check may have added. Each creation is kept before it is sent, and its answer after it. */
export class AddedRecords {
	/** @param keep stores the list outside this process, before anything else happens */
	constructor(
		readonly list: Added[] = [],
		private readonly keep: (list: readonly Added[]) => void = () => {},
	) {}

	/** @throws Error if nothing can be stored */
	expect(kind: Kind, mark: string, sweepstakesToken: string): Added {
		const one = { kind, mark, sweepstakesToken, sentAt: 0, unanswered: 0, confirmed: 0, found: [] };
		this.list.push(one);
		this.keep(this.list);
		return one;
	}

	/** The names of the records in the list. */
	names(): string[] {
		return this.list.map(nameOf);
	}

	/** Keeps an account of the creations that pass through a transport. */
	through(transport: Transport): Transport {
		return async (request) => {
			const own = this.list.find((one) => isCreation(request, one));
			if (!own) return await transport(request);
			own.unanswered++;
			own.sentAt = Date.now();
			this.keep(this.list);
			const outcome = await transport(request);
			const result = judge(outcome);
			if (result !== 'unanswered') own.unanswered--;
			if (result === 'confirmed') own.confirmed++;
			own.id ??= idIn(own, outcome);
			this.keep(this.list);
			return outcome;
		};
	}

	/** Call before a record is removed. A killed run may have removed it. */
	noteFound(one: Added, id: string): void {
		if (id === '' || one.found.some((other) => isSameId(other, id))) return;
		one.found.push(id);
		this.keep(this.list);
	}

	drop(one: Added): void {
		this.list.splice(this.list.indexOf(one), 1);
		this.keep(this.list);
	}
}

/** Whether a request creates the record. The mark is a plain word, which JSON does not change. */
function isCreation({ method, url, body }: HttpRequest, { kind, mark }: Added): boolean {
	const [, path = ''] = KIND_OF[kind].creation.split(' ');
	return KIND_OF[kind].creation.startsWith(method) && url.endsWith(path) && (body ?? '').includes(mark);
}

function idIn(one: Added, outcome: Outcome): string | undefined {
	const body = 'reply' in outcome ? parseBody(outcome.reply.text) : undefined;
	const record = body && recordIn(one, body);
	return record && asText(record[KIND_OF[one.kind].id]);
}

function judge(outcome: Outcome): 'confirmed' | 'refused' | 'unanswered' {
	if ('fault' in outcome) return outcome.fault.whileConnecting ? 'refused' : 'unanswered';
	const { status, text } = outcome.reply;
	const body = parseBody(text);
	// A code that exists is no refusal, but nothing was created.
	if (body?.Response === true && status < 300)
		return asObject(body.Data).Created === 0 ? 'refused' : 'confirmed';
	// Only the service's own words mean that nothing was done, or that it was busy.
	const isRefusal = body?.Response === false && (status < 500 || status === 503);
	return isRefusal ? 'refused' : 'unanswered';
}

/** Removing may need several rounds: of records with the same mark, only one may be found at a time. */
const MOST_ROUNDS = 3;

/** A call without an answer is not processed any more after this time, in ms. */
const NOT_LATER_THAN_MS = 900_000;

/**
 * Removes records, the newest first, and looks afterwards whether they are gone. Those that may still exist, now or
 * later, stay in the list.
 *
 * @returns the reasons why records are still there: what the service answered to their removal
 */
export async function removeAll(client: Client, added: AddedRecords): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const one of [...added.list].reverse()) {
		const isGone = await removeOne({ client, sweepstakesToken: one.sweepstakesToken }, one, added, answers);
		if (isGone) added.drop(one);
	}
	return answers;
}

/** The answer to a removal: a success, or a failure. */
export type Answer = 'success' | Failed;

async function removeOne(place: Place, one: Added, added: AddedRecords, answers: Answer[]): Promise<boolean> {
	if (one.sentAt === 0) return true;
	const isSurelyNot = one.unanswered + one.confirmed + one.found.length === 0;
	const last = new Map<string, Answer | undefined>();
	try {
		for (let round = 0; ; round++) {
			const ids = await findToRemove(place, one, added);
			if (ids.length === 0) return !mayComeLater(one);
			if (round < MOST_ROUNDS) for (const id of ids) last.set(id, await remove(place, one, id));
			else {
				answers.push(...ids.map((id) => last.get(id)).filter((answer) => answer !== undefined));
				return false;
			}
		}
	} catch (error) {
		ignoreFailure(error);
	}
	return isSurelyNot;
}

/** @returns undefined if the service says that it did not remove the record, as with a code that was handed out */
async function remove(place: Place, { kind }: Added, id: string): Promise<Answer | undefined> {
	try {
		return (await KIND_OF[kind].remove(place, id)) === false ? undefined : 'success';
	} catch (error) {
		ignoreFailure(error);
		return error instanceof ServiceError ? error.failure : undefined;
	}
}

/** Finds the IDs of our records. One that a list lacks may still be found by its ID. */
async function findToRemove(place: Place, one: Added, added: AddedRecords): Promise<string[]> {
	const { id, read } = KIND_OF[one.kind];
	let records = await find(place, one, added);
	if (records.length === 0 && one.id !== undefined && read)
		records = await findOurs(one, read(place, one.id));
	const ids = [...new Set(records.map((record) => asText(record[id])))];
	for (const own of ids) added.noteFound(one, own);
	return ids;
}

/** Whether a creation may show up that was not found. A record that was confirmed and never seen counts, too. */
function mayComeLater({ unanswered, confirmed, sentAt, found }: Added): boolean {
	if (Date.now() - sentAt > NOT_LATER_THAN_MS) return false;
	return unanswered > Math.max(0, found.length - confirmed) || (confirmed > 0 && found.length === 0);
}

/** The lookup afterwards decides. @throws the error if it is a fault of the program */
function ignoreFailure(error: unknown): void {
	if (!(error instanceof ServiceError || error instanceof Cancelled)) throw error;
}
