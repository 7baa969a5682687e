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

/** So many consecutive characters of the token are removed, wherever they stand. */
const RUN = 12;

/**
 * A text without the API token, whole or in part and in letters of any case: as it is, in base64, or escaped for URLs, JSON or HTML, also
 * several times. A text that had an escaped token comes out without any escapes. Takes linear time.
 *
 * @param token empty as long as it is not known
 */
export function withoutToken(text: string, token: string): string {
	const plain = unescaped(text);
	const redacted = redact(plain, token);
	return redacted === plain ? redact(text, token) : redacted;
}

function redact(text: string, token: string): string {
	const { whole, runs, size } = runsOfToken(token);
	const letters = inSmallLetters(text);
	let result = '';
	let shownTo = 0;
	for (let at = 0; size > 0 && at + size <= text.length; at++) {
		if (!runs.has(letters.slice(at, at + size))) continue;
		if (size < SHORTEST_SECRET && (isWord(letters[at - 1]) || isWord(letters[at + size]))) continue;
		if (at > shownTo || at === 0) result += `${text.slice(shownTo, at)}***`;
		shownTo = at + size;
	}
	return withoutCutOff(result + text.slice(shownTo), whole);
}

/** A value that is cut off may end with the beginning of the token, and with less than a run of it. */
function withoutCutOff(text: string, forms: readonly string[]): string {
	return text.replace(/[!-~]{8,11}…/g, (end) => {
		const letters = inSmallLetters(end);
		for (let length = RUN - 1; length >= SHORTEST_SECRET; length--) {
			const isBeginning = forms.some(
				(form) => form.length >= length && letters.endsWith(`${form.slice(0, length)}…`),
			);
			if (isBeginning) return `${end.slice(0, -length - 1)}***…`;
		}
		return end;
	});
}

/** `toLowerCase` would change the length of some texts. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isWord(character = ''): boolean {
	return /[a-z0-9]/.test(character);
}

let latest = { token: '', whole: [] as string[], runs: new Set<string>(), size: 0 };

/** The texts of one size that give the token away. Made once for a token: a run may have thousands of errors to redact. */
function runsOfToken(token: string): typeof latest {
	if (latest.token === token) return latest;
	const whole = [token, unescaped(token)].map(inSmallLetters);
	const size = Math.min(RUN, ...whole.map(({ length }) => length));
	const forms = size < SHORTEST_SECRET ? whole : [...whole, ...base64FormsOf(token)];
	const listRuns = (form: string) =>
		Array.from({ length: form.length - size + 1 }, (_, at) => form.slice(at, at + size));
	latest = { token, whole, runs: new Set(forms.map(inSmallLetters).flatMap(listRuns)), size };
	return latest;
}

const ESCAPE =
	/%([\da-f]{2})|\\u00([\da-f]{2})|&#x0{0,2}([\da-f]{2});|&#0{0,2}(\d{2,3});|&(amp|lt|gt|quot|apos);|\\/gi;

const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** How often a text may be escaped. */
const MOST_ESCAPED = 8;

/** The token, too, is compared without escapes: it may look as if it had some. */
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

/** The token in base64, alone or after other text, without the characters that depend on its neighbours. */
function base64FormsOf(token: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const whole = btoa(' '.repeat(offset) + token);
		const own = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + token.length) * 8) / 6));
		return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
