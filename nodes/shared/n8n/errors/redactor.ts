import { mapTexts } from '../../json';

/** Removes the API token from a text. */
export type Redact = (text: string) => string;

/** The number of consecutive characters of the token that are removed wherever they appear. */
const PART_LENGTH = 12;

/**
 * The minimum length of a token that is also removed inside words. A shorter token is removed only as a whole word,
 * because it may be part of an ordinary word.
 */
const MIN_SECRET_LENGTH = 8;

/**
 * Returns a function that removes the token, and parts of it, from a text. It finds the token in upper or lower case:
 * plain, in base64, or escaped (even repeatedly) for URLs, JSON or HTML. If an escaped token was removed, the whole
 * text is returned unescaped. The function takes linear time.
 */
export function createRedactor(token: string): Redact {
	const parts = listParts(token);
	return (text) => {
		const plain = unescapeText(text);
		const redacted = removeParts(plain, parts);
		return redacted === plain ? removeParts(text, parts) : redacted;
	};
}

/** Removes the token from the keys and strings of a record. */
export function redactRecord<Record extends object>(record: Record, redact: Redact): Record {
	const text = JSON.stringify(record);
	return redact(text) === text ? record : mapTexts(record, redact);
}

function removeParts(text: string, parts: readonly string[]): string {
	const letters = toAsciiLowerCase(text);
	let shown: string[] | undefined;
	for (const part of parts) {
		for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + 1)) {
			const end = at + part.length;
			const isInWord = /[a-z0-9]/.test(`${letters[at - 1] ?? ''}${letters[end] ?? ''}`);
			if (part.length < MIN_SECRET_LENGTH && isInWord) continue;
			shown = (shown ?? text.split('')).fill('\0', at, end);
		}
	}
	return shown ? shown.join('').replace(/\0+/g, '***') : text;
}

/** Converts A to Z in a text to lower case. Unlike `toLowerCase`, this never changes the length of the text. */
function toAsciiLowerCase(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Lists all strings that would reveal the token or a part of it. */
function listParts(token: string): readonly string[] {
	// The token may contain what looks like an escape sequence, so its unescaped form is removed, too.
	const whole = [token, unescapeText(token)].filter(Boolean);
	const size = Math.min(PART_LENGTH, token.length, ...whole.map(({ length }) => length));
	const forms = size < MIN_SECRET_LENGTH ? whole : [...whole, ...toBase64Forms(token)];
	const parts = forms.flatMap((form) => [...form].map((_, at) => form.slice(at, at + size)));
	const runs = parts.filter(({ length }) => length === size);
	// A truncated text may end with a shorter part of the token, followed by "…".
	for (let length = MIN_SECRET_LENGTH; length < size; length++) runs.push(`${token.slice(0, length)}…`);
	return [...new Set(runs.map(toAsciiLowerCase))];
}

/** Matches an escaped character. Its number may have leading zeros, and in HTML, the semicolon may be missing. */
const ESCAPE =
	/(?:%(?:u0*)?|\\x|\\u\{?0*|&#x0*)([\da-f]{2})[;}]?|&#0*(\d{2,3});?|&(amp|lt|gt|quot|apos);|\\/gi;

const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeText(text: string, layers = 8): string {
	const plain = text.replace(ESCAPE, (_, hex?: string, decimal?: string, name?: string) => {
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return code ? String.fromCharCode(code) : (NAMED[name?.toLowerCase() ?? ''] ?? '');
	});
	return plain === text || layers === 1 ? plain : unescapeText(plain, layers - 1);
}

/** Returns the base64 forms that the token can have, whether it is encoded alone or together with other text. */
function toBase64Forms(token: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const form = btoa(' '.repeat(offset) + token);
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
