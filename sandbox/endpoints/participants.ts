import { z } from 'zod';
import { dateTime, instantOf } from '../clock';
import { endpoint, ownSweepstakes, type Call } from '../endpoint';
import { date, email, filledText, integer, phone, text, timestamp, uuid } from '../fields';
import { COLLECTIONS, type Collection, type Entry } from '../records';
import { forbidden, invalid, notFound } from '../refusal';
import { entryKey } from '../store';
import { fieldKey } from './entrypage';
import { newToken } from '../token';

const PAGE_SIZE = 20;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const customFields = z
	.record(z.union([scalar, z.array(scalar)]))
	.describe('custom fields keyed by entry-page field name, spaces replaced by underscores');

const add = endpoint({
	method: 'POST',
	path: '/participants/add',
	request: z.object({
		lang: filledText.describe('language code'),
		source: filledText.describe('entry source identifier'),
		sweepstakesToken: uuid,
		entryPageFields: z.object({
			KeyPhoneNumber: phone.optional(),
			KeyEmail: email.optional(),
			BonusEntries: integer.min(0).default(0),
			Fields: customFields.optional(),
		}),
	}),
	carryOut({ lang, source, sweepstakesToken, entryPageFields }, call) {
		const sweepstakes = ownSweepstakes(call, sweepstakesToken);
		if (!sweepstakes.Status)
			throw invalid('sweepstakesToken: the sweepstakes is paused and takes no entries.');
		refuseAboveCap(call);
		const { KeyEmail = '', KeyPhoneNumber = '', BonusEntries, Fields = {} } = entryPageFields;
		call.store.entries.insert({
			ParticipantToken: newToken(),
			UserToken: sweepstakes.UserToken,
			SweepstakesToken: sweepstakes.SweepstakesToken,
			KeyEmail,
			KeyPhoneNumber,
			FirstName: textField(Fields, 'First_Name'),
			LastName: textField(Fields, 'Last_Name'),
			BonusEntries,
			CreationDate: dateTime(call.now),
			Status: true,
			Collection: 'Participants',
			hidden: {
				GroupToken: primaryGroup(call, sweepstakesToken),
				spam: false,
				completed: isComplete(call, sweepstakesToken, Fields),
				lang,
				source,
				fields: Fields,
			},
		});
		return { Message: 'Participant added.' };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/participants/fetch',
	request: z
		.object({
			sweepstakesToken: uuid,
			page: integer.min(1).default(1),
			search: text.describe('matches FirstName, LastName, Email, Phone').optional(),
			optInDate: date.optional(),
			startDate: date.describe('date YYYY-MM-DD, requires endDate').optional(),
			endDate: date.describe('date YYYY-MM-DD, requires startDate').optional(),
		})
		.refine(({ startDate, endDate }) => endDate !== undefined || startDate === undefined, {
			path: ['startDate'],
			message: 'requires endDate',
		})
		.refine(({ startDate, endDate }) => startDate !== undefined || endDate === undefined, {
			path: ['endDate'],
			message: 'requires startDate',
		}),
	carryOut({ sweepstakesToken, page, ...filter }, call) {
		ownSweepstakes(call, sweepstakesToken);
		const entries = matching(call.store.entries.of(sweepstakesToken), filter);
		const end = Math.max(0, entries.length - (page - 1) * PAGE_SIZE);
		return {
			Participants: entries
				.slice(Math.max(0, end - PAGE_SIZE), end)
				.reverse()
				.map(shown),
			Pagination: {
				Page: page,
				Limit: PAGE_SIZE,
				Total: entries.length,
				TotalPages: Math.ceil(entries.length / PAGE_SIZE),
			},
		};
	},
});

const COUNTED: Record<'participants' | 'amoe' | 'optouts', Collection> = {
	participants: 'Participants',
	amoe: 'ParticipantsAmoe',
	optouts: 'OptOuts',
};

const count = endpoint({
	method: 'POST',
	path: '/participants/count',
	request: z.object({
		SweepstakesToken: uuid,
		FilterType: z.enum(['all', 'participants', 'amoe', 'optouts']).default('all'),
		StartDate: timestamp.optional(),
		EndDate: timestamp.optional(),
	}),
	carryOut({ SweepstakesToken, FilterType, StartDate, EndDate }, call) {
		ownSweepstakes(call, SweepstakesToken);
		const from = StartDate === undefined ? '' : dateTime(instantOf(StartDate));
		const until = EndDate === undefined ? '9999' : dateTime(instantOf(EndDate));
		const entries = call.store.entries
			.of(SweepstakesToken)
			.filter(({ CreationDate }) => CreationDate >= from && CreationDate <= until);
		const counted = (filter: keyof typeof COUNTED) =>
			FilterType === 'all' || FilterType === filter
				? entries.filter((entry) => entry.Collection === COUNTED[filter]).length
				: 0;
		const Participants = counted('participants');
		const AmoeParticipants = counted('amoe');
		const OptOuts = counted('optouts');
		return {
			Data: {
				SweepstakesToken,
				FilterType,
				DateRange: { StartDate: StartDate ?? null, EndDate: EndDate ?? null },
				Counts: { Participants, AmoeParticipants, OptOuts, Total: Participants + AmoeParticipants + OptOuts },
			},
		};
	},
});

const single = endpoint({
	method: 'POST',
	path: '/participants/single',
	request: z
		.object({
			SweepstakesToken: uuid,
			ParticipantToken: uuid.optional(),
			KeyEmail: email.optional(),
			KeyPhoneNumber: filledText.optional(),
		})
		.refine(
			({ ParticipantToken, KeyEmail, KeyPhoneNumber }) => ParticipantToken ?? KeyEmail ?? KeyPhoneNumber,
			'at least one of ParticipantToken, KeyEmail and KeyPhoneNumber must be given',
		),
	carryOut({ SweepstakesToken, ParticipantToken, KeyEmail, KeyPhoneNumber }, call) {
		const { SweepstakesName } = ownSweepstakes(call, SweepstakesToken);
		const candidates =
			ParticipantToken === undefined
				? call.store.entries.of(SweepstakesToken)
				: entriesOf(call, SweepstakesToken, ParticipantToken);
		const sought = KeyEmail?.toLowerCase();
		const entries = candidates.filter(
			(entry) =>
				(sought === undefined || entry.KeyEmail.toLowerCase() === sought) &&
				(KeyPhoneNumber === undefined || entry.KeyPhoneNumber === KeyPhoneNumber),
		);
		if (entries.length === 0) throw notFound('Participant');
		return {
			Data: {
				SweepstakesToken,
				SweepstakesName,
				TotalEntries: entries.length,
				Collections: COLLECTIONS.filter((name) => entries.some((entry) => entry.Collection === name)),
				Entries: entries.map(shown),
			},
		};
	},
});

const remove = endpoint({
	method: 'DELETE',
	path: '/participants/delete',
	request: z.object({ SweepstakesToken: uuid, ParticipantToken: uuid }),
	carryOut({ SweepstakesToken, ParticipantToken }, call) {
		ownSweepstakes(call, SweepstakesToken);
		const entries = entriesOf(call, SweepstakesToken, ParticipantToken);
		if (entries.length === 0) throw notFound('Participant');
		for (const entry of entries) call.store.entries.remove(entry);
		return {
			Message: 'Participant deleted from all collections.',
			Data: {
				ParticipantToken,
				SweepstakesToken,
				DeletedFrom: entries.map((entry) => entry.Collection),
				DeletedCount: entries.length,
			},
		};
	},
});

export const participantEndpoints = [add, fetch, count, single, remove];

/** The entries of one participant in one sweepstakes, in the order of the collections. */
export function entriesOf(
	{ store }: Pick<Call, 'store'>,
	sweepstakesToken: string,
	participantToken: string,
): Entry[] {
	return COLLECTIONS.map((collection) => store.entries.get(entryKey(participantToken, collection))).filter(
		(entry) => entry?.SweepstakesToken === sweepstakesToken,
	) as Entry[];
}

/** An entry as answers show it (specification, "Participant"). */
function shown({ hidden: _, ...participant }: Entry): Omit<Entry, 'hidden'> {
	return participant;
}

function matching(
	entries: readonly Entry[],
	filter: { search?: string; optInDate?: string; startDate?: string; endDate?: string },
): readonly Entry[] {
	const { search, optInDate, startDate, endDate } = filter;
	const tests: Array<(entry: Entry) => boolean> = [];
	if (search) {
		const sought = search.toLowerCase();
		tests.push((entry) =>
			[entry.FirstName, entry.LastName, entry.KeyEmail, entry.KeyPhoneNumber].some((value) =>
				value.toLowerCase().includes(sought),
			),
		);
	}
	if (optInDate !== undefined) tests.push((entry) => entry.CreationDate.startsWith(optInDate));
	if (startDate !== undefined && endDate !== undefined) {
		tests.push(({ CreationDate }) => {
			const day = CreationDate.slice(0, 10);
			return day >= startDate && day <= endDate;
		});
	}
	return tests.length === 0 ? entries : entries.filter((entry) => tests.every((test) => test(entry)));
}

function textField(fields: Record<string, unknown>, key: string): string {
	const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
	return value === undefined || value === null ? '' : String(value);
}

function isComplete({ store }: Call, sweepstakesToken: string, fields: Record<string, unknown>): boolean {
	const [page] = store.entryPages.of(sweepstakesToken);
	return (page?.FormFields ?? []).every(
		({ FieldRequired, FieldName }) => !FieldRequired || textField(fields, fieldKey(FieldName)) !== '',
	);
}

function primaryGroup({ store }: Call, sweepstakesToken: string): string {
	return store.groups.of(sweepstakesToken).find((group) => group.Primary)!.GroupToken;
}

function refuseAboveCap({ store, account }: Call): void {
	const { MaxParticipantsAllowed } = account.plan;
	const held = store.sweepstakes
		.of(account.UserToken)
		.reduce((sum, { SweepstakesToken }) => sum + store.entries.of(SweepstakesToken).length, 0);
	if (held >= MaxParticipantsAllowed) {
		throw forbidden(`The plan allows ${MaxParticipantsAllowed} participants (MaxParticipantsAllowed).`);
	}
}
