import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openAccounts, type AccountOptions } from './accounts';
import { CallLog, type RecordedCall } from './calls';
import { Clock, DATE_FORMS, type DateForm } from './time/clock';
import { DIALECTS, type Dialect } from './dialect';
import { Controls, type AccountCounters, type ParticipantPlacement } from './controls';
import { Exchange, type Reply } from './exchange';
import { Faults, type Fault } from './faults';
import { addSample } from './sample';
import { createServer } from './server';
import { Service } from './service';
import { Store } from './store';
import { newToken } from './token';

export { DATE_FORMS, DIALECTS };
export type { AccountCounters, AccountOptions, DateForm, Dialect, Fault, ParticipantPlacement, RecordedCall };

export interface SandboxOptions {
	/** The port. 0, the default, means any free port. */
	port?: number;
	/** The accounts. By default, there is one account without restrictions. */
	accounts?: AccountOptions[];
	/** The first account's token, unless `accounts` contains one. By default, it is random and kept in `data`. */
	token?: string;
	/** The document to follow where the two API documents differ; `contract` by default. */
	dialect?: Dialect;
	/** Whether the dates of participants, winners and drawings have a time zone; `zoned` by default. */
	dates?: DateForm;
	/** The length of the per-minute window in ms; 60,000 by default. */
	windowMs?: number;
	/** How long it takes to process a call, in ms; 0 by default. */
	latencyMs?: number;
	/** The file that stores the state. By default, the state is only in memory. */
	data?: string;
	/** The clock, in ms since 1970. By default, it is `Date.now`, looked up at each use. */
	now?: () => number;
	/** Whether an empty sandbox starts with a sample sweepstakes. The default is true unless `accounts` is given. */
	sample?: boolean;
}

type Method = 'POST' | 'GET' | 'DELETE';

interface SentCall {
	method: string;
	/** The path with the query. */
	path: string;
	/** The body as JSON text. */
	body?: string | Uint8Array;
	/** The Authorization header. By default, it contains the token of the first account. */
	authorization?: string;
}

/** A running sandbox: its address and its controls. */
export type Sandbox = Controls & {
	/** The base address of every path, without a trailing slash. */
	baseUrl: string;
	/** The first account's token. */
	token: string;
	dialect: Dialect;
	/** Everything that is stored. It can still be read after `close`. */
	store: Store;
	url(path: string): string;
	/**
	 * Sends a call without HTTP.
	 *
	 * @returns undefined if the connection breaks
	 */
	send(call: SentCall): Promise<Reply | undefined>;
	/**
	 * Makes a call as the first account.
	 *
	 * @returns the body of the reply
	 * @throws Error unless the call succeeds
	 */
	api<Content = Record<string, unknown>>(path: string, body?: object, method?: Method): Promise<Content>;
	/** Stops the sandbox and closes all connections. */
	close(): Promise<void>;
};

/** Opens the service without HTTP, for callers in this process. */
export function openSandbox(options: Omit<SandboxOptions, 'port'> = {}): Sandbox {
	const { sandbox, begin } = assemble(options);
	begin('http://localhost');
	return sandbox;
}

/** Starts the service on loopback. */
export async function startSandbox({ port = 0, ...options }: SandboxOptions = {}): Promise<Sandbox> {
	const { sandbox, begin, service, clock, exchange } = assemble(options);
	const { token, dialect, store } = sandbox;
	const server = await createServer({ service, clock, exchange, controls: sandbox, token, dialect });
	await once(server.listen({ host: '127.0.0.1', port }), 'listening');
	begin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	return Object.assign(sandbox, {
		async close() {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
			store.close();
		},
	});
}

function assemble(options: SandboxOptions) {
	const { dialect = 'contract', dates = 'zoned', windowMs = 60_000, latencyMs = 0 } = options;
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
	const exchange = new Exchange({ service, clock, calls, faults, latencyMs });
	const send: Sandbox['send'] = async ({ method, path, body = '', authorization = `Bearer ${token}` }) => {
		const { pathname, searchParams } = new URL(path, sandbox.baseUrl);
		return await exchange.replyTo({
			method,
			path: pathname,
			query: Object.fromEntries(searchParams),
			authorization,
			contentType: 'application/json',
			origin: undefined,
			body: Buffer.from(body),
			arrivedAt: clock.now(),
		});
	};
	const sandbox: Sandbox = Object.assign(new Controls(service, clock, calls, faults), {
		baseUrl: '',
		token,
		dialect,
		store,
		url: (path: string) => sandbox.baseUrl + path,
		send,
		async api<Content>(path: string, body: object = {}, method: Method = 'POST') {
			const reply = await send({ method, path, body: method === 'GET' ? undefined : JSON.stringify(body) });
			if (!reply || reply.status > 299) throw new Error(`${path} was refused: ${reply?.text}`);
			return JSON.parse(reply.text) as Content;
		},
		close: async () => store.close(),
	});
	/** The service needs its address before it answers, because links in records contain it. */
	const begin = (baseUrl: string) => {
		sandbox.baseUrl = service.appUrl = baseUrl;
		if (sample && isEmpty(store)) addSample(service, accounts[0]);
		store.commit();
	};
	return { sandbox, begin, service, clock, exchange };
}

/** Returns the account's random token. It is created on first use. */
function keptToken({ tokens }: Store, index: number): string {
	const account = String(index + 1);
	return (tokens.get(account) ?? tokens.insert({ account, token: `sandbox-${newToken()}` })).token;
}

function isEmpty(store: Store): boolean {
	return [...store.sweepstakes.all()].length === 0;
}
