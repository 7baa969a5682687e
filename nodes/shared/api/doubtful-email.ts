/**
 * Says why an email address that is sent as typed reaches nobody: its top-level domain is reserved for tests (RFC 2606),
 * and some programs append it to all addresses of a copy. The result continues the sentence "“…” was sent as typed,
 * although …".
 *
 * @returns undefined for any other address
 */
export function describeDoubtfulEmail(text: string): string | undefined {
	return /\.(?:invalid|test|localhost)$/i.test(text)
		? 'no mail arrives at a domain that ends with .invalid, .test or .localhost'
		: undefined;
}
