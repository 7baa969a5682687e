import type { Lookup } from '../../api/endpoint';
import type { Client, Endpoint } from '../../client/client';
import { asObject, type Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';
import type { Field, ParametersOf, Problem } from './field';
import { readMapped, type Parameters } from '../input/parameters';
import { Problems } from '../errors/problems';
import { toInputErrors } from '../errors/request-errors';
import { readLimit, readUpTo, takeFirst } from './limit';
import { lookFirst, onceForAlike, type Existing, type Findings } from '../run/look-first';

interface Declared<Fields extends readonly Field[], Request extends ZodTypeAny, Found> {
	/** In Title Case, for the operation menu. */
	name: string;
	/** Stored in workflows: never change it. */
	value: string;
	/** In sentence case, for the node panel. */
	action: string;
	description: string;
	fields: Fields;
	/** Output fields with texts by the owner or the service, which an AI agent reads in full. */
	wholeTexts?: readonly string[];
	/** Whether it changes, sends and publishes nothing. Default: whether its endpoint does. */
	reads?: boolean;
	/** Offers Options › Dry Run. A dry run sends only calls that read. */
	preview?: Preview;
	/**
	 * The index of the output for an item, if the node has several. An index beyond the last output means the
	 * last one.
	 */
	outputOf?: (item: object) => number;
	/** What is wrong with the parameters beyond what the schema of the request finds. */
	findProblems?(parameters: ParametersOf<Fields>): readonly Problem[];
	/** The requests of all items are checked before the first is sent. */
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/** What may be there already. @returns undefined if nothing is to be looked up. */
	existing?(item: Item<Fields, Request>): Existing<Found> | undefined | Promise<Existing<Found> | undefined>;
}

/** What a dry run says about the things that it does not write. */
interface Preview {
	/** Completes "Turn off “Options › Dry Run” to ….", for the number of things that were not written. */
	toDo(count: number): string;
}

/** What an operation works with for one item. */
interface Item<Fields extends readonly Field[], Request extends ZodTypeAny> {
	client: Client;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
	/** The number of items in this run for the same sweepstakes. */
	itemCount: number;
}

/** An operation of one call, or of one list. An existing record is returned as if it were the reply. */
interface EndpointOperation<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends object,
> extends Declared<Fields, Request, Json> {
	endpoint: Endpoint<Request, z.ZodType<Reply, z.ZodTypeDef, unknown>> | Lookup<Request, Reply>;
	/** `reply` looks up what the service would reply, as far as it can be known. */
	preview?: Preview & { reply(item: Item<Fields, Request>): Json | Promise<Json> };
	run?: undefined;
	/** Gets the records of a list one at a time. */
	toItems(answer: Item<Fields, Request> & { reply: Reply }): object | readonly object[];
}

/**
 * An operation of several calls, or of a call that depends on more than the request. It passes a preview to
 * each call that writes.
 */
interface RunOperation<Fields extends readonly Field[], Request extends ZodTypeAny, Found> extends Declared<
	Fields,
	Request,
	Found
> {
	endpoint?: undefined;
	request: Request;
	/**
	 * Completes "an earlier item asked for the same …", if items with the same request get the results only once. The
	 * field `severalItems` among the options can change this.
	 */
	onceFor?: string;
	/** Gets what `existing` found, and writes what is missing. */
	run(item: Item<Fields, Request> & Findings<Found>): AsyncIterable<object | readonly object[]>;
}

/** An operation whose items share calls. Each item has its own outcome, even if one call was for 1,000 of them. */
interface SharedOperation<Fields extends readonly Field[], Request extends ZodTypeAny> extends Declared<
	Fields,
	Request,
	never
> {
	endpoint?: undefined;
	run?: undefined;
	/** For one item. */
	request: Request;
	/** Up to `max` items share a call, if they differ only in the field `of`. */
	batch: { of: Fields[number]['name']; max: number };
	/** @returns the item of each request or its error, in order. @throws {ServiceError} if all failed. */
	runBatch(
		client: Client,
		requests: [z.output<Request>, ...Array<z.output<Request>>],
	): Promise<ReadonlyArray<object | Error>>;
}

/** An operation as the frame runs it. */
interface Checked extends Omit<Declared<readonly Field[], ZodTypeAny, unknown>, 'existing'> {
	reads: boolean;
	/**
	 * The request for these parameters.
	 *
	 * @throws {InputError} if they are invalid, as far as we can tell without the service.
	 */
	check(parameters: Parameters): unknown;
}

/** An operation that sends one item at a time. */
export interface ItemOperation extends Checked {
	batch?: undefined;
	/** Returns one result at a time, or several that came together. */
	run(item: {
		client: Client;
		parameters: Parameters;
		/** The request for these parameters, if it is known. */
		request?: unknown;
		itemCount?: number;
	}): AsyncGenerator<object | readonly object[]>;
}

/** An operation that sends many items in one call. */
export type BatchOperation = Checked &
	Pick<SharedOperation<readonly Field[], ZodTypeAny>, 'batch' | 'runBatch'>;

export type Operation = ItemOperation | BatchOperation;

/** Declares an operation, from which the node derives its menu, fields, request and output. */
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
		run({ client, parameters: read, request = check(read), itemCount = 1 }) {
			const parameters = read as ParametersOf<Fields>;
			return runForItem(operation, { client, request, parameters, itemCount });
		},
	};
}

/** The operation with a `run` for its endpoint. */
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
		async *run({ before, ...item }) {
			const { client, parameters } = item;
			const toAll = (reply: Reply) => toItems({ ...item, reply });
			const options = { before, preview: preview && { reply: async () => await preview.reply(item) } };
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
	yield* isShared ? onceForAlike(client, request, onceFor, work) : work();
}
