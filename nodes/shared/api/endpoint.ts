import type { Client, Endpoint } from '../client/client';
import { z, type ZodTypeAny } from '../zod';

export function endpoint<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
	declared: Endpoint<Request, Reply>,
): Endpoint<Request, Reply> {
	return declared;
}

/**
 * The call only reads, so it may be processed twice, and a dry run sends it. `shows` completes "The response does not
 * show …".
 */
export function reads(shows: string) {
	return { kind: 'reads', shows } as const;
}

/** The call writes, but may be processed twice, because the second time changes nothing. */
export const safe = { kind: 'safe' } as const;

/**
 * The call deletes a record and may be processed twice: if the second reply is "not found", the first call succeeded.
 */
export const safeDelete = { kind: 'safe', deletes: true } as const;

/**
 * The call sends a message. The service recognizes a call that is sent again by its idempotency key. But it checks other
 * things first, so a refusal after a lost reply does not prove that the first attempt failed.
 */
export const keyed = {
	kind: 'safe',
	lost: 'An earlier attempt got no response, so the message may have been sent. Running this again does not send it twice.',
} as const;

/**
 * The call must not be processed twice. A comment next to each use must give the reason. `check` tells a person where
 * to look if the endpoint's `confirm` cannot find out whether the call was processed.
 */
export function unsafe(check: string) {
	return { kind: 'unsafe', check } as const;
}

/** Several calls that together read one thing, such as the pages of a list. */
export interface Lookup<Request extends ZodTypeAny, Found extends object> {
	readonly request: Request;
	/**
	 * Returns the records in groups as they arrive, such as pages.
	 *
	 * @param limit how many records are needed; reading stops there
	 * @param onTotal called with the number of all records, if the service sends it
	 */
	read(
		client: Client,
		request: z.output<Request>,
		limit: number,
		onTotal?: (total: number) => void,
	): AsyncIterable<readonly Found[]>;
}

export function lookup<Request extends ZodTypeAny, Found extends object>(
	declared: Lookup<Request, Found>,
): Lookup<Request, Found> {
	return declared;
}

/**
 * Makes a call that the API documents show in two forms.
 *
 * @param isMissing whether a refusal may mean that the service does not know the first form, so that the second form is
 *   tried
 * @param firstStands whether to report the first refusal if the service refuses both forms
 */
export async function callEither<Reply>(
	first: () => Promise<Reply>,
	second: () => Promise<Reply>,
	isMissing: (refusal: unknown) => boolean,
	firstStands: (second: unknown, first: unknown) => boolean,
): Promise<Reply> {
	return await first().catch(async (refusal: unknown) => {
		if (!isMissing(refusal)) throw refusal;
		return await second().catch((other: unknown) => {
			throw firstStands(other, refusal) ? refusal : other;
		});
	});
}

export const noRequest = z.undefined();
