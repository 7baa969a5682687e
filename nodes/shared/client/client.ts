import { Hints } from '../history/hints';
import { Memory } from '../history/memory';
import { withoutEnvelope, type Json } from '../json';
import { ServiceClock } from '../time/service-clock';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import { Call, type CallContext, type CallOptions, type Stats } from './call';
import type { CallRules, LookUp } from './call-rules';
import { delay } from './cancellation';
import { DryRunEnd, findInvented } from './dry-run';
import { ServiceError } from './failures';
import type { HttpMethod, HttpRequest } from './transport';

/** An operation of the service. */
export interface Endpoint<
	Request extends ZodTypeAny = ZodTypeAny,
	Reply extends ZodTypeAny = ZodTypeAny,
> extends CallRules<Reply> {
	readonly request: Request;
	/** The key of the ID of the record that the call creates. In a rehearsal, the item has a made-up ID under it. */
	readonly creates?: string;
	/**
	 * For an unsafe call: prepares, before the call is sent, how to look it up if its reply is lost. Until the call has
	 * ended, the caller must hold the lock for what the call creates (`Client.runExclusively`).
	 *
	 * @returns undefined if this request cannot be looked up
	 */
	confirm?(
		client: Client,
		request: z.output<Request>,
		earlier: EarlierRecords,
	): LookUp | undefined | Promise<LookUp | undefined>;
}

export type Confirm<Request> = NonNullable<Endpoint<z.ZodType<Request>>['confirm']>;

/** What is known about the records that existed before a call that creates records. */
export interface EarlierRecords {
	/** The records of the list in which a new record will appear, if the caller has just read that list. */
	before?: readonly Json[];
	/** Whether this process has just written a like record. Without `before`, a lookup could not tell the two apart. */
	hasTwin?: boolean;
}

export interface ClientOptions extends CallOptions {
	/** The Base URL, without a trailing slash. */
	baseUrl: string;
	/** The workflow's ID, which is the same in every execution, or '' if the workflow was never saved. */
	workflowId?: string;
	/** Whether this is a rehearsal: every operation that writes does a dry run, for people who need not exist yet. */
	rehearses?: boolean;
	/**
	 * Whether an AI model may have made up IDs. Before a write, the node then checks that the record belongs to the picked
	 * sweepstakes.
	 */
	verifiesIds?: boolean;
}

/** Makes the calls of one execution, one after another. */
export class Client implements CallContext {
	readonly stats: Stats = {
		calls: 0,
		succeeded: 0,
		writes: 0,
		retries: 0,
		busy: 0,
		confirmed: 0,
		waitedMs: 0,
	};
	/** Compares the dates of records with our clock. */
	readonly clock = new ServiceClock();
	readonly hints = new Hints();
	/** What this execution has looked up or written, such as existing records. */
	readonly memory = new Memory();
	/** Whether this is a dry run. In a dry run, a call that writes is not sent, but throws `DryRunEnd`. */
	readonly isDry: boolean = false;

	constructor(readonly options: ClientOptions) {}

	get account(): Account {
		return this.options.account;
	}

	/** Whether this is the dry run of a rehearsal, whose items must suit the next nodes. */
	get isRehearsal(): boolean {
		return this.isDry && this.options.rehearses === true;
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
		earlier?: EarlierRecords,
	): Promise<z.output<Reply>> {
		const reply = endpoint.reply.safeParse(await this.send(endpoint, request, earlier));
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
		toItems: (reply: z.output<Reply>) => object | readonly object[] | Promise<readonly object[]>,
		earlier?: EarlierRecords,
	): Promise<readonly object[]> {
		const body = await this.send(endpoint, request, earlier);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success && endpoint.retry.kind === 'reads') throw toUnexpectedReply(endpoint);
		const items: object | readonly object[] = reply.success
			? await toItems(reply.data as z.output<Reply>)
			: { done: true, ...withoutEnvelope(body) };
		return Array.isArray(items) ? (items as object[]) : [items];
	}

	/**
	 * Returns the same client for a dry run. It sends only calls that read. It remembers things separately, because for
	 * later items, previewed records must not count as written.
	 */
	toDryRunClient(): Client {
		return this.memory.getOrCreate('dry run', () => this.with({ isDry: true, memory: new Memory() }));
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
	 * Returns what this process has learned about the account under this key in the last ten minutes, or learns it now.
	 */
	async recall<Value>(key: string, learn: () => Promise<Value>): Promise<Value> {
		const { learned } = this.account;
		const known = learned.get(key) as Value | undefined;
		if (known !== undefined) return known;
		const value = await learn();
		learned.set(key, value);
		return value;
	}

	/**
	 * Waits between calls.
	 *
	 * @throws {CancelledError} as soon as the execution is canceled
	 */
	async wait(ms: number): Promise<void> {
		await delay(ms, this.options.signal);
	}

	/** @throws {ServiceError} with status 404 if the request names a record that exists only in this rehearsal */
	throwIfRehearsed(request: unknown): void {
		if (this.options.rehearses && findInvented(JSON.stringify(request) ?? ''))
			throw new ServiceError({ code: 'rehearsed', status: 404 });
	}

	private async send<Request extends ZodTypeAny>(
		endpoint: Endpoint<Request>,
		request: z.output<Request>,
		earlier: EarlierRecords = {},
	): Promise<Json> {
		const { retry } = endpoint;
		if (this.isDry && retry.kind !== 'reads') throw new DryRunEnd(request, endpoint.creates);
		if (retry.kind === 'reads') this.throwIfRehearsed(request);
		const lookUp = await endpoint.confirm?.(this, request, earlier);
		const httpRequest = toHttpRequest(this.options, endpoint, request);
		if (retry.kind !== 'reads') this.stats.writes++;
		return await new Call(this, endpoint, httpRequest, lookUp).send();
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
