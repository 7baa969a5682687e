import { Account } from '../../../../nodes/shared/client/account';
import { concernsAccount, type ServiceError } from '../../../../nodes/shared/client/failures';
import { Client } from '../../../../nodes/shared/client/client';
import { endpoint, noRequest, safe, unsafe } from '../../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../../nodes/shared/api/replies';
import { DEADLINE_PASSED, type CallOutcome } from '../../../../nodes/shared/client/transport';
import { rejection } from '../../../support/client';
import { VirtualTime } from '../../../support/simulation/virtual-time';

/** A reply or a failure, and how long it takes in ms. */
type Answer = readonly [outcome: CallOutcome, ms?: number];

const reply = (status: number, body: object | string, headers: Record<string, string> = {}): CallOutcome => ({
	reply: { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) },
});
const OK: Answer = [reply(200, { Response: true })];
const BUSY: Answer = [reply(503, { Response: false, Message: 'Busy', Code: 503 })];
const BARE: Answer = [reply(503, { message: 'Service Unavailable' })];
const RESET: Answer = [{ fault: { code: 'ECONNRESET', message: 'socket hang up' } }];
const REFUSED: Answer = [{ fault: { code: 'ECONNREFUSED', message: 'connect' } }];
const BAD_GATEWAY: Answer = [reply(502, '')];
const FULL: Answer = [reply(429, { Response: false, Code: 429 }, { 'retry-after': '60' })];
const FULL_FOR_LONG: Answer = [reply(429, { Response: false, Code: 429 }, { 'retry-after': '1700' })];
const FULL_FOR_AN_HOUR: Answer = [reply(429, { Response: false, Code: 429 }, { 'retry-after': '3600' })];
const NO_TOKEN: Answer = [reply(401, { Response: false, Code: 401 })];

const page = endpoint({ call: 'POST /page', request: noRequest, reply: anyReply, retry: safe });

/** An unsafe call whose lookup reads two pages and finds nothing. */
const write = endpoint({
	call: 'POST /write',
	request: noRequest,
	reply: anyReply,
	retry: unsafe('Look.'),
	confirm: () => ({
		async lookUp(client) {
			await client.call(page, undefined);
			await client.call(page, undefined);
			return undefined;
		},
	}),
});

interface SentRequest {
	what: 'write' | 'page';
	/** When the call was sent, in s since the first call. */
	at: number;
}

/** Makes the unsafe call. Each of the answers is used once, in order. All later calls succeed. */
async function send(answers: { write: Answer[]; page?: Answer[] }) {
	const time = new VirtualTime();
	const sent: SentRequest[] = [];
	const left = { write: [...answers.write], page: [...(answers.page ?? [])] };
	const error = await time.run(1, async () => {
		const client = new Client({
			baseUrl: '',
			account: new Account(),
			callsPerMinute: 1_000,
			async transport({ url }) {
				const what = url === '/write' ? 'write' : 'page';
				sent.push({ what, at: time.now / 1_000 });
				const [outcome, ms = 10] = left[what].shift() ?? OK;
				await time.sleep(ms);
				return outcome;
			},
		});
		return await rejection(client.call(write, undefined));
	});
	const writes = sent.filter(({ what }) => what === 'write').map(({ at }) => at);
	const pages = sent.filter(({ what }) => what === 'page').map(({ at }) => at);
	return { error, sent, writes, pages };
}

const TOOK_MS = 29_000;

test.each<[string, Answer, number]>([
	['a reset connection', RESET, 10],
	['a 502', BAD_GATEWAY, 10],
	['a 503 that is not in the service’s format', BARE, 2],
	['a 504 that took 29 s', [reply(504, ''), TOOK_MS], 29 + 58],
	['a 503 that is not in the service’s format and took 29 s', [BARE[0], TOOK_MS], 29 + 58],
	['a missed deadline', [{ fault: { code: DEADLINE_PASSED, message: '' } }, 60_000], 60 + 60],
])(
	'after %s, the call is sent again only after a waiting time and a lookup that finds nothing',
	async (_what, first, quiet) => {
		const { error, writes, pages } = await send({ write: [first] });
		expect(error).toBeUndefined();
		expect(writes).toHaveLength(2);
		const [, resentAt] = writes as [number, number];
		const [lookedUpAt] = pages.slice(-2) as [number, number];
		expect(lookedUpAt).toBeGreaterThanOrEqual(quiet);
		expect(resentAt - lookedUpAt).toBeLessThan(0.1);
		expect(resentAt).toBeLessThan(quiet + 2);
	},
);

test('each busy reply to the repeated call doubles the waiting time before the next attempt, up to a minute', async () => {
	const { error, writes } = await send({ write: [RESET, BUSY, BARE, BUSY, BUSY] });
	expect(error).toBeUndefined();
	const gaps = writes.slice(1).map((at, index) => at - writes[index]!);
	expect(gaps).toHaveLength(5);
	for (const [index, least] of [10, 20, 40, 60, 60].entries()) {
		expect(gaps[index]).toBeGreaterThanOrEqual(least);
		expect(gaps[index]).toBeLessThan(least + 10);
	}
});

test.each<[string, Answer]>([
	['a busy reply', BUSY],
	['a busy reply that is not in the service’s format', BARE],
	['a reset connection', RESET],
])('if %s interrupts a lookup, the lookup is repeated after a waiting time', async (_what, answer) => {
	const { error, writes, pages } = await send({ write: [RESET], page: [OK, OK, OK, answer, answer] });
	expect(error).toBeUndefined();
	const [first, second] = pages.slice(-2) as [number, number];
	const signAt = pages.at(-4)!;
	expect(first - signAt).toBeGreaterThanOrEqual(20);
	// Both interruptions count as one.
	expect(first - signAt).toBeLessThan(40);
	expect(writes.at(-1)! - second).toBeLessThan(0.1);
	expect(writes).toHaveLength(2);
});

test.each<[string, Answer]>([
	['a 429', FULL],
	['a refused connection', REFUSED],
])(
	'if the repeated call ends with %s, it is sent again after a new lookup, without a waiting time',
	async (_what, answer) => {
		const { error, writes, pages } = await send({ write: [RESET, answer] });
		expect(error).toBeUndefined();
		expect(writes).toHaveLength(3);
		expect(pages).toHaveLength(6);
		expect(writes[2]! - writes[1]!).toBeLessThan(62);
	},
);

test('if a lookup takes too long, the call is not sent again and stays ambiguous', async () => {
	const { error, writes } = await send({ write: [RESET], page: Array<Answer>(100).fill([OK[0], 4_000]) });
	expect((error as ServiceError).failure).toMatchObject({ code: 'noReply', ambiguous: { check: 'Look.' } });
	expect(writes).toHaveLength(1);
});

test('if the repeated call gets only busy replies, it is given up as ambiguous after 8 more attempts', async () => {
	const { error, writes } = await send({ write: [RESET, ...Array<Answer>(100).fill(BUSY)] });
	expect((error as ServiceError).failure).toMatchObject({ code: 'noReply', ambiguous: { check: 'Look.' } });
	expect(writes).toHaveLength(1 + 8);
});

test.each<[string, Parameters<typeof send>[0]]>([
	['the resent call', { write: [RESET, FULL_FOR_AN_HOUR] }],
	['the resent call for half an hour', { write: [RESET, FULL_FOR_LONG, FULL_FOR_LONG] }],
	['the lookup', { write: [RESET], page: [FULL_FOR_AN_HOUR] }],
	['the token of the resent call', { write: [RESET, NO_TOKEN] }],
	['the token of the lookup', { write: [RESET], page: [NO_TOKEN] }],
])(
	'if the service refuses %s, the call stays ambiguous, and its error says what to check',
	async (_what, answers) => {
		const { failure } = (await send(answers)).error as ServiceError;
		expect(concernsAccount(failure)).toBe(true);
		expect(failure.ambiguous).toEqual({ check: 'Look.' });
	},
);

test('if a plan limit refuses the repeated call, it is looked up again, since the first attempt may have used up the limit', async () => {
	const used: Answer = [reply(403, { Response: false, Message: 'The plan allows 5 invoices.', Code: 403 })];
	const { error, sent } = await send({ write: [RESET, used] });
	expect((error as ServiceError).failure).toMatchObject({ code: 'accessRefused' });
	expect((error as ServiceError).failure.ambiguous).toBeUndefined();
	expect(sent.slice(-3).map(({ what }) => what)).toEqual(['write', 'page', 'page']);
});
