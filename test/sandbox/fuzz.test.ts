import fc from 'fast-check';
import { DIALECTS } from '../../sandbox/dialect';
import { runs } from '../support/runs';
import { openBench, openService, TODAY, UNHURRIED, type Bench, type Json } from './harness';
import { operationsIn } from './operations';
import { openWorld } from './requests';

/** Nasty values: of the wrong type, at a limit, huge, or named like inherited properties. */
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{
		weight: 4,
		arbitrary: fc.constantFrom<unknown>(
			...[null, true, '', ' ', 0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 'allgroups'],
			...[TODAY, '9999-12-31', '0000-01-01', '+275760-09-13', '23:59', 'a@b.co', '+15550100'],
			...['https://example.com', '\u0000', '\ud800', '🎉'.repeat(50), [], [[]], {}, { length: 1e9 }],
			...[{ toString: 1, valueOf: 2 }],
		),
	},
	{ weight: 1, arbitrary: fc.nat(100_000).map((length) => 'x'.repeat(length)) },
	{ weight: 1, arbitrary: fc.nat(500).map(nested) },
	{
		weight: 1,
		arbitrary: fc.nat(2_000).map((length) => Array.from({ length }, () => ({ Description: 'x' }))),
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

const asText = (value: unknown) => JSON.stringify(value) ?? '';

/** As JSON text, so that `__proto__` is a key and not the prototype. */
const textOf = (entries: Array<[string, unknown]>) =>
	`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${asText(value)}`).join(',')}}`;

/** Request bodies: the valid one with some other values and unknown keys, or something else altogether. */
function bodiesLike(valid: Json, names: string[]): fc.Arbitrary<string | Buffer> {
	const fields = names.map((name) =>
		fc
			.oneof({ weight: 15, arbitrary: fc.constant(valid[name] as unknown) }, nastyValue)
			.map((value) => [name, value]),
	) as Array<fc.Arbitrary<[string, unknown]>>;
	const strangers = fc.dictionary(strangeKey, nastyValue, { maxKeys: 3 }).map((keys) => Object.entries(keys));
	const body = fc
		.tuple(fc.tuple(...fields), strangers)
		.map(([own, others]) => textOf([...own, ...others].filter(([, value]) => value !== undefined)));
	return fc.oneof(
		{ weight: 8, arbitrary: body },
		{ weight: 1, arbitrary: nastyValue.map(asText) },
		{ weight: 1, arbitrary: noJson },
	);
}

// A property that times out continues in the background and disturbs later tests.

describe.each(DIALECTS)('Fuzzing (%s)', (dialect) => {
	let bench: Bench;
	beforeEach(
		async () => (bench = await openService({ dialect, accounts: [{ ...UNHURRIED, administrator: true }] })),
	);
	afterEach(async () => {
		expect(await bench.status('/account/health-check')).toBe(200);
		await bench.close();
	});

	it.each([...operationsIn(dialect).values()])(
		'$method $path is answered in the envelope',
		async (operation) => {
			const { method, path, fields } = operation;
			const outer = fields.filter(({ name }) => !name.includes('.'));
			const required = outer.filter(({ isRequired }) => isRequired).map(({ name }) => name);
			const valid = await (await openWorld(bench)).requestOf(path, required);
			await fc.assert(
				fc.asyncProperty(
					bodiesLike(
						valid,
						outer.map(({ name }) => name),
					),
					async (sent) => {
						const query = encodeURIComponent(Buffer.from(sent).toString('latin1').slice(0, 2000));
						const isQuery = method === 'GET';
						const { status, body } = isQuery
							? await bench.call(`${path}?sweepstakesToken=${query}`, undefined, { method })
							: await bench.call(path, undefined, { method, raw: sent });
						expect([200, 201, 400, 403, 404, 409, 413, 422, 429]).toContain(status);
						expect(body.Response).toBe(status < 300);
						if (status >= 300) expect(body.Message).toEqual(expect.any(String));
						if (status >= 300 && dialect === 'contract') expect(body.Code).toBe(status);
					},
				),
				{ numRuns: runs(10) },
			);
			expect(({} as Json).polluted).toBeUndefined();
		},
	);
});

describe('Fuzzing the server', () => {
	let bench: Bench;
	beforeAll(async () => (bench = await openBench()));

	it('any path and method is answered in the envelope', async () => {
		const method = fc.constantFrom('POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
		await fc.assert(
			fc.asyncProperty(method, fc.webPath(), async (verb, path) => {
				const { status, body } = await bench.call(`/x${path}`, undefined, { method: verb });
				expect([400, 404, 414]).toContain(status);
				expect(body).toMatchObject({ Response: false, Code: status });
			}),
			{ numRuns: runs(50) },
		);
	});

	it.each(['faults', 'clock', 'archive', 'codes', 'winners', 'participants', 'participants/fill', 'groups'])(
		'the control route %s answers 400 or 404',
		async (route) => {
			await fc.assert(
				fc.asyncProperty(fc.oneof(nastyValue.map(asText), noJson), async (body) => {
					const { status } = await bench.call(`/_sandbox/${route}`, undefined, { raw: body });
					expect([400, 404, 413]).toContain(body.toString() === '[]' ? 400 : status);
				}),
				{ numRuns: runs(10) },
			);
		},
	);
});
