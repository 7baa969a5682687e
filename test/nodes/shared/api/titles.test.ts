import { plainText, titleKey } from '../../../../nodes/shared/api/titles';

test.each([
	['white space', '  Official \t Rules\n', 'Official Rules'],
	['a space that does not break', 'Official\u00a0Rules', 'Official Rules'],
	['composed letters', 'Cafe\u0301', 'Café'],
	['named entities', '&lt;A &amp; B&gt; &quot;C&apos;s&quot;&nbsp;', '<A & B> "C\'s"'],
	['numeric entities', 'Jane&#39;s &#x26; Joe&#X27;s', "Jane's & Joe's"],
	['a numeric entity without a character', '&#9999999;', '&#9999999;'],
	['an unknown entity', '&copy; A&B', '&copy; A&B'],
])('%s: “%s” is “%s”', (_what, title, key) => {
	expect(titleKey(title)).toBe(key);
});

test('titles are case-sensitive', () => {
	expect(titleKey('Rules')).not.toBe(titleKey('rules'));
});

test('letters and digits survive in every form that the service stores', () => {
	expect(plainText('<b>Jane&#39;s</b> &amp; Joe’s&copy; ﬁrst 10 %')).toBe('janesjoesfirst10');
});
