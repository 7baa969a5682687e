import type { Lookup } from '../../api/endpoint';
import type { Caller, Endpoint } from '../../client/endpoint';
import type { z, ZodTypeAny } from '../../zod';
import type { Field, ParametersOf } from './field';
import type { Parameters } from '../input/parameters';
import { toInputError } from '../errors/requestErrors';
import type { RunState } from '../run/runState';

/** What every operation declares. */
interface Declared<Fields extends readonly Field[]> {
	/** Title Case, as the operation menu shows it. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	/** Sentence case, as the node panel lists it. */
	action: string;
	description: string;
	fields: Fields;
	/** The fields of the output with a text that the owner or the service wrote, which an AI agent reads whole. */
	wholeTexts?: readonly string[];
}

/** What `toItems` gets. */
interface Answer<Fields extends readonly Field[], Request extends ZodTypeAny, Reply> {
	reply: Reply;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
}

/** An operation that is one call. */
interface OneCall<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
> extends Declared<Fields> {
	endpoint: Endpoint<Request, Reply>;
	lookup?: undefined;
	run?: undefined;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	toItems(answer: Answer<Fields, Request, z.output<Reply>>): object | readonly object[];
}

/** An operation that returns what a lookup of `api/` finds. `toItems` gets each record by itself. */
interface OneLookup<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Found extends object,
> extends Declared<Fields> {
	lookup: Lookup<Request, Found>;
	endpoint?: undefined;
	run?: undefined;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	toItems(answer: Answer<Fields, Request, Found>): object;
}

/** An operation of several calls, or of a call that depends on more than the request. */
interface ManyCalls<Fields extends readonly Field[], Request extends ZodTypeAny> extends Declared<Fields> {
	endpoint?: undefined;
	lookup?: undefined;
	/** Checked for all items before the first is sent. */
	request: Request;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	run(context: {
		service: Caller;
		request: z.output<Request>;
		parameters: ParametersOf<Fields>;
		run: RunState;
	}): AsyncIterable<object>;
}

/** An operation of which one call takes many items. */
interface ManyItems<Fields extends readonly Field[], Request extends ZodTypeAny> extends Declared<Fields> {
	endpoint?: undefined;
	lookup?: undefined;
	run?: undefined;
	/** Up to `max` items go into one call, if they differ in nothing but the field `of`. */
	batch: { of: Fields[number]['name']; max: number };
	/** The request for one item. Checked for all items before the first is sent. */
	request: Request;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/**
	 * @returns what came of each request, in their order: its item, or why it failed.
	 * @throws {ServiceError} if all of them failed.
	 */
	runBatch(context: {
		service: Caller;
		requests: [z.output<Request>, ...Array<z.output<Request>>];
	}): Promise<ReadonlyArray<object | Error>>;
}

/** What the node needs of every operation. */
interface Checked extends Declared<readonly Field[]> {
	/** @throws {InputError} if the parameters cannot be sent, as far as this is known without asking the service. */
	check(parameters: Parameters): void;
}

/** An operation that sends each item by itself. */
export interface ItemOperation extends Checked {
	batch?: undefined;
	/** Yields the output of one item. */
	run(context: { service: Caller; parameters: Parameters; run: RunState }): AsyncIterable<object>;
}

/** An operation that sends many items in one call. */
export interface BatchOperation extends Checked {
	batch: {
		max: number;
		/** Items with the same key share calls. */
		keyOf(parameters: Parameters): string;
		/** @returns what came of each item, in their order. @throws {ServiceError} if all of them failed. */
		run(service: Caller, items: readonly Parameters[]): Promise<ReadonlyArray<object | Error>>;
	};
}

/** An operation as the node runs it. */
export type Operation = ItemOperation | BatchOperation;

/** Whether an operation changes and sends nothing, which its verb says. */
export function isReading({ value }: { value: string }): boolean {
	return /^(get|count|check|download)/.test(value);
}

/** Declares an operation once; the menu, the fields, the request and the output of the node follow from it. */
export function defineOperation<
	const Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
	Found extends object,
>(
	operation:
		| OneCall<Fields, Request, Reply>
		| OneLookup<Fields, Request, Found>
		| ManyCalls<Fields, Request>
		| ManyItems<Fields, Request>,
): Operation {
	const { name, value, action, description, fields, wholeTexts } = operation;
	const schema = (operation.endpoint ?? operation.lookup ?? operation).request;
	const toCheckedRequest = (parameters: Parameters): z.output<Request> => {
		const request: unknown = operation.toRequest(parameters as ParametersOf<Fields>);
		const checked = schema.safeParse(request);
		if (!checked.success) throw toInputError(checked.error, fields, request);
		return checked.data as z.output<Request>;
	};
	const declared = { name, value, action, description, fields, wholeTexts, check: toCheckedRequest };
	if ('batch' in operation) {
		const { of, max } = operation.batch;
		const toKey = (parameters: Parameters) => JSON.stringify({ ...parameters, [of]: undefined });
		const runBatch = async (service: Caller, [first, ...others]: readonly Parameters[]) =>
			await operation.runBatch({
				service,
				requests: [toCheckedRequest(first!), ...others.map(toCheckedRequest)],
			});
		return { ...declared, batch: { max, keyOf: toKey, run: runBatch } };
	}
	const run: ItemOperation['run'] = ({ service, parameters: read, run: state }) => {
		const request = toCheckedRequest(read);
		const parameters = read as ParametersOf<Fields>;
		if (operation.run) return operation.run({ service, request, parameters, run: state });
		return operation.endpoint
			? itemsOfCall(operation, { service, request, parameters })
			: itemsOfLookup(operation, { service, request, parameters });
	};
	return { ...declared, run };
}

interface Context<Fields extends readonly Field[], Request extends ZodTypeAny> {
	service: Caller;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
}

async function* itemsOfCall<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
>(
	{ endpoint, toItems }: OneCall<Fields, Request, Reply>,
	{ service, request, parameters }: Context<Fields, Request>,
): AsyncGenerator<object> {
	const items = await service.callForItems(endpoint, request, (reply) =>
		toItems({ reply, request, parameters }),
	);
	yield* items.slice(0, readLimit(parameters));
}

/** Ends after the wanted number of records, without asking for one more. */
async function* itemsOfLookup<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Found extends object,
>(
	{ lookup, toItems }: OneLookup<Fields, Request, Found>,
	{ service, request, parameters }: Context<Fields, Request>,
): AsyncGenerator<object> {
	const limit = readLimit(parameters);
	let count = 0;
	for await (const reply of lookup.read(service, request, limit)) {
		yield toItems({ reply, request, parameters });
		if (++count >= limit) return;
	}
}

/** What the fields Return All and Limit say, in operations that have them. */
function readLimit({ returnAll, limit }: { returnAll?: unknown; limit?: unknown }): number {
	return returnAll === false ? Number(limit) : Infinity;
}
