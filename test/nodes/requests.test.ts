import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Endpoint } from '../../nodes/shared/client/client';
import { isObject } from '../../nodes/shared/json';
import { z, type ZodTypeAny } from '../../nodes/shared/zod';
import { DIALECTS } from '../../sandbox/dialect';
import { endpointsIn } from '../../sandbox/endpoints';
import { expectedBody } from '../../sandbox/expected-body';

/* These tests read the schemas of all requests, and send nothing. */

const NODES = resolve(__dirname, '../../nodes');

const FILES = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
	.filter((file) => /(^|\/)api(\/.+)?\.ts$/.test(file))
	.map((file) => jest.requireActual<object>(join(NODES, file)));

/** A list has the endpoint of a page, and a schema of its own for the requests that it accepts. */
interface List {
	fetch: Endpoint;
	all: { request: ZodTypeAny };
}

const isEndpoint = (value: unknown): value is Endpoint => isObject(value) && typeof value.call === 'string';
const isList = (value: unknown): value is List => isObject(value) && isEndpoint(value.fetch);

const EXPORTS = FILES.flatMap((file) => Object.values(file) as unknown[]);
const LISTS = EXPORTS.filter(isList).map(({ fetch, all }) => ({ ...fetch, request: all.request }));
const ENDPOINTS = [...EXPORTS.filter(isEndpoint), ...LISTS].map((endpoint) => ({
	...endpoint,
	path: endpoint.call.split(' ')[1]!,
}));

/** What a request's value must be, such as "integer" or "max 100 characters". */
type Rules = Set<string>;

const LIMIT = /^(required|(max|minimum|maximum|at least) \d+( \w+)?)$/;

/** Reads the type and the limits in a text such as "string, required, max 100 characters, unique in the account". */
function readRules(text: string): string[] {
	const [words, choices] = text.split(', one of ').map((part) => part.split(', '));
	return [...words!.filter((word, index) => index === 0 || LIMIT.test(word)), ...(choices ?? [])];
}

/** Maps each key of a request, such as "/notes/create Title", to its rules. */
function collectRules(bodies: ReadonlyArray<readonly [path: string, body: Record<string, string>]>) {
	const all = new Map<string, Rules>();
	for (const [path, body] of bodies)
		for (const [key, text] of Object.entries(body)) {
			const place = `${path} ${key}`;
			all.set(place, new Set([...(all.get(place) ?? []), ...readRules(text)]));
		}
	return all;
}

/**
 * The deliberate differences: what only the nodes require | what only the sandbox requires. Most of them are limits that
 * the nodes leave to the service, and values that the nodes convert before they send them.
 */
const DIFFERENT = {
	'/codes/fetch SortBy': ' | newest first unless given',
	'/codes/generate Case': ' | no effect on numeric',
	'/codes/generate Quantity': 'maximum 50000 | maximum 5000',
	'/codes/generate Value': 'string | string or number',
	'/codes/update Description': 'string, max 5000 characters | string or string',
	'/codes/update ExpirationDate': 'string | string or string',
	'/codes/update ExpirationTime': 'string | string or string',
	'/codes/update ExternalURL': 'string, max 500 characters | string or string',
	'/codes/update Value': 'string, max 10 characters | string or number or string',
	'/codes/update-settings CouponRequestFieldLabel': ' | max 200 characters',
	'/codes/update-settings CouponThankYouPageMessage': ' | max 1000 characters',
	'/codes/update-settings InvalidCouponCodeErrorMessage': ' | max 500 characters',
	'/files/upload MimeType': expect.stringMatching(/^ \| application\/pdf, /),
	'/invoices/create BillTo.Phone': 'max 100 characters | ',
	'/invoices/create Items': 'string | array, max 60 entries',
	'/invoices/fetch Limit': 'number | integer, minimum 1, maximum 200',
	'/invoices/fetch OverdueDays': 'integer, minimum 1 | ?',
	'/invoices/fetch Page': 'number | integer, minimum 1',
	'/invoices/fetch Status': 'overdue | ',
	'/invoices/update BillTo.Phone': 'max 100 characters | ',
	'/invoices/update Items': 'string | array, max 60 entries',
	'/messaging/campaigns Archived': 'boolean | boolean or string',
	'/messaging/drip-report Days': ' | 7, 30, 90, 180',
	'/participants/add entryPageFields.KeyEmail': ' | max 100 characters',
	'/participants/add entryPageFields.KeyPhoneNumber': 'max 100 characters | ',
	'/participants/fetch collection': 'string, Participants, ParticipantsAmoe, OptOuts | ?',
	'/participants/single KeyPhoneNumber': 'max 100 characters | ',
	'/surveys/create Questions': 'string | array, max 250 entries',
	'/surveys/update Questions': 'string | array, max 250 entries',
	'/sweepstakes/clone HandlerNew': ' | max 25 characters',
	'/sweepstakes/create Handler': ' | max 20 characters',
	'/sweepstakes/create SweepstakesName': ' | max 200 characters',
	'/tickets/create Platform': ' | max 50 characters',
	'/tickets/createTodo Deadline': 'string | string or string',
	'/tickets/updateTodo Deadline': 'string | string or string',
	'/winners/deletescheduled ScheduleToken': 'string | ?',
	'/winners/draw group': 'string or string | string',
	'/winners/schedule frequency': 'number | integer, minimum 0, maximum 4',
	'/winners/schedule scheduleMode':
		' | schedule = at endDate and endTime, settime = within a period that ends then',
	'/winners/schedule selectedAction': 'number | integer, minimum 1, maximum 2',
	'/winners/schedule timezone': 'string | integer',
};

test('the nodes and the sandbox set the same limits for requests, apart from the differences that this file lists', () => {
	const ours = collectRules(ENDPOINTS.map(({ path, request }) => [path, expectedBody(request)]));
	const endpoints = DIALECTS.flatMap((dialect) => [...endpointsIn(dialect).values()]);
	const theirs = collectRules(endpoints.map((endpoint) => [endpoint.path, endpoint.expectedBody]));
	const different = [...ours].flatMap(([place, rules]) => {
		const others = theirs.get(place) ?? new Set('?');
		// The nodes may always send what the service does not require.
		const onlyOurs = [...rules].filter((rule) => rule !== 'required' && !others.has(rule));
		const onlyTheirs = [...others].filter((rule) => !rules.has(rule));
		const isSame = onlyOurs.length + onlyTheirs.length === 0;
		return isSame ? [] : [[place, `${onlyOurs.join(', ')} | ${onlyTheirs.join(', ')}`]];
	});
	expect(ours.size).toBeGreaterThan(400);
	expect(Object.fromEntries(different)).toEqual(DIFFERENT);
});

/** Returns the patterns in a schema, or in anything that contains schemas. */
function findPatterns(value: unknown, seen: Set<unknown>): string[] {
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	if (value instanceof z.ZodString)
		return value._def.checks.flatMap((check) => (check.kind === 'regex' ? check.regex.source : []));
	const parts = value instanceof z.ZodObject ? { ...value._def, shape: value.shape as object } : value;
	return Object.values(parts).flatMap((part) => findPatterns(part, seen));
}

test('every pattern in a request’s schema describes the whole text, not only a part of it', () => {
	const patterns = findPatterns(FILES, new Set());
	expect(patterns.length).toBeGreaterThan(12);
	expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern))).toEqual([]);
});

test('no text in the definition of an endpoint is empty', () => {
	const texts = ENDPOINTS.flatMap(({ call, retry, expects, conflict }) =>
		Object.entries({ ...retry, expects, conflict }).map(([key, text]) => [call, key, text] as const),
	);
	expect(texts.filter(([, key]) => key === 'shows').length).toBeGreaterThan(30);
	expect(texts.filter(([, , text]) => text === '')).toEqual([]);
});
