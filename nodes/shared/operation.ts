import type { INodeProperties } from 'n8n-workflow';

import type { Call, Endpoint, Once, Service } from './client/send';
import type { Field, ParametersOf } from './field';
import type { Parameters } from './parameters';
import { inputErrorOf } from './problems';
import type { WholeRun } from './wholeRun';
import type { z, ZodTypeAny } from './zod';

/** What every operation says of itself. */
interface Declared<Fields extends readonly Field[], Request extends ZodTypeAny> {
	/** Title Case, as the operation menu shows it. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	/** Sentence case, as the node panel lists it. */
	action: string;
	description: string;
	fields: Fields;
	/** The request table of the specification. Messages of its checks continue the sentence "“Label” …". */
	request: Request;
	toRequest(parameters: ParametersOf<Fields>): z.input<Request>;
}

/** An operation that is one call of the service. */
interface OneCall<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
> extends Declared<Fields, Request> {
	/** As the specification names it. The request of a GET goes into the query. */
	endpoint: Endpoint;
	/** As in a `Call`; a function where the service can be asked whether this request was processed. */
	repeatable: Call['repeatable'] | ((service: Service, request: z.output<Request>) => Once);
	/** Only what `toItems` relies on; everything else passes untouched. */
	reply: Reply;
	toItems(
		reply: z.output<Reply>,
		request: z.output<Request>,
		parameters: ParametersOf<Fields>,
	): object | readonly object[];
}

/** An operation that is more, or less, than one call. */
interface ManyCalls<Fields extends readonly Field[], Request extends ZodTypeAny> extends Declared<
	Fields,
	Request
> {
	run(
		service: Service,
		request: z.output<Request>,
		parameters: ParametersOf<Fields>,
		wholeRun: WholeRun,
	): AsyncIterable<object>;
}

/** An operation as the node runs it. */
export interface Operation extends Pick<
	Declared<readonly Field[], ZodTypeAny>,
	'name' | 'value' | 'action' | 'description' | 'fields'
> {
	/** @throws {InputError} if the parameters cannot be sent, as far as this can be known without asking the service. */
	check(parameters: Parameters): void;
	/** Yields the output of one item. */
	run(service: Service, parameters: Parameters, wholeRun: WholeRun): AsyncIterable<object>;
}

/** Declares an operation once; menu, fields, request and output of the node follow from it. */
export function defineOperation<
	const Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
>(operation: OneCall<Fields, Request, Reply> | ManyCalls<Fields, Request>): Operation {
	const { name, value, action, description, fields } = operation;
	const requestOf = (parameters: Parameters): z.output<Request> => {
		const request: unknown = operation.toRequest(parameters as ParametersOf<Fields>);
		const checked = operation.request.safeParse(request);
		if (!checked.success) throw inputErrorOf(checked.error, fields, request);
		return checked.data as z.output<Request>;
	};
	const run = (service: Service, parameters: Parameters, wholeRun: WholeRun) =>
		'run' in operation
			? operation.run(service, requestOf(parameters), parameters as ParametersOf<Fields>, wholeRun)
			: runOneCall(operation, service, requestOf(parameters), parameters as ParametersOf<Fields>);
	return { name, value, action, description, fields, check: requestOf, run };
}

async function* runOneCall<
	Fields extends readonly Field[],
	Request extends ZodTypeAny,
	Reply extends ZodTypeAny,
>(
	{ endpoint, repeatable, reply, toItems }: OneCall<Fields, Request, Reply>,
	service: Service,
	request: z.output<Request>,
	parameters: ParametersOf<Fields>,
): AsyncGenerator<object> {
	const sent = endpoint.startsWith('GET ') ? { query: request } : { body: request };
	const body = await service.call({
		endpoint,
		repeatable: typeof repeatable === 'function' ? repeatable(service, request) : repeatable,
		...sent,
	});
	const understood = reply.safeParse(body);
	// What was done is done: an answer of another shape than documented is shown as it came.
	const items = understood.success ? toItems(understood.data as z.output<Reply>, request, parameters) : body;
	yield* Array.isArray(items) ? (items as object[]) : [items];
}

/**
 * n8n finds an operation's action, by which it names nodes and tells an AI agent what a tool does, only below a
 * resource. Our nodes have one each, so nobody is asked for it.
 */
const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Sweepstakes', value: 'sweepstakes' }],
	default: 'sweepstakes',
};

/** The properties of a node: its operation menu, then each operation's fields, shown where they apply. */
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
		...operations.flatMap(({ value, fields }) => fields.map((field) => shownFor(value, field))),
	];
}

function shownFor(operation: string, field: Field): INodeProperties {
	const { show, hide } = field.displayOptions ?? {};
	return {
		...field,
		displayOptions: { show: { operation: [operation], ...show }, ...(hide && { hide }) },
	} as INodeProperties;
}
