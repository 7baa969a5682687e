import type { Call } from '../../sandbox/endpoint';
import { endpointsIn } from '../../sandbox/endpoints';
import {
	DAY,
	HOUR,
	MINUTE,
	NOBODY,
	NOON,
	openService,
	TODAY,
	UNHURRIED,
	YESTERDAY,
	type Bench,
	type Json,
} from './harness';

let bench: Bench;
let SweepstakesToken: string;
let now: number;
let people = 0;
beforeEach(async () => {
	now = NOON;
	bench = await openService({ now: () => now, accounts: [UNHURRIED] });
	SweepstakesToken = await bench.sweepstakes();
});
afterEach(async () => await bench.close());

const attempt = async (changes: Json = {}) =>
	await bench.call('/codes/generate', { SweepstakesToken, Quantity: 10, Length: 12, ...changes });
const generate = async (changes: Json = {}) => {
	const { status, body } = await attempt(changes);
	expect([status, body.Message]).toEqual([200, expect.any(String)]);
	return body.Data.Codes as Array<{ CouponToken: string; CouponCode: string }>;
};
const textsOf = (codes: Json[]) => codes.map(({ CouponCode }) => CouponCode as string);
const create = async (changes: Json = {}) => (await generate({ Quantity: 1, ...changes }))[0]!;
const person = async (changes: Json = {}) =>
	await bench.participant(SweepstakesToken, { KeyEmail: `p${++people}@example.com`, ...changes });
const assigned = async (changes: Json = {}) => {
	const [{ CouponToken }, ParticipantToken] = [await create(), await person(changes)];
	await bench.ok('/codes/assign', { CouponToken, ParticipantToken });
	return { CouponToken, ParticipantToken };
};
const single = async (CouponToken: string) =>
	(await bench.data('/codes/single', { CouponToken })).Code as Json;
const refused = (status: number, Data: Json) => ({ status, body: { Response: false, Code: status, Data } });

describe('generate', () => {
	it.each<[string, number, Json]>([
		['a Prefix, Length and Suffix of 21', 400, { Prefix: 'WIN-1', Suffix: '-END' }],
		['a Prefix, Length and Suffix of 20', 200, { Prefix: 'WIN-', Suffix: '-END' }],
		['a Prefix whose spaces do not count', 200, { Prefix: ' W I N - ', Suffix: '-END' }],
		['an ExpirationDate in the past', 400, { ExpirationDate: YESTERDAY }],
		['an ExpirationDate of today', 200, { ExpirationDate: TODAY }],
	])('answers %s with %d', async (_what, status, changes) => {
		expect((await attempt(changes)).status).toBe(status);
	});

	it.each<[string, Json, RegExp, number]>([
		['digits and capitals by default', {}, /^[0-9A-Z]{12}$/, 36],
		['digits when numeric, whatever the Case', { Type: 'numeric', Case: 'lower' }, /^[0-9]{12}$/, 10],
		['digits and small letters', { Case: 'lower' }, /^[0-9a-z]{12}$/, 36],
		['digits and letters of both cases', { Case: 'mixed' }, /^[0-9a-zA-Z]{12}$/, 62],
	])('uses all %s', async (_what, changes, pattern, characters) => {
		const codes = textsOf(await generate({ Quantity: 200, ...changes }));
		for (const code of codes) expect(code).toMatch(pattern);
		expect(new Set(codes.join('')).size).toBe(characters);
	});

	it('puts the Prefix before and the Suffix after, without their whitespace', async () => {
		const { CouponCode } = await create({ Prefix: ' W\ti ', Suffix: ' _x' });
		expect(CouponCode).toMatch(/^Wi[0-9A-Z]{12}_x$/);
	});

	it('generates no duplicate and no existing code', async () => {
		const narrow = { Length: 5, Type: 'numeric', Quantity: 5000 };
		const codes = [...(await generate(narrow)), ...(await generate(narrow)), ...(await generate(narrow))];
		expect(new Set(textsOf(codes)).size).toBe(15_000);
	});

	it('fills at most half of the combinations, counting codes of any shape', async () => {
		const narrow = { Length: 4, Type: 'numeric' };
		await generate({ Quantity: 4999 });
		const { body } = await attempt({ ...narrow, Quantity: 2 });
		expect(body).toMatchObject({ Code: 422, Data: { Code: 'InsufficientSpace', Existing: 4999 } });
		expect(body.Message).toContain('Length');
		await generate({ ...narrow, Quantity: 1 });
		expect((await attempt({ ...narrow, Quantity: 1 })).status).toBe(422);
		await generate({ ...narrow, Quantity: 1, Length: 5 });
	});

	it('adds 50,000 codes in any 24 hours, all or nothing, and lists count only new ones', async () => {
		for (let call = 0; call < 9; call++) await generate({ Quantity: 5000 });
		now += DAY / 2;
		await generate({ Quantity: 4999 });
		const { status, body, headers } = await attempt({ Quantity: 2 });
		expect({ status, body }).toMatchObject(refused(429, { Code: 'DailyLimit', AddedToday: 49_999 }));
		expect(headers['retry-after']).toBeUndefined();
		const add = async (...Codes: string[]) => await bench.call('/codes/create', { SweepstakesToken, Codes });
		expect(await add('A', 'B')).toMatchObject(refused(429, { Code: 'DailyLimit', AddedToday: 49_999 }));
		expect((await add('A')).body.Data.Created).toBe(1);
		expect((await add('A')).body.Data).toMatchObject({ Created: 0, DuplicateCount: 1 });
		await generate({ SweepstakesToken: await bench.sweepstakes(), Quantity: 1 });
		now = NOON + DAY - 1;
		expect((await attempt({ Quantity: 1 })).status).toBe(429);
		now = NOON + DAY;
		await generate({ Quantity: 5000 });
	});

	it('answers 422 above 1,000,000 codes in a sweepstakes', () => {
		const codes = Array.from({ length: 1_000_000 }, (_, n) => ({ CouponCode: String(n) }));
		const row = { SweepstakesToken, UserToken: 'me' };
		const store = { sweepstakes: { get: () => row }, codes: { of: () => codes } };
		const call = { store, account: { UserToken: 'me' }, kept: {}, now } as unknown as Call;
		const sent = { SweepstakesToken, Quantity: 1, Length: 12 };
		expect(() => endpointsIn('contract').get('/codes/generate')!.carryOut(sent, call)).toThrow(
			expect.objectContaining({
				status: 422,
				details: { data: { Code: 'SweepstakesLimit', Existing: 1_000_000 } },
			}),
		);
	});
});

describe('create', () => {
	const add = async (Codes: string[], more: Json = {}) =>
		await bench.data('/codes/create', { SweepstakesToken, Codes, ...more });

	it('adds new codes, and lists duplicates and invalid ones', async () => {
		await add(['OLD']);
		const Data = await add(['NEW', ' N E W ', 'OLD', 'new', 'no.dots', 'x'.repeat(50), ''], { Value: 5 });
		expect(Data).toMatchObject({
			...{ Received: 7, Created: 2, DuplicateCount: 2, InvalidCount: 3 },
			Duplicates: ['NEW', 'OLD'],
			Invalid: ['no.dots', 'x'.repeat(40), ''],
		});
		expect(textsOf(Data.Codes as Json[])).toEqual(['NEW', 'new']);
		expect(await single(Data.Codes[0].CouponToken as string)).toMatchObject({
			Value: '5',
			Description: null,
		});
	});

	it('lists 100 of each kind, and refuses a past date', async () => {
		const many = (prefix: string) => Array.from({ length: 150 }, (_, n) => `${prefix}${n}`);
		await add(many('OLD'));
		const Data = await add([...many('OLD'), ...many('NEW'), ...many('no.')]);
		expect(Data).toMatchObject({ Created: 150, DuplicateCount: 150, InvalidCount: 150 });
		for (const key of ['Codes', 'Duplicates', 'Invalid']) expect(Data[key]).toHaveLength(100);
		const late = { SweepstakesToken, Codes: ['A'], ExpirationDate: YESTERDAY };
		expect(await bench.status('/codes/create', late)).toBe(400);
	});
});

describe('fetch, single and stats', () => {
	const fetch = async (more: Json = {}) => await bench.data('/codes/fetch', { SweepstakesToken, ...more });

	it('shows the attributes, newest first', async () => {
		await generate({ Quantity: 2 });
		now += 1_000;
		const given = {
			Description: 'A mug',
			Value: '10',
			ExternalURL: 'https://example.com',
			ExpirationTime: '23:59',
		};
		const newest = await create({ ...given, ExpirationDate: '2030-12-31' });
		const { Codes, ...rest } = await fetch();
		expect(rest).toEqual({
			TotalResults: 3,
			Page: 1,
			ItemsPerPage: 25,
			TotalPages: 1,
			SearchTruncated: false,
		});
		expect(Codes[0]).toMatchObject({ ...newest, ...given, ExpirationDate: '2030-12-31T00:00:00.000Z' });
		expect(Codes[1]).toMatchObject({ Description: null, ExpirationDate: null });
	});

	it('clamps pages, and neither repeats nor skips a code', async () => {
		await generate({ Quantity: 7 });
		const pages: Json[] = [];
		for (const Page of [0, 1, 2, 3, 9]) pages.push(await fetch({ Page, ItemsPerPage: 3 }));
		expect(pages.map(({ Page }) => Page)).toEqual([1, 1, 2, 3, 3]);
		expect(new Set(pages.slice(1, 4).flatMap(({ Codes }) => textsOf(Codes as Json[]))).size).toBe(7);
		expect((await fetch({ ItemsPerPage: 501 })).ItemsPerPage).toBe(500);
		expect(await fetch({ ItemsPerPage: 0 })).toMatchObject({ ItemsPerPage: 1, TotalPages: 7 });
	});

	it('sorts by the given key; equal codes stay newest first', async () => {
		await create({ Length: 10, Prefix: 'B', ExpirationDate: '2031-01-01' });
		await create({ Length: 10, Prefix: 'A', ExpirationDate: '2031-01-02' });
		const first = async (SortBy: string, SortDesc?: boolean) =>
			textsOf((await fetch({ SortBy, SortDesc })).Codes as Json[])[0]![0];
		expect([await first('CouponCode'), await first('CouponCode', true)]).toEqual(['A', 'B']);
		expect([await first('ExpirationDate'), await first('ExpirationDate', true)]).toEqual(['B', 'A']);
		expect(await first('Status', true)).toBe('A');
	});

	it('filters and counts codes by their state, and finds those of a participant', async () => {
		const [held, used, both, gone] = (await generate({ Quantity: 5 })).map(({ CouponToken }) => ({
			CouponToken,
		}));
		const ada = { KeyEmail: 'ada@example.com', KeyPhoneNumber: '+1 (202) 555-0111' };
		const bob = { KeyEmail: 'bob@example.com', KeyPhoneNumber: '+12025550112' };
		await bench.ok('/codes/assign', { ...held, ParticipantToken: await person(ada) });
		await bench.ok('/codes/assign', { ...both, ParticipantToken: await person(bob) });
		await bench.ok('/codes/redeem', both);
		now += 1_000;
		await bench.ok('/codes/redeem', used);
		bench.sandbox.voidCode(gone!.CouponToken);
		const counts: Record<string, number> = {};
		for (const Filter of ['all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'])
			counts[Filter] = (await fetch({ Filter })).TotalResults as number;
		expect(counts).toEqual({
			...{ all: 5, assigned: 2, unassigned: 3, redeemed: 2, 'not-redeemed': 2, voided: 1, available: 1 },
		});
		const stats = await bench.data('/codes/stats', { SweepstakesToken });
		expect(stats).toMatchObject({
			Total: 5,
			Assigned: 2,
			Unassigned: 3,
			Redeemed: 2,
			Voided: 1,
			Available: 1,
		});
		const found = async (Search: string) =>
			(await fetch({ Search })).Codes.map(({ AssignedTo }: Json) => AssignedTo as string) as string[];
		expect(await found('ADA@')).toEqual(['ada@example.com']);
		expect(await found('2025550112')).toEqual(['bob@example.com']);
		expect(await found('555-0111')).toEqual(['ada@example.com']);
		const { Codes } = await fetch({ SortBy: 'RedemptionDate', SortDesc: true, Filter: 'redeemed' });
		expect(Codes).toMatchObject([used, both]);
	});

	it('searches in codes, whatever the case, and in at most 2,000 participants', async () => {
		await generate({ Quantity: 2, Prefix: 'SUN-' });
		await generate({ Quantity: 2, Prefix: 'RAIN-' });
		expect(await fetch({ Search: 'sun-' })).toMatchObject({ TotalResults: 2, SearchTruncated: false });
		expect(await fetch({ Search: 'S.N' })).toMatchObject({ TotalResults: 0, TotalPages: 0 });
		bench.sandbox.fill(SweepstakesToken, 2_001);
		expect(await fetch({ Search: 'example.com' })).toMatchObject({ SearchTruncated: true });
		expect(await fetch()).toMatchObject({ SearchTruncated: false });
	});

	it('single finds a code by its exact text, ignoring white space', async () => {
		const code = await create({ Length: 10, Prefix: 'abc-' });
		const CouponCode = ` ${code.CouponCode} `;
		const find = async (sent: Json) => await bench.status('/codes/single', sent);
		expect(await find({ SweepstakesToken, CouponCode })).toBe(200);
		expect(await find({ SweepstakesToken, CouponCode: CouponCode.toLowerCase() })).toBe(404);
		expect(await find({ SweepstakesToken: NOBODY, CouponCode })).toBe(404);
		expect(await find({ CouponToken: NOBODY })).toBe(404);
		expect([await find({ CouponCode }), await find({})]).toEqual([400, 400]);
		expect(await find({ ...code, CouponCode: 'wrong', SweepstakesToken })).toBe(200);
	});
});

describe('The life of a code', () => {
	const call = async (name: string, body: Json) => await bench.call(`/codes/${name}`, body);

	it('update changes one code and not those made with it; null clears', async () => {
		const [one, other] = await generate({ Quantity: 2, Value: '10', Description: 'Mug' });
		const { CouponToken } = one!;
		const { body } = await call('update', { CouponToken, Value: '25', Description: null });
		expect(body.Data.Code).toMatchObject({ ...one, Value: '25', Description: null });
		expect(await single(other!.CouponToken)).toMatchObject({ Value: '10', Description: 'Mug' });
		for (const changes of [{}, { ExpirationDate: YESTERDAY }])
			expect((await call('update', { CouponToken, ...changes })).status).toBe(400);
	});

	it('is renamed only while it is free, to a name that is free', async () => {
		const { CouponToken, CouponCode } = await create();
		const rename = async (to: string) => await call('update', { CouponToken, CouponCode: to });
		expect((await rename('RENAMED')).status).toBe(200);
		const byCode = async (text: string) =>
			await bench.status('/codes/single', { SweepstakesToken, CouponCode: text });
		expect([await byCode('RENAMED'), await byCode(CouponCode)]).toEqual([200, 404]);
		expect(await rename((await create()).CouponCode)).toMatchObject(refused(409, { Code: 'DuplicateCode' }));
		await bench.ok('/codes/redeem', { CouponToken });
		expect(await rename('AGAIN')).toMatchObject(refused(409, { Code: 'CodeInUse' }));
		expect((await rename('RENAMED')).status).toBe(200);
	});

	it('is assigned while it is free, to an entry that has no code', async () => {
		const { CouponToken, ParticipantToken } = await assigned({ KeyEmail: 'held@example.com' });
		expect(await single(CouponToken)).toMatchObject({ ParticipantToken, AssignedTo: 'held@example.com' });
		const assign = async (code: string, to: string) =>
			await call('assign', { CouponToken: code, ParticipantToken: to });
		expect(await assign(CouponToken, await person())).toMatchObject(
			refused(409, { Code: 'CodeNotAvailable', Status: 'not-redeemed', Assigned: true }),
		);
		const { CouponToken: free } = await create();
		expect(await assign(free, ParticipantToken)).toMatchObject(
			refused(409, { Code: 'ParticipantHasCode', CouponToken }),
		);
		const [amoe, optOut] = [await person(), await person()];
		bench.sandbox.placeParticipant({
			SweepstakesToken,
			ParticipantToken: amoe,
			Collections: ['ParticipantsAmoe'],
		});
		bench.sandbox.placeParticipant({ SweepstakesToken, ParticipantToken: optOut, Collections: ['OptOuts'] });
		expect([(await assign(free, optOut)).status, (await assign(free, amoe)).status]).toEqual([404, 200]);
	});

	it('can be unassigned, which undoes its redemption, unless it is voided', async () => {
		const { CouponToken, ParticipantToken } = await assigned();
		await bench.ok('/codes/redeem', { CouponToken });
		const unassign = async () => await call('unassign', { CouponToken });
		expect((await unassign()).body.Data).toMatchObject({ PreviousParticipantToken: ParticipantToken });
		expect(await single(CouponToken)).toMatchObject({
			Status: 'not-redeemed',
			RedemptionDate: null,
			AssignedTo: null,
		});
		expect(await unassign()).toMatchObject(refused(409, { Status: 'not-redeemed' }));
		await bench.ok('/codes/assign', { CouponToken, ParticipantToken });
		bench.sandbox.voidCode(CouponToken);
		expect(await unassign()).toMatchObject(refused(409, { Status: 'voided' }));
	});

	it('can be redeemed once, even by its text, and unredeemed', async () => {
		const { CouponToken, CouponCode } = await create();
		now = NOON + 3 * HOUR + 4 * MINUTE;
		const first = { RedemptionDate: '2030-01-15T15:04:00.000Z', RedemptionTime: '15:04 pm' };
		const { Code } = await bench.data('/codes/redeem', { SweepstakesToken, CouponCode });
		expect(Code).toMatchObject({ ...first, Status: 'redeemed' });
		const redeem = async () => await call('redeem', { CouponToken });
		expect(await redeem()).toMatchObject(refused(409, { Code: 'AlreadyRedeemed', ...first }));
		await bench.ok('/codes/unredeem', { CouponToken });
		expect(await call('unredeem', { CouponToken })).toMatchObject(refused(409, { Status: 'not-redeemed' }));
		now = NOON - MINUTE;
		expect((await redeem()).body.Data.Code).toMatchObject({ RedemptionTime: '11:59 am' });
		bench.sandbox.voidCode(CouponToken);
		expect(await redeem()).toMatchObject(refused(409, { Code: 'CodeVoided' }));
	});

	it('is deleted while it is free, and all others are skipped', async () => {
		const [free, used] = [await create(), await create()];
		const { CouponToken: held } = await assigned();
		await bench.ok('/codes/redeem', { CouponToken: used.CouponToken });
		const CouponTokens = [free.CouponToken, free.CouponToken, held, used.CouponToken, NOBODY];
		const Skipped = [held, used.CouponToken, NOBODY];
		const deleted = await bench.data('/codes/delete', { CouponTokens });
		expect(deleted).toEqual({ Requested: 4, Deleted: 1, Skipped, SkippedCount: 3 });
		expect((await bench.data('/codes/delete', { CouponTokens })).Deleted).toBe(0);
		const again = await bench.data('/codes/create', { SweepstakesToken, Codes: [free.CouponCode] });
		expect(again.Created).toBe(1);
	});

	it('settings have defaults until some are saved, as numbers and plain text', async () => {
		const read = async () => await bench.data('/codes/settings', { SweepstakesToken });
		expect(await read()).toMatchObject({ Configured: false });
		expect((await call('update-settings', { SweepstakesToken })).status).toBe(400);
		const changes = { SweepstakesToken, CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' };
		const Settings = { CouponCodeLength: 10, CouponRequestFieldLabel: 'Your bcode' };
		const Updated = Object.keys(Settings);
		expect(await bench.data('/codes/update-settings', changes)).toMatchObject({ Updated, Settings });
		expect((await bench.data('/codes/update-settings', changes)).Updated).toEqual([]);
		expect(await read()).toMatchObject({ Configured: true, Settings: { CouponCodeType: 1, ...Settings } });
	});

	it('is recorded in the account’s log', async () => {
		const { CouponToken, ParticipantToken } = await assigned();
		for (const name of ['redeem', 'unredeem', 'unassign', 'assign'])
			await call(name, { CouponToken, ParticipantToken });
		await call('update', { CouponToken, Value: '1' });
		await call('send', { CouponToken, Channel: 'email' });
		await call('update-settings', { SweepstakesToken, CouponCodeLength: 8 });
		await call('create', { SweepstakesToken, Codes: ['A'] });
		await call('delete', { CouponTokens: [CouponToken] });
		const words = bench.sandbox.accounts()[0]!.log.map(({ Text }) => /\b(sent|[a-z]+ed)\b/.exec(Text)![0]);
		const changes = ['generated', 'assigned', 'redeemed', 'unredeemed', 'unassigned', 'assigned', 'updated'];
		expect(words).toEqual([...changes, 'sent', 'updated', 'added', 'deleted']);
	});
});

describe('send', () => {
	const send = async (body: Json) => await bench.call('/codes/send', { Channel: 'email', ...body });

	it('queues a message on each channel that has an address', async () => {
		const { CouponToken } = await assigned();
		expect((await send({ CouponToken, Channel: 'both' })).body.Data.Channels).toMatchObject([
			{ Channel: 'email', Status: 'queued' },
			{ Channel: 'sms', Status: 'skipped', Reason: 'NoAddress' },
		]);
		expect(await send({ CouponToken: (await create()).CouponToken })).toMatchObject(
			refused(409, { Code: 'NotAssigned' }),
		);
		const abroad = await assigned({ KeyPhoneNumber: '+442079460000' });
		expect(await send({ CouponToken: abroad.CouponToken, Channel: 'sms' })).toMatchObject(
			refused(422, {
				Channels: [{ Channel: 'sms', Status: 'skipped', Reason: 'UnsupportedCountry' }],
			} as Json),
		);
	});

	it('sends nothing a second time with the same key', async () => {
		const message = { CouponToken: (await assigned()).CouponToken, IdempotencyKey: 'only-once' };
		const [{ MessageToken }] = (await send(message)).body.Data.Channels as [Json];
		const Channels = [{ Channel: 'email', Status: 'delivered', MessageToken }];
		expect((await send(message)).body.Data).toMatchObject({ Duplicate: true, Channels });
		for (const IdempotencyKey of ['another-one', undefined])
			expect((await send({ ...message, IdempotencyKey })).body.Data).toMatchObject({ Duplicate: false });
	});
});
