import type { Looked } from '../../api/named';
import type { Lookup } from '../../api/endpoint';
import type { Client } from '../../client/client';
import type { Before, Endpoint } from '../../client/endpoint';
import type { Hints } from '../../history/hints';
import { asObject, type Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';
import type { Field, ParametersOf, Problem } from './field';
import { readMapped, type Parameters } from '../input/parameters';
import { Problems } from '../errors/problems';
import { toInputErrors } from '../errors/request-errors';
import { readLimit, readUpTo, takeFirst } from './limit';
import { lookFirst, type Existing, type Findings } from '../run/look-first';
import { onceForAlike } from '../run/once-for-alike';

interface Declared<Fields extends readonly Field[]> {
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
	/**
	 * Whether it changes, sends and publishes nothing. By default, an operation of one call does what its endpoint
	 * does, a lookup reads, and every other operation writes.
	 */
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
}

/** What a dry run says about the things that it does not write. */
interface Preview {
	/** Completes "Turn off “Options › Dry Run” to ….", for the number of things that were not written. */
	toDo(count: number): string;
}

interface Answer<Fields extends readonly Field[], Request extends ZodTypeAny, Reply> {
	reply: Reply;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
	hints: Hints;
}

/** An operation of one call. */
interface OneCall<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
> extends Declared<Fields> {
	endpoint: Endpoint<Request, Reply>;
	existing?: ExistingRecord<Fields, Request>;
	preview?: CallPreview<Fields, Request>;
	lookup?: undefined;
	run?: undefined;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	toItems(answer: Answer<Fields, Request, z.output<Reply>>): object | readonly object[];
}

/** The preview of a call. An operation of several calls passes a preview to each call that writes. */
interface CallPreview<Fields extends readonly Field[], Request extends ZodTypeAny> extends Preview {
	/** Looks up what the service would reply, as far as it can be known. `toItems` gets it. */
	reply(context: {
		client: Client;
		request: z.output<Request>;
		parameters: ParametersOf<Fields>;
	}): Json | Promise<Json>;
}

/**
 * Returns an existing record instead of creating another like it, as if it were the reply. Items get `existed`:
 * true or false.
 */
interface ExistingRecord<Fields extends readonly Field[], Request extends ZodTypeAny> {
	/** How to recognize the record. See `named`. */
	kind: {
		/** The same for requests for the same record. */
		keyOf(request: z.output<Request>): string;
		find(client: Client, request: z.output<Request>, parameters: ParametersOf<Fields>): Promise<Looked<Json>>;
	};
	/** The field that decides. If its value is not "return", nothing is looked up. */
	when: Fields[number]['name'];
	/** Ends the hint "Skipped 3 items: …". Default: already created. */
	reason?: string;
}

/** An operation that returns the results of a lookup. `toItems` gets one record at a time. */
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

/** What an operation works with for one item. */
interface Item<Fields extends readonly Field[], Request extends ZodTypeAny> {
	client: Client;
	request: z.output<Request>;
	parameters: ParametersOf<Fields>;
	/** The number of items in this run for the same sweepstakes. */
	itemCount: number;
}

/** An operation of several calls, or of a call that depends on more than the request. */
interface ManyCalls<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Found,
> extends Declared<Fields> {
	endpoint?: undefined;
	lookup?: undefined;
	/** Checked for all items before the first is sent. */
	request: Request;
	/**
	 * Completes "an earlier item asked for the same …", if items with the same request get the results only once. The
	 * field `severalItems` among the options can change this.
	 */
	onceFor?: string;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/** What may be there already. @returns undefined if nothing is to be looked up. */
	existing?(item: Item<Fields, Request>): Existing<Found> | undefined | Promise<Existing<Found> | undefined>;
	/** Gets what `existing` found, and writes what is missing. */
	run(item: Item<Fields, Request> & Findings<Found>): AsyncIterable<object | readonly object[]>;
}

/** An operation that sends many items in one call. */
interface ManyItems<Fields extends readonly Field[], Request extends ZodTypeAny> extends Declared<Fields> {
	endpoint?: undefined;
	lookup?: undefined;
	run?: undefined;
	/** Up to `max` items share a call, if they differ only in the field `of`. */
	batch: { of: Fields[number]['name']; max: number };
	/** For one item. Checked for all items before the first is sent. */
	request: Request;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
	/** @returns the item of each request or its error, in order. @throws {ServiceError} if all failed. */
	runBatch(context: {
		client: Client;
		requests: [z.output<Request>, ...Array<z.output<Request>>];
	}): Promise<ReadonlyArray<object | Error>>;
}

interface Checked extends Declared<readonly Field[]> {
	reads: boolean;
	/**
	 * The request for these parameters.
	 *
	 * @throws {InputError} if they are invalid, as far as we can tell without the service.
	 */
	check(parameters: Parameters): unknown;
}

interface RunContext {
	client: Client;
	parameters: Parameters;
	/** The request for these parameters, if it is known. */
	request?: unknown;
	/** The number of items in this run for the same sweepstakes. */
	itemCount?: number;
}

/** An operation that sends one item at a time. */
export interface ItemOperation extends Checked {
	batch?: undefined;
	/** Returns one result at a time, or several that came together. */
	run(context: RunContext): AsyncGenerator<object | readonly object[]>;
}

/** An operation that sends many items in one call. */
export interface BatchOperation extends Checked {
	batch: {
		max: number;
		/** Items with the same key share calls. */
		keyOf(parameters: Parameters): string;
		/** @returns the result of each item, in order. @throws {ServiceError} if all of them failed. */
		run(client: Client, items: readonly Parameters[]): Promise<ReadonlyArray<object | Error>>;
	};
}

export type Operation = ItemOperation | BatchOperation;

/** Declares an operation, from which the node derives its menu, fields, request and output. */
export function defineOperation<
	const Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
	Found extends object,
>(
	operation:
		| OneCall<Fields, Request, Reply>
		| OneLookup<Fields, Request, Found>
		| ManyCalls<Fields, Request, Found>
		| ManyItems<Fields, Request>,
): Operation {
	const { fields, endpoint, lookup } = operation;
	const reads = operation.reads ?? (endpoint ? endpoint.retry.kind === 'reads' : lookup !== undefined);
	const schema = (operation.endpoint ?? operation.lookup ?? operation).request;
	const toCheckedRequest = (parameters: Parameters): z.output<Request> => {
		const problems = new Problems();
		problems.add(readMapped(fields, parameters).problems ?? []);
		problems.add(operation.findProblems?.(parameters as ParametersOf<Fields>) ?? []);
		const request: unknown = operation.toRequest(parameters as ParametersOf<Fields>);
		const checked = schema.safeParse(request);
		if (!checked.success) problems.add(toInputErrors(checked.error, fields, request));
		problems.throwIfAny();
		return checked.data as z.output<Request>;
	};
	if ('batch' in operation) {
		const { of, max } = operation.batch;
		const toKey = (parameters: Parameters) => JSON.stringify({ ...parameters, [of]: undefined });
		const runBatch = async (client: Client, [first, ...others]: readonly Parameters[]) =>
			await operation.runBatch({
				client,
				requests: [toCheckedRequest(first!), ...others.map(toCheckedRequest)],
			});
		return { ...operation, reads, check: toCheckedRequest, batch: { max, keyOf: toKey, run: runBatch } };
	}
	return {
		...operation,
		reads,
		check: toCheckedRequest,
		async *run({ client, parameters: read, request: checked = toCheckedRequest(read), itemCount = 1 }) {
			const request = checked as z.output<Request>;
			const parameters = read as ParametersOf<Fields>;
			if (operation.run) return yield* runForItem(operation, { client, request, parameters, itemCount });
			const asked = { request, parameters, hints: client.run.hints };
			const limit = readLimit(fields, read);
			if (operation.endpoint) {
				const { endpoint, existing, preview, toItems } = operation;
				const toAll = (reply: z.output<Reply>) => [toItems({ ...asked, reply })].flat();
				const send = async function* (before?: Before) {
					const reply = preview && (async () => await preview.reply({ client, request, parameters }));
					const options = { before, preview: reply && { reply } };
					yield takeFirst(client, await client.callForItems(endpoint, request, toAll, options), limit);
				};
				if (!existing || read[existing.when] !== 'return') return yield* send();
				const { kind, reason = 'already created' } = existing;
				const key = kind.keyOf(request);
				const look = {
					keys: [key],
					like: key,
					asked: request,
					reason,
					find: async () => await kind.find(client, request, parameters),
					toItems: (Data: Json) => toAll(endpoint.reply.parse({ Response: true, Data }) as z.output<Reply>),
				};
				return yield* lookFirst(client, look, ({ before }) => send(before));
			}
			const { lookup, toItems } = operation;
			for await (const found of readUpTo(limit, client, lookup, request))
				yield found.map((reply) => toItems({ ...asked, reply }));
		},
	};
}

async function* runForItem<Fields extends readonly Field[], Request extends ZodTypeAny, Found>(
	{ onceFor, existing, run }: ManyCalls<Fields, Request, Found>,
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
