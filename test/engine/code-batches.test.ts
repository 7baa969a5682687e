import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { startSandboxWithRecords } from '../support/records';
import { shortenWaits } from '../support/waits';
import type { RunOptions } from './engine';
import { jsonOf, Stage, UNLIMITED } from './stage';

const node = new SweepstakesCode();
const ADD = '/codes/create';
const DELETE = '/codes/delete';

let stage: Stage;
let stored: () => Promise<string[]>;
beforeEach(async () => {
	const started = await startSandboxWithRecords({ accounts: [{ plan: UNLIMITED }], sample: false });
	stage = await Stage.on(started.sandbox);
	stored = async () => {
		const { codes } = await started.records();
		return [...codes.all()].map(({ CouponCode }) => CouponCode);
	};
	shortenWaits();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await stored();
});

const rows = (count: number, prefix = 'C') =>
	Array.from({ length: count }, (_, n) => ({ code: `${prefix}${n}` }));
const bodies = (path: string) =>
	stage.sandbox
		.calls()
		.filter((call) => call.path === path)
		.map(({ body }) => body as IDataObject);
const sizes = () => bodies(ADD).map(({ Codes }) => (Codes as string[]).length);

const add = async (
	items: IDataObject[],
	options: Partial<RunOptions> = {},
	parameters: INodeParameters = {},
) =>
	await stage.run(
		node,
		'add',
		{ sweepstakes: stage.picked, Code: '={{ $json.code }}', ...parameters },
		{ items, ...options },
	);

/** @returns the tokens of new codes */
async function create(...Codes: string[]): Promise<Map<string, string>> {
	const { sweepstakesToken: SweepstakesToken } = stage;
	await stage.api(ADD, { SweepstakesToken, Codes });
	const tokens = new Map<string, string>();
	for (const CouponCode of Codes) {
		const { Data } = await stage.api<{ Data: { Code: { CouponToken: string } } }>('/codes/single', {
			SweepstakesToken,
			CouponCode,
		});
		tokens.set(CouponCode, Data.Code.CouponToken);
	}
	return tokens;
}

const remove = async (items: IDataObject[], mode: 'id' | 'CouponCode', options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'delete',
		{ sweepstakes: stage.picked, coupon: { __rl: true, mode, value: '={{ $json.code }}' } },
		{ items, ...options },
	);

describe('Add', () => {
	test('sends 2,500 items in three calls, and pairs each code with its item and its token', async () => {
		const result = await add(rows(2_500));
		expect(sizes()).toEqual([1_000, 1_000, 500]);
		// The list says what a reply leaves out: its lists end after 100 codes.
		expect(bodies('/codes/fetch')).toHaveLength(5);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 2_500 }, (_, item) => ({ item })),
		);
		expect(jsonOf(result).map(({ CouponCode, result: what }) => [CouponCode, what])).toEqual(
			rows(2_500).map(({ code }) => [code, 'added']),
		);
		expect(new Set(jsonOf(result).map(({ CouponToken }) => CouponToken)).size).toBe(2_500);
		expect(await stored()).toHaveLength(2_500);
	});

	test('takes one call for up to 100 items', async () => {
		await add(rows(100));
		expect(stage.paths()).toEqual([ADD]);
	});

	test('lets duplicates and invalid codes come out as such, also twice in one run', async () => {
		await create('OLD');
		const codes = ['NEW', 'OLD', 'no.dots', ' N E W ', 'x'.repeat(50), 'no.dots'];
		const found = jsonOf(await add(codes.map((code) => ({ code }))));
		expect(found.map(({ CouponCode, result }) => [CouponCode, result])).toEqual([
			['NEW', 'added'],
			['OLD', 'duplicate'],
			['no.dots', 'invalid'],
			['NEW', 'duplicate'],
			['x'.repeat(50), 'invalid'],
			['no.dots', 'invalid'],
		]);
		expect(sizes()).toEqual([4]);
	});

	test('tells more than 100 duplicates and invalid codes apart', async () => {
		await add(rows(300, 'OLD'));
		const mixed = [...rows(300, 'OLD'), ...rows(300, 'NEW'), ...rows(300, 'no.')];
		const results = jsonOf(await add(mixed)).map(({ result }) => result);
		expect(results).toEqual([
			...Array<string>(300).fill('duplicate'),
			...Array<string>(300).fill('added'),
			...Array<string>(300).fill('invalid'),
		]);
		expect(stage.paths()).toEqual([ADD, '/codes/fetch']);
	});

	test('sends items together only if they differ in nothing but the code, and keeps their order', async () => {
		const items = Array.from({ length: 6 }, (_, n) => ({ code: `C${n}`, value: String(n % 2) }));
		const result = await add(items, {}, { options: { Value: '={{ $json.value }}' } });
		expect(bodies(ADD).map(({ Codes, Value }) => [Value, Codes])).toEqual([
			['0', ['C0', 'C2', 'C4']],
			['1', ['C1', 'C3', 'C5']],
		]);
		expect(jsonOf(result).map(({ CouponCode }) => CouponCode)).toEqual(items.map(({ code }) => code));
	});

	test('keeps the columns of each row beside its result', async () => {
		const items = [
			{ code: 'A', row: 1 },
			{ code: 'A', row: 2 },
		];
		const found = jsonOf(await add(items, {}, { includeInputFields: true }));
		expect(found).toEqual([
			expect.objectContaining({ row: 1, CouponCode: 'A', result: 'added' }),
			expect.objectContaining({ row: 2, CouponCode: 'A', result: 'duplicate' }),
		]);
	});

	test('looks up a handler once', async () => {
		const sweepstakes = { __rl: true, mode: 'handler', value: 'SPRING' };
		await add(rows(3), {}, { sweepstakes });
		expect(stage.paths()).toEqual(['/sweepstakes/fetch', ADD]);
	});

	test.each([{ drop: 'after' as const }, { status: 502, processed: true }, { body: '', processed: true }])(
		'after a lost answer (%j), knows which codes it added and which were there before',
		async (fault) => {
			await create('OLD');
			stage.sandbox.advance(120_000);
			stage.sandbox.faults([{ path: ADD, ...fault }]);
			const found = jsonOf(await add([{ code: 'OLD' }, { code: 'NEW' }, { code: 'no.dots' }]));
			expect(found.map(({ result }) => result)).toEqual(['duplicate', 'added', 'invalid']);
			expect(found[1]!.CouponToken).toEqual(expect.any(String));
			expect(stage.paths()).toEqual([ADD, ADD, '/codes/fetch']);
			expect((await stored()).sort()).toEqual(['NEW', 'OLD']);
		},
	);

	test('after a lost answer to a later call, codes of a moment ago do not matter', async () => {
		stage.sandbox.faults([{ path: ADD }, { path: ADD, drop: 'after' }]);
		const results = jsonOf(await add(rows(1_200))).map(({ result }) => result);
		expect(results).toEqual(Array(1_200).fill('added'));
		expect(sizes()).toEqual([1_000, 200, 200]);
	});

	test('after a lost answer, a code that may be older is unknown, and the others are not', async () => {
		await create('JUST-BEFORE');
		stage.sandbox.advance(5_000);
		stage.sandbox.faults([{ path: ADD, drop: 'after' }]);
		const found = jsonOf(await add([{ code: 'JUST-BEFORE' }, { code: 'NEW' }]));
		expect(found.map(({ result }) => result)).toEqual(['unknown', 'added']);
	});

	test.each([
		['the list does not answer', [{ path: '/codes/fetch', status: 400 }]],
		[
			'the list has no exact dates',
			[
				{
					path: '/codes/fetch',
					body: {
						Response: true,
						Data: {
							Codes: ['C0', 'C1'].map((CouponCode) => ({
								CouponToken: CouponCode,
								CouponCode,
								CreationDate: '2027-01-31',
							})),
							TotalResults: 2,
							TotalPages: 1,
						},
					},
				},
			],
		],
	])('after a lost answer, claims nothing if %s', async (_why, faults) => {
		const now = new Date().toISOString().slice(0, 10);
		stage.sandbox.faults([
			{ path: ADD, drop: 'after' },
			...(JSON.parse(JSON.stringify(faults).replaceAll('2027-01-31', now)) as typeof faults),
		]);
		expect(jsonOf(await add(rows(2))).map(({ result }) => result)).toEqual(['unknown', 'unknown']);
		expect(await stored()).toHaveLength(2);
	});

	test('says that the rest is unknown if a long list cannot be completed', async () => {
		stage.sandbox.faults([{ path: '/codes/fetch', status: 400 }]);
		const results = jsonOf(await add(rows(150))).map(({ result }) => result);
		expect(results.filter((result) => result === 'added')).toHaveLength(100);
		expect(results.filter((result) => result === 'unknown')).toHaveLength(50);
	});
});

describe('Delete', () => {
	test('deletes by ID in one call, and says which were not deleted', async () => {
		const tokens = await create('FREE1', 'FREE2', 'USED');
		await stage.api('/codes/redeem', { CouponToken: tokens.get('USED') });
		const items = [...tokens.values(), '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'].map((code) => ({ code }));
		const result = await remove([...items, items[0]!], 'id');
		expect(stage.paths()).toEqual([DELETE]);
		expect(jsonOf(result).map(({ deleted }) => deleted)).toEqual([true, true, false, false, true]);
		expect(jsonOf(result)[2]).toEqual({
			deleted: false,
			CouponToken: tokens.get('USED'),
			reason: 'It is assigned, redeemed or voided, or the account has no such code.',
		});
		expect(await stored()).toEqual(['USED']);
	});

	test('sends 1,500 items in two calls', async () => {
		const added = jsonOf(await add(rows(1_500)));
		await remove(
			added.map(({ CouponToken }) => ({ code: CouponToken })),
			'id',
		);
		expect(bodies(DELETE).map(({ CouponTokens }) => (CouponTokens as string[]).length)).toEqual([1_000, 500]);
		expect(await stored()).toEqual([]);
	});

	test('finds many codes by themselves from the list, and few one by one', async () => {
		await create('A', 'B', 'C', 'D', 'E');
		expect((await remove([{ code: 'A' }, { code: 'B' }, { code: 'C' }], 'CouponCode')).items).toHaveLength(3);
		expect(stage.paths()).toEqual(['/codes/fetch', DELETE]);
		await remove([{ code: 'D' }], 'CouponCode');
		expect(stage.paths()).toEqual(['/codes/single', DELETE]);
		expect(await stored()).toEqual(['E']);
	});

	test('looks codes up one by one if the list is longer', async () => {
		await add(rows(2_500));
		await remove([{ code: 'C1' }, { code: 'C2' }, { code: 'C3' }], 'CouponCode');
		expect(stage.paths()).toEqual([
			'/codes/fetch',
			'/codes/single',
			'/codes/single',
			'/codes/single',
			DELETE,
		]);
	});

	test('one unknown code does not stop the others', async () => {
		await create('A', 'B');
		const items = [{ code: 'A' }, { code: 'UNKNOWN' }, { code: 'B' }];
		const result = await remove(items, 'CouponCode', { onError: 'continueErrorOutput' });
		expect(jsonOf(result).map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			{ code: 'UNKNOWN', error: 'Item 2: “Code” must be a code of the sweepstakes, but is “UNKNOWN”' },
		]);
		expect(await stored()).toEqual([]);
	});

	test('without On Error, an unknown code fails the node, and the error lists what was deleted', async () => {
		await create('A', 'B');
		const { error } = await remove([{ code: 'A' }, { code: 'UNKNOWN' }, { code: 'B' }], 'CouponCode');
		expect(error?.message).toBe('Item 2: “Code” must be a code of the sweepstakes, but is “UNKNOWN”');
		expect(error?.description).toMatch(/^2 of 3 items were done\. .* again only for the others\.$/);
		expect((error!.context.data as { done: object[] }).done).toHaveLength(2);
	});

	test('after a lost answer, tells apart what is gone, what was skipped and what it deleted', async () => {
		const tokens = await create('FREE1', 'FREE2', 'USED');
		await stage.api('/codes/redeem', { CouponToken: tokens.get('USED') });
		stage.sandbox.faults([{ path: DELETE, drop: 'after' }]);
		const items = [...tokens.values()].map((code) => ({ code }));
		const found = jsonOf(await remove(items, 'id'));
		expect(found.map(({ deleted, noLongerThere }) => [deleted, noLongerThere])).toEqual([
			[null, true],
			[null, true],
			[false, undefined],
		]);
		expect(stage.paths()).toEqual([DELETE, DELETE, '/codes/fetch']);
	});

	test('after a lost answer, claims nothing if the codes cannot be looked up', async () => {
		const [token] = (await create('FREE')).values();
		stage.sandbox.faults([
			{ path: DELETE, drop: 'after' },
			{ path: '/codes/single', status: 400 },
		]);
		expect(jsonOf(await remove([{ code: token }], 'id'))).toEqual([
			{ deleted: null, CouponToken: token, reason: expect.stringMatching(/^The answer was lost/) },
		]);
	});

	test('does not claim to have deleted a skipped code whose ID was given in capitals', async () => {
		const [token] = (await create('USED')).values();
		const body = { Response: true, Data: { Requested: 1, Deleted: 0, Skipped: [token], SkippedCount: 1 } };
		stage.sandbox.faults([{ path: DELETE, body }]);
		const [item] = jsonOf(await remove([{ code: token!.toUpperCase() }], 'id'));
		expect(item).toMatchObject({ deleted: false });
	});

	test('after a lost answer, finds skipped codes whose IDs the list has in capitals', async () => {
		const tokens = [...(await create('USED1', 'USED2', 'USED3')).values()];
		for (const CouponToken of tokens) await stage.api('/codes/redeem', { CouponToken });
		const listed = JSON.stringify(
			await stage.api('/codes/fetch', { SweepstakesToken: stage.sweepstakesToken }),
		);
		const inCapitals = tokens.reduce((text, token) => text.replaceAll(token, token.toUpperCase()), listed);
		stage.sandbox.faults([
			{ path: DELETE, drop: 'after' },
			{ path: '/codes/fetch', body: JSON.parse(inCapitals) as object },
		]);
		const found = jsonOf(
			await remove(
				tokens.map((code) => ({ code })),
				'id',
			),
		);
		expect(found.map(({ deleted }) => deleted)).toEqual([false, false, false]);
	});

	test('does not believe a list of skipped codes that is cut off', async () => {
		const tokens = await create('FREE', 'USED');
		await stage.api('/codes/redeem', { CouponToken: tokens.get('USED') });
		const body = { Response: true, Data: { Requested: 2, Deleted: 1, Skipped: [], SkippedCount: 1 } };
		stage.sandbox.faults([{ path: DELETE, body, processed: true }]);
		const found = jsonOf(
			await remove(
				[...tokens.values()].map((code) => ({ code })),
				'id',
			),
		);
		expect(found.map(({ deleted }) => deleted)).toEqual([true, false]);
	});
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'with On Error %s',
	(onError) => {
		test('a call that fails fails its items, and those of other calls are done', async () => {
			const items = Array.from({ length: 4 }, (_, n) => ({ code: `C${n}`, value: String(n % 2) }));
			stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 422 }]);
			const result = await add(items, { onError }, { options: { Value: '={{ $json.value }}' } });
			const failed = (json: IDataObject) => typeof json.error === 'string';
			if (onError === 'stopWorkflow') {
				expect(result.error?.message).toMatch(/^Item 2 and 1 other: The service refused this/);
				expect(result.error?.description).toMatch(/^2 of 4 items were done\. /);
				const { done } = result.error!.context.data as { done: IDataObject[] };
				expect(done.map(({ CouponCode }) => CouponCode)).toEqual(['C0', 'C2']);
			} else {
				const all = [...result.items, ...result.errorItems].map(({ json }) => json);
				expect(all.filter(failed).map(({ code }) => code)).toEqual(['C1', 'C3']);
				expect(all.filter((json) => !failed(json)).map(({ CouponCode }) => CouponCode)).toEqual(['C0', 'C2']);
			}
			expect((await stored()).sort()).toEqual(['C0', 'C2']);
		});

		test('a failure of the account ends the run, and what was done comes out', async () => {
			const items = Array.from({ length: 5 }, (_, n) => ({ code: `C${n}`, value: String(n % 2) }));
			stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 401 }]);
			const result = await add(items, { onError }, { options: { Value: '={{ $json.value }}' } });
			expect(bodies(ADD)).toHaveLength(2);
			const all = [...result.items, ...result.errorItems].map(({ json }) => json);
			const done =
				onError === 'stopWorkflow'
					? (result.error!.context.data as { done: IDataObject[] }).done
					: all.filter(({ error }) => error === undefined);
			expect(done.map(({ CouponCode }) => CouponCode)).toEqual(['C0', 'C2', 'C4']);
			if (onError !== 'stopWorkflow') expect(all).toHaveLength(5);
		});

		test('a run that is stopped during a call makes no more', async () => {
			stage.sandbox.faults([{ path: ADD, delayMs: 60_000 }]);
			const controller = new AbortController();
			const running = add(rows(1_500), { onError, retryOnFail: true, signal: controller.signal });
			while (stage.paths().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
			controller.abort();
			expect((await running).status).toBe('canceled');
			expect(stage.paths()).toEqual([ADD]);
		});
	},
);

test('Retry On Fail does not send again what was added', async () => {
	const items = Array.from({ length: 4 }, (_, n) => ({ code: `C${n}`, value: String(n % 2) }));
	stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 422 }]);
	const result = await add(items, { retryOnFail: true }, { options: { Value: '={{ $json.value }}' } });
	expect(jsonOf(result).map(({ CouponCode, result: what }) => [CouponCode, what])).toEqual(
		items.map(({ code }) => [code, 'added']),
	);
	expect(bodies(ADD).map(({ Codes }) => Codes)).toEqual([
		['C0', 'C2'],
		['C1', 'C3'],
		['C1', 'C3'],
	]);
});

test('a bad item is refused before anything is sent, or comes out of the error output', async () => {
	const items = [{ code: 'A' }, { code: '' }, { code: 'B' }];
	expect((await add(items)).error?.message).toBe('Item 2: “Code” is required');
	expect(stage.paths()).toEqual([]);
	const result = await add(items, { onError: 'continueErrorOutput' });
	expect(jsonOf(result).map(({ CouponCode }) => CouponCode)).toEqual(['A', 'B']);
	expect(result.errorItems).toHaveLength(1);
	expect(sizes()).toEqual([2]);
});

test('an item that is alone and fails has its own sentence', async () => {
	stage.sandbox.faults([{ path: ADD, status: 422 }]);
	expect((await add([{ code: 'A' }])).error?.message).toMatch(/^The service refused this/);
});
