import { tenDigits, withKeptTexts } from '../../sandbox/kept';

const TITLE = ' <b>Tom</b> &  Cafe\u0301 ';

test.each([
	['trimmed', '<b>Tom</b> &  Cafe\u0301'],
	['collapsed', ' <b>Tom</b> & Cafe\u0301 '],
	['withoutTags', ' Tom &  Cafe\u0301 '],
	['escaped', ' <b>Tom</b> &amp;  Cafe\u0301 '],
	['NFC', ' <b>Tom</b> &  Caf\u00e9 '],
	['NFD', TITLE],
] as const)('a text is kept %s, at any depth and nowhere else', (form, kept) => {
	const request = (Title: string) => ({ Title, Note: TITLE, Quantity: 1, Items: [{ Title, Value: null }] });
	expect(withKeptTexts(request(TITLE), [form])).toEqual(request(kept));
});

test('without a form, texts are kept as they come', () => {
	expect(withKeptTexts({ Title: TITLE })).toEqual({ Title: TITLE });
});

test.each([
	['+1 (202) 555-0123', '2025550123'],
	['+44 20 7946 0123', '+442079460123'],
	['call me', 'call me'],
])('the phone number %s is kept as %s', (phone, kept) => {
	expect(tenDigits(phone)).toBe(kept);
});
