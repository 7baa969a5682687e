import { createRedactor } from '../../../../../nodes/shared/n8n/errors/redactor';
import { cut } from '../../../../../nodes/shared/json';

test.each(['sk_live_51H8kz+abc/def==', 'short', 'a"token\\with$signs'])(
	'a text that was cut shows no more than 7 characters of the token “%s”',
	(token) => {
		const redact = createRedactor(token);
		for (const form of [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), btoa(token)]) {
			for (let room = 1; room < form.length; room++) {
				const shown = redact(cut(`The token is ${form} and more`, 13 + room + 1));
				expect(shown.slice(13).replace('***', '').length).toBeLessThanOrEqual(8);
				expect(shown.endsWith('…')).toBe(true);
			}
		}
	},
);

test('the beginning of the token elsewhere in a text is unchanged, because it may be a word', () => {
	const redact = createRedactor('sweepstakes-2027-secret');
	expect(redact('A sweepstakes, and more sweepstakes…')).toBe('A sweepstakes, and more ***…');
});
