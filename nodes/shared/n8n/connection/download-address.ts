import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

type Helpers = IExecuteFunctions['helpers'];

/** Continues "The file could not be downloaded …", in brackets. */
export const IN_PRIVATE_NETWORK = 'its address is in a private network';

/**
 * Says why an address must not be used for a download; undefined if it may. Otherwise, an account or an
 * impostor of the service could read addresses that only this machine can reach.
 *
 * @param mayBePrivate as `isPrivate` says of the service
 * @returns a phrase in brackets after "The file could not be downloaded …".
 */
export function downloadProblem(url: string, baseUrl: string, mayBePrivate: boolean): string | undefined {
	if (!URL.canParse(url)) return 'the service gave no address';
	const address = new URL(url);
	const isSecure = address.protocol === 'https:';
	if (!isSecure && !(address.protocol === 'http:' && new URL(baseUrl.trim()).protocol === 'http:'))
		return 'its address does not begin with https://';
	if (address.username || address.password) return 'its address has a user name or a password';
	return !mayBePrivate && PRIVATE_HOST.test(address.hostname) ? IN_PRIVATE_NETWORK : undefined;
}

/** Private and local addresses, and names without a public suffix. No storage uses IPv6 addresses. */
const PRIVATE_HOST =
	/^(\[.*|[^.]*\.?|.*\.(arpa|consul|corp|docker|domain|home|internal|intra|intranet|invalid|lan|local|localdomain|localhost|private|svc|test)\.?|(0|10|127)(\.\d+){3}|169\.254(\.\d+){2}|192\.168(\.\d+){2}|192\.0\.[02]\.\d+|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|198\.1[89](\.\d+){2}|(22[4-9]|2[3-5]\d)(\.\d+){3})$/;

/** Whether an address is surely in a private network. A name that cannot be looked up is not. */
export async function isPrivate(helpers: Helpers, url: string): Promise<boolean> {
	const address = new URL(url.trim());
	if (PRIVATE_HOST.test(address.hostname)) return true;
	const checked = await getFilter(helpers)
		?.validateUrl(address)
		.catch(() => undefined);
	return checked?.ok === false;
}

/**
 * The options of a request to an address that was looked up once and is public, so that a second lookup cannot
 * lead elsewhere (DNS rebinding). n8n before 2.31 cannot look names up: there, only the URL is checked.
 *
 * @throws {PrivateAddress} if any of the name's addresses is private.
 * @throws Error if the lookup fails.
 */
export async function toPublicAddress(helpers: Helpers, url: string): Promise<IHttpRequestOptions> {
	const lookup = getFilter(helpers)?.createSecureLookup();
	if (!lookup) return { url };
	const { host, hostname } = new URL(url);
	const found = await new Promise<Found[]>((resolve, reject) => {
		lookup(hostname, { all: true }, (error, addresses) => {
			if (error) reject(/^Ssrf/.test(error.constructor.name) ? new PrivateAddress() : error);
			else resolve(addresses as Found[]);
		});
	});
	// Some machines have no IPv6.
	const { address, family } = found.find((one) => one.family === 4) ?? found[0]!;
	if (address === hostname) return { url };
	const pinned = new URL(url);
	pinned.hostname = family === 6 ? `[${address}]` : address;
	return { url: pinned.href, headers: { Host: host }, agentOptions: { servername: hostname } };
}

interface Found {
	address: string;
	family: number;
}

export class PrivateAddress extends Error {}

/** Refuses private addresses whatever the settings of the instance. */
function getFilter(helpers: Helpers): ReturnType<Helpers['getSecureEgressFilter']> | undefined {
	// n8n before 2.31 has no such filter, despite the types.
	const filterOf = helpers.getSecureEgressFilter as typeof helpers.getSecureEgressFilter | undefined;
	return filterOf?.('enforced');
}
