import type {
	IAllExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** What n8n hands to a node that makes requests: an execution, a picker of the editor, or a poll. */
export type RequestContext = IAllExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** One HTTP request, without its authentication: the transport adds the Bearer token (specification, Authentication). */
export interface HttpRequest {
	method: IHttpRequestMethods;
	url: string;
	/** JSON text; absent where the operation has no body. */
	body?: string;
}

/** An answer of any status, its body as text and its header names in lower case. */
export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** No answer: the code of the network fault (ECONNREFUSED, …) where there is one. */
export interface Fault {
	code?: string;
	message: string;
}

export type Outcome = { reply: HttpReply } | { fault: Fault };

/** Sends one request once. Never throws: a status is a reply, everything else a fault. */
export type Transport = (request: HttpRequest) => Promise<Outcome>;

/** Longer than any documented operation should take; a call that has not answered by then may have been processed. */
const ATTEMPT_TIMEOUT_MS = 60_000;

/**
 * Through n8n's own request helper: it carries the instance's proxy, TLS, egress policy and cancellation.
 * Redirects are not followed, so that the token never leaves for another address.
 */
export function throughN8n(context: RequestContext): Transport {
	return async ({ method, url, body }) => {
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'sweepstakesApi', {
				method,
				url,
				...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: ATTEMPT_TIMEOUT_MS,
			})) as { statusCode: number; headers: Record<string, string>; body: unknown };
			return {
				reply: { status: response.statusCode, headers: response.headers, text: String(response.body ?? '') },
			};
		} catch (error) {
			return { fault: faultOf(error) };
		}
	};
}

/** Looks through n8n's and axios' wrappers, and the list of tries of a dual-stack connection, for the system's code. */
function faultOf(error: unknown): Fault {
	let message = '';
	for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
		message ||= at.message;
		const { code, cause, errors } = at as Error & { code?: unknown; errors?: unknown };
		if (typeof code === 'string') return { code, message };
		at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
	}
	return { message: message || String(error) };
}
