import type { AddressInfo } from 'node:net';
import { openAccounts, type AccountOptions } from './accounts';
import { CallLog, type RecordedCall } from './calls';
import { Clock } from './clock';
import { controlRoutes } from './control-routes';
import { Controls, type AccountCounters, type ParticipantPlacement } from './controls';
import { Faults, faultsSchema, type Fault } from './faults';
import { pages } from './pages';
import { addSample } from './sample';
import { createServer } from './server';
import { Service } from './service';
import { Store } from './store';

export type { AccountCounters, AccountOptions, Fault, ParticipantPlacement, RecordedCall };

export interface SandboxOptions {
	/** 0 (default): any free port. */
	port?: number;
	/** Default: one account that may do everything. */
	accounts?: AccountOptions[];
	/** Length of the per-minute window; default 60,000 ms. */
	windowMs?: number;
	/** How long each call is processed; default 0 ms. */
	latencyMs?: number;
	/** A file that keeps the state; default: memory only. */
	data?: string;
	/** ms since 1970; default `Date.now`, looked up at each use. */
	now?: () => number;
	/** Whether an empty sandbox starts with a sample sweepstakes; default: when no accounts are given. */
	sample?: boolean;
}

type Method = 'POST' | 'GET' | 'DELETE';

/** A running sandbox. */
export interface Sandbox {
	/** The address every path is appended to, without a slash at its end. */
	baseUrl: string;
	/** The first account's token. */
	token: string;
	url(path: string): string;
	/**
	 * Calls the service with the first account's token.
	 * @returns the body of the reply
	 * @throws Error if the service refuses the call
	 */
	api<Reply = Record<string, unknown>>(path: string, body?: object, method?: Method): Promise<Reply>;
	/** Every call received, in the order of arrival. */
	calls(): RecordedCall[];
	clearCalls(): void;
	/** Adds faults; each strikes the next calls to its path. */
	faults(list: Fault[]): void;
	clearFaults(): void;
	/** The sandbox's time, ms since 1970. */
	now(): number;
	/** Moves the clock forward, in ms. */
	advance(ms: number): void;
	archive(sweepstakesToken: string): void;
	/** Places a participant in collections, marks it as spam or complete, assigns its group. */
	placeParticipant(placement: ParticipantPlacement): void;
	lockGroup(groupToken: string, locked?: boolean): void;
	/** Adds many participants without a call for each. */
	fill(sweepstakesToken: string, count: number): void;
	accounts(): AccountCounters[];
	/** Ends it, open connections included. */
	close(): Promise<void>;
}

/** Starts the documented service on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, windowMs = 60_000, latencyMs = 0, now = () => Date.now() } = options;
	const { sample = options.accounts === undefined } = options;
	const accounts = openAccounts(options.accounts, windowMs);
	const { token } = accounts[0];
	const store = new Store(options.data);
	const clock = new Clock(now, store.clock.get('clock')?.aheadMs);
	const service = new Service(accounts, store, clock);
	const calls = new CallLog();
	const faults = new Faults();
	const controls = new Controls(service, clock, calls, faults);
	const server = createServer({ service, clock, calls, faults, latencyMs });
	void server.register(controlRoutes(controls), { prefix: '/_sandbox' });
	void server.register(pages(controls, store, token));
	await server.listen({ host: '127.0.0.1', port });
	const baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
	service.appUrl = baseUrl;
	if (sample && isEmpty(store)) addSample(service, accounts[0]);

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

	return {
		baseUrl,
		token,
		url: (path) => baseUrl + path,
		api,
		calls: () => controls.calls(),
		clearCalls: () => controls.clearCalls(),
		faults: (list) => controls.faults(faultsSchema.parse(list)),
		clearFaults: () => controls.clearFaults(),
		now: () => clock.now(),
		advance: (ms) => controls.advance(ms),
		archive: (sweepstakesToken) => controls.archive(sweepstakesToken, true),
		placeParticipant: (placement) => controls.placeParticipant(placement),
		lockGroup: (groupToken, locked = true) => controls.lockGroup(groupToken, locked),
		fill: (sweepstakesToken, count) => controls.fill(sweepstakesToken, count),
		accounts: () => controls.accounts(),
		async close() {
			await server.close();
			store.close();
		},
	};
}

function isEmpty(store: Store): boolean {
	return [...store.sweepstakes.all()].length === 0;
}
