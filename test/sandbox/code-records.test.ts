import {
	accepts,
	INSTANT,
	knowsItsAccount,
	NOBODY,
	NOON,
	openBench,
	refuses,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, flag, oneOf, required, takesOneToken, text, uuid } from './kinds';

describe('Codes that exist', () => {
	let bench: Bench;
	let token: string;
	let now = NOON;
	beforeAll(async () => {
		bench = await openBench({
			now: () => now,
			accounts: [UNHURRIED, { token: 'other' }],
		});
		token = await bench.sweepstakes();
	});

	/** @returns the new codes */
	const generate = async (SweepstakesToken: string, Quantity: number, more: Json = {}): Promise<Json[]> => {
		const order = { SweepstakesToken, Quantity, Length: 10, ...more };
		return (await bench.ok('/codes/generate', order)).Data.Codes;
	};

	describe('POST /codes/stats', () => {
		takesOneToken({ bench: () => bench, path: '/codes/stats' }, 'SweepstakesToken', () => token);

		it('counts the codes', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate(SweepstakesToken, 3);
			expect((await bench.ok('/codes/stats', { SweepstakesToken })).Data).toEqual({
				SweepstakesToken,
				Total: 3,
				Assigned: 0,
				Unassigned: 3,
				Redeemed: 0,
				Voided: 0,
				Available: 3,
			});
		});
	});

	describe('POST /codes/fetch', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/codes/fetch',
			valid: () => ({ SweepstakesToken: token }),
		};
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			Filter: oneOf('all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'),
			Search: text(100),
			SortBy: oneOf('CouponCode', 'ExpirationDate', 'Status', 'CreationDate', 'RedemptionDate'),
			SortDesc: flag,
			Page: { refuses: ['1', 1.5], accepts: [-1, 0, 1, 99] },
			ItemsPerPage: { refuses: ['1', 1.5], accepts: [-1, 0, 1, 5000] },
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		const fetch = async (SweepstakesToken: string, more: Json = {}) =>
			(await bench.ok('/codes/fetch', { SweepstakesToken, ...more })).Data;
		const textsOf = ({ Codes }: Json) => Codes.map(({ CouponCode }: Json) => CouponCode);

		it('answers the newest first, with every field', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate(SweepstakesToken, 2);
			now += 1_000;
			const [newest] = await generate(SweepstakesToken, 1, {
				Description: 'A mug',
				Value: '10',
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2030-12-31',
				ExpirationTime: '23:59',
			});
			const Data = await fetch(SweepstakesToken);
			expect(Data).toMatchObject({
				TotalResults: 3,
				Page: 1,
				ItemsPerPage: 25,
				TotalPages: 1,
				SearchTruncated: false,
			});
			expect(Data.Codes[0]).toEqual({
				...newest,
				CouponToken: expect.stringMatching(UUID),
				SweepstakesToken,
				Description: 'A mug',
				Value: '10',
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2030-12-31T00:00:00.000Z',
				ExpirationTime: '23:59',
				Status: 'not-redeemed',
				ParticipantToken: null,
				AssignedTo: null,
				RedemptionDate: null,
				RedemptionTime: null,
				CreationDate: expect.stringMatching(INSTANT),
			});
			expect(Data.Codes[1]).toMatchObject({ Description: null, Value: null, ExpirationDate: null });
		});

		it('clamps pages, and neither repeats nor skips a code', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate(SweepstakesToken, 7);
			const pages: Json[] = [];
			for (const Page of [0, 1, 2, 3, 9])
				pages.push(await fetch(SweepstakesToken, { Page, ItemsPerPage: 3 }));
			expect(pages.map(({ Page }) => Page)).toEqual([1, 1, 2, 3, 3]);
			expect(new Set(pages.slice(1, 4).flatMap(textsOf)).size).toBe(7);
			expect(await fetch(SweepstakesToken, { ItemsPerPage: 501 })).toMatchObject({ ItemsPerPage: 500 });
			expect(await fetch(SweepstakesToken, { ItemsPerPage: 0 })).toMatchObject({
				ItemsPerPage: 1,
				TotalPages: 7,
			});
		});

		it('sorts by what is asked for', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate(SweepstakesToken, 1, { Prefix: 'B', ExpirationDate: '2031-01-01' });
			await generate(SweepstakesToken, 1, { Prefix: 'A', ExpirationDate: '2031-01-02' });
			const first = async (SortBy: string, SortDesc?: boolean) =>
				textsOf(await fetch(SweepstakesToken, { SortBy, SortDesc }))[0][0];
			expect([
				await first('CouponCode'),
				await first('CouponCode', true),
				await first('ExpirationDate'),
				await first('ExpirationDate', true),
				// Equal ones stay in their order, newest first.
				await first('Status', true),
			]).toEqual(['A', 'B', 'B', 'A', 'A']);
		});

		it('searches in codes, whatever the case', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate(SweepstakesToken, 2, { Prefix: 'SUN-' });
			await generate(SweepstakesToken, 2, { Prefix: 'RAIN-' });
			expect(await fetch(SweepstakesToken, { Search: 'sun-' })).toMatchObject({ TotalResults: 2 });
			expect(await fetch(SweepstakesToken, { Search: 'S.N' })).toMatchObject({
				TotalResults: 0,
				TotalPages: 0,
			});
		});

		it('says that a search matched more than 2,000 participants', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			bench.sandbox.fill(SweepstakesToken, 2_001);
			expect(await fetch(SweepstakesToken, { Search: 'example.com' })).toMatchObject({
				SearchTruncated: true,
			});
			expect(await fetch(SweepstakesToken)).toMatchObject({ SearchTruncated: false });
		});
	});

	describe('POST /codes/single', () => {
		let code: Json;
		beforeAll(async () => {
			[code] = (await generate(token, 1, { Prefix: 'abc-' })) as [Json];
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/codes/single',
			valid: () => ({ CouponToken: code.CouponToken }),
		};
		accepts(contract, [['a token', {}]]);
		refuses(contract, [
			['neither form', { CouponToken: undefined }],
			['a token that is none', { CouponToken: 'x' }],
			['a code with other characters', { CouponCode: 'A.B' }],
			['a code of 21 characters', { CouponCode: 'x'.repeat(21) }],
		]);
		knowsItsAccount(contract, 'CouponToken');

		it('finds a code by itself, exactly, without its white space', async () => {
			const CouponCode = ` ${code.CouponCode} `;
			const single = async (sent: Json) => await bench.call('/codes/single', sent);
			expect((await single({ SweepstakesToken: token, CouponCode })).body.Data.Code).toMatchObject(code);
			expect((await single({ SweepstakesToken: token, CouponCode: CouponCode.toLowerCase() })).status).toBe(
				404,
			);
			expect((await single({ SweepstakesToken: NOBODY, CouponCode })).status).toBe(404);
			expect((await single({ CouponCode })).status).toBe(400);
			expect((await single({ ...code, CouponCode: 'wrong', SweepstakesToken: token })).status).toBe(200);
		});
	});

	it('reads need no module, and carry Telemetry', async () => {
		const off = await openBench({ accounts: [{ modules: { codes: false } }] });
		const SweepstakesToken = await off.sweepstakes();
		for (const path of ['/codes/stats', '/codes/fetch'])
			expect(await off.ok(path, { SweepstakesToken })).toMatchObject({ Telemetry: expect.any(Object) });
	});
});
