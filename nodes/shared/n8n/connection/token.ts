/** The API token without the white space and invisible characters that pasting may leave around it. */
export function trimmedToken(apiToken: string): string {
	return apiToken.replace(
		/^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g,
		'',
	);
}

/** A sentence that says why a token cannot be sent, or undefined. Headers can hold only visible ASCII. */
export function tokenProblem(apiToken: string): string | undefined {
	const token = trimmedToken(apiToken);
	if (!token) return '“API Token” is empty';
	if (/^[!-~]+$/.test(token)) return undefined;
	return '“API Token” must have no spaces, line breaks or special characters inside. Copy it again from your account, without the word “Bearer”';
}

/** A shorter token is removed only as a whole word, because it may be part of any other. */
const SHORTEST_SECRET = 8;

/** This many consecutive characters of the token are removed, wherever they appear. */
const RUN = 12;

/**
 * Removes the API token from a text, whole or in part and in any case. Finds it plain, in base64, or escaped
 * for URLs, JSON or HTML, even repeatedly. If the token was escaped, the whole text comes out unescaped.
 * Takes linear time. An empty token means that none is known yet.
 */
export function withoutToken(text: string, token: string): string {
	const plain = unescaped(text);
	const redacted = redact(plain, token);
	return redacted === plain ? redact(text, token) : redacted;
}

function redact(text: string, token: string): string {
	const { runs, size } = getRuns(token);
	const letters = inSmallLetters(text);
	let result = '';
	let shownTo = 0;
	for (let at = 0; size > 0 && at + size <= text.length; at++) {
		if (!runs.has(letters.slice(at, at + size))) continue;
		if (size < SHORTEST_SECRET && (isWord(letters[at - 1]) || isWord(letters[at + size]))) continue;
		if (at > shownTo || at === 0) result += `${text.slice(shownTo, at)}***`;
		shownTo = at + size;
	}
	return withoutCutOff(result + text.slice(shownTo), inSmallLetters(token));
}

/** A truncated value may end with the beginning of the token, shorter than a run. */
function withoutCutOff(text: string, token: string): string {
	const letters = inSmallLetters(text);
	for (let length = Math.min(RUN - 1, token.length); length >= SHORTEST_SECRET; length--) {
		const at = letters.indexOf(`${token.slice(0, length)}…`);
		if (at >= 0) return `${text.slice(0, at)}***${text.slice(at + length)}`;
	}
	return text;
}

/** `toLowerCase` would change the length of some texts. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isWord(character = ''): boolean {
	return /[a-z0-9]/.test(character);
}

let latest = { token: '', runs: new Set<string>(), size: 0 };

/** All texts of one size that reveal the token. Cached, because a run may redact thousands of errors. */
function getRuns(token: string): typeof latest {
	if (latest.token === token) return latest;
	const whole = [token, unescaped(token)];
	const size = Math.min(RUN, ...whole.map(({ length }) => length));
	const forms = size < SHORTEST_SECRET ? whole : [...whole, ...toBase64Forms(token)];
	const listRuns = (form: string) =>
		Array.from({ length: form.length - size + 1 }, (_, at) => form.slice(at, at + size));
	latest = { token, runs: new Set(forms.map(inSmallLetters).flatMap(listRuns)), size };
	return latest;
}

const ESCAPE =
	/%([\da-f]{2})|\\u00([\da-f]{2})|&#x0{0,2}([\da-f]{2});|&#0{0,2}(\d{2,3});|&(amp|lt|gt|quot|apos);|\\/gi;

const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const MOST_ESCAPED = 8;

/** The token is compared without escapes too, because it may look as if it had some. */
function unescaped(text: string): string {
	for (let times = 0; times < MOST_ESCAPED; times++) {
		const before = text;
		text = text.replace(
			ESCAPE,
			(_, url?: string, json?: string, hex?: string, decimal?: string, name = '') => {
				const code = decimal ? Number(decimal) : Number.parseInt(url ?? json ?? hex ?? '', 16);
				return code ? String.fromCharCode(code) : (NAMED[name.toLowerCase()] ?? '');
			},
		);
		if (text === before) break;
	}
	return text;
}

/** In base64, alone or after other text, without the characters that depend on its neighbours. */
function toBase64Forms(token: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa(' '.repeat(offset) + token);
		const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
		return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
