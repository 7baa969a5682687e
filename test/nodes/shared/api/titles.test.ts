import { toTitleKey } from '../../../../nodes/shared/api/titles';

test.each([
	['white space around them', '  Official Rules\n', 'official rules'],
	['accented letters in two parts', 'Cafe\u0301', 'caf\u00e9'],
	['case', 'OFFICIAL Rules', 'official rules'],
])('names are compared without regard to %s (%j becomes %j)', (_what, title, key) => {
	expect(toTitleKey(title)).toBe(key);
});

test.each([
	['white space within them', 'Official  Rules', 'Official Rules'],
	['HTML entities', 'Tom &amp; Joe', 'Tom & Joe'],
])('names that differ in %s are different', (_what, one, other) => {
	expect(toTitleKey(one)).not.toBe(toTitleKey(other));
});
