import { z } from 'zod';
import { GATEWAY_UNAVAILABLE } from './dialect';
import { keptForms } from './kept';
import { Refusal } from './refusal';
import { span } from './span';

const isGiven = (value: unknown) => value !== undefined;

/** A fault for `POST /_sandbox/faults` and `Sandbox.faults`. */
const fault = z
	.object({
		/** The path of affected calls, e.g. `/participants/add`. */
		path: z.string().startsWith('/'),
		/** How many calls are affected. */
		times: z.number().int().min(1).default(1),
		/** The status to reply with. A call that gets it is processed only if `processed` is true. */
		status: z.number().int().min(200).max(599).optional(),
		/**
		 * The body to send in place of the service's reply: a string unchanged, any other value as JSON. By default, an error
		 * has the service's usual body.
		 */
		body: z.unknown(),
		/** The content type of `body`; application/json by default. */
		contentType: z.string().optional(),
		/** The value of a Retry-After header, in seconds. */
		retryAfter: z.number().int().min(0).optional(),
		/** When to destroy the connection: before or after the call is processed. */
		drop: z.enum(['before', 'after']).optional(),
		/**
		 * When the gateway returns its 503, which lacks the service's usual keys: before or after the call is processed.
		 */
		gateway: z.enum(['before', 'after']).optional(),
		/** Whether the call is also processed when a fault replaces its reply. */
		processed: z.boolean().default(false),
		/** Processes the call after the reply has been sent: after `ms` milliseconds, or after `calls` more calls. */
		late: span.optional(),
		/** Hides records that were created in the last `ms` milliseconds or by the last `calls` calls. */
		lag: span.optional(),
		/** How this call's text and phone numbers are stored, in place of the account's setting. */
		kept: keptForms.optional(),
		/** How long to wait before anything else, in ms. In the meantime, other calls get a 503. */
		delayMs: z.number().min(0).max(600_000).default(0),
	})
	.strict()
	.refine(
		({ drop, gateway, ...rest }) => [drop, gateway, rest.status ?? rest.body].filter(isGiven).length < 2,
		{
			message: 'drop, gateway, and status or body exclude each other',
		},
	)
	.refine(
		({ late, drop, gateway, status, body }) =>
			late === undefined || [drop, gateway].includes('after') || (status ?? body) !== undefined,
		{ message: 'late needs a status or body, or drop or gateway with “after”' },
	);

export const faultsSchema = z.array(fault);

export type Fault = z.input<typeof fault>;
/** A fault with its defaults filled in. `times` counts down to 0. */
export type ActiveFault = z.output<typeof fault>;

export interface FaultAnswer {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Whether a call with this fault is processed before the reply to it is sent. */
export function isProcessed({ drop, gateway, status, body, processed, late }: ActiveFault): boolean {
	if (late) return false;
	const when = drop ?? gateway;
	if (when !== undefined) return when === 'after';
	return processed || (status === undefined && body === undefined);
}

/** Returns the reply that a fault sends in place of the service's, or undefined if there is none. */
export function toAnswer(fault: ActiveFault): FaultAnswer | undefined {
	const { status, body, contentType, retryAfter } =
		fault.gateway === undefined ? fault : { ...fault, ...GATEWAY_UNAVAILABLE };
	if (status === undefined && body === undefined) return undefined;
	return {
		status: status ?? 200,
		headers: {
			'content-type': contentType ?? 'application/json; charset=utf-8',
			...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
		},
		text: toText(body, status ?? 200),
	};
}

function toText(body: unknown, status: number): string {
	if (typeof body === 'string') return body;
	if (body !== undefined) return JSON.stringify(body);
	if (status < 400) return '';
	return JSON.stringify(new Refusal(status, `A fault of the sandbox answers ${status}.`).envelope());
}

/** The faults that have not been used up. Faults for the same path apply in the order in which they were added. */
export class Faults {
	private waiting: ActiveFault[] = [];

	add(faults: ActiveFault[]): void {
		for (const fault of faults) this.waiting.push({ ...fault });
	}

	/** Returns the next fault for a call to this path, if there is one, and counts it as used. */
	take(path: string): ActiveFault | undefined {
		const fault = this.waiting.find((waiting) => waiting.path === path);
		if (fault && --fault.times === 0) this.waiting.splice(this.waiting.indexOf(fault), 1);
		return fault;
	}

	/** @returns the faults that have not been used up */
	list(): ActiveFault[] {
		return this.waiting;
	}

	clear(): void {
		this.waiting = [];
	}
}
