import { NOON, openBench, openService, type Bench, type Json } from '../support/sandbox';
import { DAY_MS, UNLIMITED } from '../support/constants';

/* These tests cover limits that need more records than a scenario can list. */

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
		const narrow = { Length: 5, Type: 'numeric', Quantity: 5000 };
		const codes = [...(await generate(narrow)), ...(await generate(narrow)), ...(await generate(narrow))];
		expect(new Set(codes).size).toBe(15_000);
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
	const server = await openBench();
	const upload = async (bytes: number) => {
		const FileData = Buffer.alloc(bytes).toString('base64');
		const file = { Filename: `${bytes}.txt`, MimeType: 'text/plain', FileData };
		const { status, body } = await server.call('/files/upload', file);
		const sent = { FileToken: body.Data?.FileToken as string, RecipientEmail: 'ada@example.com' };
		return [status, await server.status('/files/send', sent)];
	};
	expect([await upload(5 * MB), await upload(5 * MB + 1)]).toEqual([
		[200, 200],
		[200, 400],
	]);
	expect((await upload(10 * MB))[0]).toBe(200);
	expect([(await upload(10 * MB + 1))[0], (await upload(12 * MB))[0]]).toEqual([400, 413]);
});
