/** Thrown in a dry run in place of the first call that would write. It ends the item. */
export class DryRunEnd extends Error {
	/**
	 * @param request what would have been sent
	 * @param creates the key of the ID of the record that the call would have created
	 */
	constructor(
		readonly request: unknown,
		readonly creates?: string,
	) {
		super('This is a dry run, so nothing was sent');
	}
}

/** The ID of a record that exists only in a rehearsal (credential, Rehearse). */
export const REHEARSED_ID = '00000000-0000-4000-8000-000000000000';

/** The link of an invoice that exists only in a rehearsal. */
export const REHEARSED_LINK = 'https://example.com/rehearsed-invoice';

/** Returns the email address of a person whom only a dry run or a rehearsal draws, such as winner-1@example.com. */
export function inventEmail(role: 'Winner' | 'Backup', number: number): string {
	return `${role.toLowerCase()}-${number}@example.com`;
}

/** Returns the hint for a step of a rehearsal that would fail in a real run, for example because nobody has entered yet. */
export function describeRealFailure({ message }: Error): string {
	return `Today, a real run would fail: ${message}.`;
}

const INVENTED = new RegExp(`${REHEARSED_ID}|${REHEARSED_LINK}|(?:winner|backup)-\\d+@example\\.com`, 'i');

/** Finds an address, ID or link in a text that only a dry run or a rehearsal makes up. */
export function findInvented(text: string): string | undefined {
	return INVENTED.exec(text)?.[0];
}
