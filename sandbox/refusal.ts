import { ZodError } from 'zod';

/** Details of a refusal besides its status and message. */
interface RefusalDetails {
	/** Keys of `Help` besides ExpectedBody. */
	help?: Record<string, unknown>;
	/** Beside `Help` and `Data`. */
	candidates?: object[];
	data?: { Code?: string; [context: string]: unknown };
	/** Additional keys beside the others. */
	hint?: string;
	existingFileToken?: string;
	/** Sent only in `reference`: the contract has none on failures. */
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

	/** The envelope without Help and Data, for failures outside any operation. */
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
	if (cause instanceof ZodError) return invalid(inWords(cause));
	return new Refusal(500, 'Internal error.');
}

/** Formats a schema's issues, e.g. `BillTo: Email: Invalid email. Items: Required.` */
export function inWords({ issues }: ZodError): string {
	return issues.map(({ path, message }) => `${[...path, message].join(': ')}.`).join(' ');
}
