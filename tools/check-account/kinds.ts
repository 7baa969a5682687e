import { deleteCodesByToken } from '../../nodes/SweepstakesCode/api/batches';
import { unassignCode } from '../../nodes/SweepstakesCode/api/changes';
import { codes, findCode } from '../../nodes/SweepstakesCode/api/codes';
import { deleteGroup, findGroups } from '../../nodes/SweepstakesGroup/api';
import { getDayBefore } from '../../nodes/SweepstakesInvoice/api/created';
import { deleteInvoice, fetchInvoice, invoices } from '../../nodes/SweepstakesInvoice/api/invoices';
import { listAllNotes, deleteNote, fetchNote } from '../../nodes/SweepstakesAccountNote/api';
import {
	deleteParticipant,
	fetchParticipant,
	participants,
	type ParticipantQuery,
} from '../../nodes/SweepstakesParticipant/api/participants';
import type { Client } from '../../nodes/shared/client/client';
import { hasStatus, undefinedIfNotFound } from '../../nodes/shared/client/failures';
import { collect, ignoreGap } from '../../nodes/shared/api/pages';
import { asObject, asText, type Json } from '../../nodes/shared/json';

/** The kinds of records that the check adds. */
export type Kind = keyof typeof KINDS;

/** The sweepstakes in which the check works. */
export interface Place {
	client: Client;
	sweepstakesToken: string;
}

/** How to add, find, compare and remove one kind of record. */
export interface KindOfRecord {
	/** The call that adds a record. */
	creation: string;
	/** The key that contains the record's ID. */
	id: string;
	nameOf(mark: string): string;
	/** Matches the marks that a check gives to records of this kind, and no name or address that a person would choose. */
	mark: RegExp;
	/** Returns what a record must contain after this request, under the record's own keys. */
	stored(sent: Json): Json;
	/** Where `find` looks. It completes the phrase “looked up …”. */
	where: string;
	/**
	 * Finds records as the nodes do after a lost reply. The result may include other records.
	 *
	 * @param since the earliest time at which the records can have been created, in ms since 1970
	 */
	find(place: Place, mark: string, since: number): Promise<Json[]>;
	/** Reads one record by its ID. */
	read?(place: Place, id: string): Promise<Json[]>;
	/** The other ways in which the nodes find a record. */
	others?: readonly OtherWay[];
	/** @returns false if the service says that it did not remove the record */
	remove(place: Place, id: string): Promise<unknown>;
}

/** Another way in which the nodes find a record. */
interface OtherWay {
	/** Where this way looks. It completes the phrase “looked up …”. */
	where: string;
	/** What it means for workflows if this way finds nothing. */
	means: string;
	find(place: Place, stored: Json): Promise<Json[]>;
}

const TITLE_MARK = /^Account check [0-9a-z]{1,20}$/;

/** The maximum number of records to read in a search for one of our marks, which should find only a few. */
const MAX_FOUND = 20;

const fetchPeople = async (
	{ client, sweepstakesToken: SweepstakesToken }: Place,
	key: Omit<ParticipantQuery, 'SweepstakesToken'>,
): Promise<Json[]> => (await client.call(fetchParticipant, { SweepstakesToken, ...key })).Data.Entries;

const KINDS = {
	group: {
		creation: 'POST /groups/create',
		id: 'GroupToken',
		nameOf: (mark) => `the group “${mark}”`,
		mark: TITLE_MARK,
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
		mark: TITLE_MARK,
		stored: (sent) => sent,
		where: 'in the list of notes',
		find: async ({ client }) => await listAllNotes(client),
		read: async ({ client }, NoteToken) => [(await client.call(fetchNote, { NoteToken })).Data],
		remove: async ({ client }, NoteToken) => await client.call(deleteNote, { NoteToken }),
	},
	code: {
		creation: 'POST /codes/create',
		id: 'CouponToken',
		nameOf: (mark) => `the code ${mark}`,
		mark: /^CHECK-[0-9a-z]{1,14}$/,
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
					await collect(
						codes.each(
							client,
							{ SweepstakesToken, Search: asText(CouponCode) },
							{ limit: MAX_FOUND, onGap: ignoreGap },
						),
					),
			},
		],
		async remove({ client, sweepstakesToken }, CouponToken) {
			// The service may have assigned the code to one of the check's own participants, who have already been removed.
			// If somebody else holds the code, it must stay assigned.
			const { ParticipantToken } = await findCode(client, { CouponToken });
			const isHeld = asText(ParticipantToken) !== '';
			if (isHeld && (await isNobody(client, sweepstakesToken, asText(ParticipantToken))))
				await client.call(unassignCode, { CouponToken });
			const outcomes = await deleteCodesByToken(client, [CouponToken]);
			return outcomes(CouponToken) === 'deleted';
		},
	},
	invoice: {
		creation: 'POST /invoices/create',
		id: 'InvoiceToken',
		nameOf: (mark) => `the draft invoice “${mark}”`,
		mark: TITLE_MARK,
		stored(sent) {
			const { Name, Email } = asObject(sent.BillTo);
			return { ...sent, RecipientName: Name, RecipientEmail: Email };
		},
		where: 'in the list of invoices',
		find: async ({ client }, _, since) =>
			await collect(invoices.each(client, { FromDate: getDayBefore(since) })),
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
		mark: /^check-[0-9a-z]{1,20}-[abc]@example\.com$/,
		stored({ sweepstakesToken, entryPageFields }) {
			const { Fields, ...keys } = asObject(entryPageFields);
			const { First_Name: FirstName, Last_Name: LastName } = asObject(Fields);
			// A value may come back in another form: a choice by its name, or a date in another format.
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
				// The service may store phone numbers as typed or as digits only.
				async find(place, { KeyPhoneNumber }) {
					const typed = asText(KeyPhoneNumber);
					const found = await fetchPeople(place, { KeyPhoneNumber: typed }).catch(undefinedIfNotFound);
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
						participants.each(
							client,
							{ sweepstakesToken, search: asText(KeyEmail) },
							{ limit: MAX_FOUND, onGap: ignoreGap },
						),
					),
			},
		],
		remove: async ({ client, sweepstakesToken: SweepstakesToken }, ParticipantToken) =>
			await client.call(deleteParticipant, { SweepstakesToken, ParticipantToken }),
	},
} satisfies Record<string, KindOfRecord>;

export const KIND_OF: Record<Kind, KindOfRecord> = KINDS;

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
