import { Agent, request } from 'undici';
import { startSandbox, type AccountOptions, type Sandbox, type SandboxOptions } from '../../sandbox';
import { completeEntry } from '../../tools/sandbox';

/** An ordinary day: a Tuesday at noon UTC. */
export const NOON = Date.UTC(2030, 0, 15, 12);
export const TODAY = '2030-01-15';
export const YESTERDAY = '2030-01-14';
export const TOMORROW = '2030-01-16';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A UUID that does not exist. */
export const NOBODY = '11111111-2222-4333-8444-555555555555';
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A limit that no test reaches by accident. */
export const UNHURRIED: AccountOptions = { plan: { MaxApiCallsPerMinute: 1_000_000 } };

export type Json = Record<string, any>;

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Json;
}

export interface Sending {
	method?: string;
	token?: string;
	headers?: Record<string, string>;
	/** Sent unchanged in place of a JSON body. */
	raw?: string | Buffer;
}

/** A running sandbox and functions that call it. */
export interface Bench {
	sandbox: Sandbox;
	call(path: string, body?: unknown, sending?: Sending): Promise<Reply>;
	/** Like `call`, but fails the test unless the call succeeds. */
	ok(path: string, body?: unknown, sending?: Sending): Promise<Json>;
	/** Creates a sweepstakes that starts today by the sandbox's clock, and returns its token. */
	sweepstakes(changes?: Json): Promise<string>;
	/** Adds a participant and returns its token. */
	participant(sweepstakesToken: string, entryPageFields?: Json): Promise<string>;
	/** Closes the sandbox before the end of the tests, as in a restart; otherwise it is closed after them. */
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

/** Starts a sandbox at noon of a fixed day, by default with one account without a relevant rate limit. */
export async function openBench(options: SandboxOptions = {}): Promise<Bench> {
	const sandbox = await startSandbox({ now: () => NOON, accounts: [UNHURRIED], ...options });
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
		async sweepstakes(changes) {
			const day = (ahead: number) => new Date(sandbox.now() + ahead).toISOString().slice(0, 10);
			const dates = { StartDate: day(0), EndDate: day(31 * DAY) };
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
			await agent.destroy();
			await sandbox.close();
		},
	};
	open.add(bench);
	return bench;
}

/** A request: the valid body with these changes; `a.b` names a nested field. */
export type Row = [sentence: string, changes: Json];

/** The operation that a table of requests is about. */
export interface Contract {
	bench: () => Bench;
	path: string;
	method?: string;
	/** Of a success; 200 unless given. */
	status?: number;
	valid: () => Json | Promise<Json>;
}

/** One test for each row: refused with 400; the message and Help.ExpectedBody name the field. */
export function refuses({ bench, path, method, valid }: Contract, rows: Row[]): void {
	it.each(rows)('refuses %s', async (_sentence, changes) => {
		const { status, body } = await bench().call(path, changed(await valid(), changes), { method });
		expect({ status, Response: body.Response, Code: body.Code }).toEqual({
			status: 400,
			Response: false,
			Code: 400,
		});
		const [field] = Object.keys(changes) as [string];
		const name = field.replace(/\.\d+/g, '[]');
		expect(body.Help.ExpectedBody).toHaveProperty([name], expect.stringMatching(/required|optional/));
		expect(body.Message).toContain(field.split('.').at(-1)!);
	});
}

/** One test for each row: accepted. */
export function accepts({ bench, path, method, status: success = 200, valid }: Contract, rows: Row[]): void {
	it.each(rows)('accepts %s', async (_sentence, changes) => {
		const { status, body } = await bench().call(path, changed(await valid(), changes), { method });
		expect({ status, Response: body.Response, Message: body.Message }).toMatchObject({
			status: success,
			Response: true,
		});
	});
}

function changed(valid: Json, changes: Json): Json {
	const body = structuredClone(valid);
	for (const [path, value] of Object.entries(changes)) {
		const keys = path.split('.');
		const last = keys.pop()!;
		const holder = keys.reduce((outer, key) => (outer[key] ??= {}), body);
		holder[last] = value;
	}
	return body;
}

/** Four answers that every operation on a token has. */
export function knowsItsAccount({ bench, path, method, valid }: Contract, tokenField: string): void {
	it('answers 401 without a token', async () => {
		const { status } = await bench().call(path, await valid(), { method, headers: { authorization: '' } });
		expect(status).toBe(401);
	});

	it('answers 403 to a token that matches no account', async () => {
		const { status } = await bench().call(path, await valid(), { method, token: 'nobody' });
		expect(status).toBe(403);
	});

	it(`answers 404 for an unknown ${tokenField}`, async () => {
		const { status, body } = await bench().call(
			path,
			{ ...(await valid()), [tokenField]: NOBODY },
			{ method },
		);
		expect({ status, body }).toMatchObject({ status: 404, body: { Response: false, Code: 404 } });
	});

	it('answers 404 to another account, as if the sweepstakes did not exist', async () => {
		const { status } = await bench().call(path, await valid(), { method, token: 'other' });
		expect(status).toBe(404);
	});
}
