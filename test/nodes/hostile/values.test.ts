import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { createRedactor } from '../../../nodes/shared/n8n/errors/redactor';
import { toNodeError } from '../../../nodes/shared/n8n/errors/node-errors';
import { createParameterReader } from '../../../nodes/shared/n8n/input/parameters';
import { withKnownIds, withStandIns } from '../../../nodes/shared/n8n/input/picked-ids';
import type { Field } from '../../../nodes/shared/n8n/operation/field';
import type { Operation } from '../../../nodes/shared/n8n/operation/operation';
import { create as createInvoice } from '../../../nodes/SweepstakesInvoice/operations/create';
import { create as createSurvey } from '../../../nodes/SweepstakesSurvey/operations/create';
import { measureLongestStretch } from '../../support/longest-stretch';
import { IS_RELEASE } from '../../support/runs';

/*
 * Everything that a stranger can send in one item: n8n accepts up to 16 MB. A quadratic run time shows at a megabyte.
 * Only the time of the processor counts, so that the tests also pass on a busy machine.
 */

/** The maximum CPU time that a node may use without a pause, in ms. */
const MOST_MS = 300;

const PAYLOAD_BYTES = IS_RELEASE ? 16_000_000 : 1_000_000;

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
	'JSON of numbers that may have been rounded': `[${Array.from({ length: 45_000 }, (_, n) => 9_007_199_254_740_994 + 2 * n).join()}]`,
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
const MAPPED = { mappingMode: 'defineBelow', schema: [{ id: 'a', displayName: 'A' }] };

const AUTOMATIC = {
	mappingMode: 'autoMapInputData',
	value: null,
	schema: [{ id: 'a', displayName: 'A', filledFrom: 'a' }],
};

/** Prepares a value for a place where an item can have it, and returns a function that reads it there. */
type Place = (value: unknown) => () => unknown;

const inField =
	(field: Field, put = (value: unknown): unknown => value): Place =>
	(value) => {
		const parameters = { a: put(value) };
		return () => readItem([field], parameters);
	};

const inRow =
	(toRow: (value: unknown) => object): Place =>
	(value) => {
		const row = toRow(value);
		return () => readItem([one('resourceMapper')], { a: AUTOMATIC }, row);
	};

const collection = one('collection', { options: [inner] });
const group = one('fixedCollection', { options: [{ name: 'b', displayName: 'B', values: [inner] }] });
const file = one('string', { typeOptions: { binaryField: true } });
const picker = one('resourceLocator', { modes: [mode] });

/** Each place that is read in its own way. */
const PLACES: Record<string, Place> = {
	'a text': inField(one('string')),
	'a text with several rows': inField(one('string', { typeOptions: { rows: 4 } })),
	'a name': inField(one('string', { displayName: 'Name' })),
	'a time of day': inField(one('string', { typeOptions: { timeOfDay: true } })),
	'a number in a text field': inField(one('string', { typeOptions: { isNumber: true } })),
	'a file': inField(file),
	'the name of a file': inField(file, (fileName) => ({ data: '', mimeType: 'a', fileName })),
	'a text that must have no gaps': inField(one('string', { typeOptions: { refuseGaps: 'b' } })),
	'a number': inField(one('number')),
	'a switch': inField(one('boolean')),
	'a date and time': inField(one('dateTime')),
	'a day': inField(one('dateTime', { typeOptions: { dateOnly: true } })),
	JSON: inField(one('json')),
	'a menu': inField(one('options', { options: [{ name: 'One', value: 1 }] })),
	'a menu with several choices': inField(one('multiOptions', { options: [] }), (value) => [value]),
	'a picker': inField(picker, (value) => ({ mode: 'id', value })),
	'the mode of a picker': inField(picker, (value) => ({ mode: value, value: 'a' })),
	'a collection': inField(collection, (a) => ({ a })),
	'something other than a collection': inField(collection),
	'a group': inField(group, (a) => ({ b: [{ a }] })),
	'something other than a group': inField(group, (value) => ({ b: [value] })),
	'the entries of a group': inField(group, (b) => ({ b })),
	'all columns': inField(one('resourceMapper'), (value) => ({ ...MAPPED, value })),
	'a column': inField(one('resourceMapper'), (a) => ({ ...MAPPED, value: { a } })),
	'a value that is mapped automatically': inRow((a) => ({ a })),
	'a heading that is mapped automatically': inRow((value) => ({ [asText(value)]: 'a' })),
};

/** As a webhook receives them. */
const VALUES: Record<string, unknown> = {
	...TEXTS,
	'a list of texts': JSON.parse(`[${fill('"a",')}"a"]`),
	'a list of objects': JSON.parse(`[${fill('{"a":1},')}{}]`),
	'JSON with many levels': JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
	'a list with one huge text': [fill('a')],
	'an object with many keys': Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}a`, 1])),
};

test.each(Object.keys(VALUES))(
	'%s, at each place of an item: no more than 0.3 s of CPU time',
	async (what) => {
		const slow: string[] = [];
		for (const [place, prepare] of Object.entries(PLACES)) {
			const ms = await measureLongestStretch(prepare(VALUES[what]));
			if (ms > MOST_MS) slow.push(`${place}: ${Math.round(ms)} ms`);
		}
		expect(slow).toEqual([]);
	},
);

test('long names in an item that is mapped automatically take no more than 0.3 s', async () => {
	const value = { ...AUTOMATIC, schema: MAPPED.schema };
	const toRow = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}${'\ufdfa'.repeat(990)}`, 1]));
	for (const count of [100, 5_300]) {
		const row = toRow(count);
		const ms = await measureLongestStretch(() => readItem([one('resourceMapper')], { a: value }, row));
		expect(ms > MOST_MS ? `${count} names: ${Math.round(ms)} ms` : '').toBe('');
	}
});

test('an item with 9,999 fields and a form with 1,000 are compared in no more than 0.3 s', async () => {
	const schema = Array.from({ length: 1_000 }, (_, n) => ({ id: `Field_${n}`, displayName: `Field ${n}` }));
	const value = { ...AUTOMATIC, schema };
	const fields = Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`h${n} é`, 1]));
	let runs = 0;
	const ms = await measureLongestStretch(() =>
		// The match of the latest headings is remembered.
		readItem([one('resourceMapper')], { a: value }, { id: 1, fields: { ...fields, [`h${runs++}`]: 1 } }),
	);
	expect(ms).toBeLessThan(MOST_MS);
});

test('the name of a file may have 1,000 characters, but not one more', () => {
	const read = (length: number) =>
		readItem([file], { a: { data: '', mimeType: 'a', fileName: 'a'.repeat(length) } });
	expect(read(1_000)).toBeUndefined();
	expect(read(1_001)).toBe('“A” must be a file whose name has at most 1,000 characters, but has 1,001');
});

test('30,000 files take no more than 0.3 s', async () => {
	const files = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`f${n}`, {}]));
	for (const [where, json, binary] of [
		['binary data', {}, files],
		['JSON', { _files: files }, {}],
	] as const) {
		let message: string | undefined;
		const ms = await measureLongestStretch(
			() => (message = readItem([file], { a: 'data' }, json, undefined, binary)),
		);
		expect({ where, isSlow: ms > MOST_MS, message }).toEqual({
			where,
			isSlow: false,
			message: expect.stringMatching(/^“A” must name a binary field of the input item that holds a file/),
		});
	}
});

/** The operations that check the values in their JSON field, and the parameters that show it. */
const OPERATIONS: Array<[string, Operation, Record<string, unknown>]> = [
	['Invoice › Create', createInvoice, { specifyItems: 'json' }],
	['Survey › Create', createSurvey, { specifyQuestions: 'json' }],
];

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
};

test.each(OPERATIONS)(
	'the largest JSON that %s accepts takes no more than 0.3 s',
	async (_title, { fields, check }, shown) => {
		const { name } = fields.find(({ type }) => type === 'json')!;
		const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
		for (const [what, value] of Object.entries(LARGE_JSON)) {
			const parameters = { ...defaults, ...shown, [name]: value };
			const ms = await measureLongestStretch(() => readItem(fields, parameters, {}, check));
			expect(ms > MOST_MS ? `${what}: ${Math.round(ms)} ms` : '').toBe('');
		}
	},
);
