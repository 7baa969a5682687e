import { z } from 'zod';
import { GATEWAY_UNAVAILABLE } from './dialect';
import { keptForms } from './kept';
import { Refusal } from './refusal';

/** A number of calls, or a time in ms. */
const span = z.union([
	z.object({ calls: z.number().int().min(1) }).strict(),
	z.object({ ms: z.number().min(0).max(600_000) }).strict(),
]);

export type Span = z.output<typeof span>;

const isGiven = (value: unknown) => value !== undefined;

/** A fault in `POST /_sandbox/faults` and `Sandbox.faults`. */
const fault = z
	.object({
		/** The path of the calls it applies to, e.g. `/participants/add`. */
		path: z.string().startsWith('/'),
		/** To how many calls it applies. */
		times: z.number().int().min(1).default(1),
		/** Answered instead of processing the call. */
		status: z.number().int().min(200).max(599).optional(),
		/** Answered instead of the envelope: text as it is, anything else as JSON. */
		body: z.unknown(),
		/** Of `body`; default application/json. */
		contentType: z.string().optional(),
		/** Seconds, sent as Retry-After; no such header unless given. */
		retryAfter: z.number().int().min(0).optional(),
		/** The connection is destroyed: before the call is processed, or after. */
		drop: z.enum(['before', 'after']).optional(),
		/** The gateway answers 503 without the envelope: before the call is processed, or after. */
		gateway: z.enum(['before', 'after']).optional(),
		/** Whether the call is processed although another answer is sent. */
		processed: z.boolean().default(false),
		/** When the call is processed after it was answered: this time, or this many further calls, later. */
		late: span.optional(),
		/** The call does not find records that are newer than this, such as those of the last `calls` calls. */
		lag: span.optional(),
		/** The forms in which texts and phone numbers of the call are kept, in place of the account’s. */
		kept: keptForms.optional(),
		/** Waited before anything else; meanwhile other calls get 503. */
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

/** A fault as given. */
export type Fault = z.input<typeof fault>;
/** A fault with its defaults; `times` is how often it still applies. */
export type ActiveFault = z.output<typeof fault>;

/** The answer of a fault. */
export interface FaultAnswer {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Whether a call with this fault is processed all the same, before it is answered. */
export function isProcessed({ drop, gateway, status, body, processed, late }: ActiveFault): boolean {
	if (late) return false;
	const when = drop ?? gateway;
	if (when !== undefined) return when === 'after';
	return processed || (status === undefined && body === undefined);
}

/** The answer that a fault sends in place of the service's, if any. */
export function answerOf(fault: ActiveFault): FaultAnswer | undefined {
	const { status, body, contentType, retryAfter } =
		fault.gateway === undefined ? fault : { ...fault, ...GATEWAY_UNAVAILABLE };
	if (status === undefined && body === undefined) return undefined;
	return {
		status: status ?? 200,
		headers: {
			'content-type': contentType ?? 'application/json; charset=utf-8',
			...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
		},
		text: textOf(body, status ?? 200),
	};
}

function textOf(body: unknown, status: number): string {
	if (typeof body === 'string') return body;
	if (body !== undefined) return JSON.stringify(body);
	if (status < 400) return '';
	return JSON.stringify(new Refusal(status, `A fault of the sandbox answers ${status}.`).envelope());
}

/** The faults that wait for calls; those of one path apply in the order they were given. */
export class Faults {
	private waiting: ActiveFault[] = [];

	add(faults: ActiveFault[]): void {
		for (const fault of faults) this.waiting.push({ ...fault });
	}

	/** Takes the fault that applies to a call to this path, if there is one. */
	take(path: string): ActiveFault | undefined {
		const fault = this.waiting.find((waiting) => waiting.path === path);
		if (fault && --fault.times === 0) this.waiting.splice(this.waiting.indexOf(fault), 1);
		return fault;
	}

	/** @returns the faults still waiting */
	list(): ActiveFault[] {
		return this.waiting;
	}

	clear(): void {
		this.waiting = [];
	}
}
