import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import type { RunOptions } from '../support/engine/engine';
import { MAY_BE_PROCESSED, inDialects, openStages, stage } from '../support/engine/resource';
import { MINUTE_MS } from '../support/constants';
import { listJson } from '../support/engine/stage';

const node = new SweepstakesCode();
const GENERATE = '/codes/generate';
const LIST = '/codes/fetch';

openStages();

const generate = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'generate',
		{ sweepstakes: stage.picked, topUp: false, Quantity: 3, Length: 8, ...parameters },
		options,
	);

/** Generates codes without the node. */
async function made(more: object = {}): Promise<IDataObject[]> {
	const order = { SweepstakesToken: stage.sweepstakesToken, Quantity: 2, Length: 8, ...more };
	return (await stage.api<{ Data: { Codes: IDataObject[] } }>(GENERATE, order)).Data.Codes;
}

async function stored(): Promise<number> {
	const order = { SweepstakesToken: stage.sweepstakesToken };
	return (await stage.api<{ Data: { Total: number } }>('/codes/stats', order)).Data.Total;
}

const list = (...Codes: object[]) =>
	stage.answer(LIST, { Data: { Codes, TotalResults: Codes.length, TotalPages: 1 } });
const quantities = () => stage.bodies(GENERATE).map(({ Quantity }) => Quantity);
const codesIn = (items: IDataObject[]) => items.map(({ CouponCode }) => CouponCode).sort();

test('“Generate” outputs an item per code or, without “Simplify”, an item per call, and accepts a number as “Value”', async () => {
	const options = { Prefix: 'A - ', Suffix: '_z', Value: '={{ 25 }}' };
	const codes = listJson(await generate({ options }));
	expect(stage.lastBody()).toMatchObject({ Prefix: 'A-', Suffix: '_z', Value: '25' });
	expect(codes).toHaveLength(3);
	for (const code of codes)
		expect(code).toEqual({
			SweepstakesToken: stage.sweepstakesToken,
			CouponToken: expect.any(String),
			CouponCode: expect.stringMatching(/^A-[0-9A-Z]{8}_z$/),
		});
	const Telemetry = expect.any(Object) as unknown;
	expect(listJson(await generate({ simplify: false }))).toMatchObject([
		{ Generated: 3, Codes: [{}, {}, {}], Telemetry },
	]);
});

describe('if several items come in, “Generate”', () => {
	const items = [{ wanted: 1 }, { wanted: 2 }, { wanted: 1 }];
	const SKIPPED =
		'an earlier item asked for the same codes. To change this, use “Options › When Several Items Come In”.';

	test.each([true, false])(
		'by default generates codes only once if all items ask for the same codes (“Top Up to Quantity”: %p)',
		async (topUp) => {
			const result = await generate({ topUp }, { items });
			expect(result.items).toHaveLength(3);
			expect(result.hints).toEqual([`Skipped 2 items: ${SKIPPED}`]);
			expect(await stored()).toBe(3);
		},
	);

	test('by default generates codes once for each different request', async () => {
		const result = await generate({ Quantity: '={{ $json.wanted }}' }, { items });
		expect(result.items).toHaveLength(3);
		expect(result.hints).toEqual([`Skipped 1 item: ${SKIPPED}`]);
	});

	test('generates codes for every item if the user chooses “Generate for Each Item”', async () => {
		await generate({ options: { severalItems: 'each' } }, { items });
		expect(await stored()).toBe(9);
	});
});

test('5,001 codes are generated in calls of up to 5,000, and each code is returned once', async () => {
	expect(new Set(codesIn(listJson(await generate({ Quantity: 5_001 })))).size).toBe(5_001);
	expect(quantities()).toEqual([5_000, 1]);
});

test('if the second of two calls of “Generate” fails, the error contains the codes of the first', async () => {
	const Data = { Code: 'DailyLimit', AddedToday: 50_000 };
	stage.sandbox.faults([{ path: GENERATE }]);
	stage.answer(GENERATE, { Response: false, Message: 'No.', Data }, { status: 429 });
	const { error } = await generate({ Quantity: 5_001 });
	expect(error?.description).toBe(
		'Run this again tomorrow. This item already had 5,000 results. The results are below under “Error details › From Sweepstakes … › Error data”. Run the workflow again only for what is missing.',
	);
	expect((error!.context.data as { done: object[] }).done).toHaveLength(5_000);
});

describe('if the reply to “Generate” is lost, the codes', () => {
	inDialects(() => {
		test('are generated again if all codes in the list are a minute old', async () => {
			await made();
			stage.sandbox.advance(MINUTE_MS);
			stage.lose(GENERATE, 'before');
			expect((await generate()).items).toHaveLength(3);
			expect(await stored()).toBe(5);
		});
	});

	const code = (CouponToken: string, more: object = {}) => ({
		CouponToken,
		CouponCode: `ABCDEFG${CouponToken}`,
		CreationDate: '2099-01-01T00:00:00Z',
		...more,
	});

	test.each([
		['codes of the same kind were made seconds before', async () => await made()],
		['the list is refused', () => stage.sandbox.faults([{ path: LIST, status: 404 }])],
		['the list has another type', () => stage.answer(LIST, { Data: { Codes: {} } })],
		['a code has no date', () => list(code('1', { CreationDate: undefined }))],
		['a new code has another format', () => list(code('1', { CouponCode: 'B' }))],
		['there are fewer new codes than requested', () => list(code('1'))],
		[
			'somebody holds one of the new codes',
			() => list(code('0'), code('1', { ParticipantToken: 'p' }), code('2')),
		],
	])('are reported as possibly generated if %s', async (_what, arrange) => {
		await arrange();
		stage.lose(GENERATE, 'after');
		const { error } = await generate();
		expect(error?.message).toMatch(MAY_BE_PROCESSED);
		expect(error?.description).toContain('use Code › Get Many to check');
		expect(quantities()).toEqual([3]);
	});

	test('are reported as possibly generated if the codes of an earlier item were, too', async () => {
		stage.lose(GENERATE, 'after');
		stage.sandbox.faults([{ path: LIST, status: 400 }]);
		stage.lose(GENERATE, 'before');
		const { errorItems } = await generate({}, { items: [{}, {}], onError: 'continueErrorOutput' });
		const error = expect.stringMatching(MAY_BE_PROCESSED) as string;
		expect(errorItems.map(({ json }) => json.error)).toEqual([error, error]);
		expect(await stored()).toBe(3);
	});
});

describe('“Top Up to Quantity”', () => {
	const upTo = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
		await generate({ topUp: true, ...parameters }, options);

	inDialects(() => {
		test('generates as many codes as are missing and returns all codes, and a second run returns the same codes', async () => {
			const there = await made();
			const codes = listJson(await upTo());
			expect(codes.map(({ existed }) => existed)).toEqual([true, true, false]);
			expect(codesIn(codes.slice(0, 2))).toEqual(codesIn(there));
			expect(Object.keys(codes[0]!)).toEqual(Object.keys(codes[2]!));
			expect(quantities()).toEqual([1]);
			const again = await upTo();
			expect(codesIn(listJson(again))).toEqual(codesIn(codes));
			expect(again.hints).toEqual([
				'Skipped 1 item: enough codes are available. To generate more, turn off “Top Up to Quantity”.',
			]);
			expect(stage.paths()).toEqual([LIST]);
		});

		test('does not count codes that are assigned or redeemed', async () => {
			const [held, redeemed] = await made({ Quantity: 3 });
			const phone = { KeyPhoneNumber: '2025550123' };
			const ParticipantToken = await stage.addParticipant('jane@example.com', phone);
			await stage.api('/codes/assign', { CouponToken: held!.CouponToken, ParticipantToken });
			await stage.api('/codes/redeem', { CouponToken: redeemed!.CouponToken });
			await upTo();
			expect(quantities()).toEqual([2]);
		});
	});

	test('without “Simplify”, returns one item for all existing codes and one for each call', async () => {
		await made();
		expect(listJson(await upTo({ simplify: false }))).toMatchObject([
			{ existed: true, SweepstakesToken: stage.sweepstakesToken, Codes: [{}, {}] },
			{ existed: false, Generated: 1, Codes: [{}], Telemetry: expect.any(Object) },
		]);
		expect(listJson(await upTo({ simplify: false, Quantity: 2 }))).toMatchObject([
			{ existed: true, Codes: [{}, {}] },
		]);
	});

	test.each<[string, number, object, INodeParameters]>([
		['another length', 3, { Length: 9 }, {}],
		['another prefix', 3, { Prefix: 'A-' }, {}],
		['another suffix', 3, { Suffix: '-A' }, {}],
		['another value', 3, { Value: '10' }, { Value: '20' }],
		['the same value', 1, { Value: 10 }, { Value: '10' }],
	])(
		'if there are two codes with %s, generates %i of 3 requested codes',
		async (_what, missing, there, options) => {
			await made(there);
			expect((await upTo({ options })).error).toBeUndefined();
			expect(quantities()).toEqual([missing]);
		},
	);

	const SAME = expect.stringMatching(
		/^Several items got the same codes, because “Top Up to Quantity” .+ “Options › When Several Items Come In” to “Generate for Each Item”\.$/,
	) as string;
	const hintsFor = async (parameters: INodeParameters, ...rows: IDataObject[]) =>
		(await upTo({ Quantity: '={{ $json.wanted }}', ...parameters }, { items: rows })).hints;

	inDialects(() => {
		test('hints that several items got the same codes, whatever their quantities', async () => {
			expect(await hintsFor({}, { wanted: 1 }, { wanted: 2 }, { wanted: 3 })).toEqual([SAME]);
			expect(await stored()).toBe(3);
			expect(await hintsFor({}, { wanted: 3 }, { wanted: 1 })).toContainEqual(SAME);
		});
	});

	test('does not say so if the items got different codes', async () => {
		const options = { Prefix: '={{ $json.prefix }}' };
		const rows = [
			{ wanted: 1, prefix: 'A-' },
			{ wanted: 2, prefix: 'B-' },
		];
		expect(await hintsFor({ options }, ...rows)).toEqual([]);
		expect(await hintsFor({ options }, ...rows)).not.toContainEqual(SAME);
		const each = { topUp: false, options: { severalItems: 'each' } };
		expect(await hintsFor(each, { wanted: 1 }, { wanted: 2 })).toEqual([]);
	});

	const AVAILABLE = { Status: 'not-redeemed', ParticipantToken: null };

	test.each<[string, INodeParameters, string, string]>([
		['digits', { Type: 'numeric' }, '01234567', 'A'],
		['capital letters and digits', {}, 'ABCD0123', 'a'],
		['small letters and digits', { Case: 'lower' }, 'abcd0123', 'A'],
		['letters and digits', { Case: 'mixed' }, 'abCD0123', '-'],
	])(
		'counts an existing code only if all of its characters are %s, as in the requested codes',
		async (_what, options, right, wrong) => {
			const codes = [right, `${wrong}${right.slice(1)}`, `${right.slice(1)}${wrong}`];
			list(...codes.map((CouponCode) => ({ ...AVAILABLE, CouponCode, CouponToken: CouponCode })));
			await upTo({ options });
			expect(quantities()).toEqual([2]);
		},
	);
});
