/** One HTTP request, without its authentication: the transport adds the Bearer token (contract, Authentication). */
export interface HttpRequest {
	method: HttpMethod;
	url: string;
	/** JSON text; absent if the endpoint has no body. */
	body?: string;
	/** Whether processing the request twice would do no harm. */
	safeToRetry: boolean;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response of any status, with its body as text and its header names in lower case. */
export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** No response arrived. `code` is that of the network fault (ECONNREFUSED, …), if there is one. */
export interface Fault {
	code?: string;
	message: string;
	/** The connection could not be made, so nothing was sent. */
	whileConnecting?: boolean;
}

export type Outcome = { reply: HttpReply } | { fault: Fault };

/** Sends one request once. Never throws: a status is a reply, everything else is a fault. */
export type Transport = (request: HttpRequest) => Promise<Outcome>;

/** The most that is read of a reply, in MB: many times the longest documented one. */
export const MAX_REPLY_MB = 10;

/** The most values in a reply: a value of two bytes needs a hundred times as much once it is a record of its own. */
export const MAX_REPLY_VALUES = 300_000;

/** The code of a fault caused by a longer reply, or one with more values. */
export const REPLY_TOO_LONG = 'REPLY_TOO_LONG';

/** The code of a fault caused by our own deadline. */
export const DEADLINE_PASSED = 'DEADLINE_PASSED';

/**
 * The deadline of one attempt, from the start of the request to the last byte of the reply. Longer than any documented
 * operation should take. A call without a reply by then may have been processed.
 */
export const ATTEMPT_TIMEOUT_MS = 60_000;

/** The code of a fault caused by the instance's own rules about addresses. */
export const EGRESS_BLOCKED = 'EGRESS_BLOCKED';
