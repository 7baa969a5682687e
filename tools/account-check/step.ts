import type { Listing } from '../../nodes/shared/api/endpoint';
import type { Client, Endpoint } from '../../nodes/shared/client/client';
import type { Json } from '../../nodes/shared/json';
import type { z, ZodTypeAny } from '../../nodes/shared/zod';

/** A step of the check. It makes the same calls as an operation of the nodes, and reads the replies in the same way. */
export interface Step {
	/** The operation, such as “Participant › Get Many”. */
	name: string;
	/** The earlier step in whose reply the step finds a record. */
	needs?: Source;
	/** Whether the step asks for something that the service should refuse. */
	isRefused?: boolean;
	/** @throws {ServiceError} if the service refuses the call or the nodes cannot read its reply */
	run(client: Client, record: Json): Promise<unknown>;
}

/** A record of an earlier step that has this key. */
export interface Source {
	name: string;
	key: string;
	/** How many records to try until one of them has something to read; 1 by default. */
	tries?: number;
}

type ToRequest<Request> = (token: string, record: Json) => Request;

/** How many records to read from a list. This is more than fits on two of the service's smallest pages. */
const RECORDS = 45;

/** Creates a step with a single call. */
export function one<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	request: z.output<Request>,
): Step {
	return { name, run: async (client) => await client.call(endpoint, request) };
}

/** Creates a step with a single call about a record of an earlier step. */
export function oneOf<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	needs: Source,
	toRequest: ToRequest<z.output<Request>>,
): Step {
	const run: Step['run'] = async (client, record) =>
		await client.call(endpoint, toRequest(String(record[needs.key]), record));
	return { name, needs, run };
}

/** Creates a step that reads the beginning of a list. */
export function list<Request extends ZodTypeAny>(
	name: string,
	listing: Listing<Request, object>,
	toRequest: ToRequest<z.output<Request>>,
	needs?: Source,
): Step {
	return {
		name,
		needs,
		async run(client, record) {
			const request = toRequest(needs ? String(record[needs.key]) : '', record);
			let left = RECORDS;
			for await (const page of listing.read(client, request, RECORDS)) if ((left -= page.length) <= 0) break;
		},
	};
}

/** Turns a step into one that the service should refuse. */
export const refused = (name: string, step: Step): Step => ({ ...step, name, isRefused: true });

/** The request for a sweepstakes, as most endpoints and as some endpoints spell it. */
export const of = (SweepstakesToken: string) => ({ SweepstakesToken });
export const ofLower = (sweepstakesToken: string) => ({ sweepstakesToken });
