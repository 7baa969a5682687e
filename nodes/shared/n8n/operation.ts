import type { INodeProperties } from 'n8n-workflow';

import type { Lookup } from '../api/endpoint';
import type { Caller, Endpoint } from '../client/endpoint';
import type { z, ZodTypeAny } from '../zod';
import { toolDescription } from './asTool';
import type { Field, ParametersOf } from './field';
import type { Parameters } from './parameters';
import { inputErrorOf } from './requestErrors';
import type { RunState } from './runState';

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
	const { name, value, action, description, fields } = operation;
	const schema = (operation.endpoint ?? operation.lookup ?? operation).request;
	const requestOf = (parameters: Parameters): z.output<Request> => {
		const request: unknown = operation.toRequest(parameters as ParametersOf<Fields>);
		const checked = schema.safeParse(request);
		if (!checked.success) throw inputErrorOf(checked.error, fields, request);
		return checked.data as z.output<Request>;
	};
	const declared = { name, value, action, description, fields, check: requestOf };
	if ('batch' in operation) {
		const { of, max } = operation.batch;
		const keyOf = (parameters: Parameters) => JSON.stringify({ ...parameters, [of]: undefined });
		const runBatch = async (service: Caller, [first, ...others]: readonly Parameters[]) =>
			await operation.runBatch({ service, requests: [requestOf(first!), ...others.map(requestOf)] });
		return { ...declared, batch: { max, keyOf, run: runBatch } };
	}
	const run: ItemOperation['run'] = ({ service, parameters: read, run: state }) => {
		const request = requestOf(read);
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
	yield* items.slice(0, limitOf(parameters));
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
	const limit = limitOf(parameters);
	let count = 0;
	for await (const reply of lookup.read(service, request, limit)) {
		yield toItems({ reply, request, parameters });
		if (++count >= limit) return;
	}
}

/** What the fields Return All and Limit say, in operations that have them. */
function limitOf({ returnAll, limit }: { returnAll?: unknown; limit?: unknown }): number {
	return returnAll === false ? Number(limit) : Infinity;
}

/**
 * n8n finds an operation's action, by which it names nodes and tells an AI agent what a tool does, only below a
 * resource. Our nodes have one each, so the field is hidden.
 */
const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Sweepstakes', value: 'sweepstakes' }],
	default: 'sweepstakes',
};

/** Every operation can keep the row that it was run for, as n8n's Edit Fields node can. */
export const includeInputFields = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the fields of the input item together with the result. Where both have a field, the result has it.',
} as const satisfies Field;

/** The properties of a node: its operation menu, then the fields of each operation, shown where they apply. */
export function propertiesOf(operations: readonly Operation[]): INodeProperties[] {
	const choices = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const [first] = choices.map(({ value }) => value);
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [RESOURCE.default as string] } },
		options: choices.toSorted((a, b) => a.name.localeCompare(b.name)),
		default: first,
	};
	return [
		RESOURCE,
		menu,
		...operations.flatMap((operation) => [
			toolDescription(operation),
			...operation.fields.flatMap((field) => shownFor(operation.value, field, operation.fields)),
		]),
		includeInputFields,
	];
}

function shownFor(operation: string, field: Field, fields: readonly Field[]): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = { show: { operation: [operation], ...show }, ...(hide && { hide }) };
	const shown = { ...field, displayOptions };
	if (field.type === 'resourceMapper' && show)
		return [keptUntilShown(field, operation, show), shown] as INodeProperties[];
	return (field.type === 'collection' ? markedWhileEmpty(shown, fields) : [shown]) as INodeProperties[];
}

/**
 * Holds the columns of a workflow that was imported, as long as the panel does not show them. n8n drops the value of what is
 * not shown as soon as another field changes.
 */
function keptUntilShown(
	{ displayName, name, default: none }: Field,
	operation: string,
	show: Conditions,
): Field {
	const displayOptions = { show: { operation: [operation] }, hide: show };
	return { displayName, name, type: 'hidden', default: none, displayOptions };
}

/** The type options of a collection that must not be empty. n8n itself marks only an empty `fixedCollection`. */
interface Needs {
	minRequiredFields?: number;
	/** Ours: the names of the other fields of which one is enough. */
	orOneOf?: readonly string[];
}

/** A collection, and a notice while it must not be empty. */
function markedWhileEmpty(collection: Field, fields: readonly Field[]): Field[] {
	const { displayName, name } = collection;
	const { minRequiredFields, orOneOf } = (collection.typeOptions ?? {}) as Needs;
	if (orOneOf) {
		const isFilled = fillingOf([name, ...orOneOf], fields);
		const notice = noticeUnless(isFilled, collection, 'At least one of the fields below must be filled.');
		return [notice, withMark(isFilled, collection, 'At least one field')];
	}
	if (!minRequiredFields) return [collection];
	const isFilled = fillingOf([name], fields);
	const notice = noticeUnless(isFilled, collection, `“${displayName}” needs at least one field.`);
	return [withMark(isFilled, collection, displayName), notice];
}

type Conditions = Readonly<Record<string, readonly unknown[]>>;

/** That one of these fields is filled, perhaps by an expression. */
function fillingOf(names: readonly string[], fields: readonly Field[]): Conditions {
	const isCollection = (name: string) => fields.find((one) => one.name === name)?.type.endsWith('ollection');
	return Object.fromEntries(
		names.map((name) => [name, [{ _cnd: isCollection(name) ? { not: {} } : { exists: true } }]]),
	);
}

function noticeUnless(isFilled: Conditions, { name, displayOptions }: Field, displayName: string): Field {
	return {
		displayName,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...isFilled } },
	};
}

/**
 * A collection with one more field, which no menu lists and which n8n misses under a condition: n8n looks for the fields of a
 * collection among the parameters of the node, and its menu looks for their conditions in the collection.
 */
function withMark(isFilled: Conditions, collection: Field, displayName: string): Field {
	const { name, displayOptions, options = [] } = collection;
	const mark: Field = {
		displayName,
		name: `${name}IsEmpty`,
		type: 'string',
		default: '',
		required: true,
		displayOptions: {
			show: ofNode(displayOptions?.show),
			hide: { ...ofNode(displayOptions?.hide), ...isFilled },
		},
	};
	// Never shown. n8n 1 looks for the names in a condition among the fields beside it.
	const named = Object.keys(isFilled).map((one): Field => ({
		displayName,
		name: one,
		type: 'hidden',
		default: '',
		displayOptions: { show: { '@version': [0] } },
	}));
	return { ...collection, options: [...options, mark, ...named] };
}

/** Conditions about parameters of the node, for a field inside a collection. */
function ofNode(conditions: Conditions = {}): Conditions {
	return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [`/${name}`, values]));
}
