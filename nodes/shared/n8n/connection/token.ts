/** The API token as it is sent: without the spaces, line breaks and invisible characters that pasting leaves around it. */
export function trimmedToken(apiToken: string): string {
	return apiToken.replace(
		/^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g,
		'',
	);
}

/** Why a token cannot be sent, as a sentence that names the field; undefined if it can. Headers can hold only visible ASCII. */
export function tokenProblem(apiToken: string): string | undefined {
	const token = trimmedToken(apiToken);
	if (!token) return '“API Token” is empty';
	if (/^[!-~]+$/.test(token)) return undefined;
	return '“API Token” must have no spaces, line breaks or special characters inside. Copy it again from your account, without the word “Bearer”';
}

/** A shorter token is removed only as a whole word, because it could be part of any other. */
const SHORTEST_SECRET = 8;

/**
 * A text without the API token: as it is, URL-encoded, escaped for JSON or HTML, in base64, and cut off by “…”.
 *
 * @param token empty as long as it is not known
 */
export function withoutToken(text: string, token: string): string {
	const forms = token.length < SHORTEST_SECRET ? [token] : [token, ...base64FormsOf(token)];
	return forms.filter(Boolean).reduce(replaceForm, text);
}

function replaceForm(text: string, form: string): string {
	const spellings = [...form].map((character) => SPELLINGS.get(character) ?? spellingsOf(character));
	let result = '';
	for (let at = 0; at < text.length;) {
		const end = endOfForm(text, at, spellings);
		result += end > at ? '***' : text[at];
		at = Math.max(end, at + 1);
	}
	return result;
}

/** Where a form that begins at `start` ends; `start` if there is none. */
function endOfForm(text: string, start: number, spellings: readonly string[][]): number {
	const isShort = spellings.length < SHORTEST_SECRET;
	if (isShort && isWord(text[start - 1])) return start;
	let at = start;
	for (const [index, choices] of spellings.entries()) {
		const spelling = choices.find((one) => text.startsWith(one, at));
		if (spelling === undefined) return index >= SHORTEST_SECRET && text[at] === '…' ? at : start;
		at += spelling.length;
	}
	return isShort && isWord(text[at]) ? start : at;
}

function isWord(character = ''): boolean {
	return /[a-z0-9]/i.test(character);
}

const HTML_NAMES: Partial<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** The ways to write an ASCII character, the longest first. */
function spellingsOf(character: string): string[] {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).padStart(2, '0');
	const escapes = [hex, hex.toUpperCase()].flatMap((digits) => [
		`%${digits}`,
		`\\u00${digits}`,
		`&#x${digits};`,
	]);
	const named = HTML_NAMES[character];
	return [
		...escapes,
		`&#${code};`,
		...(named ? [named] : []),
		...(isWord(character) ? [] : [`\\${character}`]),
		character,
	].sort((a, b) => b.length - a.length);
}

/** Of every character that a header can hold, made once: a run may have thousands of errors to redact. */
const SPELLINGS = new Map(
	Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index)).map((character) => [
		character,
		spellingsOf(character),
	]),
);

/** The token in base64, alone or after other text, without the characters that depend on its neighbours. */
function base64FormsOf(token: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa(' '.repeat(offset) + token);
		const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
		return [...new Set([own, own.replaceAll('+', '-').replaceAll('/', '_')])];
	});
}
