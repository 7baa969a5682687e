import type { Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import type { ExecutionState } from './executionState';
import type { Timing } from './serviceClock';
import type { HttpMethod } from './transport';

/** One endpoint of the service, as `api/` declares it. */
export interface Endpoint<Request extends ZodTypeAny = ZodTypeAny, Reply extends ZodTypeAny = ZodTypeAny> {
	/** Method and path as the contract writes them: "POST /winners/draw". The request of a GET goes into the query. */
	readonly call: `${HttpMethod} /${string}`;
	/** The request table of the contract. */
	readonly request: Request;
	/** Only what callers rely on; everything else passes untouched. */
	readonly reply: Reply;
	/**
	 * Completes "The service did not say …" if the reply to a call that reads has another shape. A call that writes has none: it was
	 * processed, whatever its reply looks like.
	 */
	readonly tells?: string;
	/** What the service checks beyond the request table, in a sentence for the person whose request it refused (400). */
	readonly expects?: string;
	/** What is in the way if the service refuses a request because of something that exists (409), in a sentence. */
	readonly conflict?: string;
	readonly retry: Retry<z.output<Request>>;
	/**
	 * Reads the text of a success that is no JSON object. Without it, and where it returns undefined, such a reply does not
	 * say whether the call was processed.
	 */
	readonly otherAnswer?: (text: string) => Json | undefined;
}

/** Whether a call may be sent again after an outcome that does not say whether it was processed. */
export type Retry<Request> = { kind: 'safe' } | { kind: 'safeDelete' } | Keyed | Unsafe<Request>;

/** A call that the service processes once, however often it arrives, because the request has a key. */
interface Keyed {
	readonly kind: 'keyed';
	/** What to say of an attempt without a reply if the next one is refused, as a sentence. */
	readonly lost: string;
}

/** A call that must not be processed twice. */
export interface Unsafe<Request> {
	readonly kind: 'unsafe';
	/** What a person has to check if nothing confirms the call, as a sentence. */
	readonly check: string;
	/** Runs before the call is sent. @returns undefined if this request leaves nothing to look up. */
	confirm?(service: Caller, request: Request): Confirmation | undefined | Promise<Confirmation | undefined>;
}

/** Finds out whether a call was processed. */
export interface Confirmation {
	/**
	 * Looks up whether the call was processed, after each attempt in doubt. The call keeps its turn meanwhile, so this must
	 * not wait for another execution.
	 *
	 * @param since when the call was first sent, in ms since 1970 by our clock, for `Caller.timing`
	 * @returns the reply that would have come, or undefined if the call was not processed: it is then sent again.
	 * @throws {ServiceError} if it cannot be known.
	 */
	lookUp(since: number): Promise<Json | undefined>;
	/** Called once the call is known to be processed, with its reply or what the lookup returned. */
	onProcessed?(reply: Json): void;
}

/** How the code above the client makes calls. */
export interface Caller {
	readonly state: ExecutionState;

	/** What all executions of this process share for the account. */
	readonly account: Account;

	/**
	 * Looks and writes without another execution in between: runs `work` while no other one in this process runs work for
	 * the account with one of these keys. Must not be nested.
	 *
	 * @param keys each names what is written, such as `draw <SweepstakesToken>`
	 * @throws {Cancelled} once the execution was cancelled.
	 */
	exclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;

	/**
	 * Makes a call and retries it as long as that is safe and promising.
	 *
	 * @param confirm in place of the endpoint's own, for a caller who already knows what was there before.
	 * @throws {ServiceError} if the call failed for good, or the reply has another shape than documented.
	 * @throws {Cancelled} once the execution was cancelled; nothing is sent after that.
	 */
	call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		confirm?: Unsafe<z.output<Request>>['confirm'],
	): Promise<z.output<Reply>>;

	/**
	 * Makes a call and turns its reply into items. If the call writes, it is done, so a reply of another shape than documented comes
	 * out as one item, with all that it says.
	 *
	 * @throws as `call` does, except for the shape of the reply to a call that writes.
	 */
	callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
		confirm?: Unsafe<z.output<Request>>['confirm'],
	): Promise<readonly object[]>;

	/**
	 * Whether something with this date of the service was created at or after a moment of our clock.
	 *
	 * @param sentAt ms since 1970
	 */
	timing(sentAt: number, creationDate: unknown): Timing;

	/**
	 * Learns how the service writes dates from something that this execution has created. Afterwards dates of the same form
	 * are placed exactly, even without a zone.
	 *
	 * @param createdBefore ms since 1970 by our clock: when the reply to its creation arrived
	 */
	learnDate(creationDate: unknown, createdBefore: number): void;
}
