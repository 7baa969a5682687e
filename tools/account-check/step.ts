import type { Listing } from '../../nodes/shared/api/endpoint';
import type { Client, Endpoint } from '../../nodes/shared/client/client';
import type { Json } from '../../nodes/shared/json';
import type { z, ZodTypeAny } from '../../nodes/shared/zod';

/** A step of the check. It makes the same calls as an operation of the nodes, and reads the replies in the same way. */
export interface Step {
	/** The operation, such as “Participant › Get Many”. */
	name: string;
	/** Where the step finds the records that it asks for. */
	source?: Source;
	/** Whether the step asks for something that the service should refuse. */
	isRefused?: boolean;
	/** @throws {ServiceError} if the service refuses the call or the nodes cannot read its reply */
	run(client: Client, record: Json): Promise<unknown>;
}

/** The first few records with this key in the replies to an earlier step. */
export interface Source {
	name: string;
	key: string;
	/** Whether to ask for a record; by default, every record. */
	where?(record: Json): boolean;
}

/** How many records to read from a list. This is more than fits on two of the service's smallest pages. */
const MAX_FROM_LIST = 45;

/** Creates a step with a single call, or one that reads the beginning of a list. */
export function read<Request extends ZodTypeAny>(
	name: string,
	target: Endpoint<Request> | Listing<Request, object>,
	request: z.output<Request>,
): Step {
	return { name, run: async (client) => await send(client, target, request) };
}

/** Creates a step that asks for records of an earlier step. By default, the request has only the key of the source. */
export function readOf<Request extends ZodTypeAny>(
	source: Source,
	name: string,
	target: Endpoint<Request> | Listing<Request, object>,
	toRequest: (token: string, record: Json) => z.output<Request> = (token) => ({ [source.key]: token }),
): Step {
	const run: Step['run'] = async (client, record) =>
		await send(client, target, toRequest(String(record[source.key]), record));
	return { name, source, run };
}

async function send<Request extends ZodTypeAny>(
	client: Client,
	target: Endpoint<Request> | Listing<Request, object>,
	request: z.output<Request>,
): Promise<void> {
	if ('call' in target) return void (await client.call(target, request));
	let left = MAX_FROM_LIST;
	for await (const page of target.read(client, request, MAX_FROM_LIST)) if ((left -= page.length) <= 0) break;
}

/** Turns a step into one that the service should refuse. */
export const refused = (step: Step): Step => ({ ...step, isRefused: true });

/** The token of a sweepstakes, as some endpoints spell its key. */
export const ofLower = (sweepstakesToken: string) => ({ sweepstakesToken });
