import { isAmbiguousNumber, readCount, readNumeral } from '../../../nodes/shared/numeral';

test.each([
	['3', 3],
	[' -0.5 ', -0.5],
	['+.5', 0.5],
	['5.', 5],
	[7, 7],
	['3 apples', undefined],
	['about 3', undefined],
	['1,5', undefined],
	['.', undefined],
	['0x1F', undefined],
	['1e3', undefined],
	['', undefined],
	[true, undefined],
])('%j, read as a number, is %p', (value, number) => {
	expect(readCount(value)).toBe(number);
	expect(readNumeral(value)).toBe(number ?? value);
});

test('text of at most 1,000 characters is read as a number', () => {
	const longer = '7'.padStart(1_001, '0');
	expect([longer.slice(1), longer].map(readCount)).toEqual([7, undefined]);
	expect([longer.slice(1), longer].map(readNumeral)).toEqual([7, longer]);
});

test.each([
	['1.500', true],
	[' -25.000 ', true],
	['1500.000', false],
	['x1.500', false],
	['1.5000', false],
	['0.500', false],
	['1.50', false],
	[1.5, false],
])('whether %j may be a different number in other languages: %p', (value, isAmbiguous) => {
	expect(isAmbiguousNumber(value)).toBe(isAmbiguous);
});

test('a number with a point before three digits is not ambiguous if it would be too large without the point', () => {
	expect(isAmbiguousNumber('8.875', 8_875)).toBe(true);
	expect(isAmbiguousNumber('8.875', 8_874)).toBe(false);
});
