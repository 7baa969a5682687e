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

		refuses(contract, [
			['a call without SweepstakesToken', { SweepstakesToken: undefined }],
			['a SweepstakesToken that is no UUID', { SweepstakesToken: 'x' }],
			['a call without Quantity', { Quantity: undefined }],
			['a Quantity of 0', { Quantity: 0 }],
			['a Quantity of 5001', { Quantity: 5001 }],
			['a Quantity that is not whole', { Quantity: 1.5 }],
			['a Quantity that is text', { Quantity: '10' }],
			['a call without Length', { Length: undefined }],
			['a Length of 3', { Length: 3 }],
			['a Length of 21', { Length: 21 }],
			['a Length that is not whole', { Length: 8.5 }],
			['a Length that is text', { Length: '8' }],
			['Prefix + Length + Suffix of 21', { Length: 12, Prefix: 'WIN-1', Suffix: '-END' }],
			['a Type it does not know', { Type: 'hex' }],
			['a Case it does not know', { Case: 'title' }],
			['a Prefix with a dot', { Prefix: 'A.' }],
			['a Prefix with an umlaut', { Prefix: 'Ä' }],
			['a Prefix that is a number', { Prefix: 1 }],
			['a Suffix with a slash', { Suffix: '/' }],
			['a Description of 5001 characters', { Description: 'd'.repeat(5001) }],
			['a Value of 11 characters', { Value: '12345678901' }],
			['a Value that is a number of 11 digits', { Value: 12345678901 }],
			['a Value that is an object', { Value: {} }],
			['an ExternalURL without https', { ExternalURL: 'http://example.com' }],
			['an ExternalURL that is no link', { ExternalURL: 'https://' }],
			['an ExternalURL of 501 characters', { ExternalURL: `https://example.com/${'x'.repeat(481)}` }],
			['an ExpirationDate in the past', { ExpirationDate: YESTERDAY }],
			['an ExpirationDate that is no day', { ExpirationDate: '2030-02-30' }],
			['an ExpirationTime that is no time', { ExpirationTime: '24:00' }],
			['an ExpirationTime of one digit', { ExpirationTime: '9:00' }],
			['a CalledFromMCP that is text', { CalledFromMCP: 'yes' }],
			['a CalledFromCLI that is a number', { CalledFromCLI: 1 }],
		]);
		accepts(contract, [
			['a Quantity of 1', { Quantity: 1 }],
			['a Length of 4', { Length: 4 }],
			['a Length of 20', { Length: 20 }],
			['Prefix + Length + Suffix of 20', { Length: 12, Prefix: 'WIN-', Suffix: '-END' }],
			['a Prefix whose spaces do not count', { Length: 12, Prefix: ' W I N - ', Suffix: '-END' }],
			['Type alphanumeric', { Type: 'alphanumeric' }],
			['Type numeric', { Type: 'numeric' }],
			['Case upper', { Case: 'upper' }],
			['Case lower', { Case: 'lower' }],
			['Case mixed', { Case: 'mixed' }],
			['a Prefix with - and _', { Prefix: 'a-_9' }],
			['a Description of 5000 characters', { Description: 'd'.repeat(5000) }],
			['a Value of 10 characters', { Value: '1234567890' }],
			['a Value that is a number', { Value: 25.5 }],
			['an ExternalURL of 500 characters', { ExternalURL: `https://example.com/${'x'.repeat(480)}` }],
			['an ExpirationDate of today', { ExpirationDate: TODAY }],
			['an ExpirationTime', { ExpirationDate: TODAY, ExpirationTime: '23:59' }],
			['CalledFromMCP and CalledFromCLI', { CalledFromMCP: true, CalledFromCLI: false }],
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
		it('gives 5,000 distinct codes, none of which the sweepstakes held', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const narrow = { SweepstakesToken, Length: 5, Type: 'numeric', Quantity: 5000 };
			const codes = [...(await generate(narrow)), ...(await generate(narrow)), ...(await generate(narrow))];
			expect(new Set(codes).size).toBe(15_000);
		});
	});

	describe('Rule 4: at most half of the combinations', () => {
		it('fills half of the space and not one more', async () => {
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

		it('counts codes of any shape the sweepstakes holds', async () => {
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

		it('does not ask to retry after a minute: waiting so long would not help', async () => {
			expect((await attempt(2)).headers['retry-after']).toBeUndefined();
		});

		it('fills the last one', async () => {
			expect((await attempt(1)).status).toBe(200);
			expect(await attempt(1)).toMatchObject({ status: 429, body: { Data: { AddedToday: 50_000 } } });
		});

		it('counts for each sweepstakes alone', async () => {
			await generate({ SweepstakesToken: await bench.sweepstakes(), Quantity: 1 });
		});

		it('forgets codes after 24 hours, not at midnight', async () => {
			now = NOON + DAY - 1;
			expect((await attempt(1)).status).toBe(429);
			now = NOON + DAY;
			expect((await attempt(5000)).status).toBe(200);
		});
	});

	describe('Limits: 1,000,000 codes in a sweepstakes', () => {
		it('answers 422 TotalLimit above it', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			for (let call = 0; call < 200; call++) {
				if (call % 10 === 0) now += DAY;
				await bench.ok('/codes/generate', order({ SweepstakesToken, Quantity: 5000 }));
			}
			now += DAY;
			expect(await bench.call('/codes/generate', order({ SweepstakesToken, Quantity: 1 }))).toMatchObject({
				status: 422,
				body: { Data: { Code: 'TotalLimit' } },
			});
		}, 30_000);
	});
});
