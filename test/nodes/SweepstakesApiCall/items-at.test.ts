import { nameLists } from '../../../nodes/SweepstakesApiCall/items-at';

test.each([
	['no lists', { Data: { Total: 1 } }, 'The response has no lists.'],
	[
		'several lists',
		{ List: [], Data: { Codes: [], Sizes: { Big: [] } } },
		'The response has these lists: List, Data.Codes, Data.Sizes.Big.',
	],
	['a list that is nested too deep', { a: { b: { c: { d: [] } } } }, 'The response has no lists.'],
	[
		'many lists',
		Object.fromEntries([...'abcdef'].map((key) => [key, []])),
		'The response has these lists: a, b, c, d, e.',
	],
])('a hint names the lists of a response: %s', (_what, answer, text) => {
	expect(nameLists(answer)).toBe(text);
});
