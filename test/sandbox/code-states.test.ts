import {
	accepts,
	DAY,
	INSTANT,
	knowsItsAccount,
	NOBODY,
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
import { checkFields, day, flag, oneOf, required, text, time, uuid } from './kinds';

describe('What happens to a code', () => {
	let bench: Bench;
	let token: string;
	let now = NOON;
	let people = 0;
	beforeAll(async () => {
		bench = await openBench({
			now: () => now,
			accounts: [UNHURRIED, { token: 'other' }, { token: 'off', modules: { codes: false } }],
		});
		token = await bench.sweepstakes();
	});

	const create = async (Prefix = ''): Promise<Json> => {
		const order = { SweepstakesToken: token, Quantity: 1, Length: 10, Prefix };
		return (await bench.ok('/codes/generate', order)).Data.Codes[0];
	};
	const person = async (changes: Json = {}) =>
		await bench.participant(token, { KeyEmail: `p${++people}@example.com`, ...changes });
	const assigned = async (changes: Json = {}) => {
		const { CouponToken } = await create();
		const ParticipantToken = await person(changes);
		await bench.ok('/codes/assign', { CouponToken, ParticipantToken });
		return { CouponToken, ParticipantToken };
	};
	const single = async (CouponToken: string) =>
		(await bench.ok('/codes/single', { CouponToken })).Data.Code as Json;
	const conflict = (Data: Json) => ({ status: 409, body: { Response: false, Code: 409, Data } });
	const aCode = async () => ({ CouponToken: (await create()).CouponToken as string });
	const contractOf = (path: string, valid: () => Json | Promise<Json>): Contract => ({
		bench: () => bench,
		path,
		valid,
	});

	it.each([
		'update',
		'delete',
		'assign',
		'unassign',
		'redeem',
		'unredeem',
		'send',
		'create',
		'update-settings',
	])('/codes/%s answers 403 while the module is off, and writes nothing to the log', async (name) => {
		const before = bench.sandbox.accounts()[0]!.log.length;
		expect((await bench.call(`/codes/${name}`, {}, { token: 'off' })).status).toBe(403);
		expect(bench.sandbox.accounts()[0]!.log).toHaveLength(before);
	});

	describe('POST /codes/update', () => {
		const contract = contractOf('/codes/update', async () => ({ ...(await aCode()), Value: '10' }));
		checkFields(contract, {
			CouponToken: required(uuid),
			CouponCode: { refuses: ['A.', '', 'x'.repeat(21), 1], accepts: ['new-1'] },
			ExpirationDate: { refuses: [...day.refuses, YESTERDAY], accepts: [TODAY, null, ''] },
			ExpirationTime: { refuses: time.refuses, accepts: [...time.accepts, null, ''] },
			Description: { refuses: [5, 'x'.repeat(5001)], accepts: [null, '', 'x'.repeat(5000)] },
			Value: { refuses: ['12345678901'], accepts: [null, '', '1234567890'] },
			ExternalURL: { refuses: ['http://example.com'], accepts: [null, '', 'https://example.com'] },
		});
		knowsItsAccount(contract, 'CouponToken');

		it('refuses to change nothing', async () => {
			expect((await bench.call('/codes/update', await aCode())).status).toBe(400);
		});

		it('changes one code and not those made with it, and null clears', async () => {
			const order = { SweepstakesToken: token, Quantity: 2, Length: 10, Value: '10', Description: 'Mug' };
			const [one, other] = (await bench.ok('/codes/generate', order)).Data.Codes as [Json, Json];
			const { Code } = (
				await bench.ok('/codes/update', { CouponToken: one.CouponToken, Value: '25', Description: null })
			).Data;
			expect(Code).toMatchObject({ ...one, Value: '25', Description: null });
			expect(await single(other.CouponToken)).toMatchObject({ Value: '10', Description: 'Mug' });
		});

		it('renames only a free code, to a name that is free', async () => {
			const { CouponToken, CouponCode } = await create();
			const rename = async (changes: Json) => await bench.call('/codes/update', { CouponToken, ...changes });
			expect((await rename({ CouponCode: 'RENAMED' })).status).toBe(200);
			const byCode = async (text: string) =>
				(await bench.call('/codes/single', { SweepstakesToken: token, CouponCode: text })).status;
			expect([await byCode('RENAMED'), await byCode(CouponCode)]).toEqual([200, 404]);
			expect(await rename({ CouponCode: (await create()).CouponCode })).toMatchObject(
				conflict({ Code: 'DuplicateCode' }),
			);
			await bench.ok('/codes/redeem', { CouponToken });
			expect(await rename({ CouponCode: 'AGAIN' })).toMatchObject(conflict({ Code: 'CodeInUse' }));
			expect((await rename({ CouponCode: 'RENAMED' })).status).toBe(200);
		});
	});

	describe('POST /codes/assign and unassign', () => {
		const assignment = contractOf('/codes/assign', async () => ({
			...(await aCode()),
			ParticipantToken: await person(),
		}));
		checkFields(assignment, { CouponToken: required(uuid), ParticipantToken: required(uuid) });
		knowsItsAccount(assignment, 'CouponToken');
		const release = contractOf('/codes/unassign', async () => ({
			CouponToken: (await assigned()).CouponToken,
		}));
		checkFields(release, { CouponToken: required(uuid) });
		knowsItsAccount(release, 'CouponToken');

		it('gives the code to a participant of the same sweepstakes, one to each', async () => {
			const { CouponToken, ParticipantToken } = await assigned({ KeyEmail: 'ada@example.com' });
			expect(await single(CouponToken)).toMatchObject({
				ParticipantToken,
				AssignedTo: 'ada@example.com',
				Status: 'not-redeemed',
			});
			const assign = async (body: Json) => await bench.call('/codes/assign', body);
			expect(await assign({ ...(await aCode()), ParticipantToken })).toMatchObject(
				conflict({ Code: 'ParticipantHasCode', CouponToken }),
			);
			expect(await assign({ CouponToken, ParticipantToken: await person() })).toMatchObject(
				conflict({ Code: 'CodeNotAvailable', Status: 'not-redeemed', Assigned: true }),
			);
			const elsewhere = await bench.participant(await bench.sweepstakes(), { KeyEmail: 'x@example.com' });
			for (const stranger of [NOBODY, elsewhere])
				expect((await assign({ ...(await aCode()), ParticipantToken: stranger })).status).toBe(404);
		});

		it('answers without the holder, whom a read shows', async () => {
			const body = { ...(await aCode()), ParticipantToken: await person() };
			expect((await bench.ok('/codes/assign', body)).Data.Code).toMatchObject({ ...body, AssignedTo: null });
		});

		it('takes the code back, and undoes its redemption', async () => {
			const { CouponToken, ParticipantToken } = await assigned();
			await bench.ok('/codes/redeem', { CouponToken });
			expect((await bench.ok('/codes/unassign', { CouponToken })).Data).toEqual({
				CouponToken,
				CouponCode: expect.any(String),
				PreviousParticipantToken: ParticipantToken,
				Status: 'not-redeemed',
			});
			expect(await single(CouponToken)).toMatchObject({ RedemptionDate: null, AssignedTo: null });
			expect(await bench.call('/codes/unassign', { CouponToken })).toMatchObject(
				conflict({ Status: 'not-redeemed' }),
			);
		});

		it('leaves a voided code alone', async () => {
			const { CouponToken } = await assigned();
			bench.sandbox.voidCode(CouponToken);
			expect(await bench.call('/codes/unassign', { CouponToken })).toMatchObject(
				conflict({ Status: 'voided' }),
			);
		});
	});

	describe('POST /codes/redeem and unredeem', () => {
		const redemption = contractOf('/codes/redeem', aCode);
		accepts(redemption, [['a token', {}]]);
		refuses(redemption, [['neither form', { CouponToken: undefined }]]);
		knowsItsAccount(redemption, 'CouponToken');
		const undoing = contractOf('/codes/unredeem', async () => {
			const code = await aCode();
			await bench.ok('/codes/redeem', code);
			return code;
		});
		checkFields(undoing, { CouponToken: required(uuid) });
		knowsItsAccount(undoing, 'CouponToken');

		it('redeems once, by the code itself too, and says when that was', async () => {
			const { CouponToken, CouponCode } = await create();
			now = NOON + 3 * 60 * 60 * 1000 + 4 * 60 * 1000;
			const { Data } = await bench.ok('/codes/redeem', { SweepstakesToken: token, CouponCode });
			const first = { RedemptionDate: '2030-01-15T15:04:00.000Z', RedemptionTime: '15:04 pm' };
			expect(Data).toEqual({
				Code: expect.objectContaining({
					...first,
					Status: 'redeemed',
					CreationDate: expect.stringMatching(INSTANT),
				}),
			});
			now = NOON;
			expect(await bench.call('/codes/redeem', { CouponToken })).toMatchObject(
				conflict({ Code: 'AlreadyRedeemed', ...first }),
			);
			await bench.ok('/codes/unredeem', { CouponToken });
			expect(await single(CouponToken)).toMatchObject({ Status: 'not-redeemed', RedemptionDate: null });
			expect(await bench.call('/codes/unredeem', { CouponToken })).toMatchObject(
				conflict({ Status: 'not-redeemed' }),
			);
		});

		it('writes the hours of the morning as am', async () => {
			now = NOON - 60_000;
			const { Data } = await bench.ok('/codes/redeem', await aCode());
			now = NOON;
			expect(Data.Code.RedemptionTime).toBe('11:59 am');
		});

		it('never redeems a voided code', async () => {
			const code = await aCode();
			bench.sandbox.voidCode(code.CouponToken);
			expect(await bench.call('/codes/redeem', code)).toMatchObject(
				conflict({ Code: 'CodeVoided', RedemptionDate: null, RedemptionTime: null }),
			);
		});
	});

	it('filters and counts codes by their state, and finds those of a participant', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const order = { SweepstakesToken, Quantity: 5, Length: 10 };
		const codes: Json[] = (await bench.ok('/codes/generate', order)).Data.Codes;
		const [held, used, both, gone] = codes.map(({ CouponToken }) => ({ CouponToken }));
		const ada = { KeyEmail: 'ada@example.com', KeyPhoneNumber: '+1 (202) 555-0111' };
		const bob = { KeyEmail: 'bob@example.com', KeyPhoneNumber: '+12025550112' };
		await bench.ok('/codes/assign', {
			...held,
			ParticipantToken: await bench.participant(SweepstakesToken, ada),
		});
		await bench.ok('/codes/assign', {
			...both,
			ParticipantToken: await bench.participant(SweepstakesToken, bob),
		});
		await bench.ok('/codes/redeem', both);
		await bench.ok('/codes/redeem', used);
		bench.sandbox.voidCode(gone!.CouponToken);
		const fetch = async (more: Json) => (await bench.ok('/codes/fetch', { SweepstakesToken, ...more })).Data;
		const counts: Record<string, number> = {};
		for (const Filter of ['all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'])
			counts[Filter] = (await fetch({ Filter })).TotalResults;
		expect(counts).toEqual({
			all: 5,
			assigned: 2,
			unassigned: 3,
			redeemed: 2,
			'not-redeemed': 2,
			voided: 1,
			available: 1,
		});
		const found = async (Search: string) =>
			(await fetch({ Search })).Codes.map(({ AssignedTo }: Json) => AssignedTo);
		expect(await found('ADA@')).toEqual(['ada@example.com']);
		expect(await found('2025550112')).toEqual(['bob@example.com']);
		expect(await found('555-0111')).toEqual(['ada@example.com']);
		expect(
			(await fetch({ SortBy: 'RedemptionDate', SortDesc: true, Filter: 'redeemed' })).Codes,
		).toHaveLength(2);
	});

	describe('POST /codes/create', () => {
		const contract = contractOf('/codes/create', () => ({ SweepstakesToken: token, Codes: ['A1'] }));
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			Codes: required({ refuses: [[], 'A', [1], Array(1001).fill('A')], accepts: [Array(1000).fill('A')] }),
			Description: text(5000),
			Value: { refuses: ['12345678901', {}], accepts: ['1234567890', 25.5] },
			ExternalURL: { refuses: ['http://example.com'], accepts: ['https://example.com'] },
			ExpirationDate: { refuses: [...day.refuses, YESTERDAY], accepts: [TODAY] },
			ExpirationTime: time,
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		it('adds what is new, and lists duplicates and invalid ones', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const add = async (Codes: string[]) =>
				(await bench.ok('/codes/create', { SweepstakesToken, Codes, Value: 5 })).Data;
			await add(['OLD']);
			const Data = await add(['NEW', ' N E W ', 'OLD', 'new', 'no.dots', 'x'.repeat(50), '']);
			expect(Data).toEqual({
				SweepstakesToken,
				Received: 7,
				Created: 2,
				Codes: ['NEW', 'new'].map((CouponCode) => ({ CouponCode, CouponToken: expect.stringMatching(UUID) })),
				Duplicates: ['NEW', 'OLD'],
				DuplicateCount: 2,
				Invalid: ['no.dots', 'x'.repeat(40), ''],
				InvalidCount: 3,
			});
			expect(await single(Data.Codes[0].CouponToken)).toMatchObject({ Value: '5', Description: null });
		});

		it('lists 100 of each kind', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const many = (prefix: string) => Array.from({ length: 150 }, (_, n) => `${prefix}${n}`);
			await bench.ok('/codes/create', { SweepstakesToken, Codes: many('OLD') });
			const Codes = [...many('OLD'), ...many('NEW'), ...many('no.')];
			const { Data } = await bench.ok('/codes/create', { SweepstakesToken, Codes });
			expect(Data).toMatchObject({ Created: 150, DuplicateCount: 150, InvalidCount: 150 });
			for (const key of ['Codes', 'Duplicates', 'Invalid']) expect(Data[key]).toHaveLength(100);
		});

		it('writes nothing above the limit of a day, which counts only new ones', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			for (let call = 0; call < 10; call++)
				await bench.ok('/codes/generate', {
					SweepstakesToken,
					Quantity: call === 9 ? 4_999 : 5_000,
					Length: 12,
				});
			const add = async (...Codes: string[]) =>
				await bench.call('/codes/create', { SweepstakesToken, Codes });
			expect(await add('A', 'B')).toMatchObject({
				status: 429,
				body: { Data: { Code: 'DailyLimit', AddedToday: 49_999 } },
			});
			expect((await add('A')).status).toBe(200);
			expect((await add('A')).body.Data).toMatchObject({ Created: 0, DuplicateCount: 1 });
		});
	});

	describe('POST /codes/delete', () => {
		const contract = contractOf('/codes/delete', async () => ({
			CouponTokens: [(await aCode()).CouponToken],
		}));
		checkFields(contract, {
			CouponTokens: required({ refuses: [[], 'x', [1], Array(1001).fill('x')], accepts: [[NOBODY]] }),
		});

		it('deletes free codes, and skips all others without an error', async () => {
			const free = await create();
			const { CouponToken: held } = await assigned();
			const used = await aCode();
			await bench.ok('/codes/redeem', used);
			const CouponTokens = [free.CouponToken, free.CouponToken, held, used.CouponToken, NOBODY];
			const { Data } = await bench.ok('/codes/delete', { CouponTokens });
			const Skipped = [held, used.CouponToken, NOBODY];
			expect(Data).toEqual({ Requested: 4, Deleted: 1, Skipped, SkippedCount: 3 });
			const again = (await bench.ok('/codes/delete', { CouponTokens: [free.CouponToken] })).Data;
			expect(again).toMatchObject({ Deleted: 0, Skipped: [free.CouponToken] });
			// Its name is free again.
			await bench.ok('/codes/create', { SweepstakesToken: token, Codes: [free.CouponCode] });
		});
	});

	describe('POST /codes/settings and update-settings', () => {
		const reading = contractOf('/codes/settings', () => ({ SweepstakesToken: token }));
		checkFields(reading, { SweepstakesToken: required(uuid) });
		knowsItsAccount(reading, 'SweepstakesToken');
		const contract = contractOf('/codes/update-settings', () => ({
			SweepstakesToken: token,
			CouponCodeLength: 10,
		}));
		const plain = (most: number) => ({
			refuses: [5, 'x'.repeat(most + 1)],
			accepts: [null, '', '<'.repeat(most + 1)],
		});
		const within = (least: number, most: number) => ({
			refuses: [least - 1, most + 1, true, 'x'],
			accepts: [least, most, String(most)],
		});
		checkFields(contract, {
			SweepstakesToken: required(uuid),
			CouponEntryPageRegistration: within(0, 3),
			CouponAmoePageRegistration: within(0, 3),
			WhatToDoWhenNoCouponCodeIsAvailable: within(0, 1),
			CouponCodeType: within(1, 2),
			CouponCodeLength: within(4, 20),
			DisplayCouponCodeOnConfirmationPage: flag,
			SendCouponCodeToParticipantByEmail: flag,
			SendCouponCodeToParticipantBySMS: flag,
			RejectInvalidCouponCode: flag,
			CouponCodeCaseSensitive: flag,
			InvalidCouponCodeErrorMessage: plain(500),
			CouponRequestFieldLabel: plain(200),
			CouponThankYouPageMessage: plain(1000),
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers the defaults until something is saved, then also what was saved', async () => {
			const SweepstakesToken = await bench.sweepstakes();
			const read = async () => (await bench.ok('/codes/settings', { SweepstakesToken })).Data;
			const before = await read();
			expect(before).toMatchObject({ SweepstakesToken, Configured: false });
			expect(Object.keys(before.Settings)).toHaveLength(13);
			expect(before.Settings).toMatchObject({ CouponCodeType: 1, CouponCodeLength: 20 });
			expect((await bench.call('/codes/update-settings', { SweepstakesToken })).status).toBe(400);
			const changes = { CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' };
			const { Data } = await bench.ok('/codes/update-settings', { SweepstakesToken, ...changes });
			const Settings = { CouponCodeLength: 10, CouponRequestFieldLabel: 'Your bcode' };
			expect(Data).toEqual({ SweepstakesToken, Updated: Object.keys(changes), Settings });
			const again = await bench.ok('/codes/update-settings', { SweepstakesToken, ...changes });
			expect(again.Data.Updated).toEqual([]);
			expect(await read()).toMatchObject({ Configured: true, Settings: { CouponCodeType: 1, ...Settings } });
		});
	});

	describe('POST /codes/send', () => {
		const contract = contractOf('/codes/send', async () => ({
			CouponToken: (await assigned({ KeyPhoneNumber: '+12025550111' })).CouponToken,
			Channel: 'email',
		}));
		checkFields(contract, {
			CouponToken: required(uuid),
			Channel: required(oneOf('email', 'sms', 'both')),
			IdempotencyKey: { refuses: ['short', 'x'.repeat(65), 'with space', 1], accepts: ['x'.repeat(8)] },
		});
		knowsItsAccount(contract, 'CouponToken');

		const send = async (body: Json) => await bench.call('/codes/send', body);

		it('queues a message on each channel that has an address', async () => {
			const { CouponToken, ParticipantToken } = await assigned();
			const { body } = await send({ CouponToken, Channel: 'both' });
			expect(body.Data).toEqual({
				CouponToken,
				ParticipantToken,
				Duplicate: false,
				Channels: [
					{ Channel: 'email', Status: 'queued', MessageToken: expect.stringMatching(UUID) },
					{ Channel: 'sms', Status: 'skipped', Reason: 'NoAddress', Message: expect.any(String) },
				],
			});
		});

		it('sends nothing a second time with the same key', async () => {
			const { CouponToken } = await assigned();
			const message = { CouponToken, Channel: 'email', IdempotencyKey: 'only-once' };
			const [{ MessageToken }] = (await send(message)).body.Data.Channels;
			expect((await send(message)).body.Data).toEqual({
				CouponToken,
				Duplicate: true,
				Channels: [{ Channel: 'email', Status: 'delivered', MessageToken }],
			});
			const another = { ...message, IdempotencyKey: 'another-one' };
			expect((await send(another)).body.Data).toMatchObject({ Duplicate: false });
			expect((await send({ ...message, IdempotencyKey: undefined })).body.Data).toMatchObject({
				Duplicate: false,
			});
		});

		it('sends nobody more than three in a day', async () => {
			const { CouponToken } = await assigned();
			const message = { CouponToken, Channel: 'email' };
			for (let n = 0; n < 3; n++) expect((await send(message)).status).toBe(200);
			expect(await send(message)).toMatchObject({
				status: 422,
				body: { Data: { Channels: [{ Channel: 'email', Reason: 'RecipientDailyLimit' }] } },
			});
			now += DAY;
			expect((await send(message)).status).toBe(200);
			now = NOON;
		});

		it('refuses a code that nobody holds, and numbers from elsewhere', async () => {
			expect(await send({ ...(await aCode()), Channel: 'email' })).toMatchObject(
				conflict({ Code: 'NotAssigned' }),
			);
			const { CouponToken } = await assigned({ KeyPhoneNumber: '+442079460000' });
			expect(await send({ CouponToken, Channel: 'sms' })).toMatchObject({
				status: 422,
				body: { Data: { Channels: [{ Channel: 'sms', Status: 'skipped', Reason: 'UnsupportedCountry' }] } },
			});
		});

		it('sends 200 messages in a day', async () => {
			now = NOON + 10 * DAY;
			let { CouponToken } = await assigned();
			for (let n = 0; n < 200; n++) {
				if (n % 3 === 0) ({ CouponToken } = await assigned());
				expect((await send({ CouponToken, Channel: 'email' })).status).toBe(200);
			}
			expect(await send({ CouponToken, Channel: 'email' })).toMatchObject({
				status: 429,
				body: { Data: { Code: 'AccountDailyLimit', Limit: 200 } },
			});
			now = NOON;
		});
	});

	it('removes messages and settings with their sweepstakes', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		await bench.ok('/codes/update-settings', { SweepstakesToken, CouponCodeLength: 8 });
		await bench.ok('/sweepstakes/delete', { SweepstakesToken });
		expect((await bench.call('/codes/settings', { SweepstakesToken })).status).toBe(404);
	});
});
