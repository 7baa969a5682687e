import type { Client, Endpoint } from '../client/client';
import { z, type ZodTypeAny } from '../zod';

export function endpoint<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
	declared: Endpoint<Request, Reply>,
): Endpoint<Request, Reply> {
	return declared;
}

/**
 * The retry rule of a call that only reads. The call can be processed twice without harm, and a dry run sends it, too.
 * `shows` completes "The service’s response does not show …".
 */
export function reads(shows: string) {
	return { kind: 'reads', shows } as const;
}

/**
 * The retry rule of a call that writes, but can be processed twice without harm, because the second time changes
 * nothing.
 */
export const safe = { kind: 'safe' } as const;

/**
 * The retry rule of a call that deletes a record. The call can be processed twice without harm: if the retry gets "not
 * found", the first attempt deleted the record.
 */
export const safeDelete = { kind: 'safe', deletes: true } as const;

/**
 * The retry rule of a call that sends a message. The service recognizes a retry by its idempotency key. But it checks
 * other things before the key, so a refusal after a lost reply does not prove that the first attempt failed.
 */
export const keyed = {
	kind: 'safe',
	lost: 'An earlier attempt got no response, so the message may have been sent. If you run this again soon, it is not sent twice.',
} as const;

/**
 * The retry rule of a call that must not be processed twice. A comment next to each use must give the reason. `check`
 * tells a person where to look if the endpoint's `confirm` cannot find out whether the call was processed.
 */
export function unsafe(check: string) {
	return { kind: 'unsafe', check } as const;
}

/** Several calls that together read records, such as the pages of a list. */
export interface Listing<Request extends ZodTypeAny, Found extends object> {
	readonly request: Request;
	/**
	 * Yields the records in groups, such as pages, as they arrive.
	 *
	 * @param limit how many records are needed. Once there are that many, no more pages are read.
	 * @param onTotal called with the number of all records, if it is known before all are read
	 */
	read(
		client: Client,
		request: z.output<Request>,
		limit: number,
		onTotal?: (total: number) => void,
	): AsyncIterable<readonly Found[]>;
}

export function listing<Request extends ZodTypeAny, Found extends object>(
	declared: Listing<Request, Found>,
): Listing<Request, Found> {
	return declared;
}

export const noRequest = z.undefined();
