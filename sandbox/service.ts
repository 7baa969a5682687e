import type { Account } from './accounts';
import { toDate, type Clock, type DateForm } from './time/clock';
import { CONVENTIONS, toMessage, type Answer, type Conventions, type Dialect } from './dialect';
import { toTelemetry, type Call, type Endpoint } from './endpoint';
import { endpointsIn } from './endpoints';
import type { ActiveFault } from './faults';
import { parseJson, utf8 } from './json';
import type { Usage } from './records';
import { Refusal, asRefusal, forbidden, invalid } from './refusal';
import { carryOutDueDrawings } from './schedule';
import type { Store } from './store';

export interface IncomingCall {
	method: string;
	/** The path without the query. */
	path: string;
	query: unknown;
	authorization: string | undefined;
	contentType: string | undefined;
	origin: string | undefined;
	body: Uint8Array;
	/** When the call arrived, in ms since 1970 by the sandbox's clock. */
	arrivedAt: number;
}

const NOTHING: Record<string, never> = {};

/** The service without a server: it takes a call and returns the reply. */
export class Service {
	/** The address of the web app, `{app_url}` in the contract. It is set once the sandbox listens. */
	appUrl = '';
	readonly conventions: Conventions;
	/** The operations by path. */
	readonly endpoints: ReadonlyMap<string, Endpoint>;
	private readonly byToken: ReadonlyMap<string, Account>;

	constructor(
		readonly accounts: readonly Account[],
		readonly store: Store,
		private readonly clock: Clock,
		readonly dialect: Dialect,
		private readonly dates: DateForm = 'zoned',
	) {
		this.conventions = CONVENTIONS[dialect];
		this.endpoints = endpointsIn(dialect);
		this.byToken = new Map(accounts.map((account) => [account.token, account]));
	}

	/**
	 * Processes a call. The call's effects are in the journal by the time that this method returns.
	 *
	 * @param fault changes which records the call finds, and how its text is stored
	 */
	answer(incoming: IncomingCall, fault: Pick<ActiveFault, 'lag' | 'kept'> = {}): Answer {
		const endpoint = this.endpoints.get(incoming.path);
		try {
			this.settle();
			this.store.beginCall(this.clock.now());
			const found = endpointFor(endpoint, incoming);
			const body = { Response: true, ...toMessage(found), ...this.carryOut(found, incoming, fault) };
			this.store.commit();
			return { status: found.status, body };
		} catch (cause) {
			return this.refuse(asRefusal(cause), endpoint);
		}
	}

	/** Carries out due drawings. */
	settle(): void {
		carryOutDueDrawings(this.store, this.clock.now());
		this.store.commit();
	}

	/**
	 * Returns what the account has used. The number of calls is reset at the start of each month of the sandbox's clock.
	 */
	getUsage(account: Account): Usage {
		const month = toDate(this.clock.now()).slice(0, 7);
		const usage =
			this.store.usage.get(account.UserToken) ??
			this.store.usage.insert({
				UserToken: account.UserToken,
				month,
				APICalls: 0,
				DataConsumed: 0,
				invoiceSequence: 0,
				score: 0,
			});
		return usage.month === month
			? usage
			: this.store.usage.update(usage, { month, APICalls: 0, DataConsumed: 0 });
	}

	/** Returns the context of a call from this account. */
	createCall(account: Account): Call {
		return {
			account,
			usage: this.getUsage(account),
			store: this.store,
			dialect: this.dialect,
			dates: this.dates,
			now: this.clock.now(),
			kept: account.kept,
			appUrl: this.appUrl,
		};
	}

	private carryOut(
		endpoint: Endpoint,
		incoming: IncomingCall,
		{ lag, kept }: Pick<ActiveFault, 'lag' | 'kept'>,
	): object {
		const account = this.authenticate(incoming.authorization);
		this.charge(account, incoming);
		refuseForeignDomain(account, incoming.origin);
		if (endpoint.needsWildcardDomain) refuseWithoutWildcard(account);
		if (endpoint.module && !endpoint.worksWithoutModule && !account.modules[endpoint.module]) {
			throw forbidden(`The ${endpoint.module} module is not enabled for this account.`);
		}
		const call = { ...this.createCall(account), kept: { ...account.kept, ...kept } };
		const sent = readSent(endpoint, incoming);
		const answer = this.store.withLag(lag, () => endpoint.carryOut(sent, call));
		const hasTelemetry = this.conventions.telemetryEverywhere || endpoint.module !== undefined;
		return hasTelemetry ? { Telemetry: toTelemetry(call), ...answer } : answer;
	}

	private authenticate(authorization: string | undefined): Account {
		const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
		if (token === undefined) {
			throw new Refusal(401, 'Send the API token in the Authorization header: Bearer <API_TOKEN>.');
		}
		const account = this.byToken.get(token);
		if (!account) throw forbidden('The token matches no account.');
		if (account.status !== 'active') throw forbidden(`The account is ${account.status}.`);
		return account;
	}

	/** Counts a call toward the limits. A call that exceeds a limit is refused and not counted. */
	private charge(account: Account, { arrivedAt, body }: IncomingCall): void {
		const { MaxApiCallsPerMinute, MaxApiCallsAllowed } = account.plan;
		if (account.window.countAt(arrivedAt) >= MaxApiCallsPerMinute) {
			account.refused.add(arrivedAt);
			throw new Refusal(
				429,
				`The plan allows ${MaxApiCallsPerMinute} API calls per minute (MaxApiCallsPerMinute).`,
				{ headers: { 'retry-after': '60' } },
			);
		}
		const usage = this.getUsage(account);
		if (usage.APICalls >= MaxApiCallsAllowed) {
			throw forbidden(
				`The monthly API quota of ${MaxApiCallsAllowed} calls is exhausted (MaxApiCallsAllowed).`,
				{ telemetry: toTelemetry({ account, usage }) },
			);
		}
		account.window.add(arrivedAt);
		this.store.usage.update(usage, {
			APICalls: usage.APICalls + 1,
			DataConsumed: usage.DataConsumed + body.length,
		});
	}

	private refuse(refusal: Refusal, endpoint: Endpoint | undefined): Answer {
		this.store.commit();
		return {
			status: refusal.status,
			headers: refusal.details.headers,
			body: this.conventions.failure(refusal, endpoint),
		};
	}
}

function endpointFor(endpoint: Endpoint | undefined, { method, path }: IncomingCall): Endpoint {
	if (!endpoint) throw new Refusal(404, `There is no ${path}.`);
	if (endpoint.method !== method) {
		throw new Refusal(405, `${path} takes ${endpoint.method}, not ${method}.`, {
			headers: { allow: endpoint.method },
		});
	}
	return endpoint;
}

/** Returns the query of a GET, or the JSON body of any other call. A missing body counts as `{}`. */
function readSent({ method }: Endpoint, { query, body, contentType }: IncomingCall): unknown {
	if (method === 'GET') return query;
	if (body.length === 0) return NOTHING;
	if (!/^application\/json *(;|$)/i.test(contentType ?? '')) {
		throw new Refusal(415, 'Send the body as JSON, with Content-Type: application/json.');
	}
	const text = utf8(body);
	const sent = text === undefined ? undefined : parseJson(text);
	if (sent === undefined) throw invalid('The body is not valid JSON.');
	return sent;
}

/** Refuses a call from a browser page whose domain the account does not list. */
function refuseForeignDomain({ apiDomains }: Account, origin: string | undefined): void {
	if (origin === undefined || apiDomains.includes('*')) return;
	const domain = URL.canParse(origin) ? new URL(origin).hostname : origin;
	if (!apiDomains.includes(domain)) throw forbidden(`The account’s API domains do not include ${domain}.`);
}

function refuseWithoutWildcard({ apiDomains }: Account): void {
	if (!apiDomains.includes('*')) throw forbidden('The account’s API domains lack the wildcard (*).');
}
