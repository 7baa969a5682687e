/**
 * Says why an email address that is sent as typed probably reaches nobody. Some programs append a domain that is reserved
 * for tests (RFC 2606) to all addresses of a copy. The result continues the sentence "“…” was sent as typed, although …".
 *
 * @returns undefined for any other address
 */
export function describeDoubtfulEmail(text: string): string | undefined {
	if (/\.(?:invalid|test|localhost|con|comm|com\.com)$|@domain\.com$|@www\.|-\./i.test(text))
		return 'its domain seems to be an example or misspelled';
	return /^([^@]+)@\1\./i.test(text) ? 'the same word is before and after the “@”' : undefined;
}
