import { request } from 'undici';
import { DIALECTS, type Fault } from '../../sandbox';
import {
	HOUR,
	MINUTE,
	NOBODY,
	NOON,
	occupy,
	openBench,
	sweepstakesBody,
	type Bench,
	type Json,
} from './harness';

let bench: Bench;
beforeEach(async () => (bench = await openBench()));
afterEach(async () => await bench.close());

const PLAN = '/account/plan';
const CREATE = '/sweepstakes/create';

/** Calls a control route without a token. */
async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
	const reply = await request(bench.sandbox.url(`/_sandbox${path}`), {
		method: method as 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return { status: reply.statusCode, body: (await reply.body.json()) as Json };
}
const create = async () => await bench.call(CREATE, sweepstakesBody());
const usage = () => bench.sandbox.accounts()[0]!;

describe('Faults', () => {
	const faults = (...list: Array<Omit<Fault, 'path'> & { path?: string }>) =>
		bench.sandbox.faults(list.map((fault) => ({ path: PLAN, ...fault })));
	/** The raw answer, which need not be JSON. */
	const raw = async () => {
		const headers = { authorization: `Bearer ${bench.sandbox.token}` };
		const reply = await request(bench.sandbox.url(PLAN), { method: 'POST', headers });
		return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
	};

	it('apply to the calls of their path, in order, the given number of times', async () => {
		faults({ times: 2, status: 500 }, { status: 502 }, { path: '/tools/nothing', body: { Response: true } });
		expect(await bench.status('/account/profile')).toBe(200);
		expect((await bench.call(PLAN)).body).toEqual({
			Response: false,
			Code: 500,
			Message: expect.any(String),
		});
		expect([await bench.status(PLAN), await bench.status(PLAN), await bench.status(PLAN)]).toEqual([
			500, 502, 200,
		]);
		expect([await bench.status('/tools/nothing'), await bench.status('/tools/nothing')]).toEqual([200, 404]);
	});

	it.each<[string, Omit<Fault, 'path'>, object, number]>([
		['a status', { status: 502 }, { status: 502 }, 0],
		['a status although it is processed', { status: 502, processed: true }, { status: 502 }, 1],
		[
			'the gateway before',
			{ gateway: 'before' },
			{ status: 503, body: { message: 'Service Unavailable' } },
			0,
		],
		['the gateway after', { gateway: 'after' }, { status: 503, body: { message: 'Service Unavailable' } }, 1],
		['a delay', { delayMs: 1 }, { status: 200 }, 1],
	])('answer with %s, and process the call or not', async (_what, fault, reply, processed) => {
		faults({ path: CREATE, ...fault });
		expect(await create()).toMatchObject(reply);
		expect(usage()).toMatchObject({ sweepstakes: processed, APICalls: processed });
	});

	it.each<['before' | 'after', number, number]>([
		['before', 0, 0],
		['after', 1, 200],
	])('drop the connection %s the call is processed', async (drop, processed, status) => {
		faults({ path: CREATE, drop });
		await expect(create()).rejects.toThrow();
		expect(usage()).toMatchObject({ sweepstakes: processed, APICalls: processed });
		expect(bench.sandbox.calls()).toMatchObject([{ path: CREATE, status }]);
	});

	it.each<[Omit<Fault, 'path'>, object]>([
		[
			{ status: 429, retryAfter: 7 },
			{ status: 429, headers: { 'retry-after': '7' } },
		],
		[
			{ status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' },
			{ status: 502, text: '<h1>Bad Gateway</h1>', headers: { 'content-type': 'text/html' } },
		],
		[{ body: '{"Response": tr' }, { status: 200, text: '{"Response": tr' }],
		[{ body: { Response: false } }, { status: 200, text: '{"Response":false}' }],
		[{ status: 200 }, { status: 200, text: '' }],
	])('answer %j as it is', async (fault, reply) => {
		faults(fault, { status: 503 });
		expect(await raw()).toMatchObject(reply);
		expect((await raw()).headers).not.toHaveProperty('retry-after');
	});

	it.each<[string, Omit<Fault, 'path'>, number | undefined]>([
		['504', { status: 504 }, 504],
		['the 503 of a gateway', { gateway: 'after' }, 503],
		['nothing', { drop: 'after' }, undefined],
	])('answer %s at once and process the call after two further ones', async (_what, fault, status) => {
		faults({ path: CREATE, ...fault, late: { calls: 2 } });
		expect((await create().catch(() => undefined))?.status).toBe(status);
		const counts = [];
		for (let call = 0; call < 3; call++) counts.push((await bench.ok('/sweepstakes/fetch')).Count);
		expect(counts).toEqual([0, 0, 1]);
		expect(usage()).toMatchObject({ sweepstakes: 1, APICalls: 4 });
	});

	const note = { Title: 'One', Note: 'A' };

	it('hide the last calls’ records from a call', async () => {
		faults({ path: '/notes/fetch', times: 2, lag: { calls: 2 } });
		await bench.ok('/notes/create', note);
		await bench.ok('/notes/create', { Title: 'Two', Note: 'B' });
		const titles = async () => {
			const { TotalNotes, Notes } = await bench.data('/notes/fetch');
			expect(TotalNotes).toBe(Notes.length);
			return Notes.map(({ Title }: Json) => Title as string) as string[];
		};
		expect([await titles(), await titles(), await titles()]).toEqual([[], ['One'], ['Two', 'One']]);
	});

	it('hide the last milliseconds’ records, even by token or code', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		bench.sandbox.advance(MINUTE);
		await bench.ok('/codes/create', { SweepstakesToken, Codes: ['A'] });
		const { NoteToken } = await bench.data('/notes/create', note);
		const find = async () => [
			await bench.status('/codes/single', { SweepstakesToken, CouponCode: 'A' }),
			await bench.status('/notes/single', { NoteToken }),
		];
		for (const path of ['/codes/single', '/notes/single']) faults({ path, times: 2, lag: { ms: 1_000 } });
		expect(await find()).toEqual([404, 404]);
		bench.sandbox.advance(1_000);
		expect(await find()).toEqual([200, 200]);
	});

	it('store a title in other forms, in order', async () => {
		const Title = ' A\u00e9  & <b>B</b> ';
		faults({ path: '/notes/create', kept: { texts: ['NFD', 'withoutTags', 'collapsed', 'trimmed'] } });
		const { NoteToken } = await bench.data('/notes/create', { Title, Note: Title });
		const kept = { Title: 'Ae\u0301 & B', Note: Title };
		expect(await bench.data('/notes/single', { NoteToken })).toMatchObject(kept);
		await bench.ok('/notes/create', { Title, Note: Title });
	});

	it('are added, listed and deleted over HTTP', async () => {
		const fault = { path: PLAN, times: 3, status: 500 };
		expect((await control('POST', '/faults', [fault])).status).toBe(200);
		await bench.call(PLAN);
		expect((await control('GET', '/faults')).body).toMatchObject([{ ...fault, times: 2 }]);
		await control('DELETE', '/faults');
		expect(await bench.status(PLAN)).toBe(200);
	});

	it.each<[string, object]>([
		['no path', { status: 500 }],
		['a path without a slash', { path: 'account/plan' }],
		['0 times', { path: '/a', times: 0 }],
		['an unknown drop', { path: '/a', drop: 'during' }],
		['a dropped connection with a status', { path: '/a', drop: 'after', status: 500 }],
		['a gateway 503 with a status', { path: '/a', gateway: 'after', status: 500 }],
		['a late call with an answer of its own', { path: '/a', late: { calls: 1 } }],
		['a lag in calls and ms', { path: '/a', lag: { calls: 1, ms: 1 } }],
		['an unknown form of texts', { path: '/a', kept: { texts: ['shouted'] } }],
		['an unknown key', { path: '/a', delay: 5 }],
	])('are refused with %s', async (_what, fault) => {
		const refused = { status: 400, body: { Response: false, Code: 400 } };
		expect(await control('POST', '/faults', [fault])).toMatchObject(refused);
		expect(await control('POST', '/faults', { path: '/a' })).toMatchObject(refused);
	});
});

describe('The control routes', () => {
	it('list the calls with status, time and body or query, and clear them', async () => {
		await bench.call('/groups/fetch', { sweepstakesToken: NOBODY });
		await bench.call('/nowhere', { a: [1] }, { method: 'PUT' });
		await bench.call(PLAN, undefined, { token: 'nobody' });
		await bench.call('/winners/fetchscheduled?sweepstakesToken=x', undefined, { method: 'GET' });
		const deep = '['.repeat(20_000) + ']'.repeat(20_000);
		for (const text of ['{oops', deep]) await bench.call(PLAN, undefined, { raw: text });
		await bench.call('/notes/create', { Title: 'x'.repeat(1024 * 1024) });
		await bench.call('/%');
		await request(bench.sandbox.url('/')).then(async ({ body }) => await body.dump());
		const { body: calls } = await control('GET', '/calls');
		expect(calls).toEqual(bench.sandbox.calls());
		const shown = {
			method: 'POST',
			path: '/groups/fetch',
			status: 404,
			at: NOON,
			body: { sweepstakesToken: NOBODY },
		};
		expect(calls[0]).toEqual(shown);
		expect(calls).toMatchObject([
			{},
			{ method: 'PUT', path: '/nowhere', status: 404, body: { a: [1] } },
			{ path: PLAN, status: 403, body: null },
			{ path: '/winners/fetchscheduled', status: 400, body: { sweepstakesToken: 'x' } },
			{ status: 400, body: '{oops' },
			{ status: 400, body: deep },
			{ status: 413 },
			{ status: 400 },
		]);
		await control('DELETE', '/calls');
		expect((await control('GET', '/calls')).body).toEqual([]);
	});

	it('move the clock forward, which the Date header follows', async () => {
		expect((await control('POST', '/clock', { advanceMs: HOUR })).body).toEqual({ now: NOON + HOUR });
		const { headers } = await bench.call(PLAN);
		expect(headers.date).toBe(new Date(NOON + HOUR).toUTCString());
		expect(bench.sandbox.calls()[0]!.at).toBe(NOON + HOUR);
		for (const advanceMs of [-1, 1.5, '1', null, 1e15])
			expect((await control('POST', '/clock', { advanceMs })).status).toBe(400);
		expect((await control('POST', '/clock')).status).toBe(400);
	});

	it('archive and unarchive, fill, lock, void and pay', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const own = { sweepstakesToken: SweepstakesToken };
		const does = async (path: string, body: Json) => (await control('POST', path, body)).status;
		const archived = async () => (await bench.data('/sweepstakes/fetch'))[0].Archived as boolean;
		expect([await does('/archive', { SweepstakesToken }), await archived()]).toEqual([200, true]);
		expect([await does('/archive', { SweepstakesToken, Archived: false }), await archived()]).toEqual([
			200,
			false,
		]);
		expect(await does('/participants/fill', { SweepstakesToken, count: 45 })).toBe(200);
		expect((await bench.ok('/participants/fetch', own)).Pagination.Total).toBe(45);
		const { GroupToken } = await bench.data('/groups/create', { ...own, groupName: 'VIP' });
		expect(await does('/groups', { GroupToken, Locked: true })).toBe(200);
		expect((await bench.data('/groups/fetch', own))[0].Locked).toBe(true);
		const ticket = { Title: 'Help', Description: 'Please', Priority: 1 };
		const { CaseNumber } = await bench.data('/tickets/create', ticket);
		expect(await does('/tickets', { CaseNumber, Locked: true })).toBe(200);
		expect(await bench.status('/tickets/delete', { CaseId: CaseNumber })).toBe(409);
		const { Codes } = await bench.data('/codes/create', { SweepstakesToken, Codes: ['A'] });
		const { CouponToken } = Codes[0] as Json;
		expect(await does('/codes', { CouponToken, Status: 'voided' })).toBe(200);
		expect((await bench.data('/codes/single', { CouponToken })).Code.Status).toBe('voided');
		const BillTo = { Name: 'Ada', Email: 'ada@example.com' };
		const invoice = { BillTo, Items: [{ Description: 'Prize', Rate: 5 }], Status: 'pending' };
		const { InvoiceToken } = await bench.data('/invoices/create', invoice);
		expect(await does('/invoices', { InvoiceToken, Manual: true })).toBe(200);
		expect((await bench.data('/invoices/single', { InvoiceToken })).Payment.IsManualPayment).toBe(true);
		expect(await does('/invoices', { InvoiceToken })).toBe(409);
		const suppression = { Channel: 'sms', Address: '2025550191', Reason: 'stop' };
		expect(await does('/suppressions', suppression)).toBe(200);
		expect((await bench.data('/messaging/suppressions')).Suppressions).toHaveLength(1);
		expect(await does('/suppressions', { ...suppression, Address: 'nowhere' })).toBe(400);
		const campaign = await bench.ok('/_sandbox/campaigns', { Name: 'By route' });
		expect((await bench.data('/messaging/campaign', campaign)).Campaign.Name).toBe('By route');
		const drip = await bench.ok('/_sandbox/drips', { Name: 'By route' });
		expect((await bench.data('/messaging/drip', drip)).Drip.Name).toBe('By route');
		expect(await does('/drips', { Title: 'No name' })).toBe(400);
		const survey = {
			SweepstakesToken,
			SurveyName: 'Survey',
			Questions: [{ QuestionText: 'Why?', FieldType: 'text' }],
		};
		const { SurveyToken } = await bench.data('/surveys/create', survey);
		const begun = { SurveyToken, Answers: { 'Why?': 'Fun' }, Completed: false };
		const { body } = await control('POST', '/survey-responses', begun);
		expect(await does('/survey-responses/complete', body)).toBe(200);
		const completed = { SurveyToken, Completed: true };
		expect((await bench.data('/surveys/responses', completed)).Responses).toMatchObject([body]);
	});

	it.each<[string, Json]>([
		['/archive', { SweepstakesToken: NOBODY }],
		['/participants/fill', { SweepstakesToken: NOBODY, count: 1 }],
		['/groups', { GroupToken: NOBODY, Locked: true }],
		['/tickets', { CaseNumber: NOBODY, Locked: true }],
		['/codes', { CouponToken: NOBODY, Status: 'voided' }],
		['/invoices', { InvoiceToken: NOBODY }],
		['/winners', { SweepstakesToken: NOBODY, ParticipantToken: NOBODY, WasNotify: true }],
		['/nothing', {}],
	])('%s answers 404 for what is not there', async (path, body) => {
		expect(await control('POST', path, body)).toMatchObject({
			status: 404,
			body: { Response: false, Code: 404 },
		});
	});

	it.each<[string, number, Json]>([
		['no participant', 400, {}],
		['an unknown participant', 404, { ParticipantToken: NOBODY }],
		['an unknown collection', 400, { KeyEmail: 'a@example.com', Collections: ['Spam'] }],
		['no collection at all', 400, { KeyEmail: 'a@example.com', Collections: [] }],
		['an unknown group', 404, { KeyEmail: 'a@example.com', GroupToken: NOBODY }],
		['two collections', 200, { KeyEmail: 'a@example.com', Collections: ['ParticipantsAmoe', 'OptOuts'] }],
	])('move a participant: %s is answered with %d', async (_what, status, placement) => {
		const SweepstakesToken = await bench.sweepstakes();
		await bench.participant(SweepstakesToken, { KeyEmail: 'a@example.com' });
		const reply = await control('POST', '/participants', { SweepstakesToken, ...placement });
		expect(reply.status).toBe(status);
		const { Counts } = await bench.data('/participants/count', { SweepstakesToken });
		expect(Object.values(Counts as Json)).toEqual(status === 200 ? [0, 1, 1, 2] : [1, 0, 0, 1]);
	});

	it('mark a winner as notified', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const own = { sweepstakesToken: SweepstakesToken };
		bench.sandbox.fill(SweepstakesToken, 1);
		const draw = { ...own, howManyWinnersToPick: 1, group: 'allgroups' };
		const [{ ParticipantToken }] = (await bench.ok('/winners/draw', draw)).Winners as [Json];
		const body = { SweepstakesToken, ParticipantToken, WasNotify: true };
		expect((await control('POST', '/winners', body)).status).toBe(200);
		expect((await bench.ok('/winners/fetch', own)).Winners).toMatchObject([
			{ ParticipantToken, WasNotify: true },
		]);
	});

	it('need no token, are not charged, do not wait, and reveal no token', async () => {
		await occupy(bench);
		const { status, body } = await control('GET', '/accounts');
		expect([status, body]).toMatchObject([200, [{ APICalls: 0, status: 'active' }]]);
		expect(JSON.stringify(body)).not.toContain(bench.sandbox.token);
	});

	it.each(DIALECTS)('and the page name the dialect: %s', async (dialect) => {
		bench = await openBench({ dialect });
		expect([bench.sandbox.dialect, (await control('GET', '/dialect')).body]).toEqual([dialect, { dialect }]);
		const page = await request(bench.sandbox.url('/'));
		expect(await page.body.text()).toContain(`<dd>${dialect}:`);
	});
});

describe('Strangers', () => {
	const STRANGERS: Array<Record<string, string>> = [
		{ host: 'evil.example.com' },
		{ host: 'localhost.evil.example.com:80' },
		{ origin: 'https://evil.example.com' },
		{ origin: 'null' },
	];

	it.each(STRANGERS)('with %j get 403 from control routes, the page and the API', async (headers) => {
		for (const path of ['/_sandbox/calls', '/_sandbox/nothing', '/']) {
			const { statusCode, body } = await request(bench.sandbox.url(path), { headers });
			await body.dump();
			expect(statusCode).toBe(403);
		}
		const refused = await bench.call(CREATE, sweepstakesBody(), { headers, token: 'nobody' });
		expect(refused).toMatchObject({
			status: 403,
			body: { Code: 403, Message: expect.stringMatching(/Host and Origin/) },
		});
		expect(await bench.status('/no/such/path', undefined, { headers, raw: 'x'.repeat(2 ** 21) })).toBe(403);
		expect(usage()).toMatchObject({ APICalls: 0, sweepstakes: 0 });
	});

	it.each<Record<string, string>>([
		{ host: 'localhost' },
		{ host: '[::1]:4010' },
		{ origin: 'http://localhost:5678' },
	])('with %j are none', async (headers) => {
		expect((await control('GET', '/calls', undefined, headers)).status).toBe(200);
	});

	it('of a domain that an account lists may call the API, but not the control routes', async () => {
		bench = await openBench({ accounts: [{ apiDomains: ['shop.example.com'] }] });
		const headers = { origin: 'https://shop.example.com' };
		expect(await bench.status('/account/profile', undefined, { headers })).toBe(200);
		expect((await control('GET', '/calls', undefined, headers)).status).toBe(403);
	});
});

describe('startSandbox', () => {
	it.each(DIALECTS)('starts with a sample that is the same each time (%s)', async (dialect) => {
		const open = async () => {
			const own = await openBench({ accounts: undefined, dialect, token: 'mine' });
			const [{ SweepstakesToken }] = (await own.data('/sweepstakes/fetch')) as [Json];
			const people = await own.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken });
			expect(own.sandbox.accounts()[0]!.APICalls).toBe(2);
			const { NoteToken } = await own.data('/notes/create', { Title: 'A', Note: 'B' });
			return { NoteToken, sample: [SweepstakesToken, people.Participants] as Json };
		};
		const [first, second] = [await open(), await open()];
		expect(second.sample).toEqual(first.sample);
		expect(second.NoteToken).not.toBe(first.NoteToken);
		expect(first.sample[0]).toBe('5a3b0000-0000-4000-8000-000000000001');
		expect(first.sample[1].map(({ KeyEmail }: Json) => KeyEmail as string)).toHaveLength(5);
	});

	it('starts empty with accounts or `sample: false`, and refuses invalid accounts by key', async () => {
		for (const options of [{ accounts: [{}] }, { accounts: undefined, sample: false }])
			expect(await (await openBench(options)).ok('/sweepstakes/fetch')).toMatchObject({ Count: 0 });
		await expect(openBench({ accounts: [{ plan: { MaxCalls: 1 } as object }] })).rejects.toThrow(/MaxCalls/);
		await expect(openBench({ accounts: [] })).rejects.toThrow();
	});

	it('has a base URL without a trailing slash, and calls itself', async () => {
		const { sandbox } = bench;
		expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(sandbox.url(PLAN)).toBe(sandbox.baseUrl + PLAN);
		expect(await sandbox.api('/account/health-check')).toMatchObject({ Response: true });
		await expect(sandbox.api('/winners/fetchscheduled', undefined, 'GET')).rejects.toThrow(
			/^\/winners\/fetchscheduled was refused: \{"Response":false/,
		);
	});

	it('closes while connections are kept alive and a call is in progress', async () => {
		const [underway] = await occupy(bench);
		await bench.sandbox.close();
		await expect(underway).rejects.toThrow();
	});

	describe('under fake timers', () => {
		beforeEach(() =>
			jest.useFakeTimers({ now: NOON, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }),
		);
		afterEach(() => jest.useRealTimers());

		it('follows the fake Date and needs no timer to answer', async () => {
			const own = await openBench({ accounts: [{ plan: { MaxApiCallsPerMinute: 1 } }], now: undefined });
			expect([await own.status(PLAN), await own.status(PLAN)]).toEqual([200, 429]);
			jest.setSystemTime(NOON + MINUTE);
			expect(await own.status(PLAN)).toBe(200);
			await own.sandbox.close();
		});

		it('delays, and processes late calls, by the fake timers', async () => {
			const own = await openBench({ now: undefined });
			own.sandbox.faults([
				{ path: '/notes/create', status: 504, late: { ms: MINUTE } },
				{ path: PLAN, delayMs: MINUTE },
			]);
			expect(await own.status('/notes/create', { Title: 'A', Note: 'B' })).toBe(504);
			const count = async () => (await own.data('/notes/fetch')).TotalNotes as number;
			expect(await count()).toBe(0);
			const slow = own.status(PLAN);
			while (own.sandbox.calls().length < 3) await new Promise((resolve) => setImmediate(resolve));
			expect(await own.status('/account/profile')).toBe(503);
			await jest.advanceTimersByTimeAsync(MINUTE);
			expect([await slow, await count()]).toEqual([200, 1]);
			await own.sandbox.close();
		});
	});
});
