import type { Json } from '../json';
import type { ZodTypeAny } from '../zod';
import type { HttpMethod } from './transport';

/** What the service's documents say about an operation that matters for sending a call and judging its reply. */
export interface CallRules<Reply extends ZodTypeAny = ZodTypeAny> {
	/** The method and path, such as "POST /winners/draw". A GET sends its request in the query. */
	readonly call: `${HttpMethod} /${string}`;
	/** The schema of the reply. It names only the keys that callers rely on, and passes on all other keys. */
	readonly reply: Reply;
	/** A sentence for the error after a 400, about rules that the request schema does not check. */
	readonly expects?: string;
	/** A sentence for the error after a 409, about the existing record that prevents the call. */
	readonly conflict?: string;
	readonly retry: RetryRule;
	/** Parses a successful reply that is not a JSON object. If omitted, such a reply makes the call ambiguous. */
	readonly otherReply?: (text: string) => Json | undefined;
}

/**
 * What a call does. This decides whether the call is sent again if it may have been processed. The functions in
 * `api/endpoint` make these rules.
 */
type RetryRule =
	| { readonly kind: 'reads'; readonly shows: string }
	| {
			readonly kind: 'safe';
			/** Whether the call deletes a record, so that a 404 after an ambiguous attempt counts as success. */
			readonly deletes?: boolean;
			/** A sentence about an attempt whose reply was lost. It is shown if the next attempt is refused. */
			readonly lost?: string;
	  }
	| { readonly kind: 'unsafe'; readonly check: string };

/**
 * What a lookup shows about a call whose reply was lost:
 *
 * - `done`: for a creation, exactly the requested records are there and were not there before. For a change, the record
 *   is as requested, no matter who changed it. `reply` replaces the lost reply, without `Response`.
 * - `nothing`: nothing is there that was not there before.
 * - `unclear`: anything else. `found` completes "…, because".
 */
export type LookupResult =
	{ kind: 'done'; reply: Json } | { kind: 'nothing' } | { kind: 'unclear'; found: string };

/**
 * Looks up a call whose reply was lost. It reads, and never writes.
 *
 * @param sentAt when the attempt was sent whose reply was lost, in ms since 1970 by our clock, for `ServiceClock.judgeTiming`
 * @throws {ServiceError} if the records cannot be read
 */
export type LookUp = (sentAt: number) => Promise<LookupResult>;
