/** One HTTP request without authentication. The transport adds the Bearer token. */
export interface HttpRequest {
	method: HttpMethod;
	url: string;
	/** The body as JSON text; undefined if there is none. */
	body?: string;
	signal?: AbortSignal;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A reply with any status. Header names are in lower case. */
export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** The reason why no reply arrived. `code` is the code of the network error, such as ECONNREFUSED. */
export interface Fault {
	code?: string;
	message: string;
	/** Whether no connection could be made, so that nothing was sent. */
	whileConnecting?: boolean;
}

export type CallOutcome = { reply: HttpReply } | { fault: Fault };

/** Sends one request once. It never throws: any status is a reply, and everything else is a fault. */
export type Transport = (request: HttpRequest) => Promise<CallOutcome>;

/** The maximum length of a reply, in MB. The longest documented reply is many times shorter. */
export const MAX_REPLY_MB = 10;

/**
 * The maximum number of values in a reply. A limit of the length alone would not limit the memory: a value of two bytes
 * in JSON can take two hundred bytes of memory.
 */
export const MAX_REPLY_VALUES = 300_000;

/**
 * The maximum number of keys of an object in a reply. If an object has many keys, each takes JavaScript much longer than
 * a record of a list.
 */
export const MAX_REPLY_KEYS = 10_000;

/**
 * The maximum depth of lists and objects in a reply. Recursive functions, in n8n and here, overflow the stack
 * at a few thousand levels.
 */
export const MAX_REPLY_LEVELS = 100;

/** The fault code of a reply that exceeds `MAX_REPLY_MB` or another of these limits. */
export const REPLY_TOO_LONG = 'REPLY_TOO_LONG';

export const DEADLINE_PASSED = 'DEADLINE_PASSED';

/**
 * The maximum time from the start of a request to the end of its reply, in ms. If the reply has not arrived by then,
 * the call is ambiguous.
 */
export const ATTEMPT_TIMEOUT_MS = 60_000;

export const EGRESS_BLOCKED = 'EGRESS_BLOCKED';
