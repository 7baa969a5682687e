import { trimInvisible } from '../../json';

interface Address {
	baseUrl: string;
	allowInsecure?: boolean;
}

const MAX_URL_LENGTH = 2_000;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Matches the path of a documented operation (contract, Endpoints), which people copy from its page. */
const OPERATION =
	/\/(?:account|codes|entrypage|groups|invoices|participants|rules|sweepstakes|winners)\/(?:add|business|clone|count|create|delete|deletescheduled|draw|fetch|fetchscheduled|fields|generate|health-check|pause|plan|profile|schedule|single|unpause|update)$/i;

/** Returns the Base URL without trailing slashes, and without spaces and invisible characters around it. */
export function trimBaseUrl(baseUrl: string): string {
	return trimInvisible(baseUrl).replace(/(?<!\/)\/+$/, '');
}

/** Normalizes a valid Base URL for comparisons, because the case of the host and a default port do not matter. */
export function toComparableBaseUrl(baseUrl: string): string {
	return trimBaseUrl(new URL(trimBaseUrl(baseUrl)).href);
}

/** Returns a sentence that says why a Base URL cannot be used, or undefined if it can be used. */
export function findBaseUrlProblem({ baseUrl, allowInsecure }: Address): string | undefined {
	if (baseUrl.length > MAX_URL_LENGTH) return `“Base URL” must have at most ${MAX_URL_LENGTH} characters`;
	const text = trimBaseUrl(baseUrl);
	if (!text) return '“Base URL” is empty';
	if (!URL.canParse(text)) return '“Base URL” must be an address such as https://api.example.com/v3';
	const { protocol, hostname, username, password } = new URL(text);
	if (/[?#]/.test(text) || username || password)
		return '“Base URL” must be only the address, without “?”, “#”, user name or password';
	if (OPERATION.test(text))
		return '“Base URL” must not end with the path of an operation, such as /winners/draw';
	if (protocol === 'https:') return undefined;
	if (protocol === 'http:' && (allowInsecure || LOOPBACK.test(hostname))) return undefined;
	return '“Base URL” must begin with https://, because others on the network can read an API token sent over http://';
}

/**
 * A request in either of n8n's two formats. The HTTP Request node still uses the older format, which has `uri` in place
 * of `url`.
 */
interface Target {
	url?: string;
	uri?: string;
	baseURL?: string;
	headers?: object;
	proxy?: unknown;
	skipSslCertificateValidation?: boolean;
	rejectUnauthorized?: boolean;
}

/**
 * Returns the absolute, normalized address of a request. The caller must send the request to this address, and not use
 * the request's own parts, so that exactly the checked address is used.
 *
 * @throws Error with a message for the user if the token could be sent to an address that is not under the Base URL
 */
export function resolveUnderBaseUrl(baseUrl: string, request: Target): string {
	const address = joinUrl(request);
	if (!isUnder(new URL(trimBaseUrl(baseUrl)), address))
		throw createNotSentError(
			`the address is not under the credential’s “Base URL”. Use an address that begins with ${trimBaseUrl(baseUrl)}/, or another credential`,
		);
	if (request.proxy) throw createNotSentError('the request has its own proxy. Remove the option “Proxy”');
	if (request.skipSslCertificateValidation || request.rejectUnauthorized === false)
		throw createNotSentError(
			'the request does not check the certificate of the service. Turn off the option “Ignore SSL Issues”',
		);
	if (Object.keys(request.headers ?? {}).some((name) => name.trim().toLowerCase() === 'host'))
		throw createNotSentError('the request sets the header “Host”. Remove this header');
	return address!.href;
}

function createNotSentError(reason: string): Error {
	return new Error(`The API token was not sent, because ${reason}.`);
}

/** Joins `baseURL` and `url` as axios does. Returns undefined if the result is not a URL. */
function joinUrl({ url, uri, baseURL }: Target): URL | undefined {
	const given = String(url ?? uri ?? '');
	const isAbsolute = !baseURL || /^([a-z][a-z\d+.-]*:)?\/\//i.test(given);
	const text = isAbsolute ? given : `${baseURL.replace(/\/?\/$/, '')}/${given.replace(/^\/+/, '')}`;
	return URL.canParse(text) ? new URL(text) : undefined;
}

function isUnder(base: URL, address: URL | undefined): address is URL {
	if (address?.origin !== base.origin || address.username || address.password) return false;
	const path = withSlash(base.pathname);
	return withSlash(address.pathname).startsWith(path) && !leadsUpwards(address.pathname);
}

function withSlash(path: string): string {
	return path.endsWith('/') ? path : `${path}/`;
}

/**
 * Whether a path contains "..", which could lead out of the Base URL. `URL` resolves plain dots, but a server may find
 * encoded ones when it decodes the path, perhaps several times.
 */
function leadsUpwards(path: string): boolean {
	for (let depth = 0; depth < MAX_ENCODING_DEPTH; depth++) {
		if (/(^|[/\\])\.\.([/\\;]|$)/.test(path)) return true;
		const decoded = path.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
			String.fromCharCode(Number.parseInt(code, 16)),
		);
		if (decoded === path) return false;
		path = decoded;
	}
	return true;
}

const MAX_ENCODING_DEPTH = 5;
