import { z } from 'zod';
import { dateTime, toInstant, writtenDate, type DateForm } from '../time/clock';
import { decideOnDuplicates } from '../accounts';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import {
	date,
	acceptEitherCase,
	email,
	filledText,
	integer,
	isoDate,
	phone,
	tenDigitPhone,
	text,
	uuid,
} from '../fields';
import { keptPhone } from '../kept';
import { COLLECTIONS, type Collection, type Entry, type FormField } from '../records';
import { forbidden, invalid, notFound, Refusal } from '../refusal';
import { entryKey } from '../store';
import { newToken } from '../token';
import { fieldKey } from './entrypage';
import { primaryGroup } from './groups';

const PAGE_SIZE = 20;

/** Accepts null and an empty string as undefined, because the service treats an empty key like a missing one. */
const emptyOr = (schema: z.ZodEffects<z.ZodString> | z.ZodString) =>
	z.preprocess((sent) => (sent === '' || sent === null ? undefined : sent), schema.optional());

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const customFields = z
	.record(z.union([scalar, z.array(scalar)]))
	.describe('custom fields keyed by entry-page field name, spaces replaced by underscores');

interface Person {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
	Fields?: Record<string, unknown>;
}

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
		const sweepstakes = requireOwnSweepstakes(call, sweepstakesToken);
		if (!sweepstakes.Status)
			throw invalid('sweepstakesToken: the sweepstakes is paused and takes no entries.');
		refuseAboveCap(call);
		const { KeyEmail = '', KeyPhoneNumber = '', BonusEntries, Fields = {} } = entryPageFields;
		const isStrict = call.account.entries.strictForm ?? call.dialect === 'reference';
		if ((isStrict || call.dialect === 'reference') && !(KeyEmail && KeyPhoneNumber))
			throw invalid('Some parameters exceeded maximum field length');
		if (isStrict) refuseOtherForm(call, sweepstakesToken, entryPageFields);
		refuseDuplicate(call, sweepstakesToken, { KeyEmail, KeyPhoneNumber });
		return call.store.entries.insert({
			ParticipantToken: newToken(),
			UserToken: sweepstakes.UserToken,
			SweepstakesToken: sweepstakes.SweepstakesToken,
			KeyEmail,
			KeyPhoneNumber: keptPhone(KeyPhoneNumber, call),
			FirstName: textField(Fields, 'First_Name'),
			LastName: textField(Fields, 'Last_Name'),
			BonusEntries,
			CreationDate: dateTime(call.now),
			Status: true,
			Collection: 'Participants',
			hidden: {
				GroupToken: primaryGroup(call.store, sweepstakesToken).GroupToken,
				spam: false,
				completed: isComplete(call, sweepstakesToken, Fields),
				lang,
				source,
				fields: Fields,
			},
		});
	},
	answer: () => ({ Message: 'Participant added.' }),
	reference: {
		request: acceptEitherCase(
			z.object({
				lang: filledText.max(2),
				source: filledText.max(100),
				sweepstakesToken: uuid,
				entryPageFields: z.object({
					KeyPhoneNumber: emptyOr(tenDigitPhone),
					KeyEmail: emptyOr(email.min(5).max(100)),
					BonusEntries: integer.min(0).default(0),
					Fields: customFields,
				}),
			}),
		),
		answer: ({ ParticipantToken }) => ({ Message: 'Participant added.', Data: { ParticipantToken } }),
	},
});

const filter = z
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
	});

const fetch = endpoint({
	method: 'POST',
	path: '/participants/fetch',
	request: filter,
	carryOut({ sweepstakesToken, page, ...filter }, call) {
		requireOwnSweepstakes(call, sweepstakesToken);
		const entries = filterEntries(call.store.entries.of(sweepstakesToken), filter);
		const end = Math.max(0, entries.length - (page - 1) * PAGE_SIZE);
		return {
			Participants: entries.slice(Math.max(0, end - PAGE_SIZE), end).reverse(),
			Pagination: {
				Page: page,
				Limit: PAGE_SIZE,
				Total: entries.length,
				TotalPages: Math.ceil(entries.length / PAGE_SIZE),
			},
		};
	},
	answer: ({ Participants, ...rest }, { dates }) => ({
		Participants: Participants.map((entry) => toReply(entry, dates)),
		...rest,
	}),
	reference: {
		request: acceptEitherCase(filter),
		answer: ({ Participants, ...rest }, { dates }) => ({
			Participants: Participants.map((entry) => toReferenceReply(entry, dates)),
			...rest,
		}),
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
		StartDate: isoDate.optional(),
		EndDate: isoDate.optional(),
	}),
	carryOut({ SweepstakesToken, FilterType, StartDate, EndDate }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const from = StartDate === undefined ? '' : dateTime(toInstant(StartDate));
		const until = EndDate === undefined ? '9999' : dateTime(toInstant(EndDate));
		const entries = call.store.entries
			.of(SweepstakesToken)
			.filter(({ CreationDate }) => CreationDate >= from && CreationDate <= until);
		const countIn = (filter: keyof typeof COUNTED) =>
			FilterType === 'all' || FilterType === filter
				? entries.filter((entry) => entry.Collection === COUNTED[filter]).length
				: 0;
		const Participants = countIn('participants');
		const AmoeParticipants = countIn('amoe');
		const OptOuts = countIn('optouts');
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
		const { SweepstakesName } = requireOwnSweepstakes(call, SweepstakesToken);
		const candidates =
			ParticipantToken === undefined
				? call.store.entries.of(SweepstakesToken)
				: findEntries(call, SweepstakesToken, ParticipantToken);
		const sought = KeyEmail?.toLowerCase();
		const entries = candidates.filter(
			(entry) =>
				(sought === undefined || entry.KeyEmail.toLowerCase() === sought) &&
				(KeyPhoneNumber === undefined || entry.KeyPhoneNumber === KeyPhoneNumber),
		);
		if (entries.length === 0) throw notFound('Participant');
		return {
			SweepstakesToken,
			SweepstakesName,
			TotalEntries: entries.length,
			Collections: COLLECTIONS.filter((name) => entries.some((entry) => entry.Collection === name)),
			Entries: entries,
			SearchCriteria: { ParticipantToken, KeyEmail, KeyPhoneNumber },
		};
	},
	answer: ({ Entries, SearchCriteria: _, ...rest }, { dates }) => ({
		Data: { ...rest, Entries: Entries.map((entry) => toReply(entry, dates)) },
	}),
	reference: {
		answer: ({ Entries, ...rest }, { dates }) => ({
			Data: { ...rest, Entries: Entries.map((entry) => toSingleReply(entry, dates)) },
		}),
	},
});

const remove = endpoint({
	method: 'DELETE',
	path: '/participants/delete',
	request: z.object({ SweepstakesToken: uuid, ParticipantToken: uuid }),
	carryOut({ SweepstakesToken, ParticipantToken }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const entries = findEntries(call, SweepstakesToken, ParticipantToken);
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

const updateBonusEntries = endpoint({
	method: 'POST',
	path: '/participants/updateBonusEntries',
	request: z.object({
		SweepstakesToken: uuid,
		ParticipantToken: uuid,
		BonusEntries: integer.min(0).max(1_000_000),
	}),
	carryOut({ SweepstakesToken, ParticipantToken, BonusEntries }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const entries = findEntries(call, SweepstakesToken, ParticipantToken);
		if (entries.length === 0) throw notFound('Participant');
		for (const entry of entries) call.store.entries.update(entry, { BonusEntries });
		return {
			Data: { ParticipantToken, SweepstakesToken, BonusEntries },
			Message: 'Bonus entries updated.',
		};
	},
});

export const participantEndpoints = [add, fetch, count, single, remove, updateBonusEntries];

/** Returns a participant's entries in one sweepstakes, in the order of the collections. */
export function findEntries(
	{ store }: Pick<Call, 'store'>,
	sweepstakesToken: string,
	participantToken: string,
): Entry[] {
	return COLLECTIONS.map((collection) => store.entries.get(entryKey(participantToken, collection))).filter(
		(entry) => entry?.SweepstakesToken === sweepstakesToken,
	) as Entry[];
}

function toReply({ hidden: _, ...participant }: Entry, dates: DateForm): Omit<Entry, 'hidden'> {
	return { ...participant, CreationDate: writtenDate(participant.CreationDate, dates) };
}

/** Returns an entry as the reference shows it: an opt-out has OptOutDate instead of CreationDate. */
function toReferenceReply(entry: Entry, dates: DateForm) {
	const { CreationDate, ...participant } = toReply(entry, dates);
	return {
		...participant,
		...(entry.Collection === 'OptOuts' ? { OptOutDate: CreationDate } : { CreationDate }),
	};
}

/**
 * Returns an entry as participants/single does: like the record in a list, but with the person's names among the fields
 * of the form (reference).
 */
function toSingleReply(entry: Entry, dates: DateForm) {
	const { FirstName, LastName, ...participant } = toReferenceReply(entry, dates);
	const { First_Name: _, Last_Name: __, ...fields } = entry.hidden.fields;
	return { ...participant, EntryPagesFields: { FirstName, LastName, ...fields } };
}

/**
 * Refuses `Fields` that do not match the entry form in names, order and structure. Every value must be a string, and
 * `Fields` must repeat the values of KeyEmail and KeyPhoneNumber (reference, participants/add).
 */
function refuseOtherForm({ store }: Call, sweepstakesToken: string, person: Person): void {
	const { Fields: fields = {}, KeyEmail = '', KeyPhoneNumber = '' } = person;
	const page = store.entryPages.of(sweepstakesToken)[0]!;
	const known = page.FormFields.map(({ FieldName }) => fieldKey(FieldName));
	const positions = Object.keys(fields).map((key) => known.indexOf(key));
	if (positions.includes(-1) || positions.some((position, index) => position < positions[index - 1]!)) {
		throw invalid(`Fields: the names must be those of the entry page, in this order: ${known.join(', ')}.`);
	}
	const readField = (fieldName: string) => textField(fields, fieldKey(fieldName));
	const missing = page.FormFields.find(
		({ FieldRequired, FieldName }) => FieldRequired && !readField(FieldName),
	);
	if (missing) throw invalid(`Fields: ${fieldKey(missing.FieldName)} is required.`);
	if (emailKey(readField(page.KeyEmail)) !== emailKey(KeyEmail))
		throw invalid(`Fields: ${fieldKey(page.KeyEmail)} must be the KeyEmail.`);
	if (phoneKey(readField(page.KeyPhoneNumber)) !== phoneKey(KeyPhoneNumber))
		throw invalid(`Fields: ${fieldKey(page.KeyPhoneNumber)} must be the KeyPhoneNumber.`);
	const untyped = Object.keys(fields).find((key) => typeof fields[key] !== 'string');
	if (untyped !== undefined) throw invalid(`Fields: ${untyped} must be a text.`);
	const wrong = page.FormFields.find((field) => !isOfType(field, readField(field.FieldName)));
	if (wrong) throw invalid(`Fields: ${fieldKey(wrong.FieldName)} is not of the type ${wrong.FieldType}.`);
}

/**
 * Whether a value fits the type of its field. A birthdate is MM/DD/YYYY, and a choice is the Id of its option. Optional
 * fields may be empty.
 */
function isOfType({ FieldType, Options = [] }: FormField, value: string): boolean {
	if (value === '') return true;
	if (FieldType === 'list') return Options.some(({ Id }) => Id === value);
	return FieldType !== 'birthdate' || /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/.test(value);
}

/** The messages for a refused duplicate, by status. Clients recognize a duplicate by these words. */
const DUPLICATE_TEXTS = {
	200: 'The entry is duplicated.',
	400: 'Duplicated entries are not allowed.',
	409: 'The participant already exists.',
};

/** Refuses a second entry with the same email address or phone number (`AllowDuplicatedEntries: false`). */
function refuseDuplicate(
	{ store, account, dialect }: Call,
	sweepstakesToken: string,
	{ KeyEmail, KeyPhoneNumber }: Pick<Entry, 'KeyEmail' | 'KeyPhoneNumber'>,
): void {
	const answer = decideOnDuplicates(account, dialect);
	if (answer === 'accept') return;
	const isIn = store.entries
		.of(sweepstakesToken)
		.some(
			(entry) =>
				(KeyEmail !== '' && emailKey(entry.KeyEmail) === emailKey(KeyEmail)) ||
				(KeyPhoneNumber !== '' && phoneKey(entry.KeyPhoneNumber) === phoneKey(KeyPhoneNumber)),
		);
	if (isIn) throw new Refusal(answer, DUPLICATE_TEXTS[answer]);
}

const emailKey = (email: string) => email.toLowerCase();
const phoneKey = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

function filterEntries(
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
		({ FieldRequired, PrimaryField, FieldName }) =>
			!FieldRequired || PrimaryField || textField(fields, fieldKey(FieldName)) !== '',
	);
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
