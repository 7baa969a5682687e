/** One HTTP request without authentication: the transport adds the Bearer token. */
export interface HttpRequest {
	method: HttpMethod;
	url: string;
	/** JSON text; absent if the endpoint has no body. */
	body?: string;
	safeToRetry: boolean;
	/** Ends the attempt. */
	signal?: AbortSignal;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response of any status. Header names are in lower case. */
export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** No response arrived. `code` is the network error's, such as ECONNREFUSED. */
export interface Fault {
	code?: string;
	message: string;
	/** The connection could not be made, so nothing was sent. */
	whileConnecting?: boolean;
}

export type Outcome = { reply: HttpReply } | { fault: Fault };

/** Sends one request once. Never throws: a status is a reply, everything else a fault. */
export type Transport = (request: HttpRequest) => Promise<Outcome>;

/** The longest reply that is read, in MB: many times the longest documented one. */
export const MAX_REPLY_MB = 10;

/** The most values in a reply. Two bytes of JSON can take a hundred times as much memory. */
export const MAX_REPLY_VALUES = 300_000;

/** The fault code of a reply beyond one of these limits. */
export const REPLY_TOO_LONG = 'REPLY_TOO_LONG';

export const DEADLINE_PASSED = 'DEADLINE_PASSED';

/**
 * The longest time from the start of a request to the end of its reply, in ms. A call without a reply by then
 * is ambiguous.
 */
export const ATTEMPT_TIMEOUT_MS = 60_000;

export const EGRESS_BLOCKED = 'EGRESS_BLOCKED';
