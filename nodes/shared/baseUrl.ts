/** What a credential says of the service's address. */
interface Address {
	baseUrl: string;
	allowInsecure?: boolean;
}

/** No browser or server is sure to take a longer address. */
const LONGEST_URL = 2_000;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The Base URL as it is used: without spaces around it and without a slash at its end. */
export function trimmedBaseUrl(baseUrl: string): string {
	return baseUrl.trim().replace(/(?<!\/)\/+$/, '');
}

/** Why nothing must be sent to an address, as a sentence that names the field; undefined if it can be used. */
export function baseUrlProblem({ baseUrl, allowInsecure }: Address): string | undefined {
	if (baseUrl.length > LONGEST_URL) return `“Base URL” must have at most ${LONGEST_URL} characters`;
	const text = trimmedBaseUrl(baseUrl);
	if (!text) return '“Base URL” is empty';
	if (!URL.canParse(text)) return '“Base URL” must be an address such as https://api.example.com/v3';
	const { protocol, hostname, username, password } = new URL(text);
	if (/[?#]/.test(text) || username || password)
		return '“Base URL” must be only the address, without “?”, “#”, user name or password';
	if (protocol === 'https:') return undefined;
	if (protocol === 'http:' && (allowInsecure || LOOPBACK.test(hostname))) return undefined;
	return '“Base URL” must begin with https://, because others on the network can read an API token sent over http://';
}
