import type { LookupResult } from '../../../../nodes/shared/client/call-rules';
import { ServiceError, type Failure } from '../../../../nodes/shared/client/failures';
import { settleLostReply } from '../../../../nodes/shared/client/lost-reply';
import type { RetryCause, RetryVerdict, Verdict } from '../../../../nodes/shared/client/verdict';

const LOST: Failure = { code: 'serverError', status: 504 };
const retry = (cause: RetryCause, failure: Failure = LOST): RetryVerdict => ({
	kind: 'retry',
	cause,
	failure,
});
const stop = (failure: Failure): Verdict => ({ kind: 'stop', failure });

const NOTHING: LookupResult = { kind: 'nothing' };
const FOUND: LookupResult = { kind: 'done', reply: { found: true } };
const OTHER: LookupResult = { kind: 'unclear', found: '2 invoices' };
const DONE: Verdict = { kind: 'done', body: { Response: true } };
const AMBIGUOUS = retry('ambiguous', { code: 'serverError', status: 502 });
const BUSY = retry('busy', { code: 'busy', status: 503 });
const FULL = retry('rateLimited', { code: 'rateLimited', status: 429 });
const REFUSED = stop({ code: 'refused', status: 409 });
const TOKEN_REFUSED: Failure = { code: 'tokenRefused', status: 401 };

interface Script {
	/** What the lookups find, or the failures of the lookups. */
	lookups: ReadonlyArray<LookupResult | Error>;
	/** The outcomes of the attempts after the first. */
	attempts?: readonly Verdict[];
	/** The lookups (counted from 1) during which the service is busy. */
	busyAt?: readonly number[];
	tookMs?: number;
	/** The failure of the wait after a refusal. */
	waitFailure?: Error;
}

/** Settles a lost reply, and returns the outcome and everything that was done, in order. */
async function settle({ lookups, attempts = [], busyAt = [], tookMs = 30, waitFailure }: Script) {
	const log: string[] = [];
	let [looked, sent, busy] = [0, 0, 0];
	const outcome = await settleLostReply({
		lost: { verdict: retry('ambiguous'), sentAt: 1_000, tookMs },
		check: 'Look.',
		async lookUp(sentAt) {
			expect(sentAt).toBe(1_000);
			log.push('look');
			const finding = lookups[looked++]!;
			if (busyAt.includes(looked)) busy++;
			if (finding instanceof Error) throw finding;
			return finding;
		},
		async send() {
			log.push('send');
			return { verdict: attempts[sent++]!, sentAt: 2_000, tookMs };
		},
		wait: async (ms) => void log.push(`wait ${ms / 1_000} s`),
		async waitAfter(verdict) {
			log.push(`after ${verdict.cause}`);
			if (waitFailure) throw waitFailure;
		},
		countSent: () => 1 + sent,
		countBusy: () => busy,
	}).catch((error: unknown) => (error instanceof ServiceError ? error.failure : error));
	return { outcome, did: log.join(', ') };
}

const endingOf = (reason: string, tries: number, lookups: number) => ({
	ending: { reason, tries, lookups, check: 'Look.' },
});

test.each<[string, Script, string, object]>([
	['the first lookup finds it', { lookups: [FOUND] }, 'look', { reply: { found: true }, isConfirmed: true }],
	[
		'the second lookup finds it, because it was processed late',
		{ lookups: [NOTHING, FOUND] },
		'look, wait 10 s, look',
		{ reply: { found: true }, isConfirmed: true },
	],
	[
		'two lookups find nothing, and the second attempt succeeds',
		{ lookups: [NOTHING, NOTHING], attempts: [DONE] },
		'look, wait 10 s, look, send',
		{ reply: { Response: true }, isConfirmed: false },
	],
	[
		'the service is busy during a lookup',
		{ lookups: [NOTHING, NOTHING, NOTHING], attempts: [DONE], busyAt: [2] },
		'look, wait 10 s, look, wait 10 s, look, send',
		{ isConfirmed: false },
	],
	[
		'the second attempt finds the service busy',
		{ lookups: [NOTHING, NOTHING, FOUND], attempts: [BUSY] },
		'look, wait 10 s, look, send, after busy, wait 30 s, look',
		{ isConfirmed: true },
	],
	[
		'the second attempt reaches the rate limit',
		{ lookups: [NOTHING, NOTHING, NOTHING], attempts: [FULL, DONE] },
		'look, wait 10 s, look, send, after rateLimited, wait 10 s, look, send',
		{ isConfirmed: false },
	],
	[
		'the second attempt is refused because of the first',
		{ lookups: [NOTHING, NOTHING, FOUND], attempts: [REFUSED] },
		'look, wait 10 s, look, send, look',
		{ isConfirmed: true },
	],
	[
		'the second attempt is refused for another reason',
		{ lookups: [NOTHING, NOTHING, NOTHING], attempts: [REFUSED] },
		'look, wait 10 s, look, send, look',
		{ code: 'refused', status: 409 },
	],
	[
		'the second attempt gets no reply either, but a lookup finds it',
		{ lookups: [NOTHING, NOTHING, FOUND], attempts: [AMBIGUOUS] },
		'look, wait 10 s, look, send, wait 10 s, look',
		{ isConfirmed: true },
	],
	[
		'neither of two attempts gets a reply, and no lookup finds it',
		{ lookups: [NOTHING, NOTHING, NOTHING], attempts: [AMBIGUOUS] },
		'look, wait 10 s, look, send, wait 10 s, look',
		{ status: 502, ...endingOf('nothingFound', 2, 3) },
	],
	[
		'a lookup finds anything else',
		{ lookups: [NOTHING, OTHER] },
		'look, wait 10 s, look',
		{
			status: 504,
			ending: { reason: 'somethingElse', tries: 1, lookups: 2, check: 'Look.', found: '2 invoices' },
		},
	],
	[
		'a lookup fails',
		{ lookups: [new ServiceError({ code: 'busy', status: 503 })] },
		'look',
		{
			status: 504,
			ending: {
				reason: 'notReadable',
				tries: 1,
				lookups: 1,
				check: 'Look.',
				lookUpFailure: { code: 'busy', status: 503 },
			},
		},
	],
	[
		'a lookup fails unexpectedly',
		{ lookups: [new TypeError('Odd')] },
		'look',
		{ status: 504, ...endingOf('notReadable', 1, 1) },
	],
	[
		'the token is refused during a lookup',
		{ lookups: [new ServiceError(TOKEN_REFUSED)] },
		'look',
		{ ...TOKEN_REFUSED, ...endingOf('accountRefused', 1, 1) },
	],
	[
		'the token is refused at the second attempt',
		{ lookups: [NOTHING, NOTHING], attempts: [stop(TOKEN_REFUSED)] },
		'look, wait 10 s, look, send',
		{ ...TOKEN_REFUSED, ...endingOf('accountRefused', 2, 2) },
	],
	[
		'the service stays busy for too long at the second attempt',
		{
			lookups: [NOTHING, NOTHING],
			attempts: [BUSY],
			waitFailure: new ServiceError({ ...BUSY.failure, ending: { reason: 'gaveUp', tries: 9, lookups: 0 } }),
		},
		'look, wait 10 s, look, send, after busy',
		{ code: 'busy', ...endingOf('nothingFound', 2, 2) },
	],
])('if %s', async (_case, script, did, outcome) => {
	const result = await settle(script);
	expect(result.did).toBe(did);
	expect(result.outcome).toMatchObject(outcome);
});

test('if the service is busy during every lookup, the call stops after eight lookups without being sent again', async () => {
	const all = Array.from({ length: 8 }, (_, index) => index + 1);
	const { outcome, did } = await settle({ lookups: all.map(() => NOTHING), busyAt: all });
	expect(did.split(', ').filter((what) => what === 'look')).toHaveLength(8);
	expect(did).not.toContain('send');
	expect(outcome).toMatchObject(endingOf('nothingFound', 1, 8));
});

test('if there is no way to look it up, the call stops at once', async () => {
	const unused = async () => await Promise.reject(new Error('Unexpected'));
	const settling = settleLostReply({
		lost: { verdict: retry('ambiguous'), sentAt: 0, tookMs: 0 },
		check: 'Look.',
		send: unused,
		wait: unused,
		waitAfter: unused,
		countSent: () => 1,
		countBusy: () => 0,
	});
	await expect(settling).rejects.toMatchObject({ failure: endingOf('notLookedUp', 1, 0) });
});

test.each([
	[4_000, 'wait 10 s'],
	[12_000, 'wait 24 s'],
	[60_000, 'wait 60 s'],
])(
	'after an attempt of %i ms, the wait before the next lookup is twice as long, but 10 to 60 s',
	async (tookMs, wait) => {
		expect((await settle({ lookups: [NOTHING, FOUND], tookMs })).did).toBe(`look, ${wait}, look`);
	},
);
