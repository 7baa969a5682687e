/** The API token without what pasting may leave around it: white space, quotes and the word Bearer. */
export function trimmedToken(apiToken: string): string {
	return unquoted(unquoted(apiToken).replace(/^bearer(\s+|$)/i, ''));
}

function unquoted(text: string): string {
	const trimmed = trim(text);
	const inner = /^["'`“”‘’](.*)["'`“”‘’]$/s.exec(trimmed)?.[1];
	return inner === undefined ? trimmed : trim(inner);
}

/** Also removes invisible characters. */
function trim(text: string): string {
	return text.replace(
		/^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g,
		'',
	);
}

/** A sentence that says why a token cannot be sent, or undefined. Headers can hold only visible ASCII. */
export function tokenProblem(apiToken: string): string | undefined {
	const token = trimmedToken(apiToken);
	if (!token) return '“API Token” is empty';
	if (/^[!-~]+$/.test(token)) return undefined;
	return '“API Token” must have no spaces, line breaks or special characters inside. Copy it again from your account';
}
