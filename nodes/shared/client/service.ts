import { withoutEnvelope, type Json } from '../json';
import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import type { Client } from './client';
import type { Before, Endpoint } from './endpoint';
import { ServiceError } from './failures';
import { PendingCall } from './pending-call';
import type { Timing } from './service-clock';
import { Session, type Connection, type Memory, type Stats } from './session';
import type { HttpMethod, HttpRequest } from './transport';

/** The client of one execution. */
export class Service implements Client {
	readonly stats: Stats;
	readonly memory: Memory;
	private readonly session: Session;
	private before?: Before;

	constructor(private readonly connection: Connection) {
		this.session = new Session(connection);
		({ stats: this.stats, memory: this.memory } = this.session);
	}

	async call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
	): Promise<z.output<Reply>> {
		const reply = endpoint.reply.safeParse(await this.send(endpoint, request));
		if (!reply.success) throw new ServiceError({ code: 'unexpectedReply', missing: endpoint.tells });
		return reply.data as z.output<Reply>;
	}

	async callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
	): Promise<readonly object[]> {
		const body = await this.send(endpoint, request);
		const reply = endpoint.reply.safeParse(body);
		if (!reply.success && endpoint.tells)
			throw new ServiceError({ code: 'unexpectedReply', missing: endpoint.tells });
		const items: object | readonly object[] = reply.success
			? toItems(reply.data as z.output<Reply>)
			: { done: true, ...withoutEnvelope(body) };
		return Array.isArray(items) ? (items as object[]) : [items];
	}

	knowing(before: Before): Client {
		const client = Object.create(this) as Service;
		client.before = before;
		return client;
	}

	get account(): Account {
		return this.connection.account;
	}

	async exclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
		return await this.account.exclusively(keys, work, this.connection.signal);
	}

	timing(sentAt: number, creationDate: unknown): Timing {
		return this.session.clock.timing(sentAt, creationDate);
	}

	learnDate(creationDate: unknown, createdBefore: number): void {
		this.session.clock.learn(creationDate, createdBefore);
	}

	private async send<Request extends ZodTypeAny>(
		endpoint: Endpoint<Request>,
		request: z.output<Request>,
	): Promise<Json> {
		const { retry } = endpoint;
		const confirm = retry.kind === 'unsafe' ? retry.confirm : undefined;
		const confirmation = await confirm?.(this, request, this.before);
		const httpRequest = toHttpRequest(this.connection, endpoint, request);
		const body = await new PendingCall(this.session, endpoint, httpRequest, confirmation).send();
		if (retry.kind === 'unsafe') this.stats.sideEffects++;
		confirmation?.onProcessed?.(body);
		return body;
	}
}

function toHttpRequest({ baseUrl }: Connection, { call, retry }: Endpoint, request: unknown): HttpRequest {
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
