import {
	accepts,
	DAY,
	knowsItsAccount,
	NOON,
	openBench,
	refuses,
	TODAY,
	UNHURRIED,
	UUID,
	YESTERDAY,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, day, flag, oneOf, required, text, time, uuid, whole, type Kind } from './kinds';

describe('Codes', () => {
	let bench: Bench;
	let token: string;
	let now = NOON;
	beforeAll(async () => {
		bench = await openBench({
			now: () => now,
			accounts: [UNHURRIED, { token: 'other' }, { token: 'off', modules: { codes: false } }],
		});
		token = await bench.sweepstakes();
	});

	const order = (changes: Json = {}) => ({ SweepstakesToken: token, Quantity: 10, Length: 12, ...changes });
	const generate = async (changes: Json = {}) =>
		(await bench.ok('/codes/generate', order(changes))).Data.Codes.map(
			({ CouponCode }: Json) => CouponCode,
		) as string[];

	describe('POST /codes/generate: request', () => {
		const contract: Contract = { bench: () => bench, path: '/codes/generate', valid: () => order() };

		const affix: Kind = { refuses: ['A.', 'Ä', '/', 1], accepts: ['a-_9', ' A \t'] };
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			Quantity: required(whole(1, 5000)),
			Length: required(whole(4, 20)),
			Type: oneOf('alphanumeric', 'numeric'),
			Case: oneOf('upper', 'lower', 'mixed'),
			Prefix: affix,
			Suffix: affix,
			Description: text(5000),
			Value: { refuses: ['12345678901', 12345678901, {}], accepts: ['1234567890', 25.5] },
			ExternalURL: {
				refuses: ['http://example.com', 'https://', `https://example.com/${'x'.repeat(481)}`],
				accepts: [`https://example.com/${'x'.repeat(480)}`],
			},
			ExpirationDate: { refuses: [...day.refuses, YESTERDAY], accepts: [TODAY] },
			ExpirationTime: time,
			CalledFromMCP: flag,
			CalledFromCLI: flag,
		});
		refuses(contract, [['Prefix + Length + Suffix of 21', { Length: 12, Prefix: 'WIN-1', Suffix: '-END' }]]);
		accepts(contract, [
			['Prefix + Length + Suffix of 20', { Length: 12, Prefix: 'WIN-', Suffix: '-END' }],
			['a Prefix whose spaces do not count', { Length: 12, Prefix: ' W I N - ', Suffix: '-END' }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers 403 while the Codes & Coupons module is off', async () => {
			expect(await bench.call('/codes/generate', order(), { token: 'off' })).toMatchObject({
				status: 403,
				body: { Response: false, Message: expect.stringContaining('codes') },
			});
		});
	});

	describe('POST /codes/generate: answer', () => {
		it('answers Telemetry, Message and as many codes as asked for', async () => {
			const { Data, ...rest } = await bench.ok('/codes/generate', order({ Quantity: 3 }));
			expect(rest).toEqual({
				Response: true,
				Message: expect.any(String),
				Telemetry: {
					DataConsumed: expect.any(Number),
					APICalls: expect.any(Number),
					MaxAPICalls: expect.any(Number),
				},
			});
			expect(Data).toMatchObject({ SweepstakesToken: token, Generated: 3 });
			expect(Data.Codes).toHaveLength(3);
			for (const code of Data.Codes) {
				expect(code).toEqual({ CouponToken: expect.stringMatching(UUID), CouponCode: expect.any(String) });
			}
		});

		it.each<[string, Json, RegExp]>([
			['digits and capitals by default', {}, /^[0-9A-Z]{12}$/],
			['digits when numeric', { Type: 'numeric' }, /^[0-9]{12}$/],
			['digits when numeric, whatever the Case', { Type: 'numeric', Case: 'lower' }, /^[0-9]{12}$/],
			['digits and small letters', { Case: 'lower' }, /^[0-9a-z]{12}$/],
			['digits and letters of both cases', { Case: 'mixed' }, /^[0-9a-zA-Z]{12}$/],
			['the Prefix as it is, before', { Prefix: 'Win-' }, /^Win-[0-9A-Z]{12}$/],
			['the Suffix as it is, after', { Suffix: '_x' }, /^[0-9A-Z]{12}_x$/],
			['affixes without their whitespace', { Prefix: ' A\tB ', Suffix: ' C' }, /^AB[0-9A-Z]{12}C$/],
		])('uses %s', async (_what, changes, pattern) => {
			for (const code of await generate(changes)) expect(code).toMatch(pattern);
		});

		it('uses every character of the set', async () => {
			const used = async (changes: Json) => new Set((await generate({ Quantity: 200, ...changes })).join(''));
			expect((await used({ Type: 'numeric' })).size).toBe(10);
			expect((await used({ Case: 'upper' })).size).toBe(36);
			expect((await used({ Case: 'lower' })).size).toBe(36);
			expect((await used({ Case: 'mixed' })).size).toBe(62);
		});

		it('writes an entry to the account log', async () => {
			const entries = () => bench.sandbox.accounts()[0]!.log;
			const before = entries().length;
			await generate({ Quantity: 7 });
			expect(entries()).toHaveLength(before + 1);
			expect(entries().at(-1)!.Text).toContain('7 codes');
		});
	});

	describe('Rule 2: no code twice', () => {
		it('creates 5,000 distinct codes, none of them an existing one', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const narrow = { SweepstakesToken, Length: 5, Type: 'numeric', Quantity: 5000 };
			const codes = [...(await generate(narrow)), ...(await generate(narrow)), ...(await generate(narrow))];
			expect(new Set(codes).size).toBe(15_000);
		});
	});

	describe('Rule 4: at most half of the combinations', () => {
		it('fills exactly half of the space', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const narrow = { SweepstakesToken, Length: 4, Type: 'numeric' };
			await generate({ ...narrow, Quantity: 4999 });
			const { status, body } = await bench.call('/codes/generate', order({ ...narrow, Quantity: 2 }));
			expect({ status, body }).toEqual({
				status: 422,
				body: {
					Response: false,
					Message: expect.stringContaining('Length'),
					Code: 422,
					Data: expect.objectContaining({ Code: 'InsufficientSpace' }),
				},
			});
			await generate({ ...narrow, Quantity: 1 });
			expect((await bench.call('/codes/generate', order({ ...narrow, Quantity: 1 }))).status).toBe(422);
		});

		it('counts codes of any shape', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			await generate({ SweepstakesToken, Length: 12, Quantity: 5000 });
			const narrow = { SweepstakesToken, Length: 4, Type: 'numeric', Quantity: 1 };
			expect((await bench.call('/codes/generate', order(narrow))).status).toBe(422);
			await generate({ ...narrow, Length: 5 });
		});
	});

	describe('Rules 5 and 6: all or nothing, 50,000 in a rolling 24 hours', () => {
		let SweepstakesToken: string;
		beforeAll(async () => {
			SweepstakesToken = await bench.sweepstakes();
			for (let call = 0; call < 9; call++) await generate({ SweepstakesToken, Quantity: 5000 });
			now += DAY / 2;
			await generate({ SweepstakesToken, Quantity: 4999 });
		});
		afterAll(() => {
			now = NOON;
		});
		const attempt = (Quantity: number) =>
			bench.call('/codes/generate', order({ SweepstakesToken, Quantity }));

		it('answers 429 DailyLimit with AddedToday, and creates none', async () => {
			const refused = { status: 429, body: { Data: { Code: 'DailyLimit', AddedToday: 49_999 } } };
			expect(await attempt(2)).toMatchObject(refused);
			expect(await attempt(5000)).toMatchObject(refused);
			expect((await attempt(2)).body).toMatchObject({
				Response: false,
				Code: 429,
				Message: expect.any(String),
			});
		});

		it('sends no Retry-After: waiting a minute would not help', async () => {
			expect((await attempt(2)).headers['retry-after']).toBeUndefined();
		});

		it('creates the last code of the day', async () => {
			expect((await attempt(1)).status).toBe(200);
			expect(await attempt(1)).toMatchObject({ status: 429, body: { Data: { AddedToday: 50_000 } } });
		});

		it('counts each sweepstakes separately', async () => {
			await generate({ SweepstakesToken: await bench.sweepstakes(), Quantity: 1 });
		});

		it('stops counting codes after 24 hours, not at midnight', async () => {
			now = NOON + DAY - 1;
			expect((await attempt(1)).status).toBe(429);
			now = NOON + DAY;
			expect((await attempt(5000)).status).toBe(200);
		});
	});

	describe('Limits: 1,000,000 codes in a sweepstakes', () => {
		it('answers 422 SweepstakesLimit above it', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			for (let call = 0; call < 200; call++) {
				if (call % 10 === 0) now += DAY;
				await bench.ok('/codes/generate', order({ SweepstakesToken, Quantity: 5000 }));
			}
			now += DAY;
			expect(await bench.call('/codes/generate', order({ SweepstakesToken, Quantity: 1 }))).toMatchObject({
				status: 422,
				body: { Data: { Code: 'SweepstakesLimit' } },
			});
		}, 60_000);
	});
});
