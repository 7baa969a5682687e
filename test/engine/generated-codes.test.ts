import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { DIALECTS } from '../../sandbox/dialect';
import type { RunOptions } from './engine';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesCode();

let stage: Stage;
afterEach(async () => await stage.close());

const MINUTE_MS = 60_000;
const IN_DOUBT = /It may have been processed, so it was not sent again$/;

const generate = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'generate',
		{ sweepstakes: stage.picked, Quantity: 3, Length: 8, ...parameters },
		options,
	);

/** Generates codes past the node. */
const made = async (more: object = {}) =>
	(
		await stage.api<{ Data: { Codes: IDataObject[] } }>('/codes/generate', {
			SweepstakesToken: stage.sweepstakesToken,
			Quantity: 2,
			Length: 8,
			...more,
		})
	).Data.Codes;

const stored = async () =>
	(await stage.api<{ Data: { Total: number } }>('/codes/stats', { SweepstakesToken: stage.sweepstakesToken }))
		.Data.Total;

const lose = (drop: 'before' | 'after') => stage.sandbox.faults([{ path: '/codes/generate', drop }]);

/** A list of codes. */
const list = (...Codes: object[]) => ({
	path: '/codes/fetch',
	body: { Response: true, Data: { Codes, TotalResults: Codes.length, TotalPages: 1 } },
});

const quantities = () =>
	stage.sandbox
		.calls()
		.filter(({ path }) => path === '/codes/generate')
		.map(({ body }) => (body as { Quantity: number }).Quantity);

describe.each(DIALECTS)('codes whose answer is lost, in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('are found among the newest, and come out as always', async () => {
		await made();
		stage.sandbox.advance(MINUTE_MS);
		const [usual] = jsonOf(await generate());
		stage.sandbox.advance(MINUTE_MS);
		lose('after');
		const codes = jsonOf(await generate());
		expect(codes.map((code) => Object.keys(code))).toEqual(Array(3).fill(Object.keys(usual!)));
		expect(quantities()).toEqual([3]);
		expect(await stored()).toBe(8);
	});

	test('are generated again if there are none', async () => {
		await made();
		stage.sandbox.advance(MINUTE_MS);
		lose('before');
		expect((await generate()).items).toHaveLength(3);
		expect(await stored()).toBe(5);
	});

	test('are not mistaken for those of an earlier call of the same item', async () => {
		stage.sandbox.faults([{ path: '/codes/generate' }, { path: '/codes/generate', drop: 'before' }]);
		const { items, error } = await generate({ Quantity: 5_001 });
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.CouponCode)).size).toBe(5_001);
		expect(await stored()).toBe(5_001);
	});

	test('are not mistaken for codes of another kind that were made seconds before', async () => {
		await made({ Prefix: 'OLD-' });
		stage.sandbox.advance(10_000);
		lose('before');
		expect((await generate()).items).toHaveLength(3);
		expect(await stored()).toBe(5);
	});

	test.each([
		['codes of the same kind were made seconds before', async () => await made()],
		['the list is refused', async () => stage.sandbox.faults([{ path: '/codes/fetch', status: 404 }])],
		[
			'the list is of another type',
			async () =>
				stage.sandbox.faults([{ path: '/codes/fetch', body: { Response: true, Data: { Codes: {} } } }]),
		],
		[
			'a code has no date',
			async () => stage.sandbox.faults([list({ CouponToken: 'x', CouponCode: 'ABCDEFGH' })]),
		],
		[
			'other codes are new',
			async () =>
				stage.sandbox.faults([
					list({ CouponToken: 'x', CouponCode: 'B', CreationDate: '2099-01-01T00:00:00Z' }),
				]),
		],
		[
			'fewer codes are new',
			async () =>
				stage.sandbox.faults([
					list({ CouponToken: 'x', CouponCode: 'ABCDEFGH', CreationDate: '2099-01-01T00:00:00Z' }),
				]),
		],
	])('are in doubt if %s', async (_what, arrange) => {
		await arrange();
		lose('after');
		const { error } = await generate();
		expect(error?.message).toMatch(IN_DOUBT);
		expect(error?.description).toContain('check with Code › Get Many');
		expect(quantities()).toEqual([3]);
	});

	test('are in doubt if somebody holds one of them', async () => {
		const code = (n: number) => ({
			CouponToken: `${n}`,
			CouponCode: `ABCDEFG${n}`,
			CreationDate: '2099-01-01T00:00:00Z',
			ParticipantToken: n === 1 ? 'p' : null,
		});
		stage.sandbox.faults([list(code(0), code(1), code(2))]);
		lose('after');
		expect((await generate()).error?.message).toMatch(IN_DOUBT);
	});

	test('are in doubt if those of an earlier item are', async () => {
		stage.sandbox.faults([
			{ path: '/codes/generate', drop: 'after' },
			{ path: '/codes/fetch', status: 400 },
			{ path: '/codes/generate', drop: 'before' },
		]);
		const { errorItems } = await generate({}, { items: [{}, {}], onError: 'continueErrorOutput' });
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(IN_DOUBT),
			expect.stringMatching(IN_DOUBT),
		]);
		expect(await stored()).toBe(3);
	});

	test('are in doubt if the service did not say which codes an earlier item got', async () => {
		stage.sandbox.faults([
			{ path: '/codes/generate', body: { Response: true }, processed: true },
			{ path: '/codes/generate', drop: 'before' },
		]);
		const { items, errorItems } = await generate({}, { items: [{}, {}], onError: 'continueErrorOutput' });
		expect(items.map(({ json }) => json)).toEqual([{ done: true }]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([expect.stringMatching(IN_DOUBT)]);
	});
});

describe.each(DIALECTS)('Only Up To This Quantity, in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	const upTo = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
		await generate({ onlyUpTo: true, ...parameters }, options);

	test('generates what is missing, and returns all', async () => {
		const there = await made();
		const codes = jsonOf(await upTo());
		expect(codes.map(({ existed }) => existed)).toEqual([true, true, false]);
		expect(
			codes
				.slice(0, 2)
				.map(({ CouponCode }) => CouponCode)
				.sort(),
		).toEqual(there.map(({ CouponCode }) => CouponCode).sort());
		expect(Object.keys(codes[0]!)).toEqual(Object.keys(codes[2]!));
		expect(quantities()).toEqual([1]);
	});

	test('generates nothing the second time, and returns the same codes', async () => {
		const first = jsonOf(await upTo());
		const again = await upTo();
		const tokens = (codes: IDataObject[]) => codes.map(({ CouponToken }) => CouponToken).sort();
		expect(tokens(jsonOf(again))).toEqual(tokens(first));
		expect(again.hints).toEqual(['Skipped 1 item: enough codes can be handed out.']);
		expect(stage.paths()).toEqual(['/codes/fetch']);
		expect(await stored()).toBe(3);
	});

	test('returns the codes of the calls before one that fails', async () => {
		await made();
		stage.sandbox.faults([{ path: '/codes/generate' }, { path: '/codes/generate', status: 400 }]);
		const { items, errorItems } = await upTo({ Quantity: 5_003 }, { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(2 + 5_000);
		expect(errorItems).toHaveLength(1);
	});

	test('returns no more than the quantity', async () => {
		await made({ Quantity: 5 });
		expect((await upTo()).items).toHaveLength(3);
		expect(await stored()).toBe(5);
	});

	test('without Simplify returns an item for the codes that are there, and one for each call', async () => {
		await made();
		expect(jsonOf(await upTo({ simplify: false }))).toMatchObject([
			{ existed: true, SweepstakesToken: stage.sweepstakesToken, Codes: [{}, {}] },
			{ existed: false, Generated: 1, Codes: [{}], Telemetry: expect.any(Object) },
		]);
		expect(jsonOf(await upTo({ simplify: false }))).toMatchObject([{ existed: true, Codes: [{}, {}, {}] }]);
	});

	test.each<[string, object, INodeParameters]>([
		['another length', { Length: 9 }, {}],
		['another prefix', { Prefix: 'A-' }, {}],
		['another suffix', { Suffix: '-A' }, {}],
		['other characters', { Case: 'lower', Prefix: 'a' }, { options: { Prefix: 'a' } }],
		['letters where digits are asked for', {}, { options: { Type: 'numeric' } }],
		['another value', { Value: '10' }, { options: { Value: '20' } }],
	])('does not count codes with %s', async (_what, there, parameters) => {
		await made(there);
		expect((await upTo(parameters)).error).toBeUndefined();
		expect(quantities()).toEqual([3]);
	});

	test('counts codes of the same value', async () => {
		await made({ Value: 10 });
		await upTo({ options: { Value: '10' } });
		expect(quantities()).toEqual([1]);
	});

	test('does not count codes that are held, redeemed or expired', async () => {
		const [held, redeemed] = await made();
		const ParticipantToken = await stage.addParticipant('jane@example.com', { KeyPhoneNumber: '2025550123' });
		await stage.api('/codes/assign', { CouponToken: held!.CouponToken, ParticipantToken });
		await stage.api('/codes/redeem', { CouponToken: redeemed!.CouponToken });
		const code = { CouponToken: 'x', CouponCode: 'ABCDEFGH', Status: 'not-redeemed', ParticipantToken: null };
		await upTo();
		expect(quantities()).toEqual([3]);
		stage.sandbox.faults([
			list({ ...code, ExpirationDate: '2020-01-31T00:00:00.000Z' }, { ...code, CouponToken: 'y' }),
		]);
		await upTo();
		expect(quantities()).toEqual([2]);
	});

	test('two items that are the same get the same codes', async () => {
		const { items } = await upTo({}, { items: [{}, {}] });
		expect(items.map(({ json }) => json.existed)).toEqual([false, false, false, true, true, true]);
		expect(await stored()).toBe(3);
	});

	test.each([
		['refused', { path: '/codes/fetch', status: 404 }, /^The service refused this: /],
		[
			'of another type',
			{ path: '/codes/fetch', body: { Response: true, Data: [] } },
			/^The service did not say which codes there are$/,
		],
	])('generates nothing if the list is %s', async (_what, fault, message) => {
		stage.sandbox.faults([fault]);
		const { error } = await upTo();
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/^No codes were generated for this item/);
		expect(quantities()).toEqual([]);
	});
});
