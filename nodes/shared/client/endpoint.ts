import type { Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Client } from './client';
import type { HttpMethod } from './transport';

export interface Endpoint<Request extends ZodTypeAny = ZodTypeAny, Reply extends ZodTypeAny = ZodTypeAny> {
	/** Method and path, such as "POST /winners/draw". A GET sends its request in the query. */
	readonly call: `${HttpMethod} /${string}`;
	readonly request: Request;
	/** Only the keys that callers rely on; everything else passes through. */
	readonly reply: Reply;
	/** A sentence for a 400: rules that the request schema does not cover. */
	readonly expects?: string;
	/** A sentence for a 409: the existing thing that is in the way. */
	readonly conflict?: string;
	readonly retry: Retry<z.output<Request>>;
	/** Parses a success that is not a JSON object. Such a reply is otherwise ambiguous. */
	readonly otherAnswer?: (text: string) => Json | undefined;
}

/** What a call does, and so whether to resend it when it may have been processed. */
export type Retry<Request> = Reads | { kind: 'safe' } | { kind: 'safeDelete' } | Keyed | Unsafe<Request>;

/** The call changes nothing. All other kinds write: any success is final, whatever the reply shows. */
interface Reads {
	readonly kind: 'reads';
	/** Completes "The response does not show …". */
	readonly shows: string;
}

/** The request has a key, by which the service recognizes a repeated call. */
interface Keyed {
	readonly kind: 'keyed';
	/** A sentence about the attempt without a reply, shown if the next one is refused. */
	readonly lost: string;
}

export interface Unsafe<Request> {
	readonly kind: 'unsafe';
	/** A sentence that tells a person where to look if nothing confirms the call. */
	readonly check: string;
	/**
	 * Runs before the call is sent.
	 *
	 * @param before what the caller has just read
	 * @returns undefined if this request cannot be looked up.
	 */
	confirm?(
		client: Client,
		request: Request,
		before?: Before,
	): Confirmation | undefined | Promise<Confirmation | undefined>;
}

/** Finds out whether an ambiguous call was processed. */
export interface Confirmation {
	/**
	 * Looks up the call after each ambiguous attempt. The lookup must not wait for another execution, because
	 * the call keeps its turn.
	 *
	 * @param client makes the calls of the lookup. Those of another client would wait for the turn forever.
	 * @param since when the call was first sent, in ms since 1970 by our clock, for `ServiceClock.timing`
	 * @returns the lost reply, or undefined if the call was not processed and can be resent.
	 * @throws {ServiceError} if neither is certain.
	 */
	lookUp(client: Client, since: number): Promise<Json | undefined>;
	/**
	 * Whether the call fails with `Overtaken` instead of being resent after a wait. For callers that have just seen that
	 * the record does not exist: another process may create it during the wait, so they look again.
	 */
	readonly failsIfDelayed?: boolean;
	/** Runs once the call is known to be processed, with its reply or the result of the lookup. */
	onProcessed?(reply: Json): void;
}

/** What was there right before a call that creates records. A record found after it, but not before, is new. */
export interface Before {
	/** All records of the list in which a new one appears. */
	readonly records: readonly Json[];
	/** `AccountHistory.noteCount` when they were read. */
	readonly noteCount: number;
}
