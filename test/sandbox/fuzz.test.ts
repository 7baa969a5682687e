import fc from 'fast-check';
import { Pool } from 'undici';
import { DIALECTS } from '../../sandbox/dialect';
import { endpointsIn } from '../../sandbox/endpoints';
import { UTC_ID } from '../../sandbox/timezones';
import {
	freshHandler,
	NOBODY,
	openBench,
	sweepstakesBody,
	TODAY,
	UNHURRIED,
	type Bench,
	type Json,
} from './harness';

const RUNS_PER_ENDPOINT = 60;

/** Values that have broken services: of the wrong type, at a limit, huge, or named like inherited properties. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{
		weight: 4,
		arbitrary: fc.constantFrom<unknown>(
			null,
			true,
			'',
			' ',
			0,
			-1,
			1.5,
			1e308,
			-1e308,
			Number.MAX_SAFE_INTEGER,
			2 ** 53,
			'allgroups',
			TODAY,
			'9999-12-31',
			'0000-01-01',
			'+275760-09-13',
			'23:59',
			'a@b.co',
			'+15550100',
			'https://example.com',
			'\u0000',
			'\ud800',
			'🎉'.repeat(50),
			[],
			[[]],
			{},
			{ length: 1e9 },
			{ toString: 1, valueOf: 2 },
		),
	},
	{ weight: 1, arbitrary: fc.nat(300_000).map((length) => 'x'.repeat(length)) },
	{ weight: 1, arbitrary: fc.nat(500).map((depth) => nested(depth)) },
	{
		weight: 1,
		arbitrary: fc.nat(5_000).map((length) => Array.from({ length }, () => ({ Description: 'x' }))),
	},
);

function nested(depth: number): unknown {
	let value: unknown = 'x';
	for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { inner: value };
	return value;
}

const strangeKey = fc.constantFrom(
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'',
	'a.b',
);

/** Text that is not JSON, and bytes that are not text. */
const noJson: fc.Arbitrary<string | Buffer> = fc.oneof(
	fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	fc.string({ maxLength: 200 }),
	fc.constantFrom('{', '[', '"', '{"a":', '\ufeff{}', '{"a":1}x', '['.repeat(100_000)),
);

// A property that times out goes on in the background and disturbs the tests after it.
jest.setTimeout(60_000);

describe.each(DIALECTS)('Fuzzing (%s)', (dialect) => {
	let bench: Bench;
	let pool: Pool;
	/** A valid value for each field that an operation requires. */
	let valid: Json;
	beforeAll(async () => {
		bench = await openBench({ dialect, accounts: [UNHURRIED] });
		pool = new Pool(bench.sandbox.baseUrl, { connections: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
	});
	beforeEach(async () => {
		const Handler = freshHandler();
		const sweepstakesToken = await bench.sweepstakes({ Handler });
		const { Data } = await bench.ok('/groups/create', { sweepstakesToken, groupName: 'VIP' });
		valid = {
			...sweepstakesBody({ Handler }),
			HandlerNew: freshHandler(),
			SweepstakesToken: sweepstakesToken,
			sweepstakesToken,
			ParticipantToken: await bench.participant(sweepstakesToken),
			groupToken: Data.GroupToken,
			scheduledToken: NOBODY,
			groupName: 'New',
			lang: 'en',
			source: 'web',
			entryPageFields: {
				KeyEmail: 'a@example.com',
				KeyPhoneNumber: '2025550111',
				Fields: { First_Name: 'Ada' },
			},
			howManyWinnersToPick: 1,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			endDate: '2030-02-01',
			endTime: '23:00',
			timezone: UTC_ID,
			scheduleToken: NOBODY,
			DocumentContent: '<p>Rules</p>',
			Note: 'Note',
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 50 }],
			Quantity: 3,
			Length: 12,
			Title: `Title ${Handler}`,
		};
	});
	afterAll(() => pool.destroy());

	/** Request bodies: mostly valid fields of the endpoint and some strange keys, or something else altogether. */
	const bodies = (expectedBody: Record<string, string>): fc.Arbitrary<string | Buffer> => {
		const own = Object.keys(expectedBody).filter((name) => !/[.[]/.test(name));
		const valueOf = (name: string): fc.Arbitrary<unknown> =>
			name in valid
				? fc.oneof({ weight: 15, arbitrary: fc.constant(valid[name]) }, nastyValue)
				: fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, nastyValue);
		const fields = fc.record(Object.fromEntries(own.map((name) => [name, valueOf(name)])));
		const strangers = fc.dictionary(strangeKey, nastyValue, { maxKeys: 3 });
		return fc.oneof(
			{ weight: 8, arbitrary: fc.tuple(fields, strangers).map((parts) => textOf(...parts)) },
			{ weight: 1, arbitrary: nastyValue.map(asText) },
			{ weight: 1, arbitrary: noJson },
		);
	};
	const asText = (value: unknown) => JSON.stringify(value) ?? '';
	/** As JSON text, so that `__proto__` is a key and not the prototype. */
	const textOf = (fields: Json, strangers: Json) =>
		`{${[...Object.entries(fields), ...Object.entries(strangers)]
			.filter(([, value]) => value !== undefined)
			.map(([key, value]) => `${JSON.stringify(key)}:${asText(value)}`)
			.join(',')}}`;

	const latin1 = (body: string | Buffer) =>
		encodeURIComponent(Buffer.from(body).toString('latin1').slice(0, 2000));

	async function send(method: string, path: string, body: string | Buffer | undefined) {
		const answer = await pool.request({
			method: method as 'POST',
			path,
			headers: {
				authorization: `Bearer ${bench.sandbox.token}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body,
		});
		return { status: answer.statusCode, body: (await answer.body.json()) as Json };
	}

	function expectAnEnvelope({ status, body }: { status: number; body: Json }): void {
		expect([200, 201, 400, 403, 404, 409, 413, 422, 429]).toContain(status);
		expect(body.Response).toBe(status < 300);
		if (status < 300) return;
		expect(body.Message).toEqual(expect.any(String));
		if (dialect === 'reference') return;
		expect(body.Code).toBe(status);
		if (status === 400) expect(body.Help.ExpectedBody).toEqual(expect.any(Object));
	}

	it.each(
		[...endpointsIn(dialect).values()].map(
			(endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
		),
	)(
		'%s never answers 500 and always answers in the envelope',
		async (_name, { method, path, expectedBody }) => {
			const isQuery = method === 'GET';
			await fc.assert(
				fc.asyncProperty(bodies(expectedBody), async (body) => {
					const query = isQuery ? `?sweepstakesToken=${latin1(body)}` : '';
					expectAnEnvelope(await send(method, path + query, isQuery ? undefined : body));
				}),
				{ numRuns: RUNS_PER_ENDPOINT },
			);
			expect(({} as Json).polluted).toBeUndefined();
		},
	);

	it('any path and method is answered in the envelope', async () => {
		const method = fc.constantFrom('POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
		await fc.assert(
			fc.asyncProperty(method, fc.webPath(), async (verb, path) => {
				const { status, body } = await send(verb, `/x${path}`, undefined);
				expect([400, 404, 414]).toContain(status);
				expect(body).toMatchObject({ Response: false, Code: status });
			}),
			{ numRuns: 200 },
		);
	});

	it.each(['faults', 'clock', 'archive', 'codes', 'winners', 'participants', 'participants/fill', 'groups'])(
		'the control route %s answers 400 or 404',
		async (route) => {
			await fc.assert(
				fc.asyncProperty(fc.oneof(nastyValue.map(asText), noJson), async (body) => {
					const { status } = await send('POST', `/_sandbox/${route}`, body);
					expect([400, 404, 413]).toContain(body.toString() === '[]' ? 400 : status);
				}),
				{ numRuns: RUNS_PER_ENDPOINT },
			);
		},
	);

	it('does not break the service', async () => {
		expect((await bench.call('/account/health-check')).status).toBe(200);
		expect(await bench.sweepstakes()).toEqual(expect.any(String));
	});
});
