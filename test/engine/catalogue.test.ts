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
	expected: IDataObject[];
	items: RunResult['items'];
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

/** Runs all rows. A row that fails is only in `errors`, which maps its title to the reason. */
async function walk(dialect: Dialect) {
	const { stage, world } = await openWorldStage({ dialect });
	const run = async (
		row: Entry,
		{ options, ...more }: INodeParameters = {},
	): Promise<Omit<WalkedRow, 'whole'>> => {
		const unique = uniqueOne();
		const given = await row.parameters(world, unique);
		const parameters = hasCapitals(row, dialect) ? withCapitals(given) : given;
		const allOptions = { ...(parameters.options as object), ...(options as object) };
		const all = { ...parameters, ...more, options: allOptions };
		const { items, error } = await stage.run(row.node, row.operation, all, { items: [INPUT] });
		if (error) throw new Error(error.message);
		const calls = [...stage.sandbox.calls()];
		const body = (calls.find(({ path }) => path === row.path)?.body ?? {}) as IDataObject;
		const isNew = items.some(({ json }) => json.existed === false);
		const later = isNew ? listJson(await stage.run(row.node, row.operation, parameters)) : undefined;
		return { row, expected: row.output(unique, world), items, calls, body, later };
	};
	const walked: WalkedRow[] = [];
	const errors: Record<string, string> = {};
	for (const row of rowsIn(dialect)) {
		try {
			const once = await run(row);
			const whole = dialect === 'contract' ? (await run(row, WHOLE)).items : [];
			walked.push({ ...once, whole: whole.map(({ json }) => json) });
		} catch (error) {
			errors[row.title] = String(error);
		}
	}
	await stage.close();
	return { walked, errors };
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
	if (others.some(isFact) && !isFact(keys[0]!)) yield 'something other than a fact first';
	if (isRaw(row)) return;
	if (keys.some((key) => /^(Response|Data|Telemetry)$/.test(key))) yield 'an envelope';
	if (Object.values(item).some((value) => isNested(value) && !Array.isArray(value))) yield 'a nested record';
	if (!hasSimplify(row) && !isSettings(row) && keys.length > 12) yield 'more than 12 fields';
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
	let errors: Record<string, string>;
	beforeAll(async () => {
		({ walked, errors } = await walk(dialect));
	});
	const expectWalked = (row: Entry) => {
		const { title } = row;
		expect({ title, error: errors[title] }).toEqual({ title, error: undefined });
		return walked.find((one) => one.row === row)!;
	};

	test.each(rows.map((row) => [row.title, row] as const))(
		'“%s” outputs what the catalogue states, and follows the output rules of docs/maintaining.md',
		(title, row) => {
			const { calls, items, expected } = expectWalked(row);
			const called = calls.map(({ method, path }) => `${method} ${path}`);
			const endpoint = (dialect === 'reference' && row.learnedEndpoint) || row.endpoint;
			expect({ title, called }).toEqual({ title, called: expect.arrayContaining([endpoint]) });
			expect(items.map(({ json }) => json)).toEqual(expected);
			for (const { json, pairedItem } of items) {
				expect(pairedItem).toEqual({ item: 0 });
				expect([...brokenRulesOf(row, json)]).toEqual([]);
			}
		},
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
		expect(new Set(existed)).toEqual(new Set([true]));
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

	test('no operation except API Call sends an ID in upper case, even if the user enters it so', () => {
		const sendsCapitals = (row: Entry) =>
			JSON.stringify(expectWalked(row).calls)
				.match(UUID)
				?.some((id) => id !== id.toLowerCase());
		const entered = rows.filter((row) => hasCapitals(row, dialect));
		expect(entered.filter(sendsCapitals).map(({ title }) => title)).toEqual([]);
	});

	const ownKeys = (item: IDataObject = {}) => Object.keys(item).filter((key) => !(key in INPUT));

	test.each(rows.map((row) => [row.title, row] as const))(
		'“%s” adds its fields to the input fields with “Include Input Fields”',
		(_title, row) => {
			const { whole } = expectWalked(row);
			expect(whole.map(({ Row }) => Row)).toEqual(whole.map(() => INPUT.Row));
			expect(ownKeys(whole[0])).not.toEqual([]);
		},
	);

	test.each(rows.filter(hasSimplify).map((row) => [row.title, row] as const))(
		'“%s” outputs different fields without “Simplify”',
		(_title, row) => {
			const { items, whole } = expectWalked(row);
			expect(ownKeys(whole[0])).not.toEqual(ownKeys(items[0]?.json));
		},
	);

	test.each(Object.keys(TABLES))(
		'%s: the requests have exactly the documented keys, and the output has every documented key of the reply',
		(endpoint) => {
			const found = rows.filter((row) => row.endpoint === endpoint).map(expectWalked);
			const { request, success } = TABLES[endpoint]!;
			expect(distinct(found.flatMap(({ body }) => keysIn(body)))).toEqual(request.toSorted());
			const out = new Set(found.flatMap(({ whole }) => keysIn(whole)).map(lastPart));
			expect(success.filter((key) => !out.has(key))).toEqual([]);
		},
	);
});
