import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesCode();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

interface Code extends IDataObject {
	CouponToken: string;
	CouponCode: string;
}

/** @returns new codes of the sweepstakes */
async function generate(Quantity: number, more: object = {}): Promise<Code[]> {
	const order = { SweepstakesToken: stage.sweepstakesToken, Quantity, Length: 10, ...more };
	return (await stage.api<{ Data: { Codes: Code[] } }>('/codes/generate', order)).Data.Codes;
}

const byCode = (value: string) => ({ __rl: true, mode: 'CouponCode', value });
const run = async (operation: string, parameters: INodeParameters = {}, options = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);

test('Get Stats returns flat counts, the token last', async () => {
	await generate(3);
	const [counts] = jsonOf(await run('getStats'));
	expect(counts).toMatchObject({ Total: 3, Available: 3, Assigned: 0, Redeemed: 0, Voided: 0 });
	expect(Object.keys(counts!).at(-1)).toBe('SweepstakesToken');
});

describe('Get Many', () => {
	test('asks for no more than the limit, in one call', async () => {
		await generate(60);
		expect((await run('getMany')).items).toHaveLength(50);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken, Page: 1, ItemsPerPage: 50 });
		expect(stage.paths()).toHaveLength(1);
	});

	test('reads 500 codes a call', async () => {
		const codes = await generate(1_200);
		const found = jsonOf(await run('getMany', { returnAll: true }));
		expect(new Set(found.map(({ CouponCode }) => CouponCode)).size).toBe(codes.length);
		expect(stage.paths()).toHaveLength(3);
	});

	test('filters, searches and sorts', async () => {
		await generate(2, { Prefix: 'SUN-' });
		await generate(2, { Prefix: 'RAIN-' });
		const found = jsonOf(
			await run('getMany', {
				filters: { Search: 'sun', Filter: 'available' },
				sort: { SortBy: 'CouponCode', SortDesc: false },
			}),
		);
		const texts = found.map(({ CouponCode }) => String(CouponCode));
		expect(texts).toEqual([expect.stringMatching(/^SUN-/), expect.stringMatching(/^SUN-/)]);
		expect(texts).toEqual([...texts].sort());
	});

	test('says in a hint that the service searched only some of the participants', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 2_001);
		const { hints } = await run('getMany', { filters: { Search: 'example.com' } });
		expect(hints).toEqual([expect.stringMatching(/^The search found more than 2,000 participants/)]);
	});

	test('puts the code first and the tokens last, also without Simplify', async () => {
		await generate(1);
		const [simple] = jsonOf(await run('getMany'));
		expect(Object.keys(simple!).slice(0, 3)).toEqual(['CouponCode', 'Status', 'AssignedTo']);
		expect(Object.keys(simple!).at(-1)).toBe('SweepstakesToken');
		const [whole] = jsonOf(await run('getMany', { simplify: false }));
		expect(Object.keys(whole!)[0]).toBe('CouponCode');
	});
});

describe('Get', () => {
	test('finds a code by ID and by code', async () => {
		const [code] = await generate(1);
		for (const coupon of [byId(code!.CouponToken), byCode(` ${code!.CouponCode} `)])
			expect(jsonOf(await run('get', { coupon }))).toEqual([expect.objectContaining(code!)]);
	});

	test('returns nothing for an unknown code if asked to, but not for an unknown sweepstakes', async () => {
		const unknown = { coupon: byCode('UNKNOWN'), whenNotFound: 'nothing' };
		expect(await run('get', unknown)).toMatchObject({ items: [], status: 'success' });
		const elsewhere = { ...unknown, sweepstakes: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f') };
		expect((await run('get', elsewhere)).error?.message).toMatch(/^“Sweepstakes” must be the ID/);
		expect((await run('get', { coupon: byCode('UNKNOWN') })).error?.message).toBe(
			'The service refused this: Code not found',
		);
	});

	test('refuses a code that no code can be before anything is sent', async () => {
		const parameters = { sweepstakes: stage.picked, coupon: byCode('Ä') };
		expect(await stage.refusal(node, 'get', parameters)).toBe(
			'Item 1: “Code › By Code” must be 1 to 20 letters, digits, hyphens and underscores, but is “Ä”',
		);
	});
});

describe('the picker', () => {
	test('lists codes a page at a time, with what a person has to know about them', async () => {
		await generate(26);
		const parameters = { sweepstakes: stage.picked };
		const first = await stage.search(node, 'searchCodes', parameters);
		expect(first.results).toHaveLength(25);
		expect(first.paginationToken).toBe('2');
		const last = await stage.search(node, 'searchCodes', parameters, '', '2');
		expect(last.results).toHaveLength(1);
		expect(last.paginationToken).toBeUndefined();
	});

	test('lists codes of an answer that lacks what the reference shows', async () => {
		const Codes = [
			{ CouponToken: 'a' },
			{ CouponToken: 'b', CouponCode: 'SUN-1', Status: 'redeemed', AssignedTo: 'ada@example.com' },
		];
		stage.sandbox.faults([{ path: '/codes/fetch', body: { Response: true, Data: { Codes } } }]);
		expect(await stage.search(node, 'searchCodes', { sweepstakes: stage.picked })).toEqual({
			results: [
				{ name: 'a', value: 'a' },
				{ name: 'SUN-1 (redeemed, ada@example.com)', value: 'b' },
			],
		});
	});

	test('searches at the service', async () => {
		await generate(3);
		const [code] = await generate(1, { Prefix: 'SUN-' });
		const { results } = await stage.search(node, 'searchCodes', { sweepstakes: stage.picked }, ' sun- ');
		expect(results).toEqual([{ name: code!.CouponCode, value: code!.CouponToken }]);
	});
});
