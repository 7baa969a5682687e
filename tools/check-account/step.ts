import type { Lookup } from '../../nodes/shared/api/endpoint';
import type { Caller, Endpoint } from '../../nodes/shared/client/endpoint';
import { hasStatus } from '../../nodes/shared/client/failures';
import type { Json } from '../../nodes/shared/json';
import type { z, ZodTypeAny } from '../../nodes/shared/zod';

/** One thing that is read, as the nodes read it. */
export interface Step {
	/** For the list of calls and the table. */
	name: string;
	/** Method and path of each call that the step may make. */
	calls: readonly string[];
	/** The most calls for one record, without retries. */
	most: number;
	/** Which records have the token that the request needs, and in which reply they are. */
	needs?: Source;
	/** With how many of these records the step is tried, until a reply has records itself; default 1. */
	tries?: number;
	/** The statuses of a refusal that is provoked. */
	provokes?: readonly number[];
	/** @throws {ServiceError} if the service refuses, or the nodes could not read its reply. */
	read(service: Caller, record: Json): Promise<unknown>;
}

/** Records in the reply to an earlier call. */
export interface Source {
	key: string;
	from: string;
}

/** Makes a request from a token and the record that has it. */
type ToRequest<Request> = (token: string, record: Json) => Request;

/** How many records of a list are read: more than two of the service's smallest pages. */
const RECORDS = 45;

const SWEEPSTAKES: Source = { key: 'SweepstakesToken', from: 'POST /sweepstakes/fetch' };

/** A step of one call, for which no record is needed. */
export function oneCall<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	request: z.output<Request>,
): Step {
	const read = async (service: Caller) => await service.call(endpoint, request);
	return { name, calls: [endpoint.call], most: 1, read };
}

/** A step of one call about a record. */
export function oneRecord<Request extends ZodTypeAny>(
	name: string,
	endpoint: Endpoint<Request>,
	needs: Source,
	toRequest: ToRequest<z.output<Request>>,
): Step {
	const read: Step['read'] = async (service, record) =>
		await service.call(endpoint, toRequest(String(record[needs.key]), record));
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
		async read(service, record) {
			const request = toRequest(String(needs && record[needs.key]), record);
			let left = RECORDS;
			for await (const _ of lookup.read(service, request, RECORDS)) if (--left === 0) break;
		},
	};
}

/** The same step for what belongs to a sweepstakes: the first ones may have no records. */
export function ofSweepstakes(step: (needs: Source) => Step): Step {
	return { ...step(SWEEPSTAKES), tries: 3 };
}

/** A step whose call is refused with one of these statuses. */
export function refusal(step: Step, ...provokes: number[]): Step {
	const read: Step['read'] = async (service, record) =>
		await step.read(service, record).catch((error: unknown) => {
			if (!provokes.some((status) => hasStatus(error, status))) throw error;
		});
	return { ...step, provokes, read };
}
