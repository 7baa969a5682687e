import { z } from 'zod';
import type { Account } from './accounts';
import type { Dialect, Operation } from './dialect';
import { expectedBody } from './expected-body';
import { withKeptTexts, type KeptForms } from './kept';
import { notFound } from './refusal';
import type { Sweepstakes, Usage } from './records';
import type { Store } from './store';
import type { DateForm } from './time/clock';

/** What an operation needs to process a call. */
export interface Call {
	account: Account;
	usage: Usage;
	store: Store;
	dialect: Dialect;
	dates: DateForm;
	/** The sandbox's clock, in ms since 1970. */
	now: number;
	/** How text and phone numbers in the request are stored. */
	kept: KeptForms;
	/** The address of the web app, which the contract calls `{app_url}`. */
	appUrl: string;
}

type Schema<Request> = z.ZodType<Request, z.ZodTypeDef, unknown>;

/** A module of an account's plan. */
export type Module = keyof Account['modules'];

interface Wire<Request, Result> {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The JSON body or, for GET, the query. Without a schema, the body is ignored. */
	request?: Schema<Request>;
	/** The status of a successful reply; 200 by default. */
	status?: number;
	/**
	 * Returns the body of a successful reply, without `Response` and `Telemetry`. By default, the body is the result
	 * itself.
	 */
	answer?(result: Result, call: Call): object;
}

interface EndpointDefinition<Request, Result extends object> extends Wire<Request, NoInfer<Result>> {
	path: string;
	/** The module that must be enabled. Successful replies of a module's operations include Telemetry. */
	module?: Module;
	/** Whether the operation works while its module is off. */
	worksWithoutModule?: boolean;
	/** Whether the account needs a wildcard among its API domains. */
	needsWildcardDomain?: boolean;
	/**
	 * Processes the call.
	 *
	 * @throws Refusal
	 */
	carryOut(request: Request, call: Call): Result;
	/** What differs in the dialect `reference`. */
	reference?: Partial<Wire<NoInfer<Request>, NoInfer<Result>>>;
}

/** An operation of the service in one dialect. */
export interface Endpoint extends Operation {
	method: string;
	status: number;
	module?: Module;
	worksWithoutModule: boolean;
	needsWildcardDomain: boolean;
	/**
	 * Checks the request and processes it.
	 *
	 * @throws ZodError or Refusal
	 */
	carryOut(sent: unknown, call: Call): object;
}

type EndpointOf = (dialect: Dialect) => Endpoint;

/** Declares an operation: its request, its processing, its reply, and what differs in the other dialect. */
export function endpoint<Request, Result extends object>(
	definition: EndpointDefinition<Request, Result>,
): EndpointOf {
	return (dialect) => {
		const { path, module, worksWithoutModule = false, needsWildcardDomain = false, carryOut } = definition;
		const { method, request, status = 200, answer } = inDialect(definition, dialect);
		const schema = request ?? (z.unknown() as Schema<Request>);
		let described: Record<string, string> | undefined;
		return {
			method,
			path,
			status,
			module,
			worksWithoutModule,
			needsWildcardDomain,
			// This is a getter because the value is needed only when a call is refused.
			get expectedBody() {
				return (described ??= expectedBody(schema));
			},
			carryOut(sent, call) {
				const result = carryOut(withKeptTexts(schema.parse(sent), call.kept.texts), call);
				return answer ? answer(result, call) : result;
			},
		};
	};
}

function inDialect<Request, Result extends object>(
	definition: EndpointDefinition<Request, Result>,
	dialect: Dialect,
): Wire<Request, Result> {
	return dialect === 'reference' ? { ...definition, ...definition.reference } : definition;
}

/**
 * Returns a record of the account. A record of another account counts as not found (contract, Authentication).
 *
 * @param what names the value in the refusal
 * @throws Refusal 404
 */
export function requireOwn<Row extends { UserToken: string }>(
	{ account }: Call,
	record: Row | undefined,
	what: string,
): Row {
	if (record?.UserToken !== account.UserToken) throw notFound(what);
	return record;
}

/** Returns the usage that a reply reports as `Telemetry`. */
export function toTelemetry({ account, usage }: Pick<Call, 'account' | 'usage'>) {
	return {
		DataConsumed: usage.DataConsumed,
		APICalls: usage.APICalls,
		MaxAPICalls: account.plan.MaxApiCallsAllowed,
	};
}

/** @throws Refusal 404 unless the sweepstakes belongs to the account */
export function requireOwnSweepstakes(call: Call, token: string): Sweepstakes {
	return requireOwn(call, call.store.sweepstakes.get(token), 'Sweepstakes');
}
