/** Thrown in a dry run in place of the first call that would write. It ends the item. */
export class DryRunEnd extends Error {
	/** @param request what would have been sent */
	constructor(readonly request: unknown) {
		super('This is a dry run, so nothing was sent');
	}
}

/**
 * Returns what a dry run would have sent.
 *
 * @throws every error that does not end a dry run
 */
export function getUnsentRequest(error: unknown): unknown {
	if (error instanceof DryRunEnd) return error.request;
	throw error;
}

/** The ID of a record that exists only in a rehearsal (credential, Rehearse). */
export const REHEARSED_ID = '00000000-0000-4000-8000-000000000000';
