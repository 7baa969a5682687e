import { mapTexts } from '../../json';

/** Removes the API token from a text. */
export type Redact = (text: string) => string;

/**
 * The minimum length of a token that is also removed inside words. A shorter token is removed only as a whole word,
 * because it may be part of an ordinary word.
 */
const MIN_SECRET_LENGTH = 8;

/**
 * Returns a function that removes the token from a text, in upper or lower case: plain, percent-encoded, escaped for
 * JSON, or in base64. It also removes the beginning of the token before a "…", where a long text was cut. The function
 * takes linear time.
 */
export function createRedactor(token: string): Redact {
	if (token === '') return (text) => text;
	const isShort = token.length < MIN_SECRET_LENGTH;
	const escaped = [encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
	const forms = [token, ...escaped, ...(isShort ? [] : toBase64Forms(token))];
	const pattern = [...forms.map(escapePattern), ...forms.map(toCutPattern)].join('|');
	const form = new RegExp(isShort ? `(?<![a-z0-9])(?:${pattern})(?![a-z0-9])` : pattern, 'gi');
	return (text) => text.replace(form, '***');
}

/** Removes the token from the keys and strings of a record. */
export function redactRecord<Record extends object>(record: Record, redact: Redact): Record {
	const text = JSON.stringify(record);
	return redact(text) === text ? record : mapTexts(record, redact);
}

/**
 * Returns the base64 forms that the token can have, whether it is encoded alone or after other text, such as "Bearer ".
 * Characters that also depend on the text around the token are left out.
 */
function toBase64Forms(token: string): string[] {
	return [0, 1, 2].map((offset) => {
		const encoded = btoa(' '.repeat(offset) + token);
		return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + token.length)) / 6));
	});
}

/**
 * Returns a pattern for the beginning of a token at the end of a text that was cut. Fewer than `MIN_SECRET_LENGTH`
 * characters may be an ordinary word, and reveal little.
 */
function toCutPattern(form: string): string {
	const start = escapePattern(form.slice(0, MIN_SECRET_LENGTH));
	const rest = [...form.slice(MIN_SECRET_LENGTH)];
	return `${start}${rest.reduceRight((inner, one) => `(?:${escapePattern(one)}${inner})?`, '')}(?=…)`;
}

function escapePattern(text: string): string {
	return text.replace(/[^\w\s]/g, '\\$&');
}
