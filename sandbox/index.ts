import type { AddressInfo } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { openAccounts, type AccountOptions } from './accounts';
import { CallLog, type RecordedCall } from './calls';
import { Clock, DATE_FORMS, type DateForm } from './time/clock';
import { controlRoutes } from './control-routes';
import { DIALECTS, type Dialect } from './dialect';
import { Controls, type AccountCounters, type ParticipantPlacement } from './controls';
import { Faults, type Fault } from './faults';
import { pages } from './pages';
import { addSample } from './sample';
import { createServer } from './server';
import { Service } from './service';
import { Store } from './store';
import { newToken } from './token';

export { DATE_FORMS, DIALECTS };
export type { AccountCounters, AccountOptions, DateForm, Dialect, Fault, ParticipantPlacement, RecordedCall };

export interface SandboxOptions {
	/** 0 (default): any free port. */
	port?: number;
	/** Default: one account without restrictions. */
	accounts?: AccountOptions[];
	/** The first account's token, unless `accounts` has one. Default: random, and kept in `data`. */
	token?: string;
	/** The text that decides where the two differ; default `contract`. */
	dialect?: Dialect;
	/** Whether the dates of participants, winners and drawings have a zone; default `zoned`. */
	dates?: DateForm;
	/** Length of the per-minute window; default 60,000 ms. */
	windowMs?: number;
	/** The processing time of each call; default 0 ms. */
	latencyMs?: number;
	/** A file that stores the state; default: memory only. */
	data?: string;
	/** The clock, in ms since 1970. Default: `Date.now`, looked up at each use. */
	now?: () => number;
	/** Whether an empty sandbox starts with a sample sweepstakes. Default: only without `accounts`. */
	sample?: boolean;
}

type Method = 'POST' | 'GET' | 'DELETE';

/** A running sandbox: its address and its controls. */
export type Sandbox = Controls & {
	/** The base address of every path, without a trailing slash. */
	baseUrl: string;
	/** The first account's token. */
	token: string;
	dialect: Dialect;
	url(path: string): string;
	/**
	 * Calls the service with the first account's token.
	 * @returns the body of the reply
	 * @throws Error if the service refuses the call
	 */
	api<Reply = Record<string, unknown>>(path: string, body?: object, method?: Method): Promise<Reply>;
	/** Stops the sandbox and closes all connections. */
	close(): Promise<void>;
};

/** Starts the service on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, dialect = 'contract', dates = 'zoned', windowMs = 60_000, latencyMs = 0 } = options;
	const { now = () => Date.now() } = options;
	const { sample = options.accounts === undefined } = options;
	const store = new Store(options.data);
	const accounts = openAccounts(options.accounts, windowMs, (index) =>
		index === 0 && options.token !== undefined ? options.token : keptToken(store, index),
	);
	const { token } = accounts[0];
	const clock = new Clock(now, store.clock.get('clock')?.aheadMs);
	const service = new Service(accounts, store, clock, dialect, dates);
	const calls = new CallLog();
	const faults = new Faults();
	const controls = new Controls(service, clock, calls, faults);
	const server = createServer({ service, clock, calls, faults, conventions: service.conventions, latencyMs });
	void server.register(named('controls', controlRoutes(controls, dialect)), { prefix: '/_sandbox' });
	void server.register(named('pages', pages(controls, token, dialect)));
	await server.listen({ host: '127.0.0.1', port });
	const baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
	service.appUrl = baseUrl;
	if (sample && isEmpty(store)) addSample(service, accounts[0]);
	store.commit();

	async function api<Reply>(path: string, body: object = {}, method: Method = 'POST'): Promise<Reply> {
		const response = await fetch(baseUrl + path, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: method === 'GET' ? undefined : JSON.stringify(body),
		});
		const reply = (await response.json()) as Reply;
		if (!response.ok) throw new Error(`${path} was refused: ${JSON.stringify(reply)}`);
		return reply;
	}

	return Object.assign(controls, {
		baseUrl,
		token,
		dialect,
		url: (path: string) => baseUrl + path,
		api,
		async close() {
			await server.close();
			store.close();
		},
	});
}

/** Names a plugin. Without a name, Fastify searches all loaded modules for it at each start. */
function named(name: string, plugin: FastifyPluginAsync): FastifyPluginAsync {
	return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
}

/** The account's random token, created on first use. */
function keptToken({ tokens }: Store, index: number): string {
	const account = String(index + 1);
	return (tokens.get(account) ?? tokens.insert({ account, token: `sandbox-${newToken()}` })).token;
}

function isEmpty(store: Store): boolean {
	return [...store.sweepstakes.all()].length === 0;
}
