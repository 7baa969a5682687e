import { hasStatus, ServiceError } from '../client/failures';
import { asObject, asText, firstFilled, isBlank, isNothing, isObject, type Json } from '../json';
import { uuid } from './formats';

/*
 * Questions that the texts on the service leave open. `npm run check:account` with a live account answers
 * each. Then remove the branch that does not apply.
 */

/**
 * Calls an operation that the texts show in two forms.
 *
 * @param isMissing whether a refusal may mean that the form does not exist
 * @param firstStands whether to report the first refusal if both forms are refused
 */
export async function callEither<Reply>(
	first: () => Promise<Reply>,
	second: () => Promise<Reply>,
	isMissing: (refusal: unknown) => boolean,
	firstStands: (second: unknown, first: unknown) => boolean,
): Promise<Reply> {
	return await first().catch(async (refusal: unknown) => {
		if (!isMissing(refusal)) throw refusal;
		return await second().catch((other: unknown) => {
			throw firstStands(other, refusal) ? refusal : other;
		});
	});
}

/** The handler of a sweepstakes as text, or '' if there is none. One made of digits may come as a number. */
export function readHandler({ Handler }: Json): string {
	return typeof Handler === 'number' ? String(Handler) : asText(Handler);
}

/**
 * The last day of a sweepstakes, which has two names in its settings (reference, Sweepstakes, fetch). One of
 * them may be empty.
 */
export function readEndDate({ ExpirationDate, EndDate }: Json): unknown {
	return firstFilled(EndDate, ExpirationDate);
}

/** When a person entered, or opted out: an opt-out may have no CreationDate (reference, "Serve both"). */
export function dateOfEntry({ CreationDate, OptOutDate }: Json): unknown {
	return firstFilled(CreationDate, OptOutDate);
}

/**
 * The form in which a service that does not keep phone numbers as typed stores one. Only US and Canadian ones
 * become 10 digits. A leading 0 means that there is no country code.
 */
export function storedSpelling(key: string): string {
	return /^\d{10}$|^\+|^0|^$/.test(key) ? key : `+${key}`;
}

/**
 * The keys of a person's data in our items, each with the keys that the service uses, as `plainKey` writes
 * them. A name may be among the form fields (reference, "Serve both").
 */
export const PERSON_KEYS = {
	FirstName: ['firstname'],
	LastName: ['lastname'],
	Email: ['email', 'keyemail'],
	PhoneNumber: ['phonenumber', 'keyphonenumber', 'mobilenumber', 'phone', 'mobile'],
} as const;

/** The token of the added person, if the reply has it (reference, "Serve both": participants/add). */
export function addedToken({ Data, ParticipantToken }: Json): string | undefined {
	return asText(ParticipantToken) || asText(asObject(Data).ParticipantToken) || undefined;
}

/**
 * Whether a refusal may be about the phone number: it names one, or just "parameters" (reference, "Fourth
 * reading": participants/add).
 */
export function mayRefusePhone(words: string): boolean {
	return /\b(?:\w*phone\w*|mobile\w*|digits|parameters)\b/i.test(words);
}

const ENTERED = /duplicat|already[ _-]?(?:exist|enter|regist|participa|sign|subscri|enroll|in )/i;
const OTHER_THINGS = /\b(?:groups?|handlers?|columns?|parameters?|fields?|codes?)\b/i;

/** Whether a refusal says that the person has entered before (reference, "Third reading"). */
export function saysEntered(words: string): boolean {
	return ENTERED.test(words) && !OTHER_THINGS.test(words);
}

const PRIORITIES = ['low', 'medium', 'high'];

export function priorityInWords(priority: unknown): unknown {
	return PRIORITIES[Number(priority) - 1] ?? priority;
}

/** A ticket with the contract's words for priority and status; the reference has a number and a boolean. */
export function ticketInWords(ticket: Json): Json {
	const { Priority, Status } = ticket;
	return {
		...ticket,
		...(Priority !== undefined && { Priority: priorityInWords(Priority) }),
		...(typeof Status === 'boolean' && { Status: Status ? 'closed' : 'open' }),
		...(typeof Status === 'string' && { Status: Status.toLowerCase() }),
	};
}

/** Whether POST /tickets/fetchSingleTicket wants the other spelling, `caseNumber` or `CaseNumber`. */
export const missesCaseNumber = (error: unknown) =>
	hasStatus(error, 400) && /casenumber/i.test(asText(error.failure.serviceMessage));

/** A file with the content of its `FileInfo` moved up, as the other operations send it. */
export function withFileInfo({ FileInfo, ...file }: Json): Json {
	return isObject(FileInfo) ? { ...FileInfo, ...file } : file;
}

/** What can be read of an entry in a file's `SharedTo`, whose keys are not documented. */
export interface Share {
	/** Undefined if the entry does not name a recipient. */
	isWithRecipient: boolean | undefined;
	dates: unknown[];
}

const EMAIL = /[^\s@<>"',;]{1,64}@[^\s@<>"',;]{1,255}/g;
const DATE_KEY = /[Dd]ate|[Tt]ime|At$/;
const OF_SENDER = /sender|from|owner|by$/i;
const OF_RECIPIENT = /recipient|mail|address|with$|^to$|^\d*$|@/i;

/**
 * The entries of a file's `SharedTo`: a list, a map by address, or one entry.
 *
 * @returns undefined if the file does not say with whom it was shared
 */
export function readShares({ SharedTo }: Json, recipient: string): Share[] | undefined {
	if (SharedTo === undefined) return undefined;
	return listShares(SharedTo).map((share) => {
		const values = findValues(share);
		const addresses = values
			.filter(({ key }) => OF_RECIPIENT.test(key) && !OF_SENDER.test(key))
			.flatMap(({ key, value }) => `${key} ${asText(value)}`.match(EMAIL) ?? []);
		const isRecipient = (address: string) => address.toLowerCase() === recipient.toLowerCase();
		const isDate = ({ key, value }: NamedValue) =>
			!isBlank(value) && (DATE_KEY.test(key) || /^\d{4}-\d{2}-\d{2}/.test(asText(value)));
		return {
			isWithRecipient: addresses.length > 0 ? addresses.some(isRecipient) : undefined,
			dates: values.filter(isDate).map(({ value }) => value),
		};
	});
}

function listShares(sharedTo: unknown): unknown[] {
	if (isNothing(sharedTo)) return [];
	if (!isObject(sharedTo)) return Array.isArray(sharedTo) ? sharedTo : [sharedTo];
	const entries = Object.entries(sharedTo);
	const isMap = entries.every(([key]) => key.includes('@'));
	return isMap ? entries.map(([key, value]) => ({ [key]: value })) : [sharedTo];
}

interface NamedValue {
	key: string;
	value: unknown;
}

/** All keys in a record, however deep, each with its value unless that is a record itself. */
function findValues(value: unknown, key = '', depth = 0): NamedValue[] {
	if (typeof value !== 'object' || value === null || depth === DEEPEST) return [{ key, value }];
	const inner = Object.entries(value).flatMap(([name, part]) => findValues(part, name, depth + 1));
	return [{ key, value: undefined }, ...inner];
}

/** Whether a refusal may mean that the operation does not exist. A 403 without a message is a gateway's. */
export function mayLackMethod(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { status, serviceMessage } = error.failure;
	return status === 404 || status === 405 || (status === 403 && serviceMessage === undefined);
}

const DRAWING_KEY = /^(schedul\w*token|drawing(token|date|time)|howmanywinnerstopick)$/i;

/** Whether a record is a scheduled drawing. The shape of their list is not documented. */
export function isDrawing(record: Json): boolean {
	return Object.keys(record).some((key) => DRAWING_KEY.test(key));
}

/** Only a number other than 0 says that a drawing is over (reference, POST /winners/fetchscheduled). */
export function isPending({ Status }: Json): boolean {
	return !/^[1-9]\d*$/.test(String(Status));
}

const OTHER_TOKEN = /^(sweepstakes|user|group|participant)token$/i;

/** The token of a drawing: `scheduledToken` (contract), `ScheduleToken` (reference), or its only other ID. */
export function tokenOfDrawing(drawing: Json): string | undefined {
	const ids = Object.entries(drawing).filter(
		(entry): entry is [string, string] => uuid.safeParse(entry[1]).success,
	);
	const named = ids.find(([key]) => /^schedul.*token$/i.test(key));
	const own = named ?? ids.find(([key]) => /token$|^_?id$/i.test(key) && !OTHER_TOKEN.test(key));
	return own?.[1];
}

/** The token of a drawing to cancel, under both names. */
export const toDrawingKey = (token: string) => ({ scheduledToken: token, ScheduleToken: token });

/** Whether a drawing failed or was cancelled. Its status numbers are not documented, so the words decide. */
export function hasFailed({ Status, StatusDescription }: Json): boolean {
	return /fail|cancel/i.test(`${asText(Status)} ${asText(StatusDescription)}`);
}

export interface RecordList {
	/** The key of the list, or ''. */
	key: string;
	records: Json[];
}

/** The depth of the search: a hostile server can nest a reply without end. */
const DEEPEST = 8;

/** All lists of objects, and maps of objects by token, in a reply. Does not search inside records. */
export function findRecordLists(value: unknown, key = '', depth = 0): RecordList[] {
	const records = readRecords(value);
	if (records) return [{ key, records }];
	if (!isObject(value) || depth === DEEPEST) return [];
	return Object.entries(value).flatMap(([inner, part]) => findRecordLists(part, inner, depth + 1));
}

function readRecords(value: unknown): Json[] | undefined {
	if (isNothing(value)) return [];
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	const entries = Object.entries(isObject(value) ? value : {});
	const isMap =
		entries.length > 0 && entries.every(([key, one]) => uuid.safeParse(key).success && isObject(one));
	return isMap ? entries.map(([token, one]) => withToken(one as Json, token)) : undefined;
}

function withToken(record: Json, token: string): Json {
	return Object.values(record).includes(token) ? record : { ...record, Token: token };
}
