import fc from 'fast-check';
import { UNLIMITED } from '../support/constants';
import { DIALECTS } from '../../sandbox/dialect';
import { runs } from '../support/runs';
import { openBench, openService, TODAY, type Bench, type Json } from '../support/sandbox';
import { operationsIn } from './operations';
import { openWorld } from './requests';

/** Arrays and objects nested in each other. */
const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth) + '0' + '}]'.repeat(depth));

const constants = fc.constantFrom<unknown>(
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
);

/** Odd values: of the wrong type, at a limit, huge, or named like inherited properties. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{ weight: 4, arbitrary: constants },
	{ weight: 1, arbitrary: fc.nat(100_000).map((length) => 'x'.repeat(length)) },
	{ weight: 1, arbitrary: fc.nat(250).map(nested) },
	{ weight: 1, arbitrary: fc.nat(2_000).map((length) => Array(length).fill({ Description: 'x' })) },
);

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

const asText = (value: unknown) => JSON.stringify(value) ?? '';

/** Returns the entries as JSON text, in which `__proto__` is a key and does not set the prototype. */
const textOf = (entries: Array<[string, unknown]>) =>
	`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${asText(value)}`).join(',')}}`;

/** Returns request bodies: the valid body with some other values and unknown keys, or something entirely different. */
function bodiesLike(valid: Json, names: string[]): fc.Arbitrary<string | Buffer> {
	const fields = names.map((name) => {
		const usual = { weight: 15, arbitrary: fc.constant<unknown>(valid[name]) };
		return fc.oneof(usual, nastyValue).map((value): [string, unknown] => [name, value]);
	});
	const strangers = fc.dictionary(strangeKey, nastyValue, { maxKeys: 3 }).map((keys) => Object.entries(keys));
	const body = fc
		.tuple(fc.tuple(...fields), strangers)
		.map(([own, others]) => textOf([...own, ...others].filter(([, value]) => value !== undefined)));
	return fc.oneof({ weight: 8, arbitrary: body }, nastyValue.map(asText), noJson);
}

// Each test has its own sandbox, because a property that times out continues in the background and would disturb the
// next test.

describe.each(DIALECTS)('With random bodies, in the dialect %s', (dialect) => {
	let bench: Bench;
	beforeEach(
		async () =>
			(bench = await openService({ dialect, accounts: [{ plan: UNLIMITED, administrator: true }] })),
	);
	afterEach(async () => {
		expect(await bench.status('/account/health-check')).toBe(200);
		await bench.close();
	});

	it.each([...operationsIn(dialect).values()])(
		'$method $path always gets a reply in the service’s format',
		async ({ method, path, fields }) => {
			const outer = fields.filter(({ name }) => !name.includes('.'));
			const required = outer.filter(({ isRequired }) => isRequired);
			const valid = await (await openWorld(bench)).requestOf(path, required);
			const bodies = bodiesLike(
				valid,
				outer.map(({ name }) => name),
			);
			const answeredInEnvelope = fc.asyncProperty(bodies, async (raw) => {
				const query = encodeURIComponent(Buffer.from(raw).toString('latin1').slice(0, 2000));
				const { status, body } =
					method === 'GET'
						? await bench.call(`${path}?sweepstakesToken=${query}`, undefined, { method })
						: await bench.call(path, undefined, { method, raw });
				expect([200, 201, 400, 403, 404, 409, 413, 422, 429]).toContain(status);
				expect(body.Response).toBe(status < 300);
				if (status >= 300) expect(body.Message).toEqual(expect.any(String));
				if (status >= 300 && dialect === 'contract') expect(body.Code).toBe(status);
			});
			await fc.assert(answeredInEnvelope, { numRuns: runs(10) });
			expect(({} as Json).polluted).toBeUndefined();
		},
	);
});

describe('With random requests', () => {
	let bench: Bench;
	beforeAll(async () => (bench = await openBench()));

	it('every path and method gets a reply in the service’s format', async () => {
		const methods = fc.constantFrom('POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
		const answeredInEnvelope = fc.asyncProperty(methods, fc.webPath(), async (method, path) => {
			const { status, body } = await bench.call(`/x${path}`, undefined, { method });
			expect([400, 404, 414]).toContain(status);
			expect(body).toMatchObject({ Response: false, Code: status });
		});
		await fc.assert(answeredInEnvelope, { numRuns: runs(50) });
	});

	it.each(['faults', 'clock', 'archive', 'codes', 'winners', 'participants', 'participants/fill', 'groups'])(
		'the control route “%s” refuses odd bodies with a 400, 404 or 413',
		async (route) => {
			const refused = fc.asyncProperty(fc.oneof(nastyValue.map(asText), noJson), async (raw) => {
				const status = await bench.status(`/_sandbox/${route}`, undefined, { raw });
				expect([400, 404, 413]).toContain(raw.toString() === '[]' ? 400 : status);
			});
			await fc.assert(refused, { numRuns: runs(10) });
		},
	);
});
