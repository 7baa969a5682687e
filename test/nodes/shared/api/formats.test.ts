import { color, email, handler, idempotencyKey, time } from '../../../../nodes/shared/api/formats';

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
