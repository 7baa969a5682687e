import { isObject, plainKey, asRecords, asText, type Json } from '../../nodes/shared/json';
import { findRecordLists } from '../../nodes/shared/api/guesses';
import { formatOf } from './formats';
import { orderOf } from './lists';
import type { Attempt } from './recorder';

/** A question that the texts leave open or answer in two ways. The nodes work with each of the answers. */
export interface Guess {
	question: string;
	/** Reads the answers from the attempts. `OTHERWISE` marks an answer that the nodes do not expect. */
	answers(attempts: readonly Attempt[]): Array<string | undefined>;
}

/** The result of a guess. */
export interface Judged {
	question: string;
	verdict: 'confirmed' | 'refuted' | 'not seen';
	/** The expected answers that were seen. */
	answers: string[];
}

export const OTHERWISE = 'otherwise';

/** Judges each guess by the attempts. */
export function judge(guesses: readonly Guess[], attempts: readonly Attempt[]): Judged[] {
	return guesses.map(({ question, answers: read }) => {
		const answers = [...new Set(read(attempts).filter((answer) => answer !== undefined))];
		if (answers.length === 0) return { question, verdict: 'not seen', answers };
		return { question, verdict: answers.includes(OTHERWISE) ? 'refuted' : 'confirmed', answers };
	});
}

/** Reads each success of a call. */
function inReply(call: string, read: (body: Json, attempt: Attempt) => string | undefined): Guess['answers'] {
	return (attempts) =>
		attempts
			.filter((one) => one.call === call && one.status >= 200 && one.status < 300)
			.map((attempt) => attempt.body && read(attempt.body, attempt));
}

/** Reads each record in the lists of a call. */
function inRecord(call: string, read: (record: Json) => string | undefined): Guess['answers'] {
	return (attempts) => {
		const bodies = attempts.filter((one) => one.call === call && one.status < 300).map(({ body }) => body);
		return bodies.flatMap((body) => findRecordLists(body).flatMap(({ records }) => records)).map(read);
	};
}

/** Reads each refusal with this status. */
function inRefusal(status: number, read: (attempt: Attempt) => string): Guess['answers'] {
	return (attempts) => attempts.filter((one) => one.status === status).map(read);
}

/** The first of these keys in a record. */
const keyOf =
	(...keys: string[]) =>
	(record: Json): string =>
		keys.find((key) => Object.hasOwn(record, key)) ?? OTHERWISE;

const either = (...readings: Array<Guess['answers']>): Guess['answers'] => {
	return (attempts) => readings.flatMap((read) => read(attempts));
};

const oneOf = (expected: readonly string[], seen: string): string =>
	expected.includes(seen) ? seen : OTHERWISE;

const part = (value: unknown): Json => (isObject(value) ? value : {});

const SCHEDULED = ['GET /winners/fetchscheduled', 'POST /winners/fetchscheduled'] as const;

const TICKET = 'POST /tickets/fetchSingleTicket';

/** The zone of a date-time, which decides whether a moment can be determined. */
function zoneOf(value: unknown): string | undefined {
	const format = formatOf(asText(value));
	if (format === 'empty') return undefined;
	return format.startsWith('date and time') ? format.replace('date and time, ', '') : OTHERWISE;
}

/** The guesses that reading alone can settle. */
export const READING_GUESSES: readonly Guess[] = [
	{
		question: 'Fields of the entry form are described by',
		answers: inReply('POST /entrypage/fields', ({ Data }) => {
			const [field] = asRecords(part(Data).FormFields);
			return field && keyOf('FieldID', 'Id')(field);
		}),
	},
	{
		question: 'The entry form names its email column (KeyEmail) by',
		answers: inReply('POST /entrypage/fields', ({ Data }) => columnNamedBy(part(Data), 'KeyEmail')),
	},
	{
		question: 'Email and phone are columns of the entry form',
		answers: inReply('POST /entrypage/fields', ({ Data }) => {
			const named = ['KeyEmail', 'KeyPhoneNumber'].map((key) => columnNamedBy(part(Data), key));
			return named.includes(OTHERWISE) ? OTHERWISE : 'yes';
		}),
	},
	{
		question: 'Dates of participants are',
		answers: inRecord('POST /participants/fetch', ({ CreationDate }) => zoneOf(CreationDate)),
	},
	{
		question: 'An opt-out has its date under',
		answers: inRecord('POST /participants/fetch', (record) =>
			record.Collection === 'OptOuts' ? keyOf('OptOutDate', 'CreationDate')(record) : undefined,
		),
	},
	{
		question: 'Phone numbers of participants are stored as',
		answers: inRecord('POST /participants/fetch', ({ KeyPhoneNumber }) => {
			const format = formatOf(asText(KeyPhoneNumber));
			if (format === 'empty') return undefined;
			return format === '10 digits' || format === '+ and digits' ? format : OTHERWISE;
		}),
	},
	{
		question: 'The name of a participant is in',
		answers: inReply('POST /participants/single', ({ Data }) => {
			const [entry] = asRecords(part(Data).Entries);
			return entry && keyOf('FirstName', 'EntryPagesFields')(entry);
		}),
	},
	{
		question: 'The name of a winner is in',
		answers: inRecord('POST /winners/fetch', keyOf('FirstName', 'EntryPagesFields')),
	},
	{
		question: 'Dates of draws are',
		answers: inRecord('POST /winners/fetch', ({ DrawDateTime }) => zoneOf(DrawDateTime)),
	},
	{
		question: 'Scheduled drawings are asked for by',
		answers: either(
			inReply(SCHEDULED[0], () => 'GET'),
			inReply(SCHEDULED[1], () => 'POST'),
		),
	},
	{
		question: 'The token of a scheduled drawing is called',
		answers: either(...SCHEDULED.map((call) => inRecord(call, keyOf('ScheduleToken', 'scheduledToken')))),
	},
	{
		question: 'The mode of a scheduled drawing comes as',
		answers: either(
			...SCHEDULED.map((call) =>
				inRecord(call, ({ ScheduleMode }) => oneOf(['number', 'string'], typeof ScheduleMode)),
			),
		),
	},
	{
		question: 'The end of a sweepstakes is in its settings as',
		answers: inRecord('POST /sweepstakes/fetch', ({ Settings }) =>
			isObject(Settings) && 'EndDate' in Settings && 'ExpirationDate' in Settings
				? 'EndDate and ExpirationDate'
				: keyOf('ExpirationDate', 'EndDate')(part(Settings)),
		),
	},
	{
		question: 'Groups are listed',
		answers: inReply('POST /groups/fetch', ({ Data }) => {
			const order = orderOf(asRecords(Data), ['CreationDate']);
			return order && (order === 'none' ? OTHERWISE : `${order} first`);
		}),
	},
	{
		question: 'The plan has its calls per minute under',
		answers: inReply('POST /account/plan', ({ Data, Usage }) => {
			const has = (value: unknown) => isObject(value) && 'MaxApiCallsPerMinute' in value;
			if (has(Data)) return 'Data';
			if (has(part(Data).Settings)) return 'Data.Settings';
			return has(Usage) ? 'Usage' : OTHERWISE;
		}),
	},
	{
		question: 'The plan says what is used of it',
		answers: inReply('POST /account/plan', ({ Usage }) => (Usage === undefined ? 'no' : 'yes, in Usage')),
	},
	{
		question: 'Telemetry comes with',
		answers(attempts) {
			const successes = attempts.filter(({ status, body }) => status < 300 && body?.Response === true);
			const told = successes.filter(({ body }) => isObject(body?.Telemetry));
			if (successes.length < 2) return [];
			if (told.length === successes.length) return ['every success'];
			return [told.length > 0 ? 'some successes' : 'no success'];
		},
	},
	{
		question: 'The case number of a ticket is asked for as',
		answers: inReply(TICKET, (_, { request }) => keyOf('caseNumber', 'CaseNumber')(request)),
	},
	{
		question: 'The status of a ticket comes as',
		answers: inReply(TICKET, ({ Data }) => oneOf(['boolean', 'string'], typeof part(Data).Status)),
	},
	{
		question: 'The priority of a ticket comes as',
		answers: inReply(TICKET, ({ Data }) => oneOf(['number', 'string'], typeof part(Data).Priority)),
	},
	{
		question: 'The short form of official rules has the key',
		answers: inReply('POST /rules/fetch', ({ Data }) => {
			const rule = part(part(Data).PrimaryRule);
			const spellings = ['AbbreviatedRulesForShopify', 'AbbrebiatedRulesForShopify'];
			const seen = spellings.filter((key) => key in rule);
			return seen.length > 0 ? seen.join(' and ') : undefined;
		}),
	},
	{
		question: 'A file says whether it was opened by',
		answers: inRecord('POST /files/fetch', ({ FileInfo }) => {
			if (!isObject(FileInfo)) return undefined;
			return oneOf(['boolean', 'number'], typeof FileInfo.Opened);
		}),
	},
	{
		question: 'Winners of a sweepstakes that does not exist are refused with',
		answers: (attempts) =>
			attempts
				.filter(({ call, status }) => call === 'POST /winners/fetch' && status >= 400 && status < 429)
				.map(({ status }) => (status === 403 || status === 404 ? String(status) : OTHERWISE)),
	},
	{
		question: 'A refusal repeats its status as Code',
		answers: either(
			...[400, 403, 404].map((status) =>
				inRefusal(status, ({ body }) =>
					body?.Code === undefined ? 'no' : Number(body.Code) === status ? 'yes' : OTHERWISE,
				),
			),
		),
	},
	{
		question: 'A 400 says what was expected (Help.ExpectedBody)',
		answers: inRefusal(400, ({ body }) => (isObject(part(body?.Help).ExpectedBody) ? 'yes' : 'no')),
	},
	{
		question: 'A 429 says when to try again (Retry-After) in',
		answers: inRefusal(429, ({ headers }) =>
			/^\d+$/.test(headers['retry-after'] ?? '') ? 'seconds' : OTHERWISE,
		),
	},
	{
		question: 'A 503 comes from',
		answers: inRefusal(503, ({ body }) => (body?.Response === false ? 'the service' : 'a gateway')),
	},
];

/** Whether the form names a column by the ID or by the field's name. */
function columnNamedBy(form: Json, key: string): string | undefined {
	const column = plainKey(asText(form[key]));
	const fields = asRecords(form.FormFields);
	if (fields.length === 0) return undefined;
	const has = (...names: string[]) =>
		fields.some((field) => names.some((name) => plainKey(asText(field[name])) === column));
	if (column && has('FieldID', 'Id')) return 'the ID of the field';
	return column && has('FieldName', 'Name') ? 'the name of the field' : OTHERWISE;
}
