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
