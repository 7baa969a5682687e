import {
	isAbsent,
	isBlank,
	isObject,
	toPlainKey,
	asRecords,
	asText,
	type Json,
} from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/replies';
import { readRetryAfterMs } from '../../nodes/shared/client/verdict';
import { removeDuplicates, type Finding } from './finding';
import { readFormat, inWords } from './formats';
import { findOrder } from './lists';
import { isSuccess, type Attempt } from './recorder';

/** A question that the API documents leave open or answer in two ways. The nodes work with every expected answer. */
export interface Guess {
	question: string;
	/** The answers that the nodes expect, in words. */
	expected: string;
	/** What any other answer means for workflows. */
	means: string;
	/** Finds the answers to the question in the replies to these calls. */
	answers(attempts: readonly Attempt[]): Answer[];
}

/** An expected answer, an unexpected answer, or undefined if a reply does not answer the question. */
type Answer = string | UnexpectedAnswer | undefined;

/** A description of an answer that the nodes do not expect. */
interface UnexpectedAnswer {
	came: string;
}

/** A question, with the answers that the service gave. */
export interface JudgedQuestion {
	question: string;
	verdict: 'as expected' | 'otherwise' | 'not seen';
	/** The expected answers that were seen. */
	answers: string[];
	/** The findings, one for each unexpected answer. */
	findings: Finding[];
}

export const toUnexpected = (came: string): UnexpectedAnswer => ({ came });

/** Judges each question by the replies to the calls that were made. */
export function judge(guesses: readonly Guess[], attempts: readonly Attempt[]): JudgedQuestion[] {
	return guesses.map(({ question, expected, means, answers: read }) => {
		const all = read(attempts).filter((answer) => answer !== undefined);
		const answers = [...new Set(all.filter((answer) => typeof answer === 'string'))];
		const others = all.filter((answer) => typeof answer === 'object');
		const findings = removeDuplicates(others.map(({ came }) => ({ about: question, expected, came, means })));
		if (all.length === 0) return { question, verdict: 'not seen', answers, findings };
		return { question, verdict: findings.length > 0 ? 'otherwise' : 'as expected', answers, findings };
	});
}

/** Looks for the answer in each successful reply to a call. */
function inReply(call: string, read: (body: Json, attempt: Attempt) => Answer): Guess['answers'] {
	return (attempts) =>
		attempts
			.filter((one) => one.call === call && isSuccess(one))
			.map((attempt) => attempt.body && read(attempt.body, attempt));
}

/** Looks for the answer in each record in the lists of a call. */
function inRecord(call: string, read: (record: Json) => Answer): Guess['answers'] {
	return (attempts) => {
		const bodies = attempts.filter((one) => one.call === call && isSuccess(one)).map(({ body }) => body);
		return bodies.flatMap((body) => findRecordLists(body).flatMap(({ records }) => records)).map(read);
	};
}

/** Looks for the answer in each refusal with this status. */
function inRefusal(status: number, read: (attempt: Attempt) => Answer): Guess['answers'] {
	return (attempts) => attempts.filter((one) => one.status === status).map(read);
}

/** Creates a reader that returns the first of these keys that has a value in a record. */
const readKey =
	(...keys: string[]) =>
	(record: Json): Answer => {
		const isEmpty = keys.some((key) => Object.hasOwn(record, key));
		return keys.find((key) => !isBlank(record[key])) ?? (isEmpty ? undefined : toUnexpected('neither'));
	};

const combine = (...readings: Array<Guess['answers']>): Guess['answers'] => {
	return (attempts) => readings.flatMap((read) => read(attempts));
};

/** Returns the type of a value if it is one of the expected types. */
const typeAmong = (types: readonly string[], value: unknown): Answer =>
	types.includes(typeof value) ? typeof value : toUnexpected(inWords(value));

const part = (value: unknown): Json => (isObject(value) ? value : {});

const SCHEDULED = ['GET /winners/fetchscheduled', 'POST /winners/fetchscheduled'] as const;

const TICKET = 'POST /tickets/fetchSingleTicket';

/** Whether a date and time has a time zone. Without a time zone, it is not an exact moment. */
function readZone(value: unknown): Answer {
	const format = readFormat(asText(value));
	if (format === 'empty') return undefined;
	return format.startsWith('date and time')
		? format.replace('date and time, ', '')
		: toUnexpected(inWords(value));
}

/**
 * Finds out where the records of a call contain a person's name. A single record may lack a name, but if there are
 * several records, at least one of them should have a name.
 */
function nameIn(call: string): Guess['answers'] {
	return (attempts) => {
		const answers = inRecord(call, ({ FirstName, LastName, EntryPagesFields }) => {
			if (asText(FirstName) || asText(LastName)) return 'FirstName';
			const names = Object.entries(part(EntryPagesFields)).filter(([key]) => /name$/i.test(key));
			if (names.some(([, name]) => asText(name))) return 'EntryPagesFields';
			return FirstName === undefined && EntryPagesFields === undefined ? toUnexpected('neither') : undefined;
		})(attempts);
		const isNameless = answers.length > 1 && answers.every((answer) => answer === undefined);
		return isNameless ? [toUnexpected('nothing, in every record')] : answers;
	};
}

/** The questions that can be answered by reading alone. */
export const READING_GUESSES: readonly Guess[] = [
	{
		question: 'Fields of the entry form are described by',
		expected: 'FieldID or Id',
		means: 'Entry forms cannot be read: Participant › Add cannot offer their columns.',
		answers: inReply('POST /entrypage/fields', ({ Data }) => {
			const [field] = asRecords(part(Data).FormFields);
			return field && readKey('FieldID', 'Id')(field);
		}),
	},
	{
		question: 'The entry form names its email column (KeyEmail) by',
		expected: 'the ID or the name of a column',
		means: 'Participant › Add cannot fill the email column by itself, so entries may be refused.',
		answers: inReply('POST /entrypage/fields', ({ Data }) => columnNamedBy(part(Data), 'KeyEmail')),
	},
	{
		question: 'Email and phone are columns of the entry form',
		expected: 'yes',
		means: 'Participant › Add cannot fill the email and phone columns by itself, so entries may be refused.',
		answers: inReply('POST /entrypage/fields', ({ Data }) => {
			const named = ['KeyEmail', 'KeyPhoneNumber'].map((key) => columnNamedBy(part(Data), key));
			return named.find((answer) => typeof answer === 'object') ?? 'yes';
		}),
	},
	{
		question: 'Dates of participants are',
		expected: 'dates and times in ISO 8601',
		means: 'The trigger and filters by date can miss people, because the date cannot be read.',
		answers: inRecord('POST /participants/fetch', ({ CreationDate }) => readZone(CreationDate)),
	},
	{
		question: 'An opt-out has its date under',
		expected: 'OptOutDate or CreationDate',
		means: 'The trigger cannot tell when somebody opted out.',
		answers: inRecord('POST /participants/fetch', (record) =>
			record.Collection === 'OptOuts' ? readKey('OptOutDate', 'CreationDate')(record) : undefined,
		),
	},
	{
		question: 'Phone numbers of participants are stored as',
		expected: '10 digits, or + and digits',
		means: 'A participant may not be found by phone number. Use the email address or the ID.',
		answers(attempts) {
			const read = inRecord('POST /participants/fetch', ({ KeyPhoneNumber }) => {
				const format = readFormat(asText(KeyPhoneNumber));
				if (format === 'empty') return undefined;
				return format === '10 digits' || format === '+ and digits'
					? format
					: toUnexpected(inWords(KeyPhoneNumber));
			});
			// A search finds the check's own participants, one of whom has a number in an unusual format.
			return read(attempts.filter(({ request }) => request.search === undefined));
		},
	},
	{
		question: 'The name of a participant is in',
		expected: 'FirstName or EntryPagesFields',
		means: 'The columns with the name are empty.',
		answers: combine(nameIn('POST /participants/fetch'), nameIn('POST /participants/single')),
	},
	{
		question: 'The name of a winner is in',
		expected: 'FirstName or EntryPagesFields',
		means: 'Messages to winners lack the name.',
		answers: nameIn('POST /winners/fetch'),
	},
	{
		question: 'Dates of draws are',
		expected: 'dates and times in ISO 8601',
		means: 'Winners of one draw cannot be told from those of another, so a lost draw cannot be confirmed.',
		answers: inRecord('POST /winners/fetch', ({ DrawDateTime }) => readZone(DrawDateTime)),
	},
	{
		question: 'Scheduled drawings are asked for by',
		expected: 'GET or POST',
		means: 'Scheduled drawings cannot be listed.',
		answers: combine(
			inReply(SCHEDULED[0], () => 'GET'),
			inReply(SCHEDULED[1], () => 'POST'),
		),
	},
	{
		question: 'The token of a scheduled drawing is called',
		expected: 'ScheduleToken or scheduledToken',
		means: 'Scheduled drawings cannot be cancelled from a workflow.',
		answers: combine(...SCHEDULED.map((call) => inRecord(call, readKey('ScheduleToken', 'scheduledToken')))),
	},
	{
		question: 'The mode of a scheduled drawing comes as',
		expected: 'number or string',
		means: 'The column with the mode cannot be read.',
		answers: combine(
			...SCHEDULED.map((call) =>
				inRecord(call, ({ ScheduleMode }) => typeAmong(['number', 'string'], ScheduleMode)),
			),
		),
	},
	{
		question: 'The end of a sweepstakes is in its settings as',
		expected: 'ExpirationDate or EndDate',
		means: 'The guard “Entry Period Must Have Ended” cannot tell the end, and refuses to draw.',
		answers: inRecord('POST /sweepstakes/fetch', ({ Settings }) =>
			isObject(Settings) && !isBlank(Settings.EndDate) && !isBlank(Settings.ExpirationDate)
				? 'EndDate and ExpirationDate'
				: readKey('ExpirationDate', 'EndDate')(part(Settings)),
		),
	},
	{
		question: 'Groups are listed',
		expected: 'newest or oldest first',
		means:
			'A group just created may not be found again after a lost answer. Then the nodes ask you to check.',
		answers: inReply('POST /groups/fetch', ({ Data }) => {
			const order = findOrder(asRecords(Data), ['CreationDate']);
			return order && (order === 'none' ? toUnexpected('in no order') : `${order} first`);
		}),
	},
	{
		question: 'The plan has its calls per minute under',
		expected: 'Data, Data.Settings or Usage',
		means: 'The nodes cannot learn the rate limit. Set “Calls per Minute” in the credential yourself.',
		answers: inReply('POST /account/plan', ({ Data, Usage }) => {
			const has = (value: unknown) => isObject(value) && 'MaxApiCallsPerMinute' in value;
			if (has(Data)) return 'Data';
			if (has(part(Data).Settings)) return 'Data.Settings';
			return has(Usage) ? 'Usage' : toUnexpected('none of them');
		}),
	},
	{
		question: 'The plan says what is used of it',
		expected: 'yes or no',
		means: 'The nodes work with either.',
		answers: inReply('POST /account/plan', ({ Usage }) => (Usage === undefined ? 'no' : 'yes, in Usage')),
	},
	{
		question: 'Telemetry comes with',
		expected: 'some, all or no successes',
		means: 'The nodes work with either.',
		answers(attempts) {
			const successes = attempts.filter((one) => isSuccess(one) && one.body?.Response === true);
			const told = successes.filter(({ body }) => isObject(body?.Telemetry));
			if (successes.length < 2) return [];
			if (told.length === successes.length) return ['every success'];
			return [told.length > 0 ? 'some successes' : 'no success'];
		},
	},
	{
		question: 'The case number of a ticket is asked for as',
		expected: 'caseNumber or CaseNumber',
		means: 'Support Ticket › Get does not find tickets.',
		answers: inReply(TICKET, (_, { request }) => readKey('caseNumber', 'CaseNumber')(request)),
	},
	{
		question: 'The status of a ticket comes as',
		expected: 'boolean or string',
		means: 'The status column of tickets cannot be read.',
		answers: inReply(TICKET, ({ Data }) => typeAmong(['boolean', 'string'], part(Data).Status)),
	},
	{
		question: 'The priority of a ticket comes as',
		expected: 'number or string',
		means: 'The priority column of tickets cannot be read.',
		answers: inReply(TICKET, ({ Data }) => typeAmong(['number', 'string'], part(Data).Priority)),
	},
	{
		question: 'The short form of official rules has the key',
		expected: 'either spelling',
		means: 'The nodes work with either.',
		answers: inReply('POST /rules/fetch', ({ Data }) => {
			const rule = part(part(Data).PrimaryRule);
			const spellings = ['AbbreviatedRulesForShopify', 'AbbrebiatedRulesForShopify'];
			const seen = spellings.filter((key) => key in rule);
			return seen.length > 0 ? seen.join(' and ') : undefined;
		}),
	},
	{
		question: 'A file says whether it was opened by',
		expected: 'boolean or number',
		means: 'The column Opened of files cannot be read.',
		answers: inRecord('POST /files/fetch', ({ FileInfo }) => {
			if (!isObject(FileInfo)) return undefined;
			return typeAmong(['boolean', 'number'], FileInfo.Opened);
		}),
	},
	{
		question: 'Winners of a sweepstakes that does not exist are refused with',
		expected: '403 or 404',
		means: 'A wrong ID can stop the whole run instead of the one item.',
		answers: (attempts) =>
			attempts
				.filter(({ call, status }) => call === 'POST /winners/fetch' && status >= 400 && status < 429)
				.map(({ status }) =>
					status === 403 || status === 404 ? String(status) : toUnexpected(String(status)),
				),
	},
	{
		question: 'A refusal repeats its status as Code',
		expected: 'the status, or no Code',
		means: 'An If step on the code in the error message can take the wrong path.',
		answers: combine(
			...[400, 403, 404].map((status) =>
				inRefusal(status, ({ body }) =>
					isAbsent(body?.Code)
						? 'no'
						: Number(body?.Code) === status
							? 'yes'
							: toUnexpected('another number'),
				),
			),
		),
	},
	{
		question: 'A 400 says what was expected (Help.ExpectedBody)',
		expected: 'yes or no',
		means: 'The nodes work with either.',
		answers: inRefusal(400, ({ body }) => (isObject(part(body?.Help).ExpectedBody) ? 'yes' : 'no')),
	},
	{
		question: 'A 429 says when to try again (Retry-After) in',
		expected: 'seconds or a date',
		means: 'Workflows wait as long as the nodes think best, perhaps too short or too long.',
		answers: inRefusal(429, ({ headers: { 'retry-after': header } }) => {
			if (!header) return toUnexpected('no such header');
			if (readRetryAfterMs(header) === undefined) return toUnexpected('something else');
			return /^\s*\d/.test(header) ? 'seconds' : 'a date';
		}),
	},
	{
		question: 'A 503 comes from',
		expected: 'the service or a gateway',
		means: 'The nodes work with either.',
		answers: inRefusal(503, ({ body }) => (body?.Response === false ? 'the service' : 'a gateway')),
	},
];

/** Whether the form identifies a column by its ID or by its name. */
function columnNamedBy(form: Json, key: string): Answer {
	const column = toPlainKey(asText(form[key]));
	const fields = asRecords(form.FormFields);
	if (fields.length === 0) return undefined;
	const has = (...names: string[]) =>
		fields.some((field) => names.some((name) => toPlainKey(asText(field[name])) === column));
	if (column && has('FieldID', 'Id')) return 'the ID of the field';
	return column && has('FieldName', 'Name') ? 'the name of the field' : toUnexpected('no column of the form');
}
