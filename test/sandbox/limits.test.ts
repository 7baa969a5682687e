import { NOON, openBench, openService, type Bench, type Json } from '../support/sandbox';
import { DAY_MS, UNLIMITED } from '../support/constants';

/* Limits for which a test prepares the store. */

let bench: Bench;
let SweepstakesToken: string;
let now: number;
beforeEach(async () => {
	now = NOON;
	const messaging = { emailsPerMonth: 175, segmentsPerMonth: 2 };
	bench = await openService({ now: () => now, accounts: [{ plan: UNLIMITED, messaging }] });
	SweepstakesToken = await bench.sweepstakes();
});
afterEach(async () => await bench.close());

describe('Generated codes', () => {
	const generate = async (changes: Json) => {
		const { Codes } = await bench.data('/codes/generate', { SweepstakesToken, Length: 12, ...changes });
		return (Codes as Json[]).map(({ CouponCode }) => CouponCode as string);
	};

	it.each<[string, Json, RegExp, number]>([
		['digits and capital letters by default', {}, /^[0-9A-Z]{12}$/, 36],
		[
			'digits if Type is “numeric”, regardless of Case',
			{ Type: 'numeric', Case: 'lower' },
			/^[0-9]{12}$/,
			10,
		],
		['digits and small letters if Case is “lower”', { Case: 'lower' }, /^[0-9a-z]{12}$/, 36],
		['digits and letters of both cases if Case is “mixed”', { Case: 'mixed' }, /^[0-9a-zA-Z]{12}$/, 62],
	])('use all %s', async (_what, changes, pattern, characters) => {
		const codes = await generate({ Quantity: 200, ...changes });
		for (const code of codes) expect(code).toMatch(pattern);
		expect(new Set(codes.join('')).size).toBe(characters);
	});

	it('are all different, within one call and across calls', async () => {
		const narrow = { Length: 4, Type: 'numeric', Quantity: 2_500 };
		const codes = [...(await generate(narrow)), ...(await generate(narrow))];
		expect(new Set(codes).size).toBe(5_000);
	});

	it('appear in the account’s log at each step from creation to deletion', async () => {
		const [{ CouponToken }] = (await bench.data('/codes/create', { SweepstakesToken, Codes: ['A'] }))
			.Codes as [Json];
		const ParticipantToken = await bench.participant(SweepstakesToken, { KeyEmail: 'a@example.com' });
		const calls = ['generate', 'assign', 'redeem', 'unredeem', 'unassign', 'assign', 'update', 'send'];
		const sent = { CouponToken, ParticipantToken, SweepstakesToken, Quantity: 1, Length: 8, Value: '1' };
		for (const name of [...calls, 'update-settings', 'delete'])
			await bench.ok(`/codes/${name}`, {
				...sent,
				Channel: 'email',
				CouponCodeLength: 8,
				CouponTokens: [CouponToken],
			});
		const words = bench.sandbox.accounts()[0]!.log.map(({ Text }) => /\b(sent|[a-z]+ed)\b/.exec(Text)![0]);
		expect(words.join(' ')).toBe(
			'added generated assigned redeemed unredeemed unassigned assigned updated sent updated deleted',
		);
	});
});

/** Stores codes as if they had been created at this time. */
function hold(count: number, createdAt: number): void {
	const { codes } = bench.sandbox.store;
	const attributes = {
		Description: null,
		Value: null,
		ExternalURL: null,
		ExpirationDate: null,
		ExpirationTime: null,
	};
	const code = { SweepstakesToken, attributes, ParticipantToken: null, redeemedAt: null, createdAt };
	const held = codes.of(SweepstakesToken).length;
	for (let n = held; n < held + count; n++)
		codes.insert({ ...code, CouponToken: `held-${n}`, CouponCode: `HELD-${n}`, Status: 'not-redeemed' });
}

test('codes may use up to half of the possible combinations, including existing codes of any format', async () => {
	hold(4_999, now);
	const generate = async (Length: number, Quantity: number) =>
		await bench.call('/codes/generate', { SweepstakesToken, Type: 'numeric', Length, Quantity });
	const { status, body } = await generate(4, 2);
	expect([status, body]).toMatchObject([
		422,
		{ Data: { Code: 'InsufficientSpace', Existing: 4_999 }, Message: expect.stringMatching(/Length/) },
	]);
	expect([await generate(4, 1), await generate(4, 1), await generate(5, 1)]).toMatchObject([
		{ status: 200 },
		{ status: 422 },
		{ status: 200 },
	]);
});

test('up to 50,000 codes can be added in 24 hours, not counting duplicates, and a call beyond that adds none', async () => {
	hold(45_000, now);
	now += DAY_MS / 2;
	hold(4_999, now);
	const generate = async (Quantity: number, token = SweepstakesToken) =>
		await bench.call('/codes/generate', { SweepstakesToken: token, Length: 12, Quantity });
	const create = async (...Codes: string[]) => await bench.call('/codes/create', { SweepstakesToken, Codes });
	const refusal = { status: 429, body: { Data: { Code: 'DailyLimit', AddedToday: 49_999 } } };
	expect([await generate(2), await create('A', 'B')]).toMatchObject([refusal, refusal]);
	expect((await create('A')).body.Data).toMatchObject({ Created: 1 });
	expect((await create('A')).body.Data).toMatchObject({ Created: 0, DuplicateCount: 1 });
	expect((await generate(1, await bench.sweepstakes())).status).toBe(200);
	now += DAY_MS / 2 - 1;
	expect((await generate(1)).status).toBe(429);
	now += 1;
	expect((await generate(5_000)).status).toBe(200);
});

test('up to 20,000 addresses a day, including known ones, can be added to the do-not-contact list', async () => {
	const { store } = bench.sandbox;
	const { UserToken } = bench.sandbox.accounts()[0]!;
	store.suppressionCalls.insert({ token: 'earlier', UserToken, count: 19_998, at: now });
	const add = async (...Addresses: string[]) =>
		await bench.call('/messaging/add-suppressions', { Channel: 'email', Addresses });
	expect((await add('one@example.com')).status).toBe(200);
	const { status, body } = await add('one@example.com', 'two@example.com');
	expect([status, body.Data]).toEqual([429, { Code: 'DailyLimit', Limit: 20_000, AddedToday: 19_999 }]);
	expect((await add('one@example.com')).status).toBe(200);
	now += DAY_MS - 1;
	expect((await add('two@example.com')).status).toBe(429);
	now += 1;
	expect((await add('two@example.com')).status).toBe(200);
});

test('an account can send up to 200 messages a day and up to 120 % of its monthly allowance', async () => {
	let people = 0;
	const send = async (changes: Json = {}) => {
		const keys = { KeyEmail: `m${++people}@example.com`, KeyPhoneNumber: String(2_025_550_100 + people) };
		const ParticipantToken = await bench.participant(SweepstakesToken, keys);
		const message = { ParticipantToken, Channel: 'email', Message: 'Hello', ...changes };
		const { status, body } = await bench.call('/messaging/send', message);
		return [status, body.Data.Code ?? body.Data.Channels[0].Reason] as unknown;
	};
	const succeeds = [200, undefined];
	expect(await send({ Channel: 'sms', Message: 'x'.repeat(320) })).toEqual(succeeds);
	expect(await send({ Channel: 'sms' })).toEqual([422, 'AllowanceExhausted']);
	for (let n = 0; n < 199; n++) expect(await send()).toEqual(succeeds);
	expect(await send()).toEqual([429, 'AccountDailyLimit']);
	now += DAY_MS + 1;
	for (let n = 0; n < 11; n++) expect(await send()).toEqual(succeeds);
	expect(await send()).toEqual([422, 'AllowanceExhausted']);
	const used = { Month: '2030-01', MaxPerMonth: 175, Used: 210, Remaining: 0, LimitReached: true };
	expect(await bench.data('/messaging/usage')).toMatchObject({
		Email: { ...used, TransactionalCeiling: 210 },
		Sms: { Used: 2, Remaining: 0, SenderReady: true },
	});
	now = Date.UTC(2030, 1, 1);
	expect(await send()).toEqual(succeeds);
});

describe('Surveys', () => {
	const create = async (Questions: Json[]) =>
		await bench.call('/surveys/create', { SweepstakesToken, SurveyName: 'Survey', Questions });
	const questions = (count: number, isOnOwnPage: boolean) =>
		Array.from({ length: count }, (_, n) => ({
			QuestionText: 'Why?',
			FieldType: 'text',
			Page: isOnOwnPage ? n + 1 : 1,
		}));

	it('have up to five questions on a page, and 50 pages', async () => {
		const statuses = [];
		for (const [count, isOnOwnPage] of [
			[5, false],
			[6, false],
			[50, true],
			[51, true],
		] as const)
			statuses.push((await create(questions(count, isOnOwnPage))).status);
		expect(statuses).toEqual([201, 400, 201, 400]);
	});

	it('have a report that shows the 25 most frequent free-text answers', async () => {
		const { SurveyToken } = (await create(questions(1, false))).body.Data;
		for (let n = 0; n < 28; n++)
			bench.sandbox.answerSurvey({ SurveyToken, Answers: { 'Why?': String(Math.min(n, 26)) } });
		const [why] = (await bench.data('/surveys/report', { SurveyToken })).Report.Questions as [Json];
		expect(why).toMatchObject({ OtherHidden: { Answers: 2, Count: 2 }, Truncated: true });
		expect(why.Distribution).toMatchObject({ 0: { Answer: '26', Count: 2 }, length: 25 });
	});
});

test('files of up to 10 MB can be uploaded, and files of up to 5 MB can be emailed', async () => {
	const MB = 1024 * 1024;
	const upload = async (Filename: string, bytes: number) => {
		const FileData = Buffer.alloc(bytes).toString('base64');
		return await bench.call('/files/upload', { Filename, MimeType: 'text/plain', FileData });
	};
	expect((await upload('10-mb.txt', 10 * MB)).status).toBe(200);
	expect((await upload('larger.txt', 10 * MB + 1)).status).toBe(400);
	const { FileToken } = (await upload('small.txt', 1)).body.Data as { FileToken: string };
	const { files } = bench.sandbox.store;
	const send = async (Size: number) => {
		files.update(files.get(FileToken)!, { Size });
		return await bench.status('/files/send', { FileToken, RecipientEmail: 'ada@example.com' });
	};
	expect([await send(5 * MB), await send(5 * MB + 1)]).toEqual([200, 400]);
});

test('a request to upload a file can have up to 15 MB', async () => {
	const server = await openBench();
	const status = async (bytes: number) =>
		await server.status('/files/upload', undefined, { raw: Buffer.alloc(bytes) });
	expect([await status(15 * 2 ** 20), await status(15 * 2 ** 20 + 1)]).toEqual([400, 413]);
});
