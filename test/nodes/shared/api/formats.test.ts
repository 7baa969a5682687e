import { color, email, handler, idempotencyKey, time } from '../../../../nodes/shared/api/formats';
import { describeDoubtfulEmail } from '../../../../nodes/shared/api/doubtful-email';
import { phoneNumber } from '../../../../nodes/shared/api/phone-number';
import type { ZodTypeAny } from '../../../../nodes/shared/zod';

test.each([
	['a time', time, '09:30'],
	['the end of a day', time, '24:00'],
	['a handler', handler, 'SUMMER2027'],
	['a color', color, '#0A7F3F'],
	['an idempotency key', idempotencyKey, 'key_of-1'],
])('%s is accepted unchanged', (_what, format, text) => {
	expect(format.safeParse(text)).toEqual({ success: true, data: text });
});

test('an email address is sent without the invisible characters around it', () => {
	expect(email.parse('\u200b\u202ajane@example.com\u202c \ufeff')).toBe('jane@example.com');
});

test('an email address is sent without the apostrophe that keeps it as text in a spreadsheet', () => {
	expect(email.parse("'jane@example.com")).toBe('jane@example.com');
	expect(email.safeParse("'jane@example.com'").success).toBe(false);
});

test.each([
	['jane@example.com.invalid', true],
	['jane@example.test', true],
	['jane@host.LOCALHOST', true],
	['jane@example.com', false],
	['user@domain.com', true],
	['jane@gmail.con', true],
	['jane@www.gmail.com', true],
	['test@test.com', true],
	['jane@jane-doe.com', false],
	['jane@test.example.org.uk', false],
	['jane@invalid.example', false],
])('%s reaches nobody: %p', (text, isDoubtful) => {
	expect(email.parse(text)).toBe(text);
	expect(describeDoubtfulEmail(text) !== undefined).toBe(isDoubtful);
});

test('an email address has at most 320 characters, and a phone number at most 100', () => {
	const isAccepted = (format: ZodTypeAny, text: string) => format.safeParse(text).success;
	const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
	expect([320, 321].map((length) => isAccepted(email, address(length)))).toEqual([true, false]);
	expect([100, 101].map((length) => isAccepted(phoneNumber, `${' '.repeat(length - 10)}2025550123`))).toEqual(
		[true, false],
	);
});

test.each([
	'o’neil+spring@mail.example.co.uk',
	'"jane,doe"@example.com',
	'jörg@müller.example',
	'jane@1.2.example',
	'用户@例子.公司',
])('%s may be an email address', (text) => {
	expect(email.parse(text)).toBe(text);
});

test.each([
	'mailto:jane@example.com',
	'jane@example.com.',
	'.jane@example.com',
	'jane.@example.com',
	'ann..lee@example.com',
	'ann\u200e.lee@example.com',
	'ann@ex\u200dample.com',
	'<jane@example.com>',
	'Jane <jane@example.com>',
	'jane@example.com,',
	'jane@example.com;ann@example.com',
	'jane@example..com',
	'jane\u200b@example.com',
	'ja\0ne@example.com',
	'jane@example',
	'jane@example.123',
	'N/A',
])('%s is no email address', (text) => {
	expect(email.safeParse(text).error?.issues[0]).toMatchObject({
		message: 'must be an email address such as jane@example.com, and nothing else',
	});
});
