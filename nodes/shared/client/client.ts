import { RunHistory } from '../history/run-history';
import { withoutEnvelope, type Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import { Call } from './call';
import { delay, Deadlines } from './cancellation';
import type { Before, Endpoint } from './endpoint';
import { ServiceError } from './failures';
import type { OnWait } from './queue';
import type { Doubt } from './retry-policy';
import { ServiceClock } from '../time/service-clock';
import { ATTEMPT_TIMEOUT_MS, type HttpMethod, type HttpRequest, type Transport } from './transport';

export interface ClientOptions {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The longest wait for a turn, and the longest sum of the waits between tries, in ms. If omitted, the wait
	 * for a turn has no limit, and the other waits have the default of `RetryBudget`.
	 */
	patienceMs?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
	/** Default: a new one. */
	run?: RunHistory;
}

/** The calls per minute in the plan and in the credential, if they differ. */
export interface LimitMismatch {
	plan: number;
	/** 0 means no limit. */
	credential: number;
}

/** Counts of one execution, for the hints in the output panel. */
export interface Stats {
	calls: number;
	succeeded: number;
	/** Processed calls that must not be processed twice. */
	sideEffects: number;
	retries: number;
	confirmed: number;
	/** The length of all replies, in characters. */
	received: number;
	/** Replies in a row without the service's envelope. */
	foreignInARow: number;
	/** Time in ms spent waiting for the rate limit, or for a busy or unreachable service. */
	waitedMs: number;
	/** Set once the service reveals another limit than the credential's. */
	limitMismatch?: LimitMismatch;
}

/** What the caller knows about a call that writes. */
export interface CallOptions {
	/** What was there before. If the reply is lost, this shows which record is new. */
	before?: Before;
	/** Stands in for the reply in a dry run. Without it, the call fails there. A real run ignores it. */
	preview?: Preview;
}

export interface Preview {
	/** What the service would reply, as far as lookups can tell. */
	reply(this: void): Json | Promise<Json>;
	/** How many things the call would write, for the hint. Default: 1. */
	count?: number;
}

/** Makes the calls of one execution, one after the other. */
export class Client {
	readonly stats: Stats = {
		calls: 0,
		succeeded: 0,
		sideEffects: 0,
		retries: 0,
		confirmed: 0,
		received: 0,
		foreignInARow: 0,
		waitedMs: 0,
	};
	readonly run: RunHistory;
	/** Compares dates of records with our clock. */
	readonly clock = new ServiceClock();
	/** Gives each attempt of a call its deadline. */
	readonly deadlines: Deadlines;
	/** Whether this is a dry run, so that calls that write are not sent. */
	readonly isDry: boolean = false;
	/** The ambiguous call that the calls of this client look up. They use its turn. */
	readonly lookedUp?: Doubt;

	constructor(readonly options: ClientOptions) {
		this.run = options.run ?? new RunHistory();
		this.deadlines = new Deadlines(ATTEMPT_TIMEOUT_MS, options.signal);
	}

	get account(): Account {
		return this.options.account;
	}

	/**
	 * Makes a call, with retries as long as they are safe and promising.
	 *
	 * @throws {ServiceError} if the call failed for good, or the reply has an unexpected shape.
	 * @throws {Cancelled} once the execution was cancelled; nothing is sent after that.
	 */
	async call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		options?: CallOptions,
	): Promise<z.output<Reply>> {
		const reply = endpoint.reply.safeParse(await this.send(endpoint, request, options));
		if (!reply.success) throw unexpectedReply(endpoint);
		return reply.data as z.output<Reply>;
	}

	/**
	 * Makes a call and turns its reply into items. If a call that writes gets a reply of an unexpected shape,
	 * the reply becomes one item: the call was processed. Otherwise throws as `call` does.
	 */
	async callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
		options?: CallOptions,
	): Promise<readonly object[]> {
		const body = await this.send(endpoint, request, options);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success && endpoint.retry.kind === 'reads') throw unexpectedReply(endpoint);
		const items: object | readonly object[] = reply.success
			? toItems(reply.data as z.output<Reply>)
			: { done: true, ...withoutEnvelope(body) };
		return Array.isArray(items) ? (items as object[]) : [items];
	}

	/**
	 * Returns the same client for lookups of an ambiguous call. They use the turn of that call, and note signs
	 * that it still runs.
	 */
	lookingUp(doubt: Doubt): Client {
		return Object.assign(Object.create(this) as Client, { lookedUp: doubt });
	}

	/**
	 * Returns the same client for a dry run. It sends only calls that read, and replies to other calls with
	 * their preview. A dry run has its own history, so that later items do not count what it only previewed as
	 * done.
	 */
	forDryRun(): Client {
		return Object.assign(Object.create(this) as Client, { isDry: true, run: this.run.forDryRun() });
	}

	/**
	 * Runs `work` while no other execution of this process holds one of these keys, such as `draw
	 * <SweepstakesToken>`. Do not nest.
	 *
	 * @throws {Cancelled} once the execution was cancelled.
	 */
	async exclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
		return await this.account.exclusively(keys, work, this.options.signal);
	}

	/**
	 * Waits between calls.
	 *
	 * @throws {Cancelled} as soon as the run is stopped.
	 */
	async wait(ms: number): Promise<void> {
		await delay(ms, this.options.signal);
	}

	private async send<Request extends ZodTypeAny>(
		endpoint: Endpoint<Request>,
		request: z.output<Request>,
		{ before, preview }: CallOptions = {},
	): Promise<Json> {
		const { retry } = endpoint;
		if (this.isDry && retry.kind !== 'reads') {
			if (!preview) throw new ServiceError({ code: 'dryRun' });
			const previewed = await preview.reply();
			this.run.hints.previewed += preview.count ?? 1;
			return previewed;
		}
		const confirm = retry.kind === 'unsafe' ? retry.confirm : undefined;
		const confirmation = await confirm?.(this, request, before);
		const httpRequest = toHttpRequest(this.options, endpoint, request);
		const body = await new Call(this, endpoint, httpRequest, confirmation).send();
		if (retry.kind === 'unsafe') this.stats.sideEffects++;
		confirmation?.onProcessed?.(body);
		return body;
	}
}

function unexpectedReply({ retry }: Endpoint): ServiceError {
	return new ServiceError({
		code: 'unexpectedReply',
		missing: retry.kind === 'reads' ? retry.shows : undefined,
	});
}

function toHttpRequest({ baseUrl }: ClientOptions, { call, retry }: Endpoint, request: unknown): HttpRequest {
	const [method, path] = call.split(' ') as [HttpMethod, string];
	const isQuery = method === 'GET' && request !== undefined;
	const query = isQuery ? `?${new URLSearchParams(request as Record<string, string>).toString()}` : '';
	return {
		method,
		url: `${baseUrl}${path}${query}`,
		body: isQuery || request === undefined ? undefined : JSON.stringify(request),
		safeToRetry: retry.kind !== 'unsafe',
	};
}
