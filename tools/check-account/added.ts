import { deleteFromSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { unassignCode } from '../../nodes/SweepstakesCode/api/changes';
import { findCode } from '../../nodes/SweepstakesCode/api/codes';
import { deleteGroup, findGroups } from '../../nodes/SweepstakesGroup/api';
import { dayBefore } from '../../nodes/SweepstakesInvoice/api/created';
import { deleteInvoice, invoices } from '../../nodes/SweepstakesInvoice/api/invoices';
import { allNotes, deleteNote } from '../../nodes/SweepstakesAccountNote/api';
import { deleteParticipant, fetchParticipant } from '../../nodes/SweepstakesParticipant/api/participants';
import { Cancelled } from '../../nodes/shared/client/cancellation';
import type { Client } from '../../nodes/shared/client/client';
import { parseBody } from '../../nodes/shared/client/envelope';
import { hasStatus, ServiceError, undefinedIfNotFound } from '../../nodes/shared/client/failures';
import type { HttpRequest, Outcome, Transport } from '../../nodes/shared/client/transport';
import { isSameId } from '../../nodes/shared/api/ids';
import { asObject, asText } from '../../nodes/shared/json';

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
	/** The IDs of the records with the mark that were found when they were removed. */
	found: string[];
}

/** Where the check works. */
export interface Place {
	client: Client;
	sweepstakesToken: string;
}

interface KindOfRecord {
	/** The call that adds one. */
	creation: string;
	nameOf(mark: string): string;
	/**
	 * Finds the records with exactly this mark, and nobody else's.
	 *
	 * @param since when they were created at the earliest, in ms since 1970
	 */
	find(place: Place, mark: string, since: number): Promise<string[]>;
	remove(place: Place, id: string): Promise<unknown>;
}

/** Unique texts of ours. Their case may change on the way. */
const isMark = (value: unknown, mark: string): boolean =>
	asText(value).trim().toLowerCase() === mark.toLowerCase();

const KINDS = {
	group: {
		creation: 'POST /groups/create',
		nameOf: (mark) => `the group “${mark}”`,
		find: async ({ client, sweepstakesToken }, mark) =>
			(await findGroups(client, sweepstakesToken))
				.filter(({ GroupName }) => isMark(GroupName, mark))
				.map(({ GroupToken }) => GroupToken),
		remove: async ({ client, sweepstakesToken }, groupToken) =>
			await client.call(deleteGroup, { sweepstakesToken, groupToken }),
	},
	note: {
		creation: 'POST /notes/create',
		nameOf: (mark) => `the note “${mark}”`,
		find: async ({ client }, mark) =>
			(await allNotes(client)).filter(({ Title }) => isMark(Title, mark)).map(({ NoteToken }) => NoteToken),
		remove: async ({ client }, NoteToken) => await client.call(deleteNote, { NoteToken }),
	},
	code: {
		creation: 'POST /codes/create',
		nameOf: (mark) => `the code ${mark}`,
		async find({ client, sweepstakesToken: SweepstakesToken }, mark) {
			const code = await undefinedIfNotFound(findCode(client, { SweepstakesToken, CouponCode: mark }));
			return code && isMark(code.CouponCode, mark) ? [code.CouponToken] : [];
		},
		async remove({ client, sweepstakesToken }, CouponToken) {
			// The sweepstakes may hand out codes to those who enter, and the participants of the check are gone by now.
			const { ParticipantToken } = await findCode(client, { CouponToken });
			const isHeld = asText(ParticipantToken) !== '';
			if (isHeld && (await isNobody(client, sweepstakesToken, asText(ParticipantToken))))
				await client.call(unassignCode, { CouponToken });
			await deleteFromSweepstakes(client, sweepstakesToken, [CouponToken]);
		},
	},
	invoice: {
		creation: 'POST /invoices/create',
		nameOf: (mark) => `the draft invoice “${mark}”`,
		async find({ client }, mark, since) {
			const found: string[] = [];
			for await (const { Title, InvoiceToken } of invoices.each(client, { FromDate: dayBefore(since) }))
				if (isMark(Title, mark)) found.push(asText(InvoiceToken));
			return found;
		},
		remove: async ({ client }, InvoiceToken) => await client.call(deleteInvoice, { InvoiceToken }),
	},
	participant: {
		creation: 'POST /participants/add',
		nameOf: (mark) => `the participant ${mark}`,
		async find({ client, sweepstakesToken: SweepstakesToken }, KeyEmail) {
			const found = await undefinedIfNotFound(client.call(fetchParticipant, { SweepstakesToken, KeyEmail }));
			const entries = found?.Data.Entries ?? [];
			const own = entries.filter((entry) => isMark(entry.KeyEmail, KeyEmail));
			return [...new Set(own.map(({ ParticipantToken }) => ParticipantToken))];
		},
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

/** Finds the IDs of the records with this mark that were just created. */
export async function findMarked(place: Place, kind: Kind, mark: string): Promise<string[]> {
	return await KIND_OF[kind].find(place, mark, Date.now());
}

/** The records that the check may have added. Each creation is kept before it is sent, and its answer after it. */
export class AddedRecords {
	/** @param keep stores the list outside this process, before anything else happens */
	constructor(
		readonly list: Added[] = [],
		private readonly keep: (list: readonly Added[]) => void = () => {},
	) {}

	/** @throws Error if nothing can be stored */
	expect(kind: Kind, mark: string, sweepstakesToken: string): void {
		this.list.push({ kind, mark, sweepstakesToken, sentAt: 0, unanswered: 0, confirmed: 0, found: [] });
		this.keep(this.list);
	}

	has(kind: Kind, mark: string): boolean {
		return this.list.some((one) => one.kind === kind && one.mark === mark);
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
			this.keep(this.list);
			return outcome;
		};
	}

	/** Call before a record is removed. A killed run may have removed it. */
	noteFound(one: Added, id: string): void {
		if (one.found.some((other) => isSameId(other, id))) return;
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
 * Removes records, the newest first, and looks afterwards whether they are gone.
 *
 * @returns the names of those that may still exist, now or later. They stay in the list
 */
export async function removeAll(client: Client, added: AddedRecords): Promise<string[]> {
	for (const one of [...added.list].reverse()) {
		const isGone = await removeOne({ client, sweepstakesToken: one.sweepstakesToken }, one, added);
		if (isGone) added.drop(one);
	}
	return added.names();
}

async function removeOne(place: Place, one: Added, added: AddedRecords): Promise<boolean> {
	if (one.unanswered + one.confirmed === 0) return true;
	const { find, remove } = KIND_OF[one.kind];
	try {
		for (let round = 0; round < MOST_ROUNDS; round++) {
			const ids = await find(place, one.mark, one.sentAt);
			if (ids.length === 0) return !mayComeLater(one);
			for (const id of ids) {
				added.noteFound(one, id);
				await remove(place, id).catch(ignoreFailure);
			}
		}
		return (await find(place, one.mark, one.sentAt)).length === 0 && !mayComeLater(one);
	} catch (error) {
		ignoreFailure(error);
		return false;
	}
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
