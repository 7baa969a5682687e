import { ZodError } from 'zod';

/** What a refusal carries besides its status and message. */
interface RefusalDetails {
	/** Keys of `Help` besides ExpectedBody. */
	help?: Record<string, unknown>;
	/** Beside `Help` and `Data`. */
	candidates?: object[];
	data?: { Code?: string; [context: string]: unknown };
	/** Keys beside the others. */
	hint?: string;
	existingFileToken?: string;
	/** The dialect `reference` sends it; the contract has none on failures. */
	telemetry?: object;
	headers?: Record<string, string>;
}

/** A call that the service refuses; endpoints and checks throw it. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: RefusalDetails = {},
	) {
		super(message);
	}

	/** The envelope without Help and Data, for failures that belong to no operation (contract, "Errors"). */
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

/** The refusal that a thrown value is answered with; an unexpected one is an internal error. */
export function asRefusal(cause: unknown): Refusal {
	if (cause instanceof Refusal) return cause;
	if (cause instanceof ZodError) return invalid(inWords(cause));
	return new Refusal(500, 'Internal error.');
}

/** The issues that a schema found, e.g. `BillTo: Email: Invalid email. Items: Required.` */
export function inWords({ issues }: ZodError): string {
	return issues.map(({ path, message }) => `${[...path, message].join(': ')}.`).join(' ');
}
