import { countSegments, describeSpecial } from '../../../nodes/SweepstakesMessage/segments';

const x = (count: number) => 'x'.repeat(count);

test.each([
	['nothing', '', 1],
	['the longest single message', x(160), 1],
	['a longer text', x(161), 2],
	['the longest text in two parts', x(306), 2],
	['a text in three parts', x(307), 3],
	['letters with accents that the alphabet has', 'é'.repeat(160), 1],
	['a character that takes the space of two', `${x(158)}€`, 1],
	['the same, but too long', `${x(159)}€`, 2],
])('counts the text messages of %s', (_what, text, segments) => {
	expect(countSegments(text)).toEqual({ segments, special: undefined });
});

test.each([
	['a curly apostrophe', `You’ve won${x(60)}`, 1, '’'],
	['a curly apostrophe in a longer text', `You’ve won${x(61)}`, 2, '’'],
	['an emoji', `${x(133)}🎉`, 3, '🎉'],
	['a no-break space', `a\u00a0b${x(68)}`, 2, '\u00a0'],
	['the longest text', `${x(1_599)}ő`, 24, 'ő'],
])(
	'counts more text messages because of a character outside of their alphabet: %s',
	(_what, text, segments, special) => {
		expect(countSegments(text)).toEqual({ segments, special });
	},
);

test('names a special character, or its number if nobody could see it', () => {
	expect(describeSpecial('You’ve won')).toMatch(/^Because of “’”, a text message has room for 70 characters/);
	expect(describeSpecial('a\u00a0b')).toMatch(/^Because of \[U\+00A0\], /);
	expect(describeSpecial('You won')).toBeUndefined();
});
