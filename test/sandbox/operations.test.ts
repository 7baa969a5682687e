import { DIALECTS } from '../../sandbox';
import { endpointsIn } from '../../sandbox/endpoints';
import { openService, type Bench, type Json, type SendOptions } from '../support/sandbox';
import { ID, UNLIMITED } from '../support/constants';
import { operationsIn, type Field, type Operation } from './operations';
import { openWorld } from './requests';
import { IN_REFERENCE } from './tables';

/*
 * Every operation in tables/ is tested in both dialects: with a valid request, an invalid one, and without permission.
 * Values of every field at its limit and just beyond it are tried once, and again in `reference` if the request differs.
 */

const MODULES_OFF = { codes: false, invoices: false, messages: false, drips: false };
const ACCOUNTS = [
	{ plan: UNLIMITED, administrator: true },
	{ plan: UNLIMITED, token: 'other', administrator: true },
	{ plan: UNLIMITED, token: 'off', modules: MODULES_OFF },
	{ token: 'disabled', status: 'disabled' as const },
	{ token: 'hibernating', status: 'hibernating' as const },
];

/** Operations that only the service's administrators may use. */
const FOR_ADMINISTRATORS = /Todos?$/;

/** The only operation that refuses unknown keys; all others ignore them. */
const KNOWS_ITS_KEYS = '/entrypage/update';

const TELEMETRY = ['DataConsumed', 'APICalls', 'MaxAPICalls'];

const TOKEN = /(Token|CaseId|aseNumber)$/;

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	const operations = operationsIn(dialect);
	const endpoints = endpointsIn(dialect);

	test('the sandbox has exactly the operations in the tables of these tests', () => {
		const written = ({
			method,
			path,
			status,
			module,
		}: Omit<Operation, 'isInContract' | 'fields' | 'reply'>) => ({
			method,
			path,
			status,
			module,
		});
		const played = [...endpoints.values()].map(written);
		const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
		expect(played.sort(byPath)).toEqual([...operations.values()].map(written).sort(byPath));
	});

	test.each([...operations.values()])(
		'$method $path accepts valid requests, and refuses invalid values, unknown records and callers without permission',
		async (operation) => {
			const { path, method, fields } = operation;
			const bench = await openService({ dialect, accounts: ACCOUNTS });
			const { requestOf } = await openWorld(bench);
			const required = fields.filter(({ name, isRequired }) => isRequired && !name.includes('.'));
			const valid = await requestOf(path, required);
			const send: Send = async (body, sending) => await bench.call(path, body, { method, ...sending });

			await expectItToKnowItsCallers(operation, valid, send);
			await expectItToKnowItsRecords(operation, valid, send);
			// Every dialect has its own form of a refusal, so one field is tried in any case.
			const triesAllFields = dialect === 'contract' || IN_REFERENCE[path]?.request !== undefined;
			await expectItToRefuse(operation, triesAllFields ? fields : fields.slice(0, 1), valid, send);
			expectWords(operation, endpoints.get(path)!.expectedBody);

			const extra: Json = path === KNOWS_ITS_KEYS ? {} : { Unknown: 1, __proto__: null };
			const { status, body } = await send({ ...valid, ...extra });
			const { Response, Telemetry, ...reply } = body;
			expect({ status, Response }).toEqual({ status: operation.status, Response: true });
			const hasTelemetry = dialect === 'reference' || operation.module !== undefined;
			expect(Object.keys((Telemetry ?? {}) as Json)).toEqual(hasTelemetry ? TELEMETRY : []);
			expect(withoutChance(reply, bench)).toEqual(operation.reply);
			// Draws need participants who have not won yet.
			if (valid.sweepstakesToken) bench.sandbox.fill(valid.sweepstakesToken as string, 20);
			if (triesAllFields && method !== 'GET') await expectItToAccept(operation, valid, send);
			await bench.close();
		},
	);

	type Send = (body: Json, sending?: SendOptions) => ReturnType<Bench['call']>;

	async function expectItToKnowItsCallers(
		{ method, path, module, worksWithoutModule }: Operation,
		valid: Json,
		send: Send,
	) {
		const refusals: Array<[expected: number, sending: SendOptions]> = [
			[401, { headers: { authorization: '' } }],
			...['nobody', 'disabled', 'hibernating'].map((token): [number, SendOptions] => [403, { token }]),
			[405, { method: method === 'PUT' ? 'POST' : 'PUT' }],
		];
		if ((module && !worksWithoutModule) || FOR_ADMINISTRATORS.test(path))
			refusals.push([403, { token: 'off' }]);
		const replies: unknown[] = [];
		for (const [, sending] of refusals) {
			const { status, body } = await send(valid, sending);
			replies.push([status, { ...body, Message: typeof body.Message }]);
		}
		const envelope = (Code: number) => ({ Response: false, Message: 'string', Code });
		expect(replies).toEqual(refusals.map(([status]) => [status, envelope(status)]));
		if (worksWithoutModule) expect((await send(valid, { token: 'off' })).status).not.toBe(403);
	}

	/** Expects the operation to refuse an ID that no record has, and the ID of a record of another account. */
	async function expectItToKnowItsRecords({ path, fields }: Operation, valid: Json, send: Send) {
		const tokens = fields
			.filter(({ name, isRequired }) => isRequired && TOKEN.test(name))
			.map(({ name }) => name);
		for (const name of tokens) {
			const { status, body } = await send({ ...valid, [name]: ID });
			expect([name, status, body]).toMatchObject([name, 404, { Response: false, Code: 404 }]);
		}
		if (tokens.length === 0) return;
		const isForbidden =
			path === '/tickets/update' || (dialect === 'reference' && path.startsWith('/winners/'));
		expect((await send(valid, { token: 'other' })).status).toBe(isForbidden ? 403 : 404);
	}

	async function expectItToRefuse({ path, method }: Operation, fields: Field[], valid: Json, send: Send) {
		const expected = expectedOfRefusal(path);
		const unexpected: unknown[] = [];
		for (const { name, kind, isRequired, isNullable } of fields) {
			const refused = kind.refuses.filter((value) => !(isNullable && value === null));
			for (const value of [...(isRequired ? [undefined] : []), ...refused]) {
				if (method === 'GET' && value === undefined) continue;
				const { status, body } = await send(changed(valid, name, value));
				const isNamed = (body.Message as string).includes(name.split('.').at(-1)!);
				const hasExpectedBody = body.Help?.ExpectedBody !== undefined;
				const isExpected = body.Code === expected.Code && hasExpectedBody === expected.hasExpectedBody;
				if (status !== 400 || !isNamed || !isExpected) unexpected.push([name, shortened(value), body]);
			}
		}
		expect(unexpected).toEqual([]);
	}

	/**
	 * Expects the operation to accept allowed values of each field: the request succeeds, or is refused for a reason
	 * other than this field.
	 */
	async function expectItToAccept({ status: success, fields }: Operation, valid: Json, send: Send) {
		const unexpected: unknown[] = [];
		for (const { name, kind, isNullable } of fields) {
			for (const value of [...kind.accepts, ...(isNullable ? [null] : [])]) {
				const { status, body } = await send(changed(valid, name, value));
				const isNamed = status === 400 && (body.Message as string).includes(`${name.split('.').at(-1)}: `);
				const isKnown = [success, 400, 403, 404, 409, 422, 429].includes(status);
				if (isNamed || !isKnown) unexpected.push([name, shortened(value), body]);
			}
		}
		expect(unexpected).toEqual([]);
	}

	/**
	 * Expects that `Help.ExpectedBody` describes each field: whether it is required, its default, and the rules of its
	 * kind.
	 */
	function expectWords({ fields }: Operation, expectedBody: Record<string, string>) {
		expect(Object.keys(expectedBody).sort()).toEqual(fields.map(({ name }) => name).sort());
		for (const field of fields) {
			const words = expectedBody[field.name]!;
			const requirement = field.isRequired
				? 'required'
				: `optional${field.default === undefined ? '' : `, default ${field.default}`}`;
			expect(words).toMatch(new RegExp(`^[a-z ]+, ${requirement}(,|$)`));
			for (const rule of field.kind.words ?? [])
				expect([field.name, words]).toEqual([field.name, expect.stringContaining(rule)]);
		}
	}

	/**
	 * Returns the keys that a reply with 400 must have. In `reference`, some operations send no Code, and others send no
	 * ExpectedBody.
	 */
	function expectedOfRefusal(path: string) {
		const hasNoCode = /^\/(files|groups)\/|\/updateBonusEntries$/.test(path);
		const hasNoHelp =
			/^\/(account|sweepstakes|participants|groups|winners|documentation)\//.test(path) &&
			!path.endsWith('/updateBonusEntries');
		return dialect === 'contract'
			? { Code: 400, hasExpectedBody: true }
			: { Code: hasNoCode ? undefined : 400, hasExpectedBody: !hasNoHelp };
	}
});

/** Changes one field of the valid request. `Items[].Rate` means the rate of the first item. */
function changed(valid: Json, name: string, value: unknown): Json {
	const body = structuredClone(valid);
	const keys = name.replaceAll('[]', '.0').split('.');
	const last = keys.pop()!;
	let holder = body;
	for (const [at, key] of keys.entries()) holder = holder[key] ??= keys[at + 1] === '0' ? [] : {};
	holder[last] = value;
	return body;
}

const shortened = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

/** Returns the reply with placeholders for its random parts. */
function withoutChance(reply: Json, { sandbox }: Bench): unknown {
	const text = JSON.stringify(reply, (key, value: unknown) => {
		if (key === 'ApiCalls') return 0;
		if (key === 'Message' && typeof value === 'string') return '…';
		return Array.isArray(value) && value.length > 3
			? [...(value.slice(0, 2) as unknown[]), value.length]
			: value;
	})
		.replaceAll(sandbox.baseUrl, '')
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
		.replace(/"([0-9a-f]{64}|[0-9a-f]{24})"/g, '"HEX"')
		.replace(/"CaseNumber":"[0-9A-F]{7}"/g, '"CaseNumber":"CASE"')
		.replace(/"CouponCode":"[0-9A-Z]{12}"/g, '"CouponCode":"CODE"')
		.replace(/"H\d+"/g, '"HANDLER"')
		.replace(/person\d+@/g, 'person@')
		.replace(/310555\d{4}/g, '3105550000');
	return JSON.parse(text);
}
