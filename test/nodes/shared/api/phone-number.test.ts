import { phoneNumber, toPhoneKey, toTenDigits } from '../../../../nodes/shared/api/phone-number';

test.each([
	'2025550138',
	'(202) 555-0138',
	'202.555.0138',
	'202\u00a0555\u20110138',
	'202–555–0138',
	'+1 (202) 555-0138 (mobile)',
	'1-202-555-0138 cell',
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

test('the decimals that a spreadsheet adds to a number are not sent', () => {
	expect(phoneNumber.parse(' 2025550138.0 ')).toBe('2025550138');
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
	['555-0138', '5550138'],
])('%s is a phone number, but none of the US or Canada', (text, key) => {
	expect(phoneNumber.parse(text)).toBe(text);
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
	'N/A',
	'-',
])('%s is not one phone number, and nobody is found by it', (text) => {
	expect(phoneNumber.safeParse(text).error?.issues[0]).toMatchObject({
		message: 'must be one phone number without an extension, such as +12025550123',
	});
	expect(toPhoneKey(text)).toBe('');
});
