import type { Listing } from '../../nodes/shared/api/endpoint';
import type { Client, Endpoint } from '../../nodes/shared/client/client';
import { hasStatus } from '../../nodes/shared/client/failures';
import type { Json } from '../../nodes/shared/json';
import type { z, ZodTypeAny } from '../../nodes/shared/zod';

/** A step of the check. It makes the same calls as the nodes, and reads the replies in the same way. */
export interface Step {
	/** The name of the step in the list of calls and in the table. */
	name: string;
	/** The method and path of each call that the step may make. */
	calls: readonly string[];
	/** The maximum number of calls per record, without retries. */
	most: number;
	/** The earlier reply from which the step takes a record and its token. */
	needs?: Source;
	/** How many records to try until one of them returns a list that is not empty; 1 by default. */
	tries?: number;
	/** The expected statuses of a step that provokes a refusal. */
	provokes?: readonly number[];
	/** @throws {ServiceError} if the service refuses the call or the nodes cannot read its reply */
	read(client: Client, record: Json): Promise<unknown>;
}

/** Where a step gets records from: a key in the reply to an earlier call. */
export interface Source {
	key: string;
	from: string;
}

type ToRequest<Request> = (token: string, record: Json) => Request;

/** How many records to read from a list. This is more than fits on two of the service's smallest pages. */
const RECORDS = 45;

const SWEEPSTAKES: Source = { key: 'SweepstakesToken', from: 'POST /sweepstakes/fetch' };

/** Creates a step with a single call that does not need a record of an earlier reply. */
export function oneCall<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	request: z.output<Request>,
): Step {
	const read = async (client: Client) => await client.call(endpoint, request);
	return { name, calls: [endpoint.call], most: 1, read };
}

/** Creates a step with a single call about a record of an earlier reply. */
export function oneRecord<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	needs: Source,
	toRequest: ToRequest<z.output<Request>>,
): Step {
	const read: Step['read'] = async (client, record) =>
		await client.call(endpoint, toRequest(String(record[needs.key]), record));
	return { name, calls: [endpoint.call], most: 1, needs, read };
}

/** Creates a step that reads the beginning of a list. */
export function list<Request extends ZodTypeAny>(
	name: string,
	calls: readonly string[],
	listing: Listing<Request, object>,
	toRequest: ToRequest<z.output<Request>>,
	needs?: Source,
): Step {
	return {
		name,
		calls,
		most: 3,
		needs,
		async read(client, record) {
			const request = toRequest(String(needs && record[needs.key]), record);
			let left = RECORDS;
			for await (const _ of listing.read(client, request, RECORDS)) if (--left === 0) break;
		},
	};
}

/**
 * Creates a step about records of a sweepstakes. The step tries several sweepstakes, because the first one may not have
 * any records.
 */
export function ofSweepstakes(step: (needs: Source) => Step): Step {
	return { ...step(SWEEPSTAKES), tries: 3 };
}

/** Creates a step that expects a refusal with one of these statuses. */
export function refusal(step: Step, ...provokes: number[]): Step {
	const read: Step['read'] = async (client, record) =>
		await step.read(client, record).catch((error: unknown) => {
			if (!provokes.some((status) => hasStatus(error, status))) throw error;
		});
	return { ...step, provokes, read };
}
