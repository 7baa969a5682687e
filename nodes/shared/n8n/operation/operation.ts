import type { Listing } from '../../api/endpoint';
import type { Client, EarlierRecords, Endpoint } from '../../client/client';
import { DryRunEnd, REHEARSED_ID } from '../../client/dry-run';
import { isRehearsed } from '../../client/failures';
import { asObject, dropUndefined, type Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';
import type { InputError } from '../errors/node-errors';
import type { Field, ParametersOf } from './field';
import { readMapped, type Parameters } from '../input/parameters';
import { labelKeys, selectFilled } from '../errors/labels';
import { Problems } from '../errors/problems';
import { toInputErrors } from '../errors/request-errors';
import { readLimit, readUpTo, takeFirst } from './limit';
import { findOrCreate, type ExistenceCheck } from './find-or-create';

interface OperationDeclaration<Fields extends readonly Field[], Request extends ZodTypeAny, Found> {
	/** The name in the operation menu, in Title Case. */
	name: string;
	/** The value of the operation in the menu. It must never change, because workflows store it. */
	value: string;
	/** The action as n8n's nodes panel lists it, in sentence case. */
	action: string;
	description: string;
	fields: Fields;
	/**
	 * The output fields whose text an AI agent gets in full. Their text was written by the account's owner or the
	 * service, not by a stranger.
	 */
	wholeTexts?: readonly string[];
	/**
	 * Whether the operation only reads, and does not change, send or publish anything. By default, this depends on the
	 * retry rule of its endpoint.
	 */
	reads?: boolean;
	/**
	 * Returns the index of the output for an item, if the node has several outputs. An index that is too high means the
	 * last output.
	 */
	outputOf?: (item: object) => number;
	/** Finds problems with the parameters that the request's schema cannot find. */
	findProblems?(parameters: ParametersOf<Fields>): readonly InputError[];
	/**
	 * The fields that name the person whom an item is for. If the first filled one has a fixed value, a run with several
	 * items is refused. `would` continues "3 …". If the fields name something else that a person holds, `what` says it, and
	 * `column` is an example of a column for it.
	 */
	person?: {
		fields: ReadonlyArray<Fields[number]['name']>;
		would: string;
		what?: string;
		column?: string;
	};
	/**
	 * The picker of the record that an item changes; by default, the one above Update Fields. If it has a fixed value, a
	 * run with several different items is refused, because only the last change would remain.
	 */
	record?: Fields[number]['name'];
	/**
	 * Checks a request against what the service knows, such as the choices of a form. It only reads. All items are checked
	 * before the first one is sent.
	 *
	 * @throws {InputError} if the request cannot be sent
	 */
	checkOnline?(item: ItemToCheck<ParametersOf<Fields>, Request>): Promise<void>;
	/** Returns the request for an item. The requests of all items are checked before the first one is sent. */
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/** Returns how to find existing records. */
	existing?(
		item: Item<ParametersOf<Fields>, Request>,
	): ExistenceCheck<Found> | Promise<ExistenceCheck<Found>>;
}

/** The data that an operation gets for one item. */
interface Item<Given, Request extends ZodTypeAny> {
	client: Client;
	request: z.output<Request>;
	parameters: Given;
	/** The number of items in this run for the same sweepstakes. */
	itemCount: number;
	/** The fields of the input item. They are only a source of what the item is about, and never sent. */
	input: Json;
}

/** What `checkOnline` gets for one item. */
interface ItemToCheck<Given, Request extends ZodTypeAny> extends Pick<
	Item<Given, Request>,
	'client' | 'request' | 'parameters'
> {
	itemIndex: number;
}

/** What `run` gets for one item. */
interface RunItem<Given, Request extends ZodTypeAny, Found> extends Item<Given, Request> {
	/** What `existing` found. */
	existing?: Found;
	/** Must be passed to each call that writes what is missing. */
	earlier?: EarlierRecords;
}

/**
 * An operation that makes one call or reads one list. If a record already exists, the operation returns it as if it
 * were the reply.
 */
interface EndpointOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends object,
> extends OperationDeclaration<Fields, Request, Json> {
	endpoint: Endpoint<Request, z.ZodType<Reply, z.ZodTypeDef, unknown>> | Listing<Request, Reply>;
	/** Returns the item of a dry run, if it should show more than the request. */
	preview?(item: Item<ParametersOf<Fields>, Request>): object | Promise<object>;
	onceFor?: ItemOperation['onceFor'];
	run?: undefined;
	/** Returns the items for a reply. If the operation reads a list, it is called for each record. */
	toItems(answer: Item<ParametersOf<Fields>, Request> & { reply: Reply }): object | readonly object[];
}

/** An operation that makes several calls, or whose call depends on more than the request. */
interface RunOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Found,
> extends OperationDeclaration<Fields, Request, Found> {
	endpoint?: undefined;
	request: Request;
	onceFor?: ItemOperation['onceFor'];
	/** Does the work for an item. If the operation has `existing`, writes only what is missing. */
	run(item: RunItem<ParametersOf<Fields>, Request, Found>): AsyncIterable<object | readonly object[]>;
}

/** An operation that sends many items in one call. Each item still has its own outcome. */
interface SharedOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
> extends OperationDeclaration<Fields, Request, never> {
	endpoint?: undefined;
	run?: undefined;
	/** The schema of the request for one item. */
	request: Request;
	/** Items that differ only in this field share a call, up to `max` of them. */
	batch: { field: Fields[number]['name']; max: number };
	/**
	 * Sends requests in one call.
	 *
	 * @returns the item or the error for each request, in the order of the requests
	 * @throws {ServiceError} if all requests failed
	 */
	runBatch(
		client: Client,
		requests: [z.output<Request>, ...Array<z.output<Request>>],
	): Promise<ReadonlyArray<object | Error>>;
}

/** The part of a declared operation that does not depend on how its items are sent. */
interface CheckedOperation extends Omit<
	OperationDeclaration<readonly Field[], ZodTypeAny, unknown>,
	'existing' | 'checkOnline'
> {
	reads: boolean;
	checkOnline?(item: ItemToCheck<Parameters, ZodTypeAny>): Promise<void>;
	/**
	 * Returns the request for these parameters.
	 *
	 * @throws {InputError} if the parameters are invalid, as far as can be told without calling the service
	 */
	check(parameters: Parameters): unknown;
}

/** An operation that sends one item at a time. */
export interface ItemOperation extends CheckedOperation {
	batch?: undefined;
	/**
	 * Completes "an earlier item asked for the same …". If given, the operation runs once for all items with the same
	 * request, unless the option `severalItems` is "each".
	 */
	onceFor?: string;
	/** Yields single results, or arrays of results that arrived together. */
	run(item: Item<Parameters, ZodTypeAny>): AsyncGenerator<object | readonly object[]>;
}

/** An operation that sends many items in one call. */
export type BatchOperation = CheckedOperation &
	Pick<SharedOperation<readonly Field[], ZodTypeAny>, 'batch' | 'runBatch'>;

export type Operation = ItemOperation | BatchOperation;

/** Declares an operation. The node's menu, fields, requests and output are derived from it. */
export function defineOperation<
	const Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends object,
	Found,
>(
	operation:
		| EndpointOperation<Fields, Request, Reply>
		| RunOperation<Fields, Request, Found>
		| SharedOperation<Fields, Request>,
): Operation {
	if (operation.endpoint) return defineOperation(withRun(operation));
	const { fields, request: schema, reads = false } = operation;
	const check = (parameters: Parameters): z.output<Request> => {
		const problems = new Problems();
		problems.add(readMapped(fields, parameters).problems ?? []);
		problems.add(operation.findProblems?.(parameters as ParametersOf<Fields>) ?? []);
		const request: unknown = operation.toRequest(parameters as ParametersOf<Fields>);
		const checked = schema.safeParse(request);
		if (!checked.success) {
			const filled = selectFilled(fields, (name) => parameters[name]);
			const listed = toInputErrors(checked.error, filled, request);
			problems.add(listed, checked.error.issues.length - listed.length);
		}
		problems.throwIfAny();
		return checked.data as z.output<Request>;
	};
	if ('batch' in operation) {
		const runBatch: typeof operation.runBatch = async (client, requests) =>
			await operation.runBatch(client, requests).catch((error: unknown) => {
				return requests.map((request) => describeUnsent(client, error, request, fields));
			});
		return { ...operation, reads, check, runBatch };
	}
	return {
		...operation,
		reads,
		check,
		run: (item) => runForItem(operation, item as Item<ParametersOf<Fields>, Request>),
	};
}

/** Converts an operation that has an `endpoint` to one that has a `run`, which calls the endpoint. */
function withRun<Fields extends readonly Field[], Request extends ZodTypeAny, Reply extends object>(
	operation: EndpointOperation<Fields, Request, Reply>,
): RunOperation<Fields, Request, Json> {
	const { endpoint, existing, preview, toItems } = operation;
	const { request } = endpoint;
	if ('read' in endpoint)
		return {
			reads: true,
			...operation,
			endpoint: undefined,
			request,
			async *run(item) {
				const limit = readLimit(item.parameters);
				yield* readUpTo(limit, item.client, endpoint, item.request, (reply) => toItems({ ...item, reply }));
			},
		};
	return {
		reads: endpoint.retry.kind === 'reads',
		...operation,
		endpoint: undefined,
		request,
		existing:
			existing &&
			(async (item) => {
				const check = await existing(item);
				const toReply = (Data: Json) => endpoint.reply.parse({ Response: true, Data });
				if (!check.find) return check;
				return { toItems: (Data) => [toItems({ ...item, reply: toReply(Data) })].flat(), ...check };
			}),
		async *run({ earlier, ...item }) {
			const { client, parameters } = item;
			if (client.isDry && preview) return yield await preview(item);
			if (client.isDry) throw new DryRunEnd(item.request, endpoint.creates);
			const toAll = (reply: Reply) => toItems({ ...item, reply });
			const items = await client.callForItems(endpoint, item.request, toAll, earlier);
			yield takeFirst(client, items, readLimit(parameters));
		},
	};
}

async function* runForItem<Fields extends readonly Field[], Request extends ZodTypeAny, Found>(
	{ existing, run, fields }: RunOperation<Fields, Request, Found>,
	item: Item<ParametersOf<Fields>, Request>,
): AsyncGenerator<object | readonly object[]> {
	const filled = selectFilled(fields, (name) => (item.parameters as Parameters)[name]);
	async function* write(found?: Found, earlier?: EarlierRecords) {
		try {
			yield* run({ ...item, existing: found, earlier });
		} catch (error) {
			const unsent = error instanceof DryRunEnd ? error.request : item.request;
			yield describeUnsent(item.client, error, unsent, filled);
		}
	}
	const check = await existing?.(item);
	yield* check ? findOrCreate(item.client, check, write, filled) : write();
}

/**
 * Returns the item for what a dry run would have sent. In a rehearsal, its keys are those of a real item, and it has a
 * made-up ID if a record would have been created, so that the next nodes can use it.
 *
 * @throws every error that does not end a dry run
 */
function describeUnsent(
	{ isDry, isRehearsal }: Client,
	error: unknown,
	request: unknown,
	fields: readonly Field[],
): Json {
	if (!(error instanceof DryRunEnd) && !(isDry && isRehearsed(error))) throw error;
	if (!isRehearsal) return labelKeys(request, fields);
	const { creates } = error instanceof DryRunEnd ? error : {};
	const entries = Object.entries(dropUndefined(asObject(request)));
	const record = entries.map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]);
	return { ...(Object.fromEntries(record) as Json), ...(creates && { [creates]: REHEARSED_ID }) };
}
