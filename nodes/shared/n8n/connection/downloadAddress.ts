import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Why a file is not downloaded from an address of the service; undefined if it is. An account, or whoever answers in place of the
 * service, must not be able to read what only this machine can reach.
 *
 * @returns a phrase that continues "The file could not be downloaded …" in brackets.
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

/** An address of a private network or this machine, or a name without a public ending. No storage is given by an IPv6 address. */
const PRIVATE_HOST =
	/^(\[.*|[^.]*\.?|.*\.(localhost|local|internal|lan|home|corp|intranet)\.?|(0|10|127)(\.\d+){3}|169\.254(\.\d+){2}|192\.168(\.\d+){2}|192\.0\.[02]\.\d+|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|198\.1[89](\.\d+){2}|(22[4-9]|2[3-5]\d)(\.\d+){3})$/;

/** Where n8n can look a name up (from 2.31 on), a name counts as private if one of its addresses is. */
async function isPrivate(helpers: IExecuteFunctions['helpers'], address: URL): Promise<boolean> {
	if (PRIVATE_HOST.test(address.hostname)) return true;
	// n8n before 2.31 has no such filter, whatever the types say.
	const filterOf = helpers.getSecureEgressFilter as typeof helpers.getSecureEgressFilter | undefined;
	const checked = await filterOf?.('enforced')
		.validateUrl(address)
		.catch(() => undefined);
	return checked?.ok === false;
}
