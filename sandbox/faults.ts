import { z } from 'zod';
import { Refusal } from './refusal';

/** What `POST /_sandbox/faults` and `Sandbox.faults` take. */
const fault = z
	.object({
		/** The path it strikes, e.g. `/participants/add`. */
		path: z.string().startsWith('/'),
		/** How many calls to that path it strikes. */
		times: z.number().int().min(1).default(1),
		/** Answered instead of processing the call. */
		status: z.number().int().min(200).max(599).optional(),
		/** Answered instead of the envelope: text as it is, anything else as JSON. */
		body: z.unknown(),
		/** Of `body`; default application/json. */
		contentType: z.string().optional(),
		/** Seconds; sent as Retry-After. Without it a fault sends no such header. */
		retryAfter: z.number().int().min(0).optional(),
		/** The connection is destroyed: before the call is processed, or after. */
		drop: z.enum(['before', 'after']).optional(),
		/** Whether the call is processed although another answer is sent. */
		processed: z.boolean().default(false),
		/** Waited before anything else; meanwhile other calls get 503. */
		delayMs: z.number().min(0).max(600_000).default(0),
	})
	.strict()
	.refine(({ drop, status, body }) => drop === undefined || (status === undefined && body === undefined), {
		message: 'a dropped connection has no status and no body',
	});

export const faultsSchema = z.array(fault);

/** A fault as given. */
export type Fault = z.input<typeof fault>;
/** A fault with its defaults; `times` is how often it still strikes. */
export type ActiveFault = z.output<typeof fault>;

/** What a fault answers with. */
export interface FaultAnswer {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Whether the struck call still has its effects. */
export function isProcessed({ drop, status, body, processed }: ActiveFault): boolean {
	const isReplaced = status !== undefined || body !== undefined;
	return drop === undefined ? processed || !isReplaced : drop === 'after';
}

/** The answer a fault puts in place of the service's, if it does. */
export function answerOf({ status, body, contentType, retryAfter }: ActiveFault): FaultAnswer | undefined {
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

/** The faults that wait for calls; those of one path strike in the order they were given. */
export class Faults {
	private waiting: ActiveFault[] = [];

	add(faults: ActiveFault[]): void {
		for (const fault of faults) this.waiting.push({ ...fault });
	}

	/** Takes the fault that strikes a call to this path, if there is one. */
	strike(path: string): ActiveFault | undefined {
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
