import { ZodError } from 'zod';

/** The envelope of every failure (specification, "Errors"). */
export interface FailureEnvelope {
	Response: false;
	Message: string;
	Code: number;
	Help?: { ExpectedBody: Record<string, string> };
	Data?: { Code: string; [context: string]: unknown };
}

/** A call the service refuses: thrown by an endpoint or a guard, answered as the envelope. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: { data?: FailureEnvelope['Data']; headers?: Record<string, string> } = {},
	) {
		super(message);
	}

	/** @param expectedBody parameter name to words; goes with every 400 of an endpoint */
	envelope(expectedBody?: Record<string, string>): FailureEnvelope {
		return {
			Response: false,
			Message: this.message,
			Code: this.status,
			...(this.status === 400 && expectedBody && { Help: { ExpectedBody: expectedBody } }),
			...(this.details.data && { Data: this.details.data }),
		};
	}
}

export const invalid = (message: string) => new Refusal(400, message);
export const forbidden = (message: string) => new Refusal(403, message);
export const notFound = (what: string) => new Refusal(404, `${what} not found.`);

/** What a thrown value is answered with; one that nobody foresaw is an internal error. */
export function asRefusal(cause: unknown): Refusal {
	if (cause instanceof Refusal) return cause;
	if (cause instanceof ZodError) return invalid(inWords(cause));
	return new Refusal(500, 'Internal error.');
}

/** What a schema objected to, e.g. `BillTo: Email: Invalid email. Items: Required.` */
export function inWords({ issues }: ZodError): string {
	return issues.map(({ path, message }) => `${[...path, message].join(': ')}.`).join(' ');
}
