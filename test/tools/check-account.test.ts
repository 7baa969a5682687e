import { DIALECTS, type Sandbox } from '../../sandbox';
import { judge, READING_GUESSES } from '../../tools/check-account/guesses';
import { PLAN } from '../../tools/check-account/plan';
import { Progress } from '../../tools/check-account/progress';
import type { Attempt } from '../../tools/check-account/recorder';
import { listFindings, toReport, type Report } from '../../tools/check-account/report';
import { toSentence } from '../../tools/check-account/finding';
import { reportInWords } from '../../tools/check-account/table';
import { isNearDeadline, toTimes } from '../../tools/check-account/times';
import { tryWriting } from '../../tools/check-account/write';
import { WRITING_GUESSES } from '../../tools/check-account/writing-guesses';
import { openFullAccount } from '../support/full-account';
import { runOn, type PassingReply } from '../support/check-account';

const sandboxes = { contract: undefined as never as Sandbox, reference: undefined as never as Sandbox };

beforeAll(async () => {
	for (const dialect of DIALECTS) sandboxes[dialect] = await openFullAccount(dialect);
});
afterAll(async () => {
	for (const sandbox of Object.values(sandboxes)) await sandbox.close();
});

async function read(sandbox: Sandbox, change?: (reply: PassingReply) => void): Promise<Report> {
	const run = runOn(sandbox, change);
	await run.read(PLAN);
	return toReport(run.seen);
}

/** Returns all findings of a report, one per line. */
function complaints(report: Report): string[] {
	return [
		...listFindings(report).map((one) => `${one.name}: ${toSentence(one)}`),
		...report.replies.flatMap(({ call, unknownKeys }) => unknownKeys.map((key) => `New: ${call} ${key}`)),
	];
}

/** The key of the platform fee is new in the reference dialect, because the reference does not name it. */
const NEW_KEYS = { contract: [], reference: ['New: POST /invoices/create Data.PlatformFeeAmount'] };

const TOKEN = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

/** The open questions that a check cannot answer by reading from a sandbox that is never busy. */
const UNSEEN = READING_GUESSES.map(({ question }) => question).filter((text) => /429|503/.test(text));

describe.each(DIALECTS)('the check of an account that follows the %s', (dialect) => {
	it('finds everything as expected', async () => {
		const report = await read(sandboxes[dialect]);
		expect(complaints(report)).toEqual([]);
		expect(report.steps.filter(({ result }) => result !== 'read')).toEqual([]);
		const unseen = report.guesses.filter(({ verdict }) => verdict === 'not seen');
		expect(unseen.map(({ question }) => question)).toEqual(UNSEEN);
		expect(reportInWords(report)).toContain('Everything that was seen is as these nodes expect it.');
	});

	it('finds everything as expected when it writes', async () => {
		const run = runOn(sandboxes[dialect]);
		expect(await tryWriting(run, 'MAIN')).toEqual([]);
		const guesses = [...READING_GUESSES, ...WRITING_GUESSES];
		expect(complaints(toReport(run.seen, guesses))).toEqual(NEW_KEYS[dialect]);
	});
});

describe('the check of an account', () => {
	it('reports the results so far if it is stopped', async () => {
		const run = runOn(sandboxes.contract);
		await run.read(PLAN, ({ step }) => step.name === 'Plan' && run.end());
		const report = toReport(run.seen);
		expect(report).toMatchObject({ ended: 'stopped', calls: 2 });
		expect(report.steps.filter(({ result }) => result === 'notReached')).toHaveLength(PLAN.length - 2);
		expect(reportInWords(report)).toContain('stopped before its end');
	});

	it('makes no more calls than the user allows', async () => {
		sandboxes.contract.clearCalls();
		const run = runOn(sandboxes.contract, undefined, 10);
		await run.read(PLAN);
		expect(sandboxes.contract.calls()).toHaveLength(10);
		expect(toReport(run.seen).ended).toBe('budget');
	});

	it.each([401, 403])('ends at once if the service refuses the token (%d)', async (status) => {
		const body = { Response: false, Message: 'No.', Code: status };
		const run = runOn(sandboxes.contract, (reply) => Object.assign(reply, { status, body }));
		await run.read(PLAN);
		expect(toReport(run.seen)).toMatchObject({ ended: 'refused', calls: 1 });
		expect(reportInWords(toReport(run.seen))).not.toContain('as these nodes expect it.');
	});

	it.each([
		['a login page', 200, '<!doctype html><title>Log in</title>'],
		['a login page with status 403', 403, '<!doctype html><title>Log in</title>'],
		['a redirect to a login page', 302, ''],
	])('ends after three calls that get %s', async (_, status, page) => {
		const run = runOn(sandboxes.contract, (reply) => Object.assign(reply, { status, body: page }));
		await run.read(PLAN);
		const report = toReport(run.seen);
		expect(report).toMatchObject({ ended: 'elsewhere', calls: 3 });
		expect(reportInWords(report)).toContain(
			'something other than an answer from the service, such as a login page',
		);
		expect(reportInWords(report)).not.toMatch(/Everything that was seen/);
	});

	it('ends if the account’s calls of the month are used up', async () => {
		let calls = 0;
		const body = { Response: false, Message: 'The monthly API quota is exhausted.', Code: 403 };
		const run = runOn(
			sandboxes.contract,
			(reply) => ++calls > 8 && Object.assign(reply, { status: 403, body }),
		);
		await run.read(PLAN);
		const report = toReport(run.seen);
		expect(report.ended).toBe('refused');
		expect(report.calls).toBeLessThan(20);
		expect(reportInWords(report)).toContain('takes no more calls from this account');
		expect(reportInWords(report)).not.toMatch(/Everything that was seen/);
	});

	it('does not report a method (GET or POST) that a gateway refuses if the other method works', async () => {
		const refusal = { status: 403, body: { message: 'Missing Authentication Token' } };
		const calls: string[] = [];
		const report = await read(sandboxes.reference, (reply) => {
			calls.push(reply.call);
			if (reply.call === 'GET /winners/fetchscheduled') Object.assign(reply, refusal);
		});
		expect(complaints(report)).toEqual([]);
		expect(calls).toEqual(
			expect.arrayContaining(['GET', 'POST'].map((one) => `${one} /winners/fetchscheduled`)),
		);
	});

	it('reports a difference only once even if several pages have it', async () => {
		const report = await read(sandboxes.contract, ({ call, body }) => {
			if (call !== 'POST /participants/fetch' || !body.Participants) return;
			body.Participants.splice(1, body.Pagination.Page);
			body.Pagination.Page = 7;
		});
		const about = complaints(report).filter((line) => line.startsWith('Participants: '));
		expect(about).toHaveLength(new Set(about.map((line) => line.split('; came')[0])).size);
		expect(about.length).toBeGreaterThan(0);
	});

	it('reports a web page in place of a reply only once, and a missing list as missing', async () => {
		const report = await read(sandboxes.contract, (reply) => {
			if (reply.call === 'POST /notes/fetch') reply.body = '<!doctype html><title>Log in</title>';
			if (reply.call === 'POST /invoices/fetch') reply.body.Data = { Records: reply.body.Data.Invoices };
		});
		const ofNotes = listFindings(report).filter(({ name }) => name === 'Notes');
		expect(ofNotes).toMatchObject([
			{ about: 'The call', came: 'something other than an answer, such as a login page (status 200)' },
		]);
		const ofInvoices = listFindings(report).filter(({ name }) => name === 'Invoices');
		expect(ofInvoices.find(({ about }) => about === 'Data.Invoices')).toMatchObject({
			came: 'no such field',
			means: expect.stringMatching(/^Your workflow gets no rows from this list/),
		});
	});

	it('reports a refusal even if the same call succeeds for another sweepstakes', async () => {
		let calls = 0;
		const body = { Response: false, Message: 'No.', Code: 400 };
		const report = await read(sandboxes.contract, (reply) => {
			if (reply.call === 'POST /groups/fetch' && ++calls === 1) Object.assign(reply, { status: 400, body });
		});
		expect(complaints(report)).toEqual([
			'Groups: The call: expected an answer that the nodes can read; came a refusal (status 400)',
		]);
		expect(report.steps.find(({ name }) => name === 'Groups')?.result).toBe('read');
	});

	it('reports that a sweepstakes that does not exist is not refused, even if the same call is refused for another one', async () => {
		let calls = 0;
		const report = await read(sandboxes.contract, (reply) => {
			if (reply.call !== 'POST /groups/fetch') return;
			const isFirst = ++calls === 1;
			const refusal = { Response: false, Message: 'Not found.', Code: 404 };
			const body = isFirst ? refusal : { Response: true, Message: 'OK', Data: [], Count: 0 };
			Object.assign(reply, { status: isFirst ? 404 : 200, body });
		});
		expect(complaints(report)).toContain(
			'A sweepstakes that does not exist: The call: expected a refusal with status 404; came a success',
		);
	});

	it('does not compare the answer to a survey with the entry of the same person', async () => {
		const report = await read(sandboxes.contract, ({ call, body }) => {
			if (call === 'POST /participants/fetch') for (const one of body.Participants) delete one.Collection;
			if (call === 'POST /surveys/responses')
				for (const one of body.Data.Responses) {
					one.ParticipantToken = TOKEN;
					one.CreationDate = '2031-01-31T12:00:00Z';
				}
			if (call === 'POST /participants/fetch') body.Participants[0].ParticipantToken = TOKEN;
		});
		expect(complaints(report).filter((line) => line.includes('another day'))).toEqual([]);
	});

	it('reports a refusal without a Code as one without a Code, not as one with another number', async () => {
		const report = await read(sandboxes.contract, ({ status, body }) => {
			if (status >= 400) body.Code = null;
		});
		expect(complaints(report).filter((line) => line.includes('another number'))).toEqual([]);
		expect(report.guesses.find(({ question }) => /as Code$/.test(question))?.answers).toEqual(['no']);
	});

	it('continues if the service refuses only some modules', async () => {
		const body = { Response: false, Message: 'This module is not enabled.', Code: 403 };
		const run = runOn(
			sandboxes.contract,
			(reply) => /messaging|files|tickets/.test(reply.call) && Object.assign(reply, { status: 403, body }),
		);
		await run.read(PLAN);
		const report = toReport(run.seen);
		expect(report.ended).toBeUndefined();
		expect(report.steps.find(({ name }) => name === 'Area codes')?.result).toBe('read');
		expect(reportInWords(report)).toMatch(/steps could not be seen, so this report says nothing about them/);
	});

	it('reports a table of the calls’ durations, and a line about a call that came near the nodes’ deadline', async () => {
		let now = 0;
		const run = runOn(
			sandboxes.contract,
			({ call }) => (now += call === 'POST /winners/fetch' ? 45_000 : 100),
			500,
			{ now: () => now },
		);
		await run.read(PLAN);
		const words = reportInWords(toReport(run.seen));
		expect(words).toMatch(/replies +median +slowest/);
		expect(words).toMatch(/POST \/account\/plan +1 +100 ms +100 ms/);
		expect(words).toMatch(/POST \/winners\/fetch came near the nodes’ deadline of 60 s: 45.0 s/);
		expect(words).not.toMatch(/plan came near/);
	});
});

it.each([
	['60', ['seconds'], undefined],
	['60, 60', ['seconds'], undefined],
	['Fri, 31 Jan 2031 12:00:00 GMT', ['a date'], undefined],
	['soon', [], 'something else'],
	[undefined, [], 'no such header'],
])(
	'the check of an account reports a Retry-After that the nodes cannot read: %s',
	(header, answers, came) => {
		const headers = { ...(header && { 'retry-after': header }) };
		const attempt = { call: 'POST /account/plan', request: {}, status: 429, headers };
		const judged = judge(READING_GUESSES, [attempt as unknown as Attempt]);
		const { answers: found, findings } = judged.find(({ question }) => question.includes('Retry-After'))!;
		expect(found).toEqual(answers);
		expect(findings.map((one) => one.came)).toEqual(came ? [came] : []);
	},
);

it.each([
	[{ OptOutDate: '2031-01-31' }, ['OptOutDate'], []],
	[{ OptOutDate: null, CreationDate: '2031-01-31' }, ['CreationDate'], []],
	[{ OptOutDate: null, CreationDate: '' }, [], []],
	[{}, [], ['neither']],
])(
	'the check of an account does not take an empty field for the one that has the value: %j',
	(dates, answers, came) => {
		const body = { Response: true, Participants: [{ Collection: 'OptOuts', ...dates }] };
		const attempt = { call: 'POST /participants/fetch', request: {}, status: 200, headers: {}, body };
		const judged = judge(READING_GUESSES, [attempt as unknown as Attempt]);
		const { answers: found, findings } = judged.find(({ question }) => question.startsWith('An opt-out'))!;
		expect(found).toEqual(answers);
		expect(findings.map((one) => one.came)).toEqual(came);
	},
);

it('the check of an account measures each call, and warns if one comes near the nodes’ deadline', () => {
	const attempt = (ms: number) => ({ ms }) as Attempt;
	expect(toTimes([attempt(300), attempt(100), attempt(200)])).toEqual({
		answers: 3,
		median: 200,
		slowest: 300,
	});
	expect(isNearDeadline(toTimes([attempt(100), attempt(19_000)]))).toBe(false);
	expect(isNearDeadline(toTimes([attempt(100), attempt(40_000)]))).toBe(true);
});

it('the check of an account says that it is still waiting for a reply or for the rate limit', () => {
	jest.useFakeTimers();
	const lines: string[] = [];
	const progress = new Progress((line) => lines.push(line));
	progress.onSent('POST /groups/fetch');
	jest.advanceTimersByTime(25_000);
	progress.onAnswered();
	jest.advanceTimersByTime(60_000);
	progress.onWait(500);
	progress.onWait(30_500);
	jest.useRealTimers();
	expect(lines).toEqual([
		'    … POST /groups/fetch has not answered for 10 s',
		'    … POST /groups/fetch has not answered for 20 s',
		'    … waiting 31 s for the rate limit',
	]);
});
