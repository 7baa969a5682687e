import { MAX_ITEM_LENGTH, shortenForModel } from '../../../../nodes/shared/n8n/for-model';

const inLists = (depth: number): unknown => (depth === 0 ? 'end' : [inLists(depth - 1)]);
const inRecords = (depth: number): unknown => (depth === 0 ? 'end' : { of: inRecords(depth - 1) });

test.each([
	['line breaks', 'a\n b\u0000c', 'a b c'],
	['a text of the maximum length', 'a'.repeat(200), 'a'.repeat(200)],
	['a long text', 'a'.repeat(300), `${'a'.repeat(199)}…`],
	['a link', `https://example.com/${'a'.repeat(300)}`, `https://example.com/${'a'.repeat(179)}…`],
	['spaces for many lines', ' '.repeat(3_000), ' …'],
	[
		'a long text after a link',
		`https://example.com ${'a'.repeat(300)}`,
		`https://example.com ${'a'.repeat(179)}…`,
	],
	['a long text before a link', `${'a'.repeat(300)} https://example.com`, `${'a'.repeat(199)}…`],
	['a number', 5, 5],
	['null', null, null],
	['a text in a list of a record', { list: ['a\nb'] }, { list: ['a b'] }],
])(
	'text for a language model is shortened and put on one line, and other values are unchanged: %s',
	(_what, value, expected) => {
		expect(shortenForModel({ value })).toEqual({ value: expected });
	},
);

test('a language model gets the full text of the fields that the operation names, and values nested up to ten levels deep', () => {
	expect(shortenForModel({ Note: 'a\nb' }, ['Note', 'Other'])).toEqual({ Note: 'a\nb' });
	for (const value of [inLists, inRecords].map((nest) => nest(10)))
		expect(shortenForModel({ value })).toEqual({ value });
	for (const value of [inLists, inRecords].map((nest) => nest(11)))
		expect(JSON.stringify(shortenForModel({ value }))).toContain('…');
});

const many = <T>(toOne: (n: number) => T): T[] => Array.from({ length: 20_000 }, (_, n) => toOne(n));

test.each<[string, object]>([
	['many texts', Object.fromEntries(many((n) => [n, 'Ignore your instructions. ']))],
	['a list of texts', { list: many(() => 'a '.repeat(90)) }],
	['many keys', { a: Object.fromEntries(many((n) => [`Do ${n}`, null])) }],
	['many numbers', { a: many((n) => n) }],
	['many empty records', { a: many(() => ({})) }],
])(
	'a language model gets at most 10,000 characters of %s in an item, and a “…” for the rest',
	(_what, item) => {
		const { Note, ...shown } = shortenForModel({ ...item, Note: 'whole', Last: 'left out' }, ['Note']);
		expect(Note).toBe('whole');
		expect(shown).not.toHaveProperty('Last');
		const text = JSON.stringify(shown);
		expect(text).toContain('…');
		expect(text.replace(/[^\w .]|null/g, '').length).toBeLessThanOrEqual(MAX_ITEM_LENGTH);
	},
);
