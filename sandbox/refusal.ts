import { ZodError } from 'zod';

/** Details of a refusal in addition to its status and message. */
interface RefusalDetails {
	/** Keys of `Help` in addition to ExpectedBody. */
	help?: Record<string, unknown>;
	/** Candidates to choose from. The reply contains them on the same level as `Help` and `Data`. */
	candidates?: object[];
	data?: { Code?: string; [context: string]: unknown };
	/** In the reply, `hint` and `existingFileToken` are on the same level as `Help` and `Data`. */
	hint?: string;
	existingFileToken?: string;
	/** Sent only in `reference`, because the contract's failures have no Telemetry. */
	telemetry?: object;
	headers?: Record<string, string>;
}

/** A call that the service refuses. Endpoints and checks throw it. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: RefusalDetails = {},
	) {
		super(message);
	}

	/** Returns the body of the reply, without Help and Data, for failures that do not belong to an operation. */
	envelope() {
		return { Response: false, Message: this.message, Code: this.status };
	}
}

export const invalid = (message: string) => new Refusal(400, message);
export const forbidden = (message: string, details?: RefusalDetails) => new Refusal(403, message, details);
export const conflict = (message: string, data?: RefusalDetails['data']) =>
	new Refusal(409, message, { data });
export const notFound = (what: string, details?: RefusalDetails) =>
	new Refusal(404, `${what} not found.`, details);

/** Converts a thrown value to a refusal. Unexpected errors become an internal error. */
export function asRefusal(cause: unknown): Refusal {
	if (cause instanceof Refusal) return cause;
	if (cause instanceof ZodError) return invalid(describeIssues(cause));
	return new Refusal(500, 'Internal error.');
}

/** Describes a schema's issues, e.g. `BillTo: Email: Invalid email. Items: Required.` */
export function describeIssues({ issues }: ZodError): string {
	return issues.map(({ path, message }) => `${[...path, message].join(': ')}.`).join(' ');
}
