import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Says why an address must not be used for a download; undefined if it may. Otherwise, an account or an
 * impostor of the service could read addresses that only this machine can reach.
 *
 * @returns a phrase in brackets after "The file could not be downloaded …".
 */
export async function downloadProblem(
	helpers: IExecuteFunctions['helpers'],
	url: string,
	baseUrl: string,
): Promise<string | undefined> {
	if (!URL.canParse(url)) return 'the service gave no address';
	const [address, base] = [new URL(url), new URL(baseUrl.trim())];
	const isSecure = address.protocol === 'https:';
	if (!isSecure && !(address.protocol === 'http:' && base.protocol === 'http:'))
		return 'its address does not begin with https://';
	if (address.username || address.password) return 'its address has a user name or a password';
	const isInside = (await isPrivate(helpers, address)) && !(await isPrivate(helpers, base));
	return isInside ? 'its address is in a private network' : undefined;
}

/** Private and local addresses, and names without a public suffix. No storage uses IPv6 addresses. */
const PRIVATE_HOST =
	/^(\[.*|[^.]*\.?|.*\.(localhost|local|internal|lan|home|corp|intranet)\.?|(0|10|127)(\.\d+){3}|169\.254(\.\d+){2}|192\.168(\.\d+){2}|192\.0\.[02]\.\d+|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|198\.1[89](\.\d+){2}|(22[4-9]|2[3-5]\d)(\.\d+){3})$/;

/** From 2.31 on, n8n can look names up: one private address makes the name private. */
async function isPrivate(helpers: IExecuteFunctions['helpers'], address: URL): Promise<boolean> {
	if (PRIVATE_HOST.test(address.hostname)) return true;
	// n8n before 2.31 has no such filter, despite the types.
	const filterOf = helpers.getSecureEgressFilter as typeof helpers.getSecureEgressFilter | undefined;
	const checked = await filterOf?.('enforced')
		.validateUrl(address)
		.catch(() => undefined);
	return checked?.ok === false;
}
