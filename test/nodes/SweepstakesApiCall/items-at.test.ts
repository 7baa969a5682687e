import { nameLists } from '../../../nodes/SweepstakesApiCall/items-at';

test.each([
	['no list', { Data: { Total: 1 } }, 'The response has no lists.'],
	[
		'lists',
		{ List: [], Data: { Codes: [], Sizes: { Big: [] } } },
		'The response has these lists: List, Data.Codes, Data.Sizes.Big.',
	],
	['a list too deep inside', { a: { b: { c: { d: [] } } } }, 'The response has no lists.'],
	[
		'many lists',
		Object.fromEntries([...'abcdef'].map((key) => [key, []])),
		'The response has these lists: a, b, c, d, e.',
	],
])('a response with %s is described', (_what, answer, text) => {
	expect(nameLists(answer)).toBe(text);
});
