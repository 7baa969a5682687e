import { asText, mapTexts } from '../../json';

/** This many consecutive characters of the token are removed, wherever they appear. */
const RUN = 12;

/** A shorter token is removed only as a whole word, because it may occur in an ordinary word. */
const SHORTEST_SECRET = 8;

/**
 * Removes the API token from a text, whole or in part and in any case. Finds it plain, in base64, or escaped
 * for URLs, JSON or HTML, even repeatedly. If the token was escaped, the whole text comes out unescaped.
 * Takes linear time. An empty token means that none is known yet.
 */
export function withoutToken(text: string, token: string): string {
	const plain = unescapeText(text);
	const redacted = redact(plain, token);
	return redacted === plain ? redact(text, token) : redacted;
}

/** A record without the token in its keys and texts. */
export function recordWithoutToken<Record extends object>(record: Record, token: string): Record {
	const text = JSON.stringify(record);
	return withoutToken(text, token) === text ? record : mapTexts(record, (one) => withoutToken(one, token));
}

function redact(text: string, token: string): string {
	const letters = toSmallLetters(text);
	let shown: string[] | undefined;
	for (const part of listParts(token)) {
		for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + 1)) {
			const end = at + part.length;
			if (part.length < SHORTEST_SECRET && /[a-z0-9]/.test(`${letters[at - 1] ?? ''}${letters[end] ?? ''}`))
				continue;
			shown = (shown ?? text.split('')).fill('\0', at, end);
		}
	}
	return shown ? shown.join('').replace(/\0+/g, '***') : text;
}

/** `toLowerCase` would change the length of some texts. */
function toSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

let latest = { token: '', parts: [] as readonly string[] };

/** All texts that reveal the token. Cached, because a run may redact thousands of errors. */
function listParts(token: string): readonly string[] {
	if (latest.token === token) return latest.parts;
	// Compared without escapes too, because it may look as if it had some.
	const whole = [token, unescapeText(token)];
	const size = Math.min(RUN, ...whole.map(({ length }) => length));
	const forms = size < SHORTEST_SECRET ? whole : [...whole, ...toBase64Forms(token)];
	const runs = forms.flatMap((form) => [...form].map((_, at) => form.slice(at, at + size)));
	// A truncated text may end with fewer characters.
	const truncated = runs.slice(0, 1).flatMap((run) => [...run].map((_, at) => `${run.slice(0, at)}…`));
	const parts = [
		...runs.filter(({ length }) => length === size),
		...truncated.filter(({ length }) => length > SHORTEST_SECRET),
	];
	latest = { token, parts: [...new Set(parts.map(toSmallLetters))] };
	return latest.parts;
}

/** Numbers may have leading zeros, and HTML reads them without a semicolon. */
const ESCAPE =
	/%(?:u0*)?([\da-f]{2})|\\x([\da-f]{2})|\\u(?:0*([\da-f]{2})|\{0*([\da-f]{2})\})|&#x0*([\da-f]{2});?|&#0*(\d{2,3});?|&(amp|lt|gt|quot|apos);|\\/gi;

const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const MOST_LAYERS = 8;

function unescapeText(text: string): string {
	for (let layers = 0; layers < MOST_LAYERS; layers++) {
		const before = text;
		text = text.replace(ESCAPE, (_, url, js, json, braces, hex, decimal, name) => {
			const digits = (url ?? js ?? json ?? braces ?? hex) as string | undefined;
			const code = digits ? Number.parseInt(digits, 16) : Number(decimal);
			return code ? String.fromCharCode(code) : (NAMED[asText(name).toLowerCase()] ?? '');
		});
		if (text === before) break;
	}
	return text;
}

/** In base64, alone or after other text, without the characters that depend on its neighbors. */
function toBase64Forms(token: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa(' '.repeat(offset) + token);
		const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
		return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
