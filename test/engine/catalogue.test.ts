import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { DIALECTS, type Dialect, type RecordedCall } from '../../sandbox';
import { CATALOGUE, rowsIn, type Entry } from '../catalogue';
import { TABLES } from '../catalogue/tables';
import type { RunResult } from '../support/engine/engine';
import { ACTION_NODES, findOperation } from '../support/engine/nodes';
import { listJson } from '../support/engine/stage';
import { openWorldStage, uniqueOne } from '../support/engine/world';

/*
 * Every operation runs once in each dialect, and once more without Simplify in the dialect `contract`. Its requests are
 * compared with the tables of requests, and its output with the catalogue and the output rules (docs/maintaining.md).
 */

/** A row with its results and requests. */
interface WalkedRow {
	row: Entry;
	/** Why the row could not run. Everything below is then empty. */
	failure?: string;
	expected: IDataObject[];
	items: RunResult['items'];
	error?: string;
	calls: RecordedCall[];
	/** The body of the row's own call. */
	body: IDataObject;
	/** The output without Simplify, with the input fields. */
	whole: IDataObject[];
	/** The output of a second run, if the first run reports that no record existed before. */
	later?: IDataObject[];
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;

const withCapitals = (parameters: INodeParameters) =>
	JSON.parse(JSON.stringify(parameters).replace(UUID, (id) => id.toUpperCase())) as INodeParameters;

/** Whether the row runs with all IDs in upper case. API Call is left out, because it sends its input unchanged. */
const hasCapitals = (row: Entry, dialect: Dialect) => dialect === 'contract' && !isRaw(row);

const INPUT = { Row: 7, Email: 'row@example.com' };

const WHOLE = { simplify: false, options: { includeInputFields: true } };

async function walk(dialect: Dialect): Promise<WalkedRow[]> {
	const { stage, world } = await openWorldStage({ dialect });
	const run = async (row: Entry, { options, ...more }: INodeParameters = {}): Promise<WalkedRow> => {
		const unique = uniqueOne();
		const given = await row.parameters(world, unique);
		const parameters = hasCapitals(row, dialect) ? withCapitals(given) : given;
		const allOptions = { ...(parameters.options as object), ...(options as object) };
		const all = { ...parameters, ...more, options: allOptions };
		const { items, error } = await stage.run(row.node, row.operation, all, { items: [INPUT] });
		const calls = [...stage.sandbox.calls()];
		const body = (calls.find(({ path }) => path === row.path)?.body ?? {}) as IDataObject;
		const isNew = items.some(({ json }) => json.existed === false);
		const later = isNew ? listJson(await stage.run(row.node, row.operation, parameters)) : undefined;
		return {
			row,
			expected: row.output(unique, world),
			items,
			error: error?.message,
			calls,
			body,
			whole: [],
			later,
		};
	};
	const walked: WalkedRow[] = [];
	for (const row of rowsIn(dialect)) {
		try {
			const once = await run(row);
			const whole = dialect === 'contract' ? (await run(row, WHOLE)).items : [];
			walked.push({ ...once, whole: whole.map(({ json }) => json) });
		} catch (error) {
			walked.push({
				row,
				failure: String(error).replace(/\s+/g, ' '),
				expected: [],
				items: [],
				calls: [],
				body: {},
				whole: [],
			});
		}
	}
	await stage.close();
	return walked;
}

/** Every operation of every node, with its fields and those in collections. */
const OPERATIONS = ACTION_NODES.flatMap((node) => {
	const { properties, displayName } = node.description;
	const menu = properties.find(({ name }) => name === 'operation')!;
	return (menu.options as Array<{ value: string }>).map(({ value }) => ({
		title: `${displayName} › ${value}`,
		rows: CATALOGUE.filter((row) => row.node === node && row.operation === value),
		fields: properties
			.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(value))
			.flatMap((field) => [
				field,
				...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
			]),
	}));
});

describe('the catalogue', () => {
	test('has rows for every operation of every node, and for no other operations', () => {
		expect(OPERATIONS.filter(({ rows }) => rows.length === 0).map(({ title }) => title)).toEqual([]);
		expect(CATALOGUE.filter((row) => !OPERATIONS.some(({ rows }) => rows.includes(row)))).toEqual([]);
	});

	test('states what each writing operation stores, so that no test with lost replies leaves an operation out', () => {
		const writing = CATALOGUE.filter((row) => !findOperation(row).reads);
		// A link to a file is public, but not stored in the account.
		expect(writing.filter(({ stored }) => !stored).map(({ operation }) => operation)).toEqual(['getLink']);
	});

	test('has every documented endpoint', () => {
		const endpoints = CATALOGUE.map(({ endpoint }) => endpoint);
		expect(Object.keys(TABLES).filter((endpoint) => !endpoints.includes(endpoint))).toEqual([]);
	});

	test('has a value for every date field', () => {
		for (const { title, rows, fields } of OPERATIONS) {
			const dates = fields.filter(({ type }) => type === 'dateTime').map(({ name }) => name);
			const inCatalogue = rows.flatMap((row) => Object.keys(row.dates ?? {}));
			expect([title, ...inCatalogue]).toEqual(expect.arrayContaining(dates));
		}
	});
});

const isToken = (key: string) => /(Tokens?|token|ID|Id|Hash)$/.test(key);
const isDate = (key: string) => /(Date|Time)$/.test(key);
const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** Whether a row's output is the service's unchanged reply. */
const isRaw = ({ node }: Entry) => node.description.name === 'sweepstakesApiCall';

const hasSimplify = ({ node, operation }: Entry) =>
	node.description.properties.some(
		({ name, displayOptions }) => name === 'simplify' && displayOptions?.show?.operation?.includes(operation),
	);

/** Whether an operation returns settings, which are always complete. */
const isSettings = ({ operation }: Entry) => /Settings$/.test(operation);

/** The output rules that an item breaks. */
function* brokenRulesOf(row: Entry, item: IDataObject): Generator<string> {
	const keys = Object.keys(item);
	const others = keys.filter((key) => !isToken(key));
	if (keys.slice(0, others.length).some(isToken)) yield 'tokens before other fields';
	if (keys.indexOf('deleted') > 1) yield 'deleted after more than a name';
	const isFact = (key: string) => !isDate(key) && !isNested(item[key]);
	if (others.some(isFact) && !isFact(keys[0]!)) yield 'something else than a fact first';
	if (isRaw(row)) return;
	if (keys.some((key) => /^(Response|Data|Telemetry)$/.test(key))) yield 'an envelope';
	if (Object.values(item).some((value) => isNested(value) && !Array.isArray(value))) yield 'a nested record';
	if (!hasSimplify(row) && !isSettings(row) && keys.length > 12) yield 'more than 12 fields';
}

function isEqual(value: unknown, expected: unknown): boolean {
	try {
		expect(value).toEqual(expected);
		return true;
	} catch {
		return false;
	}
}

/** Says in one line how the output differs from the expected output. */
function* differencesOf(items: IDataObject[], expected: IDataObject[]): Generator<string> {
	if (isEqual(items, expected)) return;
	const short = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 200);
	if (!Array.isArray(expected) || items.length !== expected.length)
		return yield `has ${items.length} items, which begin with ${short(items)}, instead of ${short(expected)}`;
	for (const [index, wanted] of expected.entries()) {
		const fields = (wanted.sample ?? wanted) as IDataObject;
		for (const [key, value] of Object.entries(fields))
			if (!isEqual(items[index]![key], value))
				yield `${key} is ${short(items[index]![key])} instead of ${short(value)}`;
		const more = Object.keys(items[index]!).filter((key) => !(key in fields));
		if (!wanted.sample && more.length > 0) yield `also has ${more.join(', ')}`;
	}
}

/** What is wrong with a row or its operation. */
function* problemsOf(
	dialect: Dialect,
	{ row, failure, error, calls, items, expected }: WalkedRow,
): Generator<string> {
	if (failure) return yield `cannot run: ${failure}`;
	if (error) return yield `fails: ${error}`;
	const endpoint = (dialect === 'reference' && row.learnedEndpoint) || row.endpoint;
	const called = calls.map(({ method, path }) => `${method} ${path}`);
	if (!called.includes(endpoint)) yield `calls ${called.join(', ') || 'nothing'} instead of ${endpoint}`;
	yield* differencesOf(
		items.map(({ json }) => json),
		expected,
	);
	for (const { json, pairedItem } of items) {
		if (!isEqual(pairedItem, { item: 0 })) yield 'loses the link to its input item';
		for (const broken of brokenRulesOf(row, json)) yield `breaks a rule of docs/maintaining.md: ${broken}`;
	}
	const ids = JSON.stringify(calls).match(UUID) ?? [];
	if (hasCapitals(row, dialect) && ids.some((id) => id !== id.toLowerCase()))
		yield 'sends an ID in upper case';
}

/** Fails with the problems alone, one a line, because a row that is wrong makes several tests fail. */
function expectNone(title: string, problems: Iterable<string>): void {
	const stack = Array.from(new Set(problems), (problem) => `${title}: ${problem}`).join('\n');
	if (stack) throw Object.assign(new Error(stack), { stack });
}

/** Every key of a value. Nested keys have dots. The user's own keys in `Fields` are left out. */
function keysIn(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => keysIn(entry, prefix));
	if (typeof value !== 'object' || value === null || prefix.endsWith('Fields.Fields.')) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		prefix + key,
		...keysIn(inner, `${prefix}${key}.`),
	]);
}

/** Columns that only the reply to a creation has: the administrator of a ticket, and the progress of a to-do. */
const ONLY_OF_NEW: Record<string, string[]> = {
	'Sweepstakes Support Ticket › create': ['AssignedTo', 'AssignedToEmail'],
	'Sweepstakes Administrator To-Do › create': ['Completion'],
};

/** Columns that are certain only for an existing record: a reply to Participant › Add need not contain the ID. */
const ONLY_OF_EXISTING: Record<string, string[]> = {
	'Sweepstakes Participant › add (with Skip)': ['ParticipantToken'],
};

const distinct = (all: string[]) => [...new Set(all)].sort();
const lastPart = (key: string) => key.split('.').at(-1)!;

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	const rows = rowsIn(dialect);
	let walked: WalkedRow[];
	beforeAll(async () => {
		walked = await walk(dialect);
	});
	const of = (row: Entry) => walked.find((one) => one.row === row)!;

	test.each(rows.map((row) => [row.title, row] as const))(
		'“%s” outputs what the catalogue states, sends IDs in lower case, and follows the output rules of docs/maintaining.md',
		(title, row) => expectNone(title, problemsOf(dialect, of(row))),
	);

	test('if an operation returns existing records, a second run fills the same columns and marks the records as existing', () => {
		const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
		const columnsOf = (row: Entry, item: IDataObject) =>
			Object.entries(item)
				.filter(([key]) => !ONLY_OF_EXISTING[row.title]?.includes(key))
				.map(([key, value]) =>
					isEmpty(value) || ONLY_OF_NEW[row.title]?.includes(key) ? `${key}, perhaps empty` : key,
				);
		const columns = (itemsOf: (one: WalkedRow) => IDataObject[]) =>
			again.map((one) => [one.row.title, ...itemsOf(one).map((item) => columnsOf(one.row, item))]);
		const again = walked.filter(({ later }) => later);
		expect(columns(({ later }) => later!)).toEqual(columns(({ items }) => items.map(({ json }) => json)));
		const existed = again.flatMap(({ later }) => later!.map((item) => item.existed));
		expect(existed).toEqual(existed.map(() => true));
	});

	test('each key that a picker’s placeholder shows is in the output of some operation', () => {
		const keys = new Set(walked.flatMap(({ items }) => items).flatMap(({ json }) => Object.keys(json)));
		const named = JSON.stringify(ACTION_NODES.map(({ description }) => description)).matchAll(
			/e\.g\. \{\{ \$json\.(\w+) \}\}/g,
		);
		const inPlaceholders = distinct([...named].map(([, key]) => key!));
		expect(inPlaceholders.length).toBeGreaterThan(10);
		expect(inPlaceholders.filter((key) => !keys.has(key))).toEqual([]);
	});

	if (dialect === 'reference') return;

	test.each(rows.map((row) => [row.title, row] as const))(
		'“%s” also outputs the input fields with “Include Input Fields”, and outputs different fields without “Simplify”',
		(title, row) => {
			const { items, whole, failure, error } = of(row);
			// The first test says why.
			if (failure ?? error) return;
			const keysOf = (item: IDataObject = {}) => Object.keys(item).filter((key) => !(key in INPUT));
			const [keys, simple] = [keysOf(whole[0]), keysOf(items[0]?.json)];
			expectNone(title, [
				...(whole.every(({ Row }) => Row === INPUT.Row) ? [] : ['lacks the input fields']),
				...(keys.length > 0 ? [] : ['has no fields of its own']),
				...(hasSimplify(row) && isEqual(keys, simple) ? ['has the same fields without Simplify'] : []),
			]);
		},
	);

	test.each(Object.keys(TABLES))(
		'%s: the requests have exactly the documented keys, and the output has every documented key of the reply',
		(endpoint) => {
			const found = walked.filter(({ row }) => row.endpoint === endpoint);
			if (found.some(({ failure, error }) => failure ?? error)) return;
			const { request, success } = TABLES[endpoint]!;
			const sent = new Set(found.flatMap(({ body }) => keysIn(body)));
			const out = new Set(found.flatMap(({ whole }) => keysIn(whole)).map(lastPart));
			expectNone(endpoint, [
				...request.filter((key) => !sent.has(key)).map((key) => `no row sends ${key}`),
				...[...sent].filter((key) => !request.includes(key)).map((key) => `${key} is not documented`),
				...success.filter((key) => !out.has(key)).map((key) => `no output has ${key}`),
			]);
		},
	);
});
