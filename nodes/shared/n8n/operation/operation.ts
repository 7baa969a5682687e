import type { Listing } from '../../api/endpoint';
import type { Client, Endpoint } from '../../client/client';
import { asObject, type Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';
import type { Field, ParametersOf, Problem } from './field';
import { readMapped, type Parameters } from '../input/parameters';
import { Problems } from '../errors/problems';
import { toInputErrors } from '../errors/request-errors';
import { readLimit, readUpTo, takeFirst } from './limit';
import { lookFirst, runOnceForAlike, type ExistenceCheck, type Findings } from './look-first';

interface OperationDeclaration<Fields extends readonly Field[], Request extends ZodTypeAny, Found> {
	/** The name in the operation menu, in Title Case. */
	name: string;
	/** The value that workflows store, so it must never change. */
	value: string;
	/** The action in the node panel, in sentence case. */
	action: string;
	description: string;
	fields: Fields;
	/** The output fields that an AI agent gets in full, because the owner or the service wrote their text. */
	wholeTexts?: readonly string[];
	/**
	 * Whether the operation only reads: it does not change, send or publish anything. By default, it does if its
	 * endpoint does.
	 */
	reads?: boolean;
	/** Offers Options › Dry Run. A dry run sends only calls that read. */
	preview?: PreviewWords;
	/**
	 * The index of the output for an item, if the node has several outputs. An index beyond the last output means the
	 * last output.
	 */
	outputOf?: (item: object) => number;
	/** Finds problems with the parameters that the schema of the request does not find. */
	findProblems?(parameters: ParametersOf<Fields>): readonly Problem[];
	/** Makes the request. The requests of all items are checked before the first one is sent. */
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/** Returns how to find what already exists, or undefined if nothing is to be looked up. */
	existing?(
		item: Item<Fields, Request>,
	): ExistenceCheck<Found> | undefined | Promise<ExistenceCheck<Found> | undefined>;
}

/** What a dry run says about the things that it does not write: "Turn off “Options › Dry Run” to delete 3 notes." */
interface PreviewWords {
	verb: string;
	/** In the singular. */
	thing: string;
}

/** What an operation gets for one item. */
interface Item<Fields extends readonly Field[], Request extends ZodTypeAny> {
	client: Client;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
	/** The number of items in this run for the same sweepstakes. */
	itemCount: number;
	/** Returns the value of a field in n8n's format. A picker's value includes the name that its list showed. */
	rawValueOf(field: string): unknown;
}

/** An operation with a single call, or with a single list. An existing record is returned as if it were the reply. */
interface EndpointOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends object,
> extends OperationDeclaration<Fields, Request, Json> {
	endpoint: Endpoint<Request, z.ZodType<Reply, z.ZodTypeDef, unknown>> | Listing<Request, Reply>;
	/** `reply` looks up what the service would reply, as far as it can be known. */
	preview?: PreviewWords & { reply(item: Item<Fields, Request>): Json | Promise<Json> };
	run?: undefined;
	/** Makes items from the reply. For a list, `reply` is one record at a time. */
	toItems(answer: Item<Fields, Request> & { reply: Reply }): object | readonly object[];
}

/**
 * An operation with several calls, or with a call that depends on more than the request. It passes a preview to each
 * call that writes.
 */
interface RunOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Found,
> extends OperationDeclaration<Fields, Request, Found> {
	endpoint?: undefined;
	request: Request;
	/**
	 * Completes "an earlier item asked for the same …". If it is given, items with the same request share the results
	 * of the first one. The field `severalItems` among the options can change this.
	 */
	onceFor?: string;
	/** Writes what is missing. The argument includes what `existing` found. */
	run(item: Item<Fields, Request> & Findings<Found>): AsyncIterable<object | readonly object[]>;
}

/** An operation whose items share calls. Each item has its own outcome, even if one call was for 1,000 of them. */
interface SharedOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
> extends OperationDeclaration<Fields, Request, never> {
	endpoint?: undefined;
	run?: undefined;
	/** The schema of the request for one item. */
	request: Request;
	/** Up to `max` items share a call if they differ only in the field `of`. */
	batch: { of: Fields[number]['name']; max: number };
	/**
	 * @returns the item or the error of each request, in order
	 * @throws {ServiceError} if all requests failed
	 */
	runBatch(
		client: Client,
		requests: [z.output<Request>, ...Array<z.output<Request>>],
	): Promise<ReadonlyArray<object | Error>>;
}

/** An operation as the frame runs it. */
interface CheckedOperation extends Omit<
	OperationDeclaration<readonly Field[], ZodTypeAny, unknown>,
	'existing'
> {
	reads: boolean;
	/**
	 * Returns the request for these parameters.
	 *
	 * @throws {InputError} if they are invalid, as far as this can be known without the service
	 */
	check(parameters: Parameters): unknown;
}

/** An operation that sends one item at a time. */
export interface ItemOperation extends CheckedOperation {
	batch?: undefined;
	/** Yields one result at a time, or several results that arrived together. */
	run(item: {
		client: Client;
		parameters: Parameters;
		/** The request for these parameters, if it is known. */
		request?: unknown;
		itemCount?: number;
		rawValueOf?(field: string): unknown;
	}): AsyncGenerator<object | readonly object[]>;
}

/** An operation that sends many items in one call. */
export type BatchOperation = CheckedOperation &
	Pick<SharedOperation<readonly Field[], ZodTypeAny>, 'batch' | 'runBatch'>;

export type Operation = ItemOperation | BatchOperation;

/** Declares an operation. The node derives its menu, fields, requests and output from it. */
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
		if (!checked.success) problems.add(toInputErrors(checked.error, fields, request));
		problems.throwIfAny();
		return checked.data as z.output<Request>;
	};
	if ('batch' in operation) return { ...operation, reads, check };
	return {
		...operation,
		reads,
		check,
		run({ client, parameters: read, request = check(read), itemCount = 1, rawValueOf = () => undefined }) {
			const parameters = read as ParametersOf<Fields>;
			return runForItem(operation, { client, request, parameters, itemCount, rawValueOf });
		},
	};
}

/** Returns the operation with a `run` that calls its endpoint. */
function withRun<Fields extends readonly Field[], Request extends ZodTypeAny, Reply extends object>(
	operation: EndpointOperation<Fields, Request, Reply>,
): RunOperation<Fields, Request, Json> {
	const { endpoint, existing, fields, preview, toItems } = operation;
	const { request } = endpoint;
	if ('read' in endpoint)
		return {
			reads: true,
			...operation,
			endpoint: undefined,
			request,
			async *run(item) {
				const limit = readLimit(fields, item.parameters);
				for await (const records of readUpTo(limit, item.client, endpoint, item.request))
					yield records.flatMap((reply) => toItems({ ...item, reply }));
			},
		};
	return {
		reads: endpoint.retry.kind === 'reads',
		...operation,
		endpoint: undefined,
		request,
		async existing(item) {
			const look = await existing?.(item);
			const toReply = (Data: Json) => endpoint.reply.parse({ Response: true, Data });
			return look && { toItems: (Data) => [toItems({ ...item, reply: toReply(Data) })].flat(), ...look };
		},
		async *run({ before, budget, ...item }) {
			const { client, parameters } = item;
			const toAll = (reply: Reply) => toItems({ ...item, reply });
			const options = {
				before,
				budget,
				preview: preview && { reply: async () => await preview.reply(item) },
			};
			const items = await client.callForItems(endpoint, item.request, toAll, options);
			yield takeFirst(client, items, readLimit(fields, parameters));
		},
	};
}

async function* runForItem<Fields extends readonly Field[], Request extends ZodTypeAny, Found>(
	{ onceFor, existing, run }: RunOperation<Fields, Request, Found>,
	item: Item<Fields, Request>,
): AsyncGenerator<object> {
	const { client, request, parameters } = item;
	const work = async function* () {
		const look = await existing?.(item);
		yield* look ? lookFirst(client, look, (findings) => run({ ...item, ...findings })) : run(item);
	};
	const isShared = onceFor && asObject((parameters as Parameters).options).severalItems !== 'each';
	yield* isShared ? runOnceForAlike(client, request, onceFor, work) : work();
}
