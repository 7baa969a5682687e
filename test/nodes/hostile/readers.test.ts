import { createContext, Script } from 'node:vm';

import { findBaseUrlProblem, trimBaseUrl } from '../../../nodes/shared/n8n/connection/base-url';
import { judgeOutcome, readRetryAfterMs } from '../../../nodes/shared/client/verdict';
import { InputError } from '../../../nodes/shared/n8n/errors/node-errors';
import * as formats from '../../../nodes/shared/api/formats';
import type { Client } from '../../../nodes/shared/client/client';
import { normalizeKeys } from '../../../nodes/SweepstakesParticipant/api/person';
import { get } from '../../../nodes/SweepstakesParticipant/operations/get';
import { getMany } from '../../../nodes/SweepstakesParticipant/operations/get-many';
import { newParticipant } from '../../../nodes/SweepstakesTrigger/new-participant';
import { toTitleKey } from '../../../nodes/shared/api/titles';
import { parseFormDay } from '../../../nodes/shared/time/form-day';
import { parseInstant } from '../../../nodes/shared/time/parse';
import { parseTimeOfDay } from '../../../nodes/shared/time/time-of-day';
import type { Parameters } from '../../../nodes/shared/n8n/input/parameters';
import type { ItemOperation, Operation } from '../../../nodes/shared/n8n/operation/operation';
import { takeBreakIfDue } from '../../../nodes/shared/sleep';
import type { ZodTypeAny } from '../../../nodes/shared/zod';
import { path } from '../../../nodes/SweepstakesApiCall/path';
import { getEntryPageFields } from '../../../nodes/SweepstakesEntryPage/api/fields';
import { fetchSurvey } from '../../../nodes/SweepstakesSurvey/api/surveys';
import { ID } from '../../support/constants';
import { ANY_ENDPOINT, openClient } from '../../support/client';
import { fakeService, replyWith } from '../../support/fake-service';
import { measureLongestStretch } from '../../support/longest-stretch';
import { runItem } from '../../support/run-item';
import { IS_RELEASE } from '../../support/runs';

/**
 * The time limit in ms. A regular expression with quadratic run time needs longer for these texts, and the linter finds
 * only some of these expressions.
 */
const DEADLINE_MS = 10_000;

const CALL = new Script('work()');
const REALM = createContext();

function isInTime(work: () => unknown): boolean {
	try {
		CALL.runInContext(Object.assign(REALM, { work }), { timeout: DEADLINE_MS });
		return true;
	} catch (error) {
		if (error instanceof InputError) return true;
		if (/timed out/.test(String(error))) return false;
		throw error;
	}
}

const LENGTH = IS_RELEASE ? 1_000_000 : 250_000;
const long = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length));
const TEXTS = [
	long('a'),
	`a@${long('.')}@`,
	`a@${long('a.')} `,
	`${long('1')}x`,
	`${long('1 ')}x`,
	`${long('1,1')} per hour`,
	`5 ${long('word ')}per hour`,
	`${long('.')}x`,
	`x${long(' ')}x`,
	`https://api.example.com${long('/')}x`,
	`${long('/a')}?`,
	`2027-01-31T09:30:00.${long('0')}x`,
	long('{'),
	long('['),
	long('%2'),
	long('<a href='),
	`${long('{"a":')}1${'}'.repeat(LENGTH / 5)}`,
];

type ReadValue = (text: string) => unknown;

const judge = (status: number, text: string, headers = {}) =>
	judgeOutcome({ reply: { status, headers, text } }, ANY_ENDPOINT);

test.each<[string, ReadValue]>([
	...Object.entries<ZodTypeAny>({ ...formats, filledNumeral: formats.filledNumeral(100), path }).map(
		([name, format]): [string, ReadValue] => [
			`a value in the format “${name}”`,
			(text) => format.safeParse(text),
		],
	),
	...[403, 429].map((status): [string, ReadValue] => [
		`the message in a ${status} reply`,
		(Message) => judge(status, JSON.stringify({ Response: false, Message })),
	]),
	['a body', (text) => judge(200, text)],
	['a Retry-After', readRetryAfterMs],
	['a Location', (location) => judge(302, '', { location })],
	['the Base URL', (baseUrl) => findBaseUrlProblem({ baseUrl })],
	['the end of the Base URL', trimBaseUrl],
	['a date', parseInstant],
	['a day', (text) => parseFormDay(text, 'MM/DD/YYYY', 'UTC')],
	['a time of day', parseTimeOfDay],
	['a phone number', (KeyPhoneNumber) => normalizeKeys({ KeyPhoneNumber })],
	['a title', toTitleKey],
])('%s is read or refused within 10 seconds, even if it is a long hostile text', (_what, read) => {
	for (const text of TEXTS)
		expect(isInTime(() => read(text)) || `too slow for ${text.slice(0, 40)}…`).toBe(true);
});

test.each<[string, ZodTypeAny, (records: object[]) => object]>([
	['questions of a survey', fetchSurvey.reply, (Questions) => ({ Survey: { SurveyName: 'A' }, Questions })],
	['fields of an entry form', getEntryPageFields.reply, (FormFields) => ({ FormFields })],
])(
	'the list of %s is refused if it has more than 1,000 records, because each item gets a column for each of them',
	(_what, reply, toData) => {
		const isRead = (count: number) =>
			reply.safeParse({ Data: toData(Array.from({ length: count }, () => ({}))) }).success;
		expect([1_000, 1_001].map(isRead)).toEqual([true, false]);
	},
);

/** The most time of the processor for these records without a pause, in ms. */
const MOST_MS = 200;

/** Enough records that work without pauses takes longer: almost half of what a reply may have. */
const PEOPLE = Array.from({ length: 25_000 }, (_, n) => ({
	ParticipantToken: String(n),
	KeyEmail: 'jane@example.com',
	Collection: 'Participants',
	CreationDate: `2090-01-01T00:${String(Math.floor(n / 1_000)).padStart(2, '0')}:00Z`,
}));

const answer = (path: string, body: object) => {
	const service = fakeService();
	service.plan(path, replyWith(200, { body: { Response: true, ...body } }), 10);
	return openClient(service);
};

/** Runs an operation, and takes breaks between its results as a node does. */
async function countItems(operation: Operation, client: Client, parameters: Parameters): Promise<number> {
	let count = 0;
	for await (const results of runItem(operation as ItemOperation, client, parameters))
		for (const _ of [results].flat()) {
			count++;
			await takeBreakIfDue();
		}
	return count;
}

const PAGE = { Participants: PEOPLE, Pagination: { Total: PEOPLE.length, TotalPages: 1 } };
const ALL = { sweepstakes: ID, simplify: true, returnAll: true, limit: 50, options: {}, filters: {} };

test.each<[string, () => Promise<number>]>([
	[
		'Participant › Get',
		async () =>
			await countItems(get, answer('/participants/single', { Data: { Entries: PEOPLE } }), {
				...ALL,
				participant: { mode: 'id', value: 'jane@example.com' },
				whenNotFound: 'error',
			}),
	],
	['Participant › Get Many', async () => await countItems(getMany, answer('/participants/fetch', PAGE), ALL)],
	[
		'the trigger',
		async () => {
			const client = answer('/participants/fetch', PAGE);
			const watched = { client, token: ID, collections: ['Participants'], simplify: true };
			const poll = await newParticipant.poll(watched, { until: '2089', seen: [], total: 0 });
			return poll!.found.length;
		},
	],
])('25,000 people in one reply to %s are read with pauses', async (_what, read) => {
	const ms = await measureLongestStretch(async () => expect(await read()).toBe(PEOPLE.length), MOST_MS);
	expect(ms).toBeLessThan(MOST_MS);
});
