import {
	DAY,
	INSTANT,
	knowsItsAccount,
	NOON,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, oneOf, required, text, uuid } from './kinds';

describe('Messages', () => {
	let bench: Bench;
	let token: string;
	let now = NOON;
	let people = 0;
	beforeAll(async () => {
		bench = await openBench({
			now: () => now,
			accounts: [
				UNHURRIED,
				{ token: 'other' },
				{ token: 'off', modules: { messages: false } },
				{ token: 'shut', messaging: { directMessages: false } },
			],
		});
		token = await bench.sweepstakes();
	});

	const person = async (changes: Json = {}) =>
		await bench.participant(token, { KeyEmail: `m${++people}@example.com`, ...changes });
	const send = async (body: Json, sending = {}) =>
		await bench.call('/messaging/send', { Channel: 'email', Message: 'Hello', ...body }, sending);
	const contractOf = (path: string, valid: () => Json | Promise<Json>): Contract => ({
		bench: () => bench,
		path,
		valid,
	});
	const skips = (...Channels: Json[]) => ({
		status: 422,
		body: {
			Data: { Channels: Channels.map((one) => expect.objectContaining({ Status: 'skipped', ...one })) },
		},
	});

	it.each(['send', 'add-suppressions', 'remove-suppression'])(
		'/messaging/%s answers 403 while the module is off',
		async (name) => {
			const { status, body } = await bench.call(`/messaging/${name}`, {}, { token: 'off' });
			expect({ status, Code: body.Code }).toEqual({ status: 403, Code: 403 });
		},
	);

	it.each(['usage', 'suppressions'])('/messaging/%s needs no module, and carries Telemetry', async (name) => {
		const { status, body } = await bench.call(`/messaging/${name}`, {}, { token: 'off' });
		expect({ status, body }).toMatchObject({
			status: 200,
			body: { Telemetry: { APICalls: expect.any(Number) } },
		});
	});

	it('a 400 carries Code and ExpectedBody in the dialect reference, too', async () => {
		const reference = await openBench({ dialect: 'reference' });
		const { status, body } = await reference.call('/messaging/send', {});
		expect({ status, Code: body.Code }).toEqual({ status: 400, Code: 400 });
		expect(body.Help.ExpectedBody).toHaveProperty('Message');
	});

	describe('POST /messaging/send', () => {
		const contract = contractOf('/messaging/send', async () => ({
			ParticipantToken: await person(),
			Channel: 'email',
			Message: 'Hello',
		}));
		checkFields(contract, {
			ParticipantToken: required(uuid),
			Channel: required(oneOf('email', 'both')),
			Message: required(filledText(5_000)),
			Subject: text(200),
			IdempotencyKey: {
				accepts: ['a'.repeat(8), 'Z-9_'.repeat(16)],
				refuses: ['a'.repeat(7), 'a'.repeat(65), 'with space', 5, null],
			},
		});
		knowsItsAccount(contract, 'ParticipantToken');

		it('answers what was queued on each channel', async () => {
			const ParticipantToken = await person({ KeyPhoneNumber: '+12025550100' });
			const { body } = await send({ ParticipantToken, Channel: 'both' });
			expect(body.Data).toEqual({
				ParticipantToken,
				NotificationId: expect.any(String),
				Duplicate: false,
				Channels: ['email', 'sms'].map((Channel) => ({
					Channel,
					Status: 'queued',
					MessageToken: expect.stringMatching(UUID),
				})),
			});
		});

		it('sends nothing a second time with the same key, and to another participant once more', async () => {
			const [first, second] = [await person(), await person()];
			const message = { IdempotencyKey: 'once-and-again' };
			const { NotificationId, Channels } = (await send({ ...message, ParticipantToken: first })).body.Data;
			expect((await send({ ...message, ParticipantToken: first, Message: 'Other' })).body.Data).toEqual({
				ParticipantToken: first,
				NotificationId,
				Duplicate: true,
				Channels: [{ Channel: 'email', Status: 'delivered', MessageToken: Channels[0].MessageToken }],
			});
			expect((await send({ ...message, ParticipantToken: second })).body.Data.Duplicate).toBe(false);
		});

		it('sends to an AMOE entry, and not to an opt-out', async () => {
			const ParticipantToken = await person();
			const place = (Collection: 'ParticipantsAmoe' | 'OptOuts') =>
				bench.sandbox.placeParticipant({
					SweepstakesToken: token,
					ParticipantToken,
					Collections: [Collection],
				});
			place('ParticipantsAmoe');
			expect((await send({ ParticipantToken })).status).toBe(200);
			place('OptOuts');
			expect((await send({ ParticipantToken })).status).toBe(404);
		});

		it('skips a channel without an address, abroad, or on the do-not-contact list', async () => {
			const nobody = await person({ KeyEmail: undefined });
			expect(await send({ ParticipantToken: nobody, Channel: 'both' })).toMatchObject(
				skips({ Channel: 'email', Reason: 'NoAddress' }, { Channel: 'sms', Reason: 'NoAddress' }),
			);
			const abroad = await person({ KeyPhoneNumber: '+442071234567' });
			expect(await send({ ParticipantToken: abroad, Channel: 'sms' })).toMatchObject(
				skips({ Channel: 'sms', Reason: 'UnsupportedCountry' }),
			);
			const listed = await person({ KeyPhoneNumber: '2025550177' });
			bench.sandbox.suppress({ Channel: 'sms', Address: '+1 (202) 555-0177', Reason: 'stop' });
			const { body } = await send({ ParticipantToken: listed, Channel: 'both' });
			expect(body.Data.Channels).toEqual([
				expect.objectContaining({ Channel: 'email', Status: 'queued' }),
				expect.objectContaining({ Channel: 'sms', Status: 'skipped', Reason: 'Suppressed' }),
			]);
		});

		it('sends an address three messages a day, and a number three of any kind', async () => {
			const ParticipantToken = await person({ KeyPhoneNumber: '2025550178' });
			for (let n = 0; n < 3; n++)
				expect((await send({ ParticipantToken, Channel: 'both' })).status).toBe(200);
			expect(await send({ ParticipantToken, Channel: 'both' })).toMatchObject(
				skips({ Reason: 'RecipientDailyLimit' }, { Reason: 'RecipientDailyLimit' }),
			);
			now += DAY + 1;
			expect((await send({ ParticipantToken, Channel: 'sms' })).status).toBe(200);
		});

		it.each([
			['longer than 1,600 characters by SMS', 'x'.repeat(1_601), 400],
			['prohibited', 'Some Prohibited Content', 422],
		])('refuses a text that is %s', async (_what, Message, status) => {
			const ParticipantToken = await person({ KeyPhoneNumber: '2025550179' });
			expect((await send({ ParticipantToken, Channel: 'both', Message })).status).toBe(status);
		});

		it.each<[string, Json, number]>([
			['DirectMessageNotEnabled', { directMessages: false }, 403],
			['NoRegisteredSmsSender', { smsSender: false }, 403],
			['ChannelPaused', { paused: ['sms'] }, 423],
		])('refuses with %s', async (Code, messaging, status) => {
			const other = await openBench({ accounts: [{ ...UNHURRIED, messaging }] });
			const ParticipantToken = await other.participant(await other.sweepstakes(), {
				KeyPhoneNumber: '2025550180',
			});
			const message = { ParticipantToken, Channel: 'sms', Message: 'Hello' };
			expect(await other.call('/messaging/send', message)).toMatchObject({
				status,
				body: { Data: { Code } },
			});
		});

		it('sends 200 messages a day, and up to 120 % of the allowance of a month', async () => {
			const other = await openBench({
				now: () => now,
				accounts: [{ ...UNHURRIED, messaging: { emailsPerMonth: 175, segmentsPerMonth: 2 } }],
			});
			const sweepstakes = await other.sweepstakes();
			const message = async (changes: Json, KeyPhoneNumber = '2025550181') => {
				const ParticipantToken = await other.participant(sweepstakes, {
					KeyEmail: `x${++people}@example.com`,
					KeyPhoneNumber,
				});
				return await other.call('/messaging/send', {
					ParticipantToken,
					Channel: 'email',
					Message: 'Hello',
					...changes,
				});
			};
			expect((await message({ Channel: 'sms', Message: 'x'.repeat(320) })).status).toBe(200);
			expect(await message({ Channel: 'sms' }, '2025550182')).toMatchObject(
				skips({ Reason: 'AllowanceExhausted' }),
			);
			for (let n = 0; n < 199; n++) expect((await message({})).status).toBe(200);
			expect(await message({})).toMatchObject({
				status: 429,
				body: { Data: { Code: 'AccountDailyLimit', Limit: 200 } },
			});
			now += DAY + 1;
			for (let n = 0; n < 11; n++) expect((await message({})).status).toBe(200);
			expect(await message({})).toMatchObject(skips({ Reason: 'AllowanceExhausted' }));
			expect((await other.ok('/messaging/usage')).Data).toEqual({
				ModuleEnabled: true,
				DirectMessageEnabled: true,
				Email: expect.objectContaining({
					Month: '2030-01',
					MaxPerMonth: 175,
					Used: 210,
					Remaining: 0,
					LimitReached: true,
					TransactionalCeiling: 210,
				}),
				Sms: expect.objectContaining({ Used: 2, Remaining: 0, SenderReady: true }),
			});
		});
	});

	describe('The do-not-contact list', () => {
		const list = async (filter: Json = {}) => (await bench.ok('/messaging/suppressions', filter)).Data;
		const add = async (Channel: string, ...Addresses: string[]) =>
			(await bench.ok('/messaging/add-suppressions', { Channel, Addresses })).Data;
		const remove = async (body: Json) => await bench.call('/messaging/remove-suppression', body);
		const addresses = (count: number, prefix: string) =>
			Array.from({ length: count }, (_, n) => `${prefix}${n}@example.com`);

		const adding = contractOf('/messaging/add-suppressions', () => ({
			Channel: 'email',
			Addresses: ['valid@example.com'],
		}));
		checkFields(adding, {
			Channel: required(oneOf('email', 'sms')),
			Addresses: required({
				accepts: [addresses(500, 'many')],
				refuses: [[], addresses(501, 'many'), 'a@example.com', [1], null],
			}),
		});
		const reading = contractOf('/messaging/suppressions', () => ({}));
		checkFields(reading, {
			Channel: oneOf('email', 'sms'),
			Search: text(254),
			Page: { accepts: [0, -1, 99], refuses: ['1', 1.5, null] },
			ItemsPerPage: { accepts: [0, 1, 1_000], refuses: ['1', 1.5, null] },
		});
		const removing = contractOf('/messaging/remove-suppression', async () => {
			const [address] = addresses(1, `removed${++people}-`);
			await add('email', address!);
			return { Channel: 'email', Address: address };
		});
		checkFields(removing, {
			Channel: required({ accepts: ['email'], refuses: ['both', 5, null] }),
			Address: required({ accepts: [], refuses: ['nowhere', 5, null] }),
			AddressHash: { accepts: [], refuses: ['x', 5, null] },
		});

		it('stores an address in one spelling, and a known one keeps its reason', async () => {
			bench.sandbox.suppress({ Channel: 'email', Address: 'gone@example.com', Reason: 'complaint' });
			expect(await add('email', 'A1@Example.com', ' a1@example.com', 'gone@example.com', 'wrong')).toEqual({
				Channel: 'email',
				Received: 4,
				Added: 1,
				AlreadySuppressed: 1,
				Invalid: ['wrong'],
				InvalidCount: 1,
			});
			expect(await add('sms', '202-555-0190', '1 202 555 0190', '+44 20 7123 4567')).toMatchObject({
				Added: 1,
				InvalidCount: 1,
			});
			expect((await list({ Search: 'gone@example.com' })).Suppressions).toEqual([
				{
					Channel: 'email',
					Address: 'gone@example.com',
					AddressHash: expect.stringMatching(/^[0-9a-f]{64}$/),
					Reason: 'complaint',
					CreationDate: expect.stringMatching(INSTANT),
					Removable: false,
				},
			]);
			expect((await list({ Search: '(202) 555-0190' })).Suppressions[0].Address).toBe('+12025550190');
		});

		it('names 100 of the addresses that it cannot read', async () => {
			const { Invalid, InvalidCount } = await add('sms', ...addresses(150, 'wrong'));
			expect([Invalid.length, InvalidCount]).toEqual([100, 150]);
		});

		it('is read in pages, newest first', async () => {
			await add('email', ...addresses(60, 'page'));
			const first = await list({ Channel: 'email' });
			expect(first.Suppressions).toHaveLength(25);
			expect(first.Suppressions[0].Address).toBe('page59@example.com');
			const last = await list({ Channel: 'email', Page: 1_000, ItemsPerPage: 1_000 });
			expect(last).toMatchObject({ Page: last.TotalPages, ItemsPerPage: 100 });
		});

		it('removes only manual addresses, by address or by hash, once', async () => {
			await add('email', 'back1@example.com', 'back2@example.com');
			const [{ AddressHash }] = (await list({ Search: 'back2@example.com' })).Suppressions;
			const gone = { Channel: 'email', Reason: 'manual' };
			expect((await remove({ Channel: 'email', Address: 'BACK1@example.com' })).body.Data).toEqual({
				...gone,
				Address: 'back1@example.com',
			});
			expect((await remove({ Channel: 'email', Address: 'nobody', AddressHash })).body.Data).toEqual({
				...gone,
				Address: 'back2@example.com',
			});
			expect((await remove({ Channel: 'email', AddressHash })).status).toBe(404);
			bench.sandbox.suppress({ Channel: 'email', Address: 'left@example.com', Reason: 'unsubscribe' });
			expect(await remove({ Channel: 'email', Address: 'left@example.com' })).toMatchObject({
				status: 409,
				body: { Data: { Reason: 'unsubscribe' } },
			});
		});

		it('takes 20,000 addresses in a day, and refuses a call above that whole', async () => {
			const other = await openBench({ now: () => now });
			const call = async (n: number, count = 500) =>
				await other.call('/messaging/add-suppressions', {
					Channel: 'email',
					Addresses: addresses(count, `day${n}-`),
				});
			for (let n = 0; n < 39; n++) expect((await call(n)).status).toBe(200);
			expect((await call(0)).status).toBe(200);
			expect(await call(40, 1)).toMatchObject({
				status: 429,
				body: { Data: { Code: 'DailyLimit', Limit: 20_000, AddedToday: 20_000 } },
			});
			now += DAY + 1;
			expect((await call(40, 1)).status).toBe(200);
		});

		it('the control route refuses an address that cannot be read', async () => {
			const sent = { Channel: 'sms', Address: 'nowhere', Reason: 'stop' };
			expect((await bench.call('/_sandbox/suppressions', sent)).status).toBe(400);
			const right = { ...sent, Address: '2025550191' };
			expect((await bench.call('/_sandbox/suppressions', right)).status).toBe(200);
			expect((await list({ Search: '2025550191' })).Suppressions).toHaveLength(1);
		});
	});
});
