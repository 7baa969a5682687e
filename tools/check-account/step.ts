import type { Lookup } from '../../nodes/shared/api/endpoint';
import type { Client } from '../../nodes/shared/client/client';
import type { Endpoint } from '../../nodes/shared/client/endpoint';
import { hasStatus } from '../../nodes/shared/client/failures';
import type { Json } from '../../nodes/shared/json';
import type { z, ZodTypeAny } from '../../nodes/shared/zod';

/** A step that reads as the nodes do. */
export interface Step {
	/** The name in the list of calls and the table. */
	name: string;
	/** Method and path of each possible call. */
	calls: readonly string[];
	/** The largest number of calls per record, without retries. */
	most: number;
	/** The earlier reply that contains the record and its token for the request. */
	needs?: Source;
	/** How many records to try until one returns a list that is not empty; default 1. */
	tries?: number;
	/** The statuses of the refusal that the step wants to see. */
	provokes?: readonly number[];
	/** @throws {ServiceError} if the service refuses or the nodes cannot read its reply */
	read(client: Client, record: Json): Promise<unknown>;
}

/** Records in the reply to an earlier call. */
export interface Source {
	key: string;
	from: string;
}

/** Makes a request from a token and its record. */
type ToRequest<Request> = (token: string, record: Json) => Request;

/** How many records to read from a list: more than two of the service's smallest pages. */
const RECORDS = 45;

const SWEEPSTAKES: Source = { key: 'SweepstakesToken', from: 'POST /sweepstakes/fetch' };

/** A step that makes one call and needs no earlier record. */
export function oneCall<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	request: z.output<Request>,
): Step {
	const read = async (client: Client) => await client.call(endpoint, request);
	return { name, calls: [endpoint.call], most: 1, read };
}

/** A step that makes one call about a record. */
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

/** A step that reads the beginning of a list. */
export function list<Request extends ZodTypeAny>(
	name: string,
	calls: readonly string[],
	lookup: Lookup<Request, object>,
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
			for await (const _ of lookup.read(client, request, RECORDS)) if (--left === 0) break;
		},
	};
}

/** A step about records of a sweepstakes. It tries several sweepstakes, because the first may have no records. */
export function ofSweepstakes(step: (needs: Source) => Step): Step {
	return { ...step(SWEEPSTAKES), tries: 3 };
}

/** A step that expects a refusal with one of these statuses. */
export function refusal(step: Step, ...provokes: number[]): Step {
	const read: Step['read'] = async (client, record) =>
		await step.read(client, record).catch((error: unknown) => {
			if (!provokes.some((status) => hasStatus(error, status))) throw error;
		});
	return { ...step, provokes, read };
}
