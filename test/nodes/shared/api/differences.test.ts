import { findDifferences } from '../../../../nodes/shared/api/differences';

test.each<[string, unknown, unknown]>([
	[
		'a text with other tags and white space',
		'<p>No purchase\n necessary.</p>',
		'<div>No purchase necessary.</div>',
	],
	['a number written as text', '2', 2],
	['a word for a number', 'high', 3],
	['midnight of the requested day', '2027-01-31T00:00:00.000Z', '2027-01-31'],
	['the same moment in another format', '2027-01-31T09:30:00.000Z', '2027-01-31T04:30:00-05:00'],
	['no text instead of an empty one', null, ''],
	['a value that the list does not show', undefined, 'text'],
	['a number instead of a boolean', 1, false],
	['anything instead of a list', 3, ['a', 'b']],
])('%s is no difference', (_what, shown, wanted) => {
	expect(findDifferences({ key: shown }, { key: wanted })).toEqual([]);
});

test.each<[unknown, unknown]>([
	['Win $100', 'Win $200'],
	[2, 3],
	[false, true],
	['2027-01-30T00:00:00.000Z', '2027-01-31'],
	['2027-01-31T00:00:00.000Z', '2027-01-31T10:00:00.000Z'],
	['2027-01-31T09:30:00.000Z', '2027-01-31T09:30:00-05:00'],
	[null, 'text'],
])('%j is different from %j', (shown, wanted) => {
	expect(findDifferences({ key: shown }, { key: wanted })).toEqual(['key']);
	expect(findDifferences({ Settings: { key: shown } }, { Settings: { key: wanted } })).toEqual(['key']);
});

test('the keys of the request are returned, but not those that only the record has', () => {
	expect(findDifferences({ a: 1, b: 1, c: 1 }, { a: 1, b: 2 })).toEqual(['b']);
	expect(findDifferences({ Settings: null }, { Settings: { a: 1 } })).toEqual([]);
});
