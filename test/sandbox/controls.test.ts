import { request } from 'undici';
import { DIALECTS, type Fault } from '../../sandbox';
import { HOUR, MINUTE, NOBODY, NOON, openBench, sweepstakesBody, type Bench, type Json } from './harness';

describe('Control routes', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await openBench();
	});

	/** Calls a control route without a token. */
	const control = async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	) => {
		const answer = await request(bench.sandbox.url(`/_sandbox${path}`), {
			method: method as 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		return { status: answer.statusCode, body: (await answer.body.json()) as Json };
	};
	const plan = () => bench.call('/account/plan');
	/** Calls the API and returns the raw answer, which need not be JSON. */
	const raw = async (path = '/account/plan') => {
		const answer = await request(bench.sandbox.url(path), {
			method: 'POST',
			headers: { authorization: `Bearer ${bench.sandbox.token}` },
		});
		return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
	};

	describe('faults', () => {
		it('apply to the given number of calls to the path', async () => {
			bench.sandbox.faults([{ path: '/account/plan', times: 2, status: 500 }]);
			expect((await bench.call('/account/profile')).status).toBe(200);
			expect([(await plan()).status, (await plan()).status, (await plan()).status]).toEqual([500, 500, 200]);
		});

		it('apply in the order given', async () => {
			bench.sandbox.faults([
				{ path: '/account/plan', status: 502 },
				{ path: '/account/plan', status: 503 },
			]);
			expect([(await plan()).status, (await plan()).status, (await plan()).status]).toEqual([502, 503, 200]);
		});

		it('answer a failure status with the envelope', async () => {
			bench.sandbox.faults([{ path: '/account/plan', status: 500 }]);
			expect((await plan()).body).toEqual({ Response: false, Code: 500, Message: expect.any(String) });
		});

		it('prevent processing: nothing changes, nothing is charged', async () => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', status: 502 }]);
			await bench.call('/sweepstakes/create', sweepstakesBody());
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes: 0, APICalls: 0 });
		});

		it('can replace the answer to a call that was processed', async () => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', status: 502, processed: true }]);
			expect((await bench.call('/sweepstakes/create', sweepstakesBody())).status).toBe(502);
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes: 1, APICalls: 1 });
		});

		it.each<['before' | 'after', number]>([
			['before', 0],
			['after', 1],
		])('answer with the 503 of a gateway %s the call is processed', async (gateway, sweepstakes) => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', gateway }]);
			expect(await bench.call('/sweepstakes/create', sweepstakesBody())).toMatchObject({
				status: 503,
				body: { message: 'Service Unavailable' },
			});
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes, APICalls: sweepstakes });
			expect(bench.sandbox.calls()).toMatchObject([{ path: '/sweepstakes/create', status: 503 }]);
		});

		it('send Retry-After only if it is given', async () => {
			bench.sandbox.faults([
				{ path: '/account/plan', status: 429, retryAfter: 7 },
				{ path: '/account/plan', status: 503 },
			]);
			expect((await raw()).headers['retry-after']).toBe('7');
			expect((await raw()).headers['retry-after']).toBeUndefined();
		});

		it('can answer HTML', async () => {
			bench.sandbox.faults([
				{ path: '/account/plan', status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' },
			]);
			const { status, headers, text } = await raw();
			expect({ status, type: headers['content-type'], text }).toEqual({
				status: 502,
				type: 'text/html',
				text: '<h1>Bad Gateway</h1>',
			});
		});

		it('can answer JSON cut short', async () => {
			bench.sandbox.faults([{ path: '/account/plan', body: '{"Response": tr' }]);
			expect(await raw()).toMatchObject({ status: 200, text: '{"Response": tr' });
		});

		it('can answer 200 with nothing', async () => {
			bench.sandbox.faults([{ path: '/account/plan', status: 200 }]);
			expect(await raw()).toMatchObject({ status: 200, text: '' });
		});

		it('can answer 200 with Response: false', async () => {
			bench.sandbox.faults([{ path: '/account/plan', body: { Response: false, Message: 'No.' } }]);
			expect(await plan()).toMatchObject({ status: 200, body: { Response: false, Message: 'No.' } });
		});

		it('drop the connection before the call is processed', async () => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', drop: 'before' }]);
			await expect(bench.call('/sweepstakes/create', sweepstakesBody())).rejects.toThrow();
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes: 0, APICalls: 0 });
			expect(bench.sandbox.calls()).toMatchObject([{ path: '/sweepstakes/create', status: 0 }]);
		});

		it('drop the connection after the call is processed', async () => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', drop: 'after' }]);
			await expect(bench.call('/sweepstakes/create', sweepstakesBody())).rejects.toThrow();
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes: 1, APICalls: 1 });
			expect(bench.sandbox.calls()).toMatchObject([{ path: '/sweepstakes/create', status: 200 }]);
		});

		it('do not change the Date header, which follows the sandbox’s clock', async () => {
			bench.sandbox.advance(3_600_000);
			const { headers } = await raw();
			expect(Date.parse(headers.date as string)).toBeGreaterThan(bench.sandbox.now() - 2_000);
		});

		it('delay the call; other calls get 503 meanwhile', async () => {
			bench.sandbox.faults([{ path: '/account/plan', delayMs: 80 }]);
			const slow = plan();
			await new Promise((resolve) => setTimeout(resolve, 30));
			expect((await bench.call('/account/profile')).status).toBe(503);
			expect((await slow).status).toBe(200);
		});

		it('apply to unknown paths, too', async () => {
			bench.sandbox.faults([{ path: '/tools/nothing', body: { Response: true, Data: [] } }]);
			expect((await bench.call('/tools/nothing')).status).toBe(200);
			expect((await bench.call('/tools/nothing')).status).toBe(404);
		});

		it.each<[string, Omit<Fault, 'path'>, Json | undefined]>([
			['504', { status: 504 }, { status: 504 }],
			[
				'the 503 of a gateway',
				{ gateway: 'after' },
				{ status: 503, body: { message: 'Service Unavailable' } },
			],
			['nothing', { drop: 'after' }, undefined],
		])('answer %s at once and process the call after two further ones', async (_what, fault, answer) => {
			bench.sandbox.faults([{ path: '/sweepstakes/create', ...fault, late: { calls: 2 } }]);
			const late = await bench.call('/sweepstakes/create', sweepstakesBody()).catch(() => undefined);
			if (answer) expect(late).toMatchObject(answer);
			else expect(late).toBeUndefined();
			const counts = [];
			for (let call = 0; call < 3; call++) counts.push((await bench.ok('/sweepstakes/fetch')).Count);
			expect(counts).toEqual([0, 0, 1]);
			expect(bench.sandbox.accounts()[0]).toMatchObject({ sweepstakes: 1, APICalls: 4 });
		});

		it('hide the records of the last calls from a call', async () => {
			bench.sandbox.faults([{ path: '/notes/fetch', times: 2, lag: { calls: 2 } }]);
			await bench.ok('/notes/create', { Title: 'One', Note: 'A' });
			await bench.ok('/notes/create', { Title: 'Two', Note: 'B' });
			const titles = async () => {
				const { Data } = await bench.ok('/notes/fetch');
				expect(Data.TotalNotes).toBe(Data.Notes.length);
				return Data.Notes.map(({ Title }: Json) => Title);
			};
			expect([await titles(), await titles(), await titles()]).toEqual([[], ['One'], ['Two', 'One']]);
		});

		it('hide the records of the last milliseconds, a record by its token and a code by its text, too', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			bench.sandbox.advance(MINUTE);
			await bench.ok('/codes/create', { SweepstakesToken, Codes: ['A'] });
			const { NoteToken } = (await bench.ok('/notes/create', { Title: 'One', Note: 'A' })).Data;
			const find = async () => [
				(await bench.call('/codes/single', { SweepstakesToken, CouponCode: 'A' })).status,
				(await bench.call('/notes/single', { NoteToken })).status,
			];
			const lag = { ms: 1_000 };
			bench.sandbox.faults(['/codes/single', '/notes/single'].map((path) => ({ path, times: 2, lag })));
			expect(await find()).toEqual([404, 404]);
			bench.sandbox.advance(1_000);
			expect(await find()).toEqual([200, 200]);
		});

		it.each<[string, Fault['kept']]>([
			['A\u00e9  & <b>B</b>', { texts: ['trimmed'] }],
			[' A\u00e9 & <b>B</b> ', { texts: ['collapsed'] }],
			[' A\u00e9  &amp; <b>B</b> ', { texts: ['escaped'] }],
			[' Ae\u0301  & <b>B</b> ', { texts: ['NFD'] }],
			['A\u00e9 & B', { texts: ['NFC', 'withoutTags', 'collapsed', 'trimmed'] }],
		])('keep a title as %j', async (kept, forms) => {
			const title = ' A\u00e9  & <b>B</b> ';
			bench.sandbox.faults([{ path: '/notes/create', kept: forms }]);
			const { Data } = await bench.ok('/notes/create', { Title: title, Note: title });
			expect((await bench.ok('/notes/single', { NoteToken: Data.NoteToken })).Data).toMatchObject({
				Title: kept,
				Note: title,
			});
			await bench.ok('/notes/create', { Title: title, Note: title });
		});

		it('are added, listed and deleted over HTTP', async () => {
			const fault = { path: '/account/plan', times: 3, status: 500 };
			expect((await control('POST', '/faults', [fault])).status).toBe(200);
			await plan();
			expect((await control('GET', '/faults')).body).toEqual([
				expect.objectContaining({ ...fault, times: 2 }),
			]);
			await control('DELETE', '/faults');
			expect((await plan()).status).toBe(200);
		});

		it.each<[string, unknown]>([
			['no list', { path: '/account/plan' }],
			['no path', [{ status: 500 }]],
			['a path without a slash', [{ path: 'account/plan' }]],
			['0 times', [{ path: '/a', times: 0 }]],
			['an unknown drop', [{ path: '/a', drop: 'during' }]],
			['a dropped connection with a status', [{ path: '/a', drop: 'after', status: 500 }]],
			['a gateway 503 with a status', [{ path: '/a', gateway: 'after', status: 500 }]],
			['a late call with an answer of its own', [{ path: '/a', late: { calls: 1 } }]],
			['a lag in calls and ms', [{ path: '/a', lag: { calls: 1, ms: 1 } }]],
			['an unknown form of texts', [{ path: '/a', kept: { texts: ['shouted'] } }]],
			['an unknown key', [{ path: '/a', delay: 5 }]],
		])('are refused with 400 when there is %s', async (_what, list) => {
			expect(await control('POST', '/faults', list)).toMatchObject({
				status: 400,
				body: { Response: false, Code: 400 },
			});
		});
	});

	describe('calls', () => {
		it('list method, path, status, time and body of every call, in the order of arrival', async () => {
			await bench.call('/groups/fetch', { sweepstakesToken: NOBODY });
			await bench.call('/nowhere', { a: [1] }, { method: 'PUT' });
			await bench.call('/account/plan', undefined, { token: 'nobody' });
			const expected = [
				{ method: 'POST', path: '/groups/fetch', status: 404, at: NOON, body: { sweepstakesToken: NOBODY } },
				{ method: 'PUT', path: '/nowhere', status: 404, at: NOON, body: { a: [1] } },
				{ method: 'POST', path: '/account/plan', status: 403, at: NOON, body: null },
			];
			expect((await control('GET', '/calls')).body).toEqual(expected);
			expect(bench.sandbox.calls()).toEqual(expected);
		});

		it('list the query of a GET, and text that is not JSON', async () => {
			await bench.call('/winners/fetchscheduled?sweepstakesToken=x', undefined, { method: 'GET' });
			await bench.call('/account/plan', undefined, { raw: '{oops' });
			expect(bench.sandbox.calls()).toMatchObject([
				{ path: '/winners/fetchscheduled', body: { sweepstakesToken: 'x' } },
				{ path: '/account/plan', body: '{oops', status: 400 },
			]);
		});

		it('list a body with too many levels as text', async () => {
			const raw = '['.repeat(20_000) + ']'.repeat(20_000);
			await bench.call('/account/plan', undefined, { raw });
			expect((await control('GET', '/calls')).body).toMatchObject([{ status: 400, body: raw }]);
		});

		it('list calls that were refused for their size or path', async () => {
			await bench.call('/notes/create', { Title: 'x'.repeat(1024 * 1024) });
			await bench.call('/%');
			expect(bench.sandbox.calls().map(({ status }) => status)).toEqual([413, 400]);
		});

		it('do not list control calls or the page', async () => {
			await control('GET', '/calls');
			await request(bench.sandbox.url('/')).then(({ body }) => body.dump());
			expect(bench.sandbox.calls()).toEqual([]);
		});

		it('can be deleted', async () => {
			await plan();
			await control('DELETE', '/calls');
			expect((await control('GET', '/calls')).body).toEqual([]);
		});
	});

	describe('clock', () => {
		it('moves forward and answers the new time', async () => {
			const { body } = await control('POST', '/clock', { advanceMs: HOUR });
			expect(body).toEqual({ now: NOON + HOUR });
			await plan();
			expect(bench.sandbox.calls()[0]!.at).toBe(NOON + HOUR);
		});

		it.each([[-1], [1.5], ['1'], [null], [1e15]])('refuses %p', async (advanceMs) => {
			expect((await control('POST', '/clock', { advanceMs })).status).toBe(400);
		});
	});

	describe('archive', () => {
		it('archives and unarchives', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const archived = async () => (await bench.ok('/sweepstakes/fetch')).Data[0].Archived;
			expect((await control('POST', '/archive', { SweepstakesToken })).status).toBe(200);
			expect(await archived()).toBe(true);
			await control('POST', '/archive', { SweepstakesToken, Archived: false });
			expect(await archived()).toBe(false);
		});

		it('answers 404 for an unknown sweepstakes', async () => {
			expect((await control('POST', '/archive', { SweepstakesToken: NOBODY })).status).toBe(404);
		});
	});

	describe('participants and groups', () => {
		it('move a participant, found by token or address, to collections and a group', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await bench.participant(SweepstakesToken, { KeyEmail: 'ada@example.com' });
			const { Data } = await bench.ok('/groups/create', {
				sweepstakesToken: SweepstakesToken,
				groupName: 'VIP',
			});
			const placed = await control('POST', '/participants', {
				SweepstakesToken,
				KeyEmail: 'ada@example.com',
				Collections: ['ParticipantsAmoe', 'OptOuts'],
				Spam: true,
				Completed: true,
				GroupToken: Data.GroupToken,
			});
			expect(placed.status).toBe(200);
			const { Data: counted } = await bench.ok('/participants/count', { SweepstakesToken });
			expect(counted.Counts).toEqual({ Participants: 0, AmoeParticipants: 1, OptOuts: 1, Total: 2 });
		});

		it.each<[string, number, Json]>([
			['no participant', 400, {}],
			['an unknown participant', 404, { ParticipantToken: NOBODY }],
			['an unknown collection', 400, { KeyEmail: 'a@example.com', Collections: ['Spam'] }],
			['no collection at all', 400, { KeyEmail: 'a@example.com', Collections: [] }],
			['an unknown group', 404, { KeyEmail: 'a@example.com', GroupToken: NOBODY }],
		])('refuse %s with %d', async (_what, status, placement) => {
			const SweepstakesToken = await bench.sweepstakes();
			await bench.participant(SweepstakesToken, { KeyEmail: 'a@example.com' });
			expect((await control('POST', '/participants', { SweepstakesToken, ...placement })).status).toBe(
				status,
			);
		});

		it('fill a sweepstakes with participants', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			expect((await control('POST', '/participants/fill', { SweepstakesToken, count: 45 })).status).toBe(200);
			expect(await bench.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken })).toMatchObject({
				Pagination: { Total: 45 },
			});
		});

		it('mark a winner as notified', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const sweepstakesToken = SweepstakesToken;
			bench.sandbox.fill(SweepstakesToken, 1);
			const draw = { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' };
			const [{ ParticipantToken }] = (await bench.ok('/winners/draw', draw)).Winners;
			const body = { SweepstakesToken, ParticipantToken, WasNotify: true };
			expect((await control('POST', '/winners', body)).status).toBe(200);
			const { Winners } = await bench.ok('/winners/fetch', { sweepstakesToken });
			expect(Winners).toMatchObject([{ ParticipantToken, WasNotify: true }]);
			expect((await control('POST', '/winners', { ...body, ParticipantToken: NOBODY })).status).toBe(404);
		});

		it('lock a group', async () => {
			const sweepstakesToken = await bench.sweepstakes();
			const { Data } = await bench.ok('/groups/create', { sweepstakesToken, groupName: 'VIP' });
			await control('POST', '/groups', { GroupToken: Data.GroupToken, Locked: true });
			const groups = await bench.ok('/groups/fetch', { sweepstakesToken });
			expect(groups.Data[0].Locked).toBe(true);
		});
	});

	it('show the usage of the accounts, without their tokens', async () => {
		await plan();
		const { body } = await control('GET', '/accounts');
		expect(body).toEqual([expect.objectContaining({ callsInWindow: 1, APICalls: 1, status: 'active' })]);
		expect(JSON.stringify(body)).not.toContain(bench.sandbox.token);
	});

	it('answer 404 in the envelope for an unknown route', async () => {
		expect(await control('GET', '/nothing')).toMatchObject({
			status: 404,
			body: { Response: false, Code: 404 },
		});
	});

	it('need no token, are not charged, and do not wait for calls in progress', async () => {
		const slow = await openBench({ latencyMs: 50 });
		const busy = slow.call('/account/plan');
		const { statusCode, body } = await request(slow.sandbox.url('/_sandbox/accounts'));
		expect(statusCode).toBe(200);
		expect(await body.json()).toMatchObject([{ APICalls: 0 }]);
		expect((await busy).status).toBe(200);
	});

	describe('are for this machine only', () => {
		const STRANGERS: Array<Record<string, string>> = [
			{ host: 'evil.example.com' },
			{ host: 'localhost.evil.example.com:80' },
			{ origin: 'https://evil.example.com' },
			{ origin: 'null' },
		];

		it.each(['/_sandbox/calls', '/_sandbox/accounts', '/_sandbox/nothing', '/'])(
			'%s answers 403 to another Host or Origin',
			async (path) => {
				for (const headers of STRANGERS) {
					const { statusCode, body } = await request(bench.sandbox.url(path), { headers });
					await body.dump();
					expect(statusCode).toBe(403);
				}
			},
		);

		it('the API answers 403 in the envelope to another Host or Origin, and processes nothing', async () => {
			for (const headers of STRANGERS) {
				const refused = await bench.call('/sweepstakes/create', sweepstakesBody(), { headers });
				expect(refused).toMatchObject({ status: 403, body: { Response: false, Code: 403 } });
				expect(refused.body.Message).toMatch(/Host and Origin/);
			}
			expect(bench.sandbox.accounts()[0]).toMatchObject({ APICalls: 0, sweepstakes: 0 });
			expect(bench.sandbox.calls().map(({ status }) => status)).toEqual(STRANGERS.map(() => 403));
		});

		it('the API refuses a stranger before it looks at the token, the path or the body', async () => {
			const headers = { host: 'evil.example.com' };
			expect((await bench.call('/account/plan', {}, { headers, token: 'nobody' })).status).toBe(403);
			expect((await bench.call('/no/such/path', {}, { headers })).status).toBe(403);
			const large = { headers, raw: 'x'.repeat(2 * 1024 * 1024) };
			expect((await bench.call('/account/plan', undefined, large)).status).toBe(403);
		});

		it('a domain that an account lists may call the API, but not the control routes', async () => {
			const shop = await openBench({ accounts: [{ apiDomains: ['shop.example.com'] }] });
			const headers = { origin: 'https://shop.example.com' };
			expect((await shop.call('/account/profile', undefined, { headers })).status).toBe(200);
			const { statusCode, body } = await request(shop.sandbox.url('/_sandbox/calls'), { headers });
			await body.dump();
			expect(statusCode).toBe(403);
		});

		it.each<Record<string, string>>([
			{ host: 'localhost' },
			{ host: '[::1]:4010' },
			{ origin: 'http://localhost:5678' },
		])('answers %p', async (headers) => {
			expect((await control('GET', '/calls', undefined, headers)).status).toBe(200);
		});
	});
});

describe('An account', () => {
	it('keeps names in another form, at any depth', async () => {
		const bench = await openBench({ accounts: [{ kept: { texts: ['escaped'] } }] });
		await bench.participant(await bench.sweepstakes({ SweepstakesName: 'You & Me' }), {
			Fields: { First_Name: 'Ada & Bob' },
		});
		const [{ SweepstakesName, SweepstakesToken }] = (await bench.ok('/sweepstakes/fetch')).Data;
		const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken });
		expect([SweepstakesName, Participants[0].FirstName]).toEqual(['You &amp; Me', 'Ada &amp; Bob']);
	});

	it.each(DIALECTS)('keeps phone numbers as they come, or as 10 digits (%s)', async (dialect) => {
		const KeyPhoneNumber = '+1 (202) 555-0111';
		const keptAs = async (phones?: 'asSent' | 'tenDigits') => {
			const bench = await openBench({ dialect, accounts: [{ kept: { phones } }] });
			const sweepstakesToken = await bench.sweepstakes();
			await bench.participant(sweepstakesToken, { KeyPhoneNumber });
			return (await bench.ok('/participants/fetch', { sweepstakesToken })).Participants[0].KeyPhoneNumber;
		};
		expect(await keptAs('asSent')).toBe(KeyPhoneNumber);
		expect(await keptAs('tenDigits')).toBe('2025550111');
		expect(await keptAs()).toBe(dialect === 'contract' ? KeyPhoneNumber : '2025550111');
	});
});

describe('The dialect', () => {
	it.each(['contract', 'reference'] as const)(
		'%s is named by the controls and on the page',
		async (dialect) => {
			const { sandbox } = await openBench({ dialect });
			expect(sandbox.dialect).toBe(dialect);
			const routed = await request(sandbox.url('/_sandbox/dialect'));
			expect(await routed.body.json()).toEqual({ dialect });
			const page = await request(sandbox.url('/'));
			expect(await page.body.text()).toContain(`<dd>${dialect}:`);
		},
	);
});

describe('startSandbox', () => {
	it('starts with one unrestricted account and a sample sweepstakes', async () => {
		const bench = await openBench({ accounts: undefined, now: undefined });
		const { Data, Count } = await bench.ok('/sweepstakes/fetch');
		expect(Count).toBe(1);
		const { Pagination } = await bench.ok('/participants/fetch', {
			sweepstakesToken: Data[0].SweepstakesToken,
		});
		expect(Pagination.Total).toBeGreaterThan(2);
		expect(bench.sandbox.accounts()[0]!.APICalls).toBe(2);
	});

	it.each(['contract', 'reference'] as const)(
		'gives the sample the same IDs at each start (%s), and new records new ones',
		async (dialect) => {
			const seen = await Promise.all(
				[1, 2].map(async () => {
					const bench = await openBench({ accounts: undefined, dialect });
					const [{ SweepstakesToken }] = (await bench.ok('/sweepstakes/fetch')).Data;
					const people = await bench.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken });
					const tokens = people.Participants.map((one: Record<string, string>) => one.ParticipantToken);
					const added = await bench.ok('/notes/create', { Title: 'A', Note: 'B' });
					return { SweepstakesToken, tokens, NoteToken: JSON.stringify(added) };
				}),
			);
			expect(new Set(seen.map(({ NoteToken }) => NoteToken)).size).toBe(2);
			const [first, second] = seen.map(({ SweepstakesToken, tokens }) => ({ SweepstakesToken, tokens }));
			expect(second).toEqual(first);
			expect(first!.SweepstakesToken).toBe('5a3b0000-0000-4000-8000-000000000001');
			expect(new Set(first!.tokens).size).toBe(5);
		},
	);

	it('starts empty with accounts, or with `sample: false`', async () => {
		for (const options of [{ accounts: [{}] }, { accounts: undefined, sample: false }]) {
			const bench = await openBench(options);
			expect(await bench.ok('/sweepstakes/fetch')).toMatchObject({ Count: 0 });
		}
	});

	it('refuses invalid accounts, naming the key', async () => {
		await expect(openBench({ accounts: [{ plan: { MaxCalls: 1 } as object }] })).rejects.toThrow(/MaxCalls/);
		await expect(openBench({ accounts: [] })).rejects.toThrow();
	});

	it('has a base URL without a trailing slash', async () => {
		const bench = await openBench();
		expect(bench.sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(bench.sandbox.url('/account/plan')).toBe(`${bench.sandbox.baseUrl}/account/plan`);
	});

	it('closes while connections are kept alive and a call is in progress', async () => {
		const bench = await openBench({ latencyMs: MINUTE });
		const underway = expect(bench.call('/account/plan')).rejects.toThrow();
		await new Promise((resolve) => setTimeout(resolve, 30));
		await bench.sandbox.close();
		await underway;
	});
});

describe('startSandbox under fake timers', () => {
	beforeEach(() =>
		jest.useFakeTimers({ now: NOON, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }),
	);
	afterEach(() => jest.useRealTimers());

	it('follows the fake Date and needs no timer to answer', async () => {
		const bench = await openBench({ accounts: [{ plan: { MaxApiCallsPerMinute: 1 } }], now: undefined });
		expect((await bench.call('/account/plan')).status).toBe(200);
		expect((await bench.call('/account/plan')).status).toBe(429);
		jest.setSystemTime(NOON + MINUTE);
		expect((await bench.call('/account/plan')).status).toBe(200);
		await bench.sandbox.close();
	});

	it('processes a late call by the fake timers', async () => {
		const bench = await openBench({ now: undefined });
		bench.sandbox.faults([{ path: '/notes/create', status: 504, late: { ms: MINUTE } }]);
		expect((await bench.call('/notes/create', { Title: 'A', Note: 'B' })).status).toBe(504);
		const count = async () => (await bench.ok('/notes/fetch')).Data.TotalNotes;
		expect(await count()).toBe(0);
		await jest.advanceTimersByTimeAsync(MINUTE);
		expect(await count()).toBe(1);
		await bench.sandbox.close();
	});

	it('delays by the fake timers', async () => {
		const bench = await openBench({ now: undefined });
		bench.sandbox.faults([{ path: '/account/plan', delayMs: MINUTE }]);
		const slow = bench.call('/account/plan');
		while (bench.sandbox.calls().length === 0) await new Promise((resolve) => setImmediate(resolve));
		await new Promise((resolve) => setImmediate(resolve));
		await jest.advanceTimersByTimeAsync(MINUTE);
		expect((await slow).status).toBe(200);
		await bench.sandbox.close();
	});
});
