import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import type { RunOptions } from '../support/engine/engine';
import { openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

/* These tests add and delete codes in batches. */

const node = new SweepstakesCode();
const ADD = '/codes/create';
const DELETE = '/codes/delete';
const LIST = '/codes/fetch';
const SINGLE = '/codes/single';

openStages();

const rows = (count: number, prefix = 'C') =>
	Array.from({ length: count }, (_, n) => ({ code: `${prefix}${n}` }));
const sizes = () => stage.bodies(ADD).map(({ Codes }) => (Codes as string[]).length);

interface StoredCode {
	CouponToken: string;
	CouponCode: string;
}

/** All codes, read directly from the service. */
async function stored(): Promise<StoredCode[]> {
	const order = { SweepstakesToken: stage.sweepstakesToken, ItemsPerPage: 500 };
	return (await stage.api<{ Data: { Codes: StoredCode[] } }>(LIST, order)).Data.Codes;
}
const names = async () => (await stored()).map(({ CouponCode }) => CouponCode).sort();

/** @returns the tokens of new codes */
async function create(...Codes: string[]): Promise<string[]> {
	await stage.api(ADD, { SweepstakesToken: stage.sweepstakesToken, Codes });
	const all = await stored();
	return Codes.map((code) => all.find(({ CouponCode }) => CouponCode === code)!.CouponToken);
}
const redeem = async (CouponToken: string) => await stage.api('/codes/redeem', { CouponToken });

const add = async (items: IDataObject[], options: Partial<RunOptions> = {}, more: INodeParameters = {}) =>
	await stage.run(
		node,
		'add',
		{ sweepstakes: stage.picked, Code: '={{ $json.code }}', ...more },
		{ items, ...options },
	);
const resultsOf = (added: Awaited<ReturnType<typeof add>>) => listJson(added).map(({ result }) => result);

const remove = async (codes: string[], options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'delete',
		{ sweepstakes: stage.picked, coupon: byId('={{ $json.code }}') },
		{ items: codes.map((code) => ({ code })), ...options },
	);
const deletedOf = (removed: Awaited<ReturnType<typeof remove>>) =>
	listJson(removed).map(({ deleted }) => deleted);

describe('“Add”', () => {
	test('sends 101 items in two calls, and outputs each code with its ID and linked to its input item', async () => {
		const result = await add(rows(101));
		expect(sizes()).toEqual([100, 1]);
		expect(stage.paths()).toEqual([ADD, ADD]);
		expect(result.items.map(({ pairedItem, json }) => [pairedItem, json.CouponCode, json.result])).toEqual(
			rows(101).map(({ code }, item) => [{ item }, code, 'added']),
		);
		expect(new Set(listJson(result).map(({ CouponToken }) => CouponToken)).size).toBe(101);
	});

	test('marks duplicates and invalid codes, even if a code occurs twice in one run', async () => {
		await create('OLD');
		const codes = ['NEW', 'OLD', 'no.dots', ' N E W ', 'x'.repeat(50), 'no.dots'];
		const result = await add(codes.map((code) => ({ code })));
		const found = listJson(result);
		expect(result.hints).toEqual([
			'Skipped 2 items: already in the sweepstakes.',
			'Skipped 3 items: not accepted by the service.',
		]);
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

	test('looks up the IDs of codes that already exist, or only some of these IDs if the list of codes is long', async () => {
		const tokens = async () => listJson(await add(rows(25))).map(({ CouponToken }) => CouponToken ?? null);
		const first = await tokens();
		expect(await tokens()).toEqual(first);
		expect(stage.paths()).toEqual([ADD, LIST]);
		stage.answer(LIST, { Data: { Codes: [], TotalResults: 1_000_000, TotalPages: 2_000 } });
		expect(await tokens()).toEqual([...first.slice(0, 20), ...Array<null>(5).fill(null)]);
		stage.answer(LIST, { Response: false }, { status: 400 });
		expect(await tokens()).toEqual(first.map(() => null));
	});

	test('after a lost reply, reports what the repeated call returned: the codes are duplicates', async () => {
		stage.lose(ADD, 'after');
		const result = await add(['NEW', 'no.dots'].map((code) => ({ code })));
		expect(resultsOf(result)).toEqual(['duplicate', 'invalid']);
		expect(listJson(result)[0]).toMatchObject({ existed: true, CouponToken: expect.any(String) as string });
		expect(stage.paths()).toEqual([ADD, ADD, SINGLE]);
	});

	test('says nothing about a code that the reply does not name', async () => {
		stage.answer(ADD, { Response: true, Data: {} });
		expect(listJson(await add([{ code: 'NEW' }]))).toMatchObject([{ result: null, existed: null }]);
	});
});

describe('“Delete”', () => {
	test('deletes codes by ID in one call, and reports which codes were not deleted', async () => {
		const [first, second, used] = (await create('FREE1', 'FREE2', 'USED')) as [string, string, string];
		await redeem(used);
		const result = await remove([first, second, used, ID, first]);
		expect(stage.paths()).toEqual([DELETE]);
		expect(deletedOf(result)).toEqual([true, true, false, false, true]);
		expect(listJson(result)[2]).toEqual({
			deleted: false,
			CouponToken: used,
			reason: 'The code is assigned, redeemed or voided, or the account does not have it.',
		});
		expect(await names()).toEqual(['USED']);
	});

	test('sends 1,001 items in two calls', async () => {
		await remove(Array.from({ length: 1_001 }, (_, n) => ID.replace('3f2b', String(1_000 + n))));
		expect(stage.bodies(DELETE).map(({ CouponTokens }) => (CouponTokens as string[]).length)).toEqual([
			1_000, 1,
		]);
	});

	test('finds several codes by reading the list, and a single code by looking it up', async () => {
		await create('A', 'B', 'C', 'D', 'E');
		expect((await remove(['A', 'B', 'C'])).items).toHaveLength(3);
		expect(stage.paths()).toEqual([LIST, DELETE]);
		await remove(['D']);
		expect(stage.paths()).toEqual(['/codes/single', DELETE]);
		expect(await names()).toEqual(['E']);
	});

	test('deletes the other codes even if one is unknown, with any setting of “On Error”', async () => {
		const message = 'Item 2: “Code” must be a code of the sweepstakes, but is “UNKNOWN”';
		const removeTwo = async (options: Partial<RunOptions>) => {
			await create('A', 'B');
			const result = await remove(['A', 'UNKNOWN', 'B'], options);
			expect(await names()).toEqual([]);
			return result;
		};
		const result = await removeTwo({ onError: 'continueErrorOutput' });
		expect(deletedOf(result)).toEqual([true, true]);
		expect(result.errorItems.map(({ json }) => json)).toEqual([{ code: 'UNKNOWN', error: message }]);
		const { error } = await removeTwo({});
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/^2 of 3 items were done\. .* again only for the others\.$/);
		expect((error!.context.data as { done: object[] }).done).toHaveLength(2);
	});

	test('does not say whether codes were deleted if the reply contradicts itself', async () => {
		const tokens = await create('FREE', 'USED');
		stage.answer(DELETE, { Data: { Requested: 2, Deleted: 1, Skipped: [] } });
		const reason = 'The service did not say whether it deleted the code.';
		expect(listJson(await remove(tokens))).toEqual(
			tokens.map((CouponToken) => ({ deleted: null, CouponToken, reason })),
		);
	});

	test('after a lost reply, reports what the service says about the repeated call: the codes are skipped', async () => {
		const tokens = await create('FREE1', 'FREE2');
		stage.lose(DELETE, 'after');
		expect(deletedOf(await remove(tokens))).toEqual([false, false]);
		expect(stage.paths()).toEqual([DELETE, DELETE]);
		expect(await names()).toEqual([]);
	});
});

/** Items with even numbers are sent in one call, all others in another. */
const items = Array.from({ length: 4 }, (_, n) => ({ code: `C${n}`, value: String(n % 2) }));
const inTwoCalls = async (options: Partial<RunOptions> = {}) =>
	await add(items, options, { options: { Value: '={{ $json.value }}' } });

test('“Add” sends items in one call if only their codes differ, and outputs all items in the order of the input', async () => {
	const result = await inTwoCalls();
	expect(stage.bodies(ADD).map(({ Codes, Value }) => [Value, Codes])).toEqual([
		['0', ['C0', 'C2']],
		['1', ['C1', 'C3']],
	]);
	expect(listJson(result).map(({ CouponCode }) => CouponCode)).toEqual(['C0', 'C1', 'C2', 'C3']);
});

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

test.each(
	ON_ERROR.flatMap((onError) => [
		[onError, 422, 'The service rejected this'] as const,
		[onError, 401, 'The service does not accept the API token'] as const,
	]),
)(
	'with “On Error” set to “%s”, only the items of the call that gets a %i fail',
	async (onError, status, words) => {
		stage.sandbox.faults([{ path: ADD }, { path: ADD, status }]);
		const result = await inTwoCalls({ onError });
		const all = [...result.items, ...result.errorItems].map(({ json }) => json);
		const failed = all.filter(({ error }) => typeof error === 'string');
		let done = all.filter((json) => !failed.includes(json));
		if (onError === 'stopWorkflow') {
			expect(result.error?.message).toContain(words);
			done = (result.error!.context.data as { done: IDataObject[] }).done;
		} else expect(failed.map(({ code }) => code)).toEqual(['C1', 'C3']);
		expect(done.map(({ CouponCode }) => CouponCode)).toEqual(['C0', 'C2']);
		expect(await names()).toEqual(['C0', 'C2']);
	},
);

test('an item whose call may have been processed is not reported as unsent if the next call ends the run', async () => {
	stage.sandbox.faults([
		{ path: ADD, status: 500, times: 4 },
		{ path: ADD, status: 401 },
	]);
	const { items: failed } = await inTwoCalls({ onError: 'continueRegularOutput' });
	const errors = failed.map(({ json }) => String(json.error));
	expect(stage.callsTo(ADD)).toBe(5);
	for (const error of [errors[0], errors[2]]) expect(error).toContain('did not confirm this');
	for (const error of [errors[1], errors[3]]) expect(error).toContain('does not accept the API token');
});

test('a run that is stopped during a call makes no more calls', async () => {
	stage.sandbox.faults([{ path: ADD, delayMs: 60_000 }]);
	const controller = new AbortController();
	const options = { onError: 'continueErrorOutput', retryOnFail: true } as const;
	const running = add(rows(1_001), { ...options, signal: controller.signal });
	while (stage.paths().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	controller.abort();
	expect((await running).status).toBe('canceled');
	expect(stage.paths()).toEqual([ADD]);
});

test('if a call for several items fails, the error names the first item and says how many others there are', async () => {
	stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 422 }]);
	const { error } = await inTwoCalls();
	expect(error?.message).toMatch(/^Item 2 and 1 other: The service rejected this/);
	expect(error?.description).toMatch(/^2 of 4 items were done\. /);
	stage.sandbox.faults([{ path: ADD, status: 422 }]);
	expect((await add([{ code: 'A' }])).error?.message).toMatch(/^The service rejected this/);
});

test.each(['A-1;A-2', 'A-1\nA-2'])(
	'several codes in one text are refused before the first call: %j',
	async (code) => {
		expect((await add([{ code: 'B' }, { code }])).error?.message).toMatch(
			/^Item 2: “Code” must be one code, without line breaks, commas, semicolons or “\|”/,
		);
		expect(stage.paths()).toEqual([]);
	},
);

test('“Retry On Fail” does not resend codes that have already been added', async () => {
	stage.sandbox.faults([{ path: ADD }, { path: ADD, status: 422 }]);
	const { error } = await inTwoCalls({ retryOnFail: true });
	expect(error?.message).toMatch(/^Item 2 and 1 other: The service rejected this/);
	expect(stage.bodies(ADD).map(({ Codes }) => Codes)).toEqual([
		['C0', 'C2'],
		['C1', 'C3'],
	]);
});

test('a bad item prevents the run from sending anything, or goes to the error branch if the node has one', async () => {
	const bad = [{ code: 'A' }, { code: '' }, { code: 'B' }];
	expect((await add(bad)).error?.message).toMatch(/^Item 2: “Code” is required, but/);
	expect(stage.paths()).toEqual([]);
	const options = { includeInputFields: true };
	const result = await add(bad, { onError: 'continueErrorOutput' }, { options });
	expect(listJson(result)).toMatchObject([
		{ code: 'A', CouponCode: 'A' },
		{ code: 'B', CouponCode: 'B' },
	]);
	expect(result.errorItems).toHaveLength(1);
	expect(sizes()).toEqual([2]);
});
