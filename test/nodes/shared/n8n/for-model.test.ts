import { shortenForModel } from '../../../../nodes/shared/n8n/for-model';

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
