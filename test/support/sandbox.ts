import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { UNLIMITED, MINUTE_MS, DAY_MS } from './constants';
import { openSandbox, startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { completeEntry } from '../../tools/sandbox';

/** Noon UTC on a Tuesday. */
export const NOON = Date.UTC(2030, 0, 15, 12);
export const TODAY = '2030-01-15';
export const TOMORROW = '2030-01-16';

export type Json = Record<string, any>;

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Json;
}

export interface SendOptions {
	method?: string;
	token?: string;
	headers?: Record<string, string>;
	/** A text or bytes to send unchanged in place of a JSON body. */
	raw?: string | Buffer;
}

/** A running sandbox and functions that call it. */
export interface Bench {
	sandbox: Sandbox;
	/** Makes a call. A GET sends the body as its query. */
	call(path: string, body?: unknown, sending?: SendOptions): Promise<Reply>;
	/** Like `call`, but fails the test unless the call succeeds. */
	ok(path: string, body?: unknown, sending?: SendOptions): Promise<Json>;
	/** Like `ok`, but returns only the `Data` of the reply. */
	data(path: string, body?: unknown, sending?: SendOptions): Promise<Json>;
	/** Like `call`, but returns only the status of the reply. */
	status(path: string, body?: unknown, sending?: SendOptions): Promise<number>;
	/** Creates a sweepstakes that starts today by the sandbox's clock, and returns its token. */
	sweepstakes(changes?: Json): Promise<string>;
	/** Adds a participant and returns its token. */
	participant(sweepstakesToken: string, entryPageFields?: Json): Promise<string>;
	/** Closes the sandbox early, to simulate a restart. Without this, it is closed after the tests. */
	close(): Promise<void>;
}

const open = new Set<Bench>();
afterAll(() => Promise.all([...open].map((bench) => bench.close())));

let handlers = 0;
export const freshHandler = () => `H${++handlers}`;

export const sweepstakesBody = (changes: Json = {}) => ({
	SweepstakesName: 'Winter Giveaway',
	SweepstakesType: 2,
	Handler: freshHandler(),
	StartDate: TODAY,
	EndDate: '2030-02-15',
	StartTime: '08:00',
	EndTime: '20:00',
	...changes,
});

/**
 * Starts a call that remains in progress until the bench is closed.
 *
 * @returns the call, which rejects at that time
 */
export async function occupy({ sandbox, call }: Bench, path = '/account/plan'): Promise<Promise<Reply>[]> {
	sandbox.clearCalls();
	sandbox.faults([{ path, delayMs: 10 * MINUTE_MS }]);
	const underway = call(path);
	underway.catch(() => {});
	while (sandbox.calls().length === 0) await nextTurn();
	return [underway];
}

/** Starts a sandbox at noon of a fixed day, by default with one account without an effective rate limit. */
export async function openBench(options: SandboxOptions = {}): Promise<Bench> {
	const sandbox = await startSandbox({ now: () => NOON, accounts: [{ plan: UNLIMITED }], ...options });
	const agent = new Agent();
	const call: Bench['call'] = async (path, body, { method = 'POST', token, headers, raw } = {}) => {
		const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const answer = await request(sandbox.url(path), {
			method: method as 'POST',
			dispatcher: agent,
			headers: {
				authorization: `Bearer ${token ?? sandbox.token}`,
				...(text !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			body: text,
		});
		return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as Json };
	};
	return createBench(sandbox, call, async () => {
		await agent.destroy();
		await sandbox.close();
	});
}

/** Like `openBench`, but without a server, which is faster. It has no size limits. */
export async function openService(options: SandboxOptions = {}): Promise<Bench> {
	const sandbox = openSandbox({ now: () => NOON, accounts: [{ plan: UNLIMITED }], ...options });
	const call: Bench['call'] = async (path, body, { method = 'POST', token, headers, raw } = {}) => {
		const authorization = headers?.authorization ?? (token === undefined ? undefined : `Bearer ${token}`);
		const sent = raw ?? (body === undefined ? '' : JSON.stringify(body));
		const reply = (await sandbox.send({ method, path, body: sent, authorization }))!;
		return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) as Json };
	};
	return createBench(sandbox, call, sandbox.close);
}

function createBench(sandbox: Sandbox, post: Bench['call'], end: () => Promise<void>): Bench {
	const call: Bench['call'] = async (path, body, sending) =>
		sending?.method === 'GET' && body
			? await post(`${path}?${new URLSearchParams(body as Json).toString()}`, undefined, sending)
			: await post(path, body, sending);
	const ok: Bench['ok'] = async (...sent) => {
		const { status, body } = await call(...sent);
		if (status < 200 || status > 299)
			throw new Error(`${sent[0]} answered ${status}: ${JSON.stringify(body)}`);
		return body;
	};
	const bench: Bench = {
		sandbox,
		call,
		ok,
		data: async (...sent) => (await ok(...sent)).Data as Json,
		status: async (...sent) => (await call(...sent)).status,
		async sweepstakes(changes) {
			const day = (ahead: number) => new Date(sandbox.now() + ahead).toISOString().slice(0, 10);
			const dates = { StartDate: day(0), EndDate: day(31 * DAY_MS) };
			const { Data } = await ok('/sweepstakes/create', sweepstakesBody({ ...dates, ...changes }));
			return Data.SweepstakesToken;
		},
		async participant(sweepstakesToken, given) {
			const entryPageFields = sandbox.dialect === 'reference' ? completeEntry(given) : (given ?? {});
			await ok('/participants/add', { lang: 'en', source: 'test', sweepstakesToken, entryPageFields });
			return (await ok('/participants/fetch', { sweepstakesToken })).Participants[0].ParticipantToken;
		},
		async close() {
			open.delete(bench);
			await end();
		},
	};
	open.add(bench);
	return bench;
}
