import {
	describeDoubtfulNumber,
	phoneNumber,
	toPhoneKey,
	toTenDigits,
} from '../../../../nodes/shared/api/phone-number';

test.each([
	'2025550138',
	'(202) 555-0138',
	'202.555.0138',
	'202\u00a0555\u20110138',
	'202–555–0138',
	'+1 (202) 555-0138 (mobile)',
	'1-202-555-0138 cell',
	'Home Phone: 202-555-0138',
	'(202) 555-0138 (Work)',
	'1 (202) 555-0138',
	'+1.2025550138',
	'tel:+12025550138',
	'p:+12025550138',
	'Mobile: (202) 555 0138',
	'\u202a+1 (202) 555-0138\u202c',
	'2025550138',
	'="2025550138"',
	'2025550138.0',
	'+12025550138.00',
])('%s is the US number 2025550138', (text) => {
	expect(phoneNumber.safeParse(text).success).toBe(true);
	expect(toTenDigits(text)).toBe('2025550138');
});

test.each([
	[' 2025550138.0 ', '2025550138'],
	["'+447911123456", '+447911123456'],
	["'(202) 555-0138", '(202) 555-0138'],
	['+1 (202) 555-0138 (mobile)', '+12025550138'],
	['Mobile: (202) 555 0138', '2025550138'],
	['p:+442079460958', '+442079460958'],
	['Tel. +44 (0)20 7946 0958', '+442079460958'],
	['202–555–0138', '2025550138'],
	['="2025550138"', '2025550138'],
])('what people and programs add to the number %s is not sent', (text, sent) => {
	expect(phoneNumber.parse(text)).toBe(sent);
});

test.each([
	['7700900123', '7700900123'],
	['17700900123', '17700900123'],
	['+1 770 090 0123', '17700900123'],
	['202-155-0138', '2021550138'],
	['+44 (0)20 7946 0958', '442079460958'],
	['0044 20 7946 0958', '442079460958'],
	['030/1234567', '0301234567'],
	['+49 171/1234567', '491711234567'],
	['(0171) 123 45 67', '01711234567'],
	['0049 (0)171/1234567', '491711234567'],
	['+49.3012345', '493012345'],
	['030 / 1234567', '0301234567'],
	['01 23 45 67 89', '0123456789'],
	['447911123456', '447911123456'],
	['+421 905 1234 56', '421905123456'],
	['00 432 4567 8901 2345', '432456789012345'],
	['5550138 55', '555013855'],
	['555-0138', '5550138'],
	['555.0138', '5550138'],
])('%s is a phone number, but none of the US or Canada', (text, key) => {
	expect(phoneNumber.parse(text)).toBe(text.replace('/', ' '));
	expect([toPhoneKey(text), toTenDigits(text)]).toEqual([key, undefined]);
});

test.each([
	'555-0130 x123',
	'555-0130 ext. 123',
	'555-0130 / 123',
	'555-0130/123',
	'+1 555-0130/123',
	'555-0130 #123',
	'555-0130,,123',
	'tel:+1-202-555-0138;ext=5',
	'202-555-0138 or 202-555-0139',
	'202-555-0138 202-555-0139',
	'202-555-HELP',
	'jane2025550138@example.com',
	'T2025550138',
	'2,025,550,138',
	'5550130 5550199',
	'555-0130 - 555-0199',
	'+1 202 555 013',
	'+1 202 555 01388',
	'+1 1 202 555 0138',
	'4111 1111 1111 1111',
	'4111111111111111',
	'$1234567',
	'1234567 €',
	'1234567%',
	'(202) 555-0103 22',
	'202-555-0135 (22)',
	'1 202 555 0135 - 2',
	'2025550135 2',
	'+12025550135 2',
	'2025550101 / 2025550102',
	'01234 567890/567891',
	'49.99',
	'12345.67',
	'1234567.5',
	'-7025550160',
	'- 7025550160',
	'. 7025550160',
	'+01 (212) 555-0168',
	'+001 602-555-0145',
	'2025-11-29 10',
	'2025-11-29 10:30',
	'-73.935242',
	'1990-03-15',
	'15.03.1990',
	'3-15-1990',
	'3/15/1990',
	'12345',
	'000-000-0000',
	'202-555-0138 (wrong number)',
	'(202) 555-0138 (fax)',
	'Fax: 202-555-0138',
	'do not call 202-555-0138',
	'202-555-0138 or 9',
	'?702-555-0143?',
	'?702-555-0143',
	'702-555-0143?',
	'Mobile? 702-555-0143',
	'702-555-0143\x1A',
	'N/A',
	'-',
])('%s is not a single phone number, and matches nobody', (text) => {
	const { message = '' } = phoneNumber.safeParse(text).error?.issues[0] ?? {};
	expect(message).toMatch(
		/^[+\d ().-]+$/.test(text)
			? /with all its digits and no others, such as/
			: /without letters, other signs, an extension or a note, such as/,
	);
	expect(toPhoneKey(text)).toBe('');
});

const LOCAL = 'it has no country code and is no number of the US or Canada';
const WITH_ZERO = '“(0)” is not dialed after a country code: leave it out';

test.each([
	'202-555-0138',
	'1 (202) 555-0138',
	'+1 202 555 0138',
	'001 202 555 0138',
	'2025550138.0',
	'+44 7911 123456',
	'+61755501890',
	'0044 20 7946 0138',
	'+39 06 6982 0138',
	'Tel: +49 30 123456',
])('%s can be called as it is', (text) => {
	expect(describeDoubtfulNumber(text)).toBeUndefined();
});

test.each([
	'123-456-7890',
	'7911 123456',
	'202-055-0138',
	'555-0138',
	'702555016',
	'70255501627',
	'61755501890',
	'447911123456',
	'0151 23456791',
	'020 7946 0138',
	'06 12 34 56 78',
	'491512345678901',
])('%s may reach nobody, because it has no country code', (text) => {
	expect(describeDoubtfulNumber(text)).toBe(LOCAL);
});

test.each(['+49 (0)30 123456', '+44(0)20 7946 0138', '0049 (0) 30 123456', 'Tel. +353 (0)1 555 0138'])(
	'%s has a zero that is not dialed',
	(text) => {
		expect(describeDoubtfulNumber(text)).toBe(WITH_ZERO);
	},
);

test.each([
	['4294967295', 'it is the largest number that some databases can store'],
	['2147483647', 'it is the largest number that some databases can store'],
	['7777777777', 'all its digits are equal'],
	['(999) 999-9999', 'all its digits are equal'],
	['999-999-9998', 'no area code of the US or Canada has a 9 in the middle'],
	['+2125550143', 'its first three digits may be an area code: write +1 before them'],
	['+(602) 555-0142', 'its first three digits may be an area code: write +1 before them'],
])('%s may be something else, because %s', (text, doubt) => {
	expect(phoneNumber.parse(text)).toBe(text);
	expect(describeDoubtfulNumber(text)).toBe(doubt);
});

test.each(['+(44) 20 7946 0958', '+(852) 2345 6789', '+4532123456', '+3545551234', '2147483646'])(
	'%s raises no doubt',
	(text) => {
		expect(describeDoubtfulNumber(text)).toBeUndefined();
	},
);
