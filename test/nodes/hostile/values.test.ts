import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { createRedactor } from '../../../nodes/shared/n8n/errors/redactor';
import { toNodeError } from '../../../nodes/shared/n8n/errors/node-errors';
import { createParameterReader } from '../../../nodes/shared/n8n/input/parameters';
import { withKnownIds, withStandIns } from '../../../nodes/shared/n8n/input/picked-ids';
import type { Field, FieldGroup } from '../../../nodes/shared/n8n/operation/field';
import type { Operation } from '../../../nodes/shared/n8n/operation/operation';
import { ACTION_NODES, findOperation } from '../../support/engine/nodes';
import { measureLongestStretch } from '../../support/longest-stretch';
import { IS_RELEASE } from '../../support/runs';

/*
 * Everything that a stranger can send in one item: n8n accepts up to 16 MB. A quadratic run time shows at a quarter of
 * that. Only the time of the processor counts, so that the tests also pass on a busy machine.
 */

/** The maximum CPU time that a node may use without a pause, in ms. */
const MOST_MS = 300;

const PAYLOAD_BYTES = IS_RELEASE ? 16_000_000 : 4_000_000;

const fill = (unit: string) => unit.repeat(PAYLOAD_BYTES / Buffer.byteLength(unit));

const TEXTS: Record<string, string> = {
	letters: fill('a'),
	digits: fill('1'),
	spaces: `x${fill(' ')}x`,
	'soft hyphens': fill('\u00ad'),
	'zero-width joiners': fill('\u200d'),
	'letters that are longer when normalized': fill('\ufdfa'),
	'letters with many accents': `a${fill('\u0301')}`,
	emoji: fill('👩'),
	'invalid surrogates': fill('\ud800').slice(0, PAYLOAD_BYTES / 2),
	'email addresses': fill('a@b.'),
	tags: fill('<a href='),
	lines: fill('a\r\n'),
	'brackets, which are JSON of too many levels': fill('['),
	'JSON of too many values': `[${fill('{},')}{}]`,
	'JSON that is short enough, but has too many keys': `{${Array.from({ length: 200_000 }, (_, n) => `"${n}":1`).join()}}`,
};

const PROBLEM = /^“[^]+” (is|must|has|cannot|or)\b/;

const redact = createRedactor('a-token-of-32-letters-and-digits');

/** Reads and checks an item as a node does, and creates the error that n8n shows. */
function readItem(
	fields: readonly Field[],
	parameters: Record<string, unknown>,
	json: object = {},
	check: Operation['check'] = (read) => read,
	binary: object = {},
): string | undefined {
	const stored = Object.fromEntries(Object.keys(parameters).map((name) => [name, '={{ $json.a }}']));
	const node = { name: 'Node', type: 'node', parameters: stored } as unknown as INode;
	const context = {
		getNode: () => node,
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => [{ json, binary }],
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) => parameters[name] ?? fallback,
		evaluateExpression: () => parameters.a,
		helpers: {
			assertBinaryData: (_itemIndex: number, file: unknown) => {
				if (typeof file === 'string') throw new Error('There is no such file');
				return file;
			},
		},
	};
	try {
		const read = createParameterReader(context as unknown as IExecuteFunctions, fields)(0);
		check(withStandIns(withKnownIds(read, fields), fields));
		return undefined;
	} catch (error) {
		const { message, description } = toNodeError(node, error, { redact, fields });
		expect(message).toMatch(PROBLEM);
		expect(message.length + (description?.length ?? 0)).toBeLessThan(21_000);
		return message;
	}
}

const one = (type: Field['type'], more: Partial<Field> = {}): Field => ({
	displayName: 'A',
	name: 'a',
	type,
	default: '',
	...more,
});

const inner = one('string');
const mode = { name: 'id', displayName: 'By ID', type: 'string' } as const;
const columns = [{ id: 'a', displayName: 'A' }];

/** Each kind of field, and how the value of an item reaches it. */
const KINDS: Array<[string, Field, (value: unknown) => unknown]> = [
	['a text', one('string'), (value) => value],
	['a text with several rows', one('string', { typeOptions: { rows: 4 } }), (value) => value],
	['a name', one('string', { displayName: 'Name' }), (value) => value],
	['a time of day', one('string', { typeOptions: { timeOfDay: true } }), (value) => value],
	['a number in a text field', one('string', { typeOptions: { isNumber: true } }), (value) => value],
	['a file', one('string', { typeOptions: { binaryField: true } }), (value) => value],
	['a text that must have no gaps', one('string', { typeOptions: { refuseGaps: 'b' } }), (value) => value],
	['a number', one('number'), (value) => value],
	['a switch', one('boolean'), (value) => value],
	['a date and time', one('dateTime'), (value) => value],
	['a day', one('dateTime', { typeOptions: { dateOnly: true } }), (value) => value],
	['JSON', one('json'), (value) => value],
	['a menu', one('options', { options: [{ name: 'One', value: 1 }] }), (value) => value],
	['a menu with several choices', one('multiOptions', { options: [] }), (value) => [value]],
	['a picker', one('resourceLocator', { modes: [mode] }), (value) => ({ mode: 'id', value })],
	[
		'the mode of a picker',
		one('resourceLocator', { modes: [mode] }),
		(value) => ({ mode: value, value: 'a' }),
	],
	['a collection', one('collection', { options: [inner] }), (value) => ({ a: value })],
	['something else than a collection', one('collection', { options: [inner] }), (value) => value],
	[
		'a group',
		one('fixedCollection', { options: [{ name: 'b', displayName: 'B', values: [inner] }] }),
		(value) => ({ b: [{ a: value }] }),
	],
	[
		'something else than a group',
		one('fixedCollection', { options: [{ name: 'b', displayName: 'B', values: [inner] }] }),
		(value) => ({ b: [value] }),
	],
	[
		'the entries of a group',
		one('fixedCollection', { options: [{ name: 'b', displayName: 'B', values: [inner] }] }),
		(value) => ({ b: value }),
	],
	['all columns', one('resourceMapper'), (value) => ({ mappingMode: 'defineBelow', value, schema: columns })],
	[
		'a column',
		one('resourceMapper'),
		(value) => ({ mappingMode: 'defineBelow', value: { a: value }, schema: columns }),
	],
];

const TEXT_CASES = Object.keys(TEXTS);

/** Runs work once, so that the first measurement does not include the compiler’s time. */
const warmUp = () => KINDS.forEach(([, field, put]) => readItem([field], { a: put('x'.repeat(20_000)) }));

test.each(TEXT_CASES)('megabytes of %s in each kind of field takes no more than 0.3 s', async (what) => {
	warmUp();
	const slow: string[] = [];
	for (const [kind, field, put] of KINDS) {
		const value = put(TEXTS[what]);
		const ms = await measureLongestStretch(() => readItem([field], { a: value }));
		if (ms > MOST_MS) slow.push(`${kind}: ${Math.round(ms)} ms`);
	}
	expect(slow).toEqual([]);
});

test.each(TEXT_CASES)(
	'megabytes of %s in an item that is mapped automatically takes no more than 0.3 s',
	async (what) => {
		const text = TEXTS[what]!;
		const value = {
			mappingMode: 'autoMapInputData',
			value: null,
			schema: [{ id: 'a', displayName: 'A', filledFrom: 'a' }],
		};
		for (const json of [{ a: text }, { [text]: 'a' }])
			expect(
				await measureLongestStretch(() => readItem([one('resourceMapper')], { a: value }, json)),
			).toBeLessThan(MOST_MS);
	},
);

test('long names in an item that is mapped automatically take no more than 0.3 s', async () => {
	const value = { mappingMode: 'autoMapInputData', value: null, schema: columns };
	const toRow = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}${'\ufdfa'.repeat(990)}`, 1]));
	for (const count of [100, 5_300]) {
		const row = toRow(count);
		expect(
			await measureLongestStretch(() => readItem([one('resourceMapper')], { a: value }, row)),
		).toBeLessThan(MOST_MS);
	}
});

test('an item with 9,999 fields and a form with 1,000 are compared in no more than 0.3 s', async () => {
	const schema = Array.from({ length: 1_000 }, (_, n) => ({ id: `Field_${n}`, displayName: `Field ${n}` }));
	const value = { mappingMode: 'autoMapInputData', value: null, schema };
	const fields = Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`h${n} é`, 1]));
	let runs = 0;
	const ms = await measureLongestStretch(() =>
		// The match of the latest headings is remembered.
		readItem([one('resourceMapper')], { a: value }, { id: 1, fields: { ...fields, [`h${runs++}`]: 1 } }),
	);
	expect(ms).toBeLessThan(MOST_MS);
});

/** Values of megabytes as a webhook receives them: lists, objects, many levels. */
const OBJECTS: Record<string, string> = {
	'a list of texts': `[${fill('"a",')}"a"]`,
	'a list of objects': `[${fill('{"a":1},')}{}]`,
	'many levels': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
	'one huge text': JSON.stringify([fill('a')]),
	'many keys': `{${Array.from({ length: 100_000 }, (_, n) => `"${n}a":1`).join()}}`,
};

test.each(Object.keys(OBJECTS))(
	'megabytes as %s in each kind of field takes no more than 0.3 s',
	async (what) => {
		warmUp();
		const value: unknown = JSON.parse(OBJECTS[what]!);
		const slow: string[] = [];
		for (const [kind, field, put] of KINDS) {
			const given = put(value);
			const ms = await measureLongestStretch(() => readItem([field], { a: given }));
			if (ms > MOST_MS) slow.push(`${kind}: ${Math.round(ms)} ms`);
		}
		expect(slow).toEqual([]);
	},
);

test('a file whose name has megabytes, and 100,000 files, take no more than 0.3 s', async () => {
	const field = one('string', { typeOptions: { binaryField: true } });
	for (const fileName of Object.values(TEXTS)) {
		const read = () => readItem([field], { a: { data: '', mimeType: 'a', fileName } });
		expect(await measureLongestStretch(read)).toBeLessThan(MOST_MS);
		expect(read()).toBe(
			`“A” must be a file whose name has at most 1,000 characters, but has ${fileName.length.toLocaleString('en-US')}`,
		);
	}
	const files = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, {}]));
	for (const [json, binary] of [
		[{}, files],
		[{ _files: files }, {}],
	] as const) {
		let message: string | undefined;
		const ms = await measureLongestStretch(
			() => (message = readItem([field], { a: 'data' }, json, undefined, binary)),
		);
		expect(ms).toBeLessThan(MOST_MS);
		expect(message).toMatch(/^“A” must name a binary field of the input item that holds a file/);
	}
});

const OPERATIONS = ACTION_NODES.flatMap((node) => {
	const menu = node.description.properties.find(({ name }) => name === 'operation');
	return (menu?.options ?? []).map((choice) => {
		const operation = String((choice as { value: string }).value);
		return [`${node.description.displayName} › ${operation}`, findOperation({ node, operation })] as const;
	});
});

/** Puts a value into a field, at every place where a text can be. */
function putInto(field: Field, value: unknown): unknown {
	const all = (fields: readonly Field[]) =>
		Object.fromEntries(fields.map((each) => [each.name, putInto(each, value)]));
	switch (field.type) {
		case 'resourceLocator':
			return { mode: field.modes![0]!.name, value };
		case 'collection':
			return all(field.options as readonly Field[]);
		case 'fixedCollection':
			return Object.fromEntries(
				(field.options as readonly FieldGroup[]).map(({ name, values }) => [name, [all(values)]]),
			);
		case 'resourceMapper':
			return { mappingMode: 'defineBelow', value: { a: value }, schema: columns };
		default:
			return value;
	}
}

test.each(OPERATIONS)('megabytes in every field of %s take no more than 0.3 s', async (_title, operation) => {
	const { fields, check } = operation;
	for (const what of ['soft hyphens', 'JSON of too many values']) {
		const put = (value: unknown) =>
			Object.fromEntries(fields.map((field) => [field.name, putInto(field, value)]));
		readItem(fields, put('x'), {}, check);
		const parameters = put(TEXTS[what]);
		const ms = await measureLongestStretch(() => readItem(fields, parameters, {}, check));
		expect(ms).toBeLessThan(MOST_MS);
	}
});

/** JSON that is as large as a JSON field allows. */
const LARGE_JSON: Record<string, unknown> = {
	'too many entries': Array.from({ length: 15_000 }, (_, n) => ({ Description: `x${n}`, Quantity: 'x' })),
	'as many bad entries as allowed': Array.from({ length: 60 }, () => ({ a: 1, b: 2, Quantity: 'x' })),
	'an entry with too many choices': [
		{ QuestionText: 'a', FieldType: 'radio', Options: Array.from({ length: 45_000 }, () => 1) },
	],
	'entries with bad choices': Array.from({ length: 250 }, () => ({
		QuestionText: 1,
		FieldType: 'radio',
		Options: Array.from({ length: 30 }, () => 1),
	})),
	'an entry with many keys': [Object.fromEntries(Array.from({ length: 45_000 }, (_, n) => [`k${n}`, n]))],
	'an entry with long keys': [{ ['k'.repeat(1_900_000)]: 1 }],
	'an entry with many levels': [JSON.parse(`${'['.repeat(98)}${']'.repeat(98)}`)],
	'numbers that would be rounded': Array.from({ length: 45_000 }, (_, n) => 9_007_199_254_740_994 + 2 * n),
};

const JSON_FIELDS = OPERATIONS.flatMap(([title, operation]) =>
	operation.fields.filter(({ type }) => type === 'json').map((field) => [title, operation, field] as const),
);

test('three operations have a JSON field', () => {
	expect(new Set(JSON_FIELDS.map(([title]) => title)).size).toBeGreaterThanOrEqual(3);
});

test.each(JSON_FIELDS)(
	'the largest JSON that %s accepts takes no more than 0.3 s',
	async (_title, operation, field) => {
		const { fields, check } = operation;
		const chooses = { specifyItems: 'json', specifyQuestions: 'json', method: 'POST', path: '/a' };
		for (const [what, value] of Object.entries(LARGE_JSON))
			for (const given of [value, JSON.stringify(value)]) {
				const parameters = {
					...Object.fromEntries(fields.map((each) => [each.name, each.default])),
					...chooses,
					[field.name]: given,
				};
				const ms = await measureLongestStretch(() => readItem(fields, parameters, {}, check));
				expect(ms > MOST_MS ? `${what}: ${Math.round(ms)} ms` : '').toBe('');
			}
	},
);
