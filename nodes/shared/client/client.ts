import { Memory, RunHistory, type Hints } from '../history/run-history';
import { withoutEnvelope, type Json } from '../json';
import { ServiceClock } from '../time/service-clock';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import { Call } from './call';
import { delay } from './cancellation';
import { DryRunEnd } from './dry-run';
import { ServiceError } from './failures';
import type { Doubt } from './doubt';
import type { OnWait } from './queue';
import type { RetryBudget } from './retry-budget';
import type { HttpMethod, HttpRequest, Transport } from './transport';

/** An operation of the service. */
export interface Endpoint<Request extends ZodTypeAny = ZodTypeAny, Reply extends ZodTypeAny = ZodTypeAny> {
	/** The method and path, such as "POST /winners/draw". A GET sends its request in the query. */
	readonly call: `${HttpMethod} /${string}`;
	readonly request: Request;
	/** The schema of the reply. It names only the keys that callers rely on, and passes on all other keys. */
	readonly reply: Reply;
	/** A sentence for the error after a 400, about rules that the request schema does not check. */
	readonly expects?: string;
	/** A sentence for the error after a 409, about the existing record that prevents the call. */
	readonly conflict?: string;
	readonly retry: RetryRule;
	/** Parses a successful reply that is not a JSON object. If omitted, such a reply makes the call ambiguous. */
	readonly otherAnswer?: (text: string) => Json | undefined;
	/**
	 * For an unsafe call: prepares, before the call is sent, how to find out whether it was processed.
	 *
	 * @param before the records that the caller has just read
	 * @returns undefined if this request cannot be looked up
	 */
	confirm?(
		client: Client,
		request: z.output<Request>,
		before?: EarlierRecords,
	): Confirmation | undefined | Promise<Confirmation | undefined>;
}

/**
 * What a call does. This decides whether the call is sent again if it may have been processed. The functions in
 * `api/endpoint` make these rules.
 */
type RetryRule =
	| { readonly kind: 'reads'; readonly shows: string }
	| {
			readonly kind: 'safe';
			/** Whether the call deletes a record, so that a 404 after an ambiguous attempt means that this attempt deleted it. */
			readonly deletes?: boolean;
			/** A sentence about an attempt whose reply was lost. It is shown if the next attempt is refused. */
			readonly lost?: string;
	  }
	| { readonly kind: 'unsafe'; readonly check: string };

export type Confirm<Request> = NonNullable<Endpoint<z.ZodType<Request>>['confirm']>;

/** Finds out whether an ambiguous call was processed. */
export interface Confirmation {
	/**
	 * Looks up the call after each ambiguous attempt. The lookup must not wait for another execution, because that
	 * execution may be waiting for the turn, which the call keeps.
	 *
	 * @param client must be used for the calls of the lookup. The calls of any other client would wait forever for the
	 *   turn.
	 * @param since when the call was first sent, in ms since 1970 by our clock, for `ServiceClock.judgeTiming`
	 * @returns a reply in place of the lost one, without `Response`; or undefined if the call was not processed and can
	 *   be sent again
	 * @throws {ServiceError} if neither is certain
	 */
	lookUp(client: Client, since: number): Promise<Json | undefined>;
	/** Called when the call is known to have been processed, with its reply or the result of `lookUp`. */
	onProcessed?(reply: Json): void;
}

/**
 * The records that existed right before a call that creates records. Any record that is found afterward and is not
 * among them is new.
 */
export interface EarlierRecords {
	/** All records of the list in which a new record will appear. */
	readonly records: readonly Json[];
	/** The value of `AccountHistory.noteCount` when the records were read. */
	readonly noteCount: number;
}

/** What a caller knows after it has looked for an existing record and found none. */
export interface PriorLook {
	/** The records from before the call. If the reply is lost, they show which record is new. */
	before?: EarlierRecords;
	/**
	 * The retry budget of a caller that looks again whenever the call had to wait, because another process may have
	 * created the record in the meantime. With a budget, the call fails with `OvertakenError` after a wait instead of
	 * being sent again.
	 */
	lookAgainWithin?: RetryBudget;
}

export interface ClientOptions {
	/** The Base URL, without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The maximum wait until a call can be sent, and the maximum sum of the waits between attempts, in ms. If omitted,
	 * the first is unlimited, and the second is the default budget of `RetryBudget`.
	 */
	patienceMs?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
	/** A new history by default. */
	runHistory?: RunHistory;
	/** The workflow's ID, which is the same in every execution, or '' if the workflow was never saved. */
	workflowId?: string;
	/**
	 * Whether an AI model may have made up IDs. Before a write, the node then checks that the record belongs to the picked
	 * sweepstakes.
	 */
	verifiesIds?: boolean;
}

/** The counts of one execution, for the hints in the output panel. */
export interface Stats {
	calls: number;
	succeeded: number;
	/** The number of processed calls that must not be processed twice. */
	sideEffects: number;
	retries: number;
	confirmed: number;
	/** The total length of all replies, in characters. */
	received: number;
	/** The time spent waiting for the rate limit, or for a busy or unreachable service, in ms. */
	waitedMs: number;
}

/** Makes the calls of one execution, one after another. */
export class Client {
	readonly stats: Stats = {
		calls: 0,
		succeeded: 0,
		sideEffects: 0,
		retries: 0,
		confirmed: 0,
		received: 0,
		waitedMs: 0,
	};
	/** Compares the dates of records with our clock. */
	readonly clock = new ServiceClock();
	readonly runHistory: RunHistory;
	/** What this execution has looked up, such as existing records. */
	readonly memory = new Memory();
	/** Whether this is a dry run. In a dry run, a call that writes is not sent, but throws `DryRunEnd`. */
	readonly isDry: boolean = false;
	/** If this client makes the calls of a lookup: the ambiguous call that is looked up. The lookup uses its turn. */
	readonly lookedUp?: Doubt;

	constructor(readonly options: ClientOptions) {
		this.runHistory = options.runHistory ?? new RunHistory();
	}

	get account(): Account {
		return this.options.account;
	}

	get hints(): Hints {
		return this.runHistory.hints;
	}

	/**
	 * Makes a call, and retries it while a retry is safe and may help.
	 *
	 * @throws {ServiceError} if the call failed for good, or if the reply has an unexpected shape
	 * @throws {CancelledError} if the execution was canceled
	 */
	async call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		options?: PriorLook,
	): Promise<z.output<Reply>> {
		const reply = endpoint.reply.safeParse(await this.send(endpoint, request, options));
		if (!reply.success) throw toUnexpectedReply(endpoint);
		return reply.data as z.output<Reply>;
	}

	/**
	 * Makes a call and turns its reply into items. A call that writes does not fail because of a reply of an unexpected
	 * shape, because the call was processed. Instead, that reply becomes the only item. In all other cases, this throws
	 * as `call` does.
	 */
	async callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
		options?: PriorLook,
	): Promise<readonly object[]> {
		const body = await this.send(endpoint, request, options);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success && endpoint.retry.kind === 'reads') throw toUnexpectedReply(endpoint);
		const items: object | readonly object[] = reply.success
			? toItems(reply.data as z.output<Reply>)
			: { done: true, ...withoutEnvelope(body) };
		return Array.isArray(items) ? (items as object[]) : [items];
	}

	/**
	 * Returns the same client for a dry run. It sends only calls that read. It remembers things separately, because for
	 * later items, previewed records must not count as written.
	 */
	toDryRunClient(): Client {
		return this.memory.getOrCreate('dry run', () =>
			this.with({
				isDry: true,
				runHistory: new RunHistory(this.hints, this.runHistory.atEnd),
				memory: new Memory(),
			}),
		);
	}

	/**
	 * Runs `work` while no other execution of this process holds one of these keys, such as `draw <SweepstakesToken>`.
	 * `work` must not call this function, because then two executions could deadlock.
	 *
	 * @throws {CancelledError} if the execution was canceled
	 */
	async runExclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
		return await this.account.mutex.runExclusively(keys, work, this.options.signal);
	}

	/**
	 * Waits between calls.
	 *
	 * @throws {CancelledError} as soon as the execution is canceled
	 */
	async wait(ms: number): Promise<void> {
		await delay(ms, this.options.signal);
	}

	private async send<Request extends ZodTypeAny>(
		endpoint: Endpoint<Request>,
		request: z.output<Request>,
		{ before, lookAgainWithin }: PriorLook = {},
	): Promise<Json> {
		const { retry } = endpoint;
		if (this.isDry && retry.kind !== 'reads') throw new DryRunEnd(request);
		const confirmation = await endpoint.confirm?.(this, request, before);
		const httpRequest = toHttpRequest(this.options, endpoint, request);
		const body = await new Call(this, endpoint, httpRequest, confirmation, lookAgainWithin).send();
		if (retry.kind === 'unsafe') this.stats.sideEffects++;
		confirmation?.onProcessed?.(body);
		return body;
	}

	/** Returns a client that shares everything with this one, such as the counts, except these changes. */
	with(changes: Partial<Client>): Client {
		return Object.assign(Object.create(this) as Client, changes);
	}
}

function toUnexpectedReply({ retry }: Endpoint): ServiceError {
	return new ServiceError({
		code: 'unexpectedReply',
		missing: retry.kind === 'reads' ? retry.shows : undefined,
	});
}

function toHttpRequest({ baseUrl }: ClientOptions, { call }: Endpoint, request: unknown): HttpRequest {
	const [method, path] = call.split(' ') as [HttpMethod, string];
	const isQuery = method === 'GET' && request !== undefined;
	const query = isQuery ? `?${new URLSearchParams(request as Record<string, string>).toString()}` : '';
	return {
		method,
		url: `${baseUrl}${path}${query}`,
		body: isQuery || request === undefined ? undefined : JSON.stringify(request),
	};
}
