import { toPlainText, toTitleKey } from '../../../../nodes/shared/api/titles';

test.each([
	['white space', '  Official \t Rules\n', 'Official Rules'],
	['non-breaking spaces', 'Official\u00a0Rules', 'Official Rules'],
	['accented letters in two parts', 'Cafe\u0301', 'Café'],
	['named entities', '&lt;A &amp; B&gt; &quot;C&apos;s&quot;&nbsp;', '<A & B> "C\'s"'],
	['numeric entities', 'Jane&#39;s &#x26; Joe&#X27;s', "Jane's & Joe's"],
	['a numeric entity that is no character', '&#9999999;', '&#9999999;'],
	['unknown entities', '&copy; A&B', '&copy; A&B'],
])('titles are compared in a normal form: %s (%j becomes %j)', (_what, title, key) => {
	expect(toTitleKey(title)).toBe(key);
});

test('titles that differ only in case are different', () => {
	expect(toTitleKey('Rules')).not.toBe(toTitleKey('rules'));
});

test('the plain form of a text consists of its letters and digits, however the text is formatted', () => {
	expect(toPlainText('<b>Jane&#39;s</b> &amp; Joe’s&copy; ﬁrst 10 %')).toBe('janesjoesfirst10');
});
