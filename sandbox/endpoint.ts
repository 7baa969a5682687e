import { z } from 'zod';
import type { Account } from './accounts';
import { expectedBody } from './expected-body';
import { notFound } from './refusal';
import type { Sweepstakes, Usage } from './records';
import type { Store } from './store';

/** What an endpoint is carried out with. */
export interface Call {
	account: Account;
	usage: Usage;
	store: Store;
	/** ms since 1970 by the sandbox's clock. */
	now: number;
	/** `{app_url}` of the specification. */
	appUrl: string;
}

export interface EndpointDefinition<Schema extends z.ZodTypeAny> {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** The JSON body or, for GET, the query; without it whatever is sent is ignored. */
	request?: Schema;
	/** The module that must be enabled; such operations also answer with Telemetry. */
	module?: 'codes' | 'invoices';
	/** Whether the account needs a wildcard among its API domains. */
	needsWildcardDomain?: boolean;
	/** @returns the success body without `Response` and `Telemetry`; throws a Refusal */
	carryOut(request: z.output<Schema>, call: Call): object;
}

/** An operation of the service, ready to be carried out. */
export interface Endpoint {
	method: string;
	path: string;
	module?: 'codes' | 'invoices';
	needsWildcardDomain: boolean;
	/** The words of `Help.ExpectedBody`. */
	expectedBody: Record<string, string>;
	/** Checks what was sent and carries it out; throws ZodError or Refusal. */
	carryOut(sent: unknown, call: Call): object;
}

/** Declares an operation once: what it takes, in which words it says so, and what it does. */
export function endpoint<Schema extends z.ZodTypeAny = z.ZodUnknown>(
	definition: EndpointDefinition<Schema>,
): Endpoint {
	const schema: z.ZodTypeAny = definition.request ?? z.unknown();
	return {
		method: definition.method,
		path: definition.path,
		module: definition.module,
		needsWildcardDomain: definition.needsWildcardDomain ?? false,
		expectedBody: expectedBody(schema),
		carryOut: (sent, call) => definition.carryOut(schema.parse(sent), call),
	};
}

/** The account's own sweepstakes; that of another account behaves as not found (specification, "Authentication" 6). */
export function ownSweepstakes({ store, account }: Call, token: string): Sweepstakes {
	const sweepstakes = store.sweepstakes.get(token);
	if (!sweepstakes || sweepstakes.UserToken !== account.UserToken) throw notFound('Sweepstakes');
	return sweepstakes;
}
