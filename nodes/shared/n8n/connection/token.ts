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
