import { DateTime } from 'luxon';

import { findExcess, findJsonExcess, takeExcerpt, toNumber, toText } from '../../../nodes/shared/json';

const nest = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

test.each<[string, unknown, string | undefined]>([
	['a text within the limit', 'a'.repeat(20), undefined],
	['a text above the limit', 'a'.repeat(21), 'characters'],
	['texts and keys that are too long together', { abcdefghij: ['a'.repeat(11)] }, 'characters'],
	['a list within the limit', [1, 2, 3, 4, 5], undefined],
	['lists with too many values together', [[1, 2, 3], [4]], 'values'],
	['an object with too many keys', { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'values'],
	['a list with few enough levels', nest(3), undefined],
	['a list with too many levels', nest(4), 'levels'],
	['a date, which counts as one value', DateTime.utc(), undefined],
	['a number', 1, undefined],
	['null', null, undefined],
])('names the exceeded limit: %s', (_what, value, excess) => {
	expect(findExcess(value, { characters: 20, values: 5, levels: 3 })).toBe(excess);
});

test.each<[unknown, unknown]>([
	['abcdef', 'abcd…'],
	[
		[1, 'abcdef', 3, 4],
		[1, 'abcd…', 3, '…'],
	],
	[
		{ a: 1, b: 2, c: 3, d: 4 },
		{ a: 1, b: 2, c: 3, '…': '' },
	],
	[{ a: { b: { c: 1 } } }, { a: { b: '…' } }],
	[{ ['k'.repeat(101)]: null }, { [`${'k'.repeat(99)}…`]: null }],
	[{ a: undefined }, { a: undefined }],
])('the excerpt of %j is %j', (value, excerpt) => {
	expect(takeExcerpt(value, { text: 5, entries: 3, levels: 2 })).toEqual(excerpt);
});

test('an excerpt has at most 1,000 entries in total', () => {
	const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0));
	const size = { text: 10, entries: 100, levels: 2 };
	expect(JSON.stringify(takeExcerpt(rows, size)).match(/0/g)).toHaveLength(900);
});

test.each([
	['{"a":[1,2],"b":"[[,,,,,,"}', undefined],
	['[1,2,3,4,5,6]', 'values'],
	['{"a":1,"b":[2,{}],"c":3}', 'values'],
	['[[[[1]]]]', 'levels'],
	['["\\"[[[[",1]', undefined],
	['{"a":[1,2],"b":3}', undefined],
	['{"a":[],"b":3,"c":4}', 'keys'],
	['{"a":{"b":1,"c":2,"d":3}}', 'keys'],
	[']]],{"a":1}', undefined],
])('the limit that a JSON text exceeds is found without parsing it: %s', (json, excess) => {
	expect(findJsonExcess(Buffer.from(json), { values: 5, keys: 2, levels: 3 })).toBe(excess);
});

const ROUND: Record<string, unknown> = {};
ROUND.self = ROUND;

test.each<[string, unknown, string]>([
	['a text', 'a', 'a'],
	['a number', 1.5, '1.5'],
	['nothing', undefined, 'undefined'],
	['null', null, 'null'],
	['a symbol', Symbol('a'), 'Symbol(a)'],
	['an object that String cannot convert', { toString: 1 }, '{"toString":1}'],
	['an object without a prototype', Object.create(null), '{}'],
	['an object that contains itself', ROUND, '…'],
	['an object with 100,000 levels', nest(100_000), '…'],
])('any value becomes text: %s', (_what, value, text) => {
	expect(toText(value)).toBe(text);
});

test.each<[unknown, number]>([
	['1.5', 1.5],
	[null, 0],
	[true, 1],
	['a', NaN],
	[{ toString: 1, valueOf: 1 }, NaN],
])('any value becomes a number, or NaN: %j', (value, number) => {
	expect(toNumber(value)).toBe(number);
});
