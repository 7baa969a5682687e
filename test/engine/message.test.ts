import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import type { AccountOptions, Dialect } from '../../sandbox';
import type { DirectMessage, Suppression } from '../../sandbox/records';
import { startSandboxWithRecords } from '../support/records';
import { shortenWaits } from '../support/waits';
import type { RunOptions } from './engine';
import { byId, jsonOf, Stage, UNLIMITED } from './stage';

const node = new SweepstakesMessage();
const SEND = '/messaging/send';
const ADD = '/messaging/add-suppressions';

let stage: Stage;
let sent: () => Promise<DirectMessage[]>;
let suppressed: () => Promise<Suppression[]>;
let close: () => Promise<unknown>;

async function open(account: Partial<AccountOptions> = {}, dialect?: Dialect): Promise<void> {
	const accounts = [{ plan: UNLIMITED, ...account }];
	const { sandbox, records } = await startSandboxWithRecords({ accounts, sample: false, dialect });
	stage = await Stage.on(sandbox);
	sent = async () => [...(await records()).messages.all()];
	suppressed = async () => [...(await records()).suppressions.all()];
	close = records;
}

/** Starts the test with another account. */
async function reopen(account: Partial<AccountOptions>, dialect?: Dialect): Promise<void> {
	await close();
	await open(account, dialect);
}

beforeEach(async () => {
	await open();
	shortenWaits();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await close();
});

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `person${n}@example.com`, phone: `202555${1_000 + n}` }));

/** Adds participants, with phone numbers of the US. */
async function enter(rows: Array<{ email: string; phone?: string }>): Promise<void> {
	for (const { email, phone } of rows)
		await stage.addParticipant(email, phone ? { KeyPhoneNumber: phone } : {});
}

const send = async (
	items: IDataObject[],
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
) =>
	await stage.run(
		node,
		'send',
		{
			sweepstakes: stage.picked,
			participant: { __rl: true, mode: 'KeyEmail', value: '={{ $json.email }}' },
			Message: 'You have won!',
			...parameters,
		},
		{ items, ...options },
	);

describe('Send', () => {
	const [jane] = people(1);

	test('sends to each channel, and each comes out with what the next node needs', async () => {
		await enter([jane!]);
		const result = await send([jane!], { Channel: 'both', Subject: 'Congratulations' });
		expect(jsonOf(result)).toEqual(
			['email', 'sms'].map((Channel) => ({
				Status: 'queued',
				Channel,
				skipped: false,
				Reason: null,
				Message: null,
				Duplicate: false,
				NotificationId: expect.any(String),
				ParticipantToken: expect.any(String),
				MessageToken: expect.any(String),
			})),
		);
		const stored = await sent();
		expect(
			stored.map(({ Channel, Address, Subject, Message }) => [Channel, Address, Subject, Message]),
		).toEqual([
			['email', jane!.email, 'Congratulations', 'You have won!'],
			['sms', jane!.phone, 'Congratulations', 'You have won!'],
		]);
	});

	test('the same text goes to the same person once, however often the workflow runs', async () => {
		await enter(people(3));
		await send(people(3));
		const again = await send([...people(3)].reverse());
		expect(jsonOf(again).map(({ Duplicate, Status }) => [Duplicate, Status])).toEqual(
			Array(3).fill([true, 'delivered']),
		);
		expect(again.hints).toContain('Skipped 3 items: the same message was sent before.');
		expect(await sent()).toHaveLength(3);
	});

	test('a person whose ID is written in capitals gets the same text once', async () => {
		await enter([jane!]);
		const [first] = jsonOf(await send([jane!]));
		const { IdempotencyKey } = stage.lastBody();
		await send([{}], { participant: byId((first!.ParticipantToken as string).toUpperCase()) });
		expect(stage.lastBody()).toMatchObject({ IdempotencyKey });
	});

	test('a person who is in the list twice gets the same text once', async () => {
		await enter([jane!]);
		expect(jsonOf(await send([jane!, jane!])).map(({ Duplicate }) => Duplicate)).toEqual([false, true]);
		expect(await sent()).toHaveLength(1);
	});

	test.each<[string, INodeParameters]>([
		['another text', { Message: 'You have won again!' }],
		['another subject', { Subject: 'Again' }],
		['another key', { options: { IdempotencyKey: 'reminder-2027-02' } }],
	])('%s is another message', async (_what, parameters) => {
		await enter([jane!]);
		await send([jane!]);
		expect(jsonOf(await send([jane!], parameters))).toMatchObject([{ Duplicate: false }]);
		expect(await sent()).toHaveLength(2);
	});

	test('with the same key, another text is not sent', async () => {
		await enter([jane!]);
		const options = { IdempotencyKey: 'reminder-2027-02' };
		await send([jane!], { options });
		expect(jsonOf(await send([jane!], { options, Message: 'Reminder' }))).toMatchObject([
			{ Duplicate: true },
		]);
	});

	test('the key is in the form that the service takes', async () => {
		await enter([jane!]);
		await send([jane!], { Message: 'ä'.repeat(5_000) });
		expect(stage.lastBody().IdempotencyKey).toMatch(/^n8n-[A-Za-z0-9_-]{43}$/);
	});

	test('a run that is stopped while it sends 50 messages, and run again, sends each once', async () => {
		await enter(people(50));
		const controller = new AbortController();
		stage.sandbox.faults([
			{ path: SEND, times: 19 },
			// Processed after the run has ended.
			{ path: SEND, delayMs: 300 },
		]);
		const running = send(people(50), {}, { signal: controller.signal });
		while (stage.paths().filter((path) => path === SEND).length < 20)
			await new Promise((resolve) => setTimeout(resolve, 5));
		controller.abort();
		expect((await running).status).toBe('canceled');
		await new Promise((resolve) => setTimeout(resolve, 400));
		const again = await send(people(50));
		expect(again.items).toHaveLength(50);
		const addresses = (await sent()).map(({ Address }) => Address);
		expect(addresses.sort()).toEqual(
			people(50)
				.map(({ email }) => email)
				.sort(),
		);
	});

	test('a run that loses the answer of a processed message, and is run again, sends each once', async () => {
		await enter(people(5));
		stage.sandbox.faults([
			{ path: SEND, times: 2 },
			{ path: SEND, drop: 'after' },
			{ path: SEND, drop: 'before', times: 3 },
		]);
		const { error } = await send(people(5));
		expect(error?.message).toMatch(/^Item 3: The service did not confirm this/);
		expect((await send(people(5))).items).toHaveLength(5);
		expect(await sent()).toHaveLength(5);
	});

	test('a refusal after a lost answer does not say that nothing was sent', async () => {
		await enter([jane!]);
		stage.sandbox.faults([
			{ path: SEND, drop: 'after' },
			{ path: SEND, status: 403 },
		]);
		const { error } = await send([jane!]);
		expect(error?.description).toMatch(
			/^An earlier attempt got no answer, so the message may have been sent\. Running this again does not send it twice\./,
		);
	});

	test('a person who is skipped after a lost answer may have got the message, so the item fails', async () => {
		await enter([jane!]);
		const Channels = [{ Channel: 'email', Status: 'skipped', Reason: 'Suppressed' }];
		stage.sandbox.faults([
			{ path: SEND, drop: 'after' },
			{ path: SEND, status: 422, body: { Response: false, Message: 'No.', Data: { Channels } } },
		]);
		const { error, items } = await send([jane!]);
		expect(items).toEqual([]);
		expect(error?.description).toMatch(
			/^An earlier attempt got no answer, so the message may have been sent/,
		);
	});

	test('a channel that is skipped comes out with the reason, and is no failure', async () => {
		await enter([{ email: 'jane@example.com' }]);
		const result = await send([{ email: 'jane@example.com' }], { Channel: 'both' });
		expect(jsonOf(result).map(({ Channel, skipped, Reason }) => [Channel, skipped, Reason])).toEqual([
			['email', false, null],
			['sms', true, 'NoAddress'],
		]);
		expect(result.hints).toContain('Skipped 1 item: the participant has no address for the channel.');
	});

	test('a person who gets nothing on any channel does not stop the others', async () => {
		await enter(people(3));
		stage.sandbox.suppress({ Channel: 'email', Address: 'PERSON1@example.com', Reason: 'unsubscribe' });
		const result = await send(people(3));
		expect(jsonOf(result).map(({ skipped, Reason }) => [skipped, Reason])).toEqual([
			[false, null],
			[true, 'Suppressed'],
			[false, null],
		]);
		expect(jsonOf(result)[1]).toMatchObject({ Duplicate: false, ParticipantToken: expect.any(String) });
		expect(result.hints).toContain('Skipped 1 item: the address is on the do-not-contact list.');
	});

	test('a reason that the reference does not know is in the item, and never in a hint, which is shown as HTML', async () => {
		await enter([jane!]);
		const Reason = '<a href="https://example.com">FullMoon</a>';
		const Channels = [{ Channel: 'email', Status: 'skipped', Reason }];
		stage.sandbox.faults([
			{ path: SEND, status: 422, body: { Response: false, Message: 'No.', Data: { Channels } } },
		]);
		const result = await send([jane!]);
		expect(jsonOf(result)).toMatchObject([{ skipped: true, Reason }]);
		expect(result.hints).toEqual(['Skipped 1 item: the column “Reason” says why.']);
	});

	test('an address gets three messages in 24 hours, and the next is skipped', async () => {
		await enter([jane!]);
		for (const Message of ['One', 'Two', 'Three']) await send([jane!], { Message });
		expect(jsonOf(await send([jane!], { Message: 'Four' }))).toMatchObject([
			{ skipped: true, Reason: 'RecipientDailyLimit' },
		]);
		stage.sandbox.advance(25 * 3_600_000);
		expect(jsonOf(await send([jane!], { Message: 'Four' }))).toMatchObject([{ skipped: false }]);
	});

	test('the allowance of the month is used up at 120 %', async () => {
		await reopen({ messaging: { emailsPerMonth: 5 } });
		await enter(people(7));
		expect(jsonOf(await send(people(7))).map(({ Reason }) => Reason)).toEqual([
			...Array<null>(6).fill(null),
			'AllowanceExhausted',
		]);
	});

	test('after 200 messages in a day, the next fails and says why, and the others are not tried', async () => {
		const rows = people(203);
		await enter(rows);
		const { items, errorItems } = await send(rows, {}, { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(200);
		const limit = 'The service refused this: At most 200 messages in 24 hours [AccountDailyLimit]';
		expect(errorItems.map(({ json }) => json)).toEqual([
			{ ...rows[200], error: limit },
			...rows.slice(201).map((row) => ({
				...row,
				error: `Not sent, because an earlier item failed: ${limit}`,
			})),
		]);
		expect(stage.paths().filter((path) => path === SEND)).toHaveLength(201);
		// What was sent before is not held up by the limit.
		expect(jsonOf(await send(rows.slice(0, 1)))).toMatchObject([{ Duplicate: true }]);
	});

	test('text of more than 1,600 characters is refused for SMS before anything is sent, and not for both', async () => {
		await enter([jane!]);
		const long = { Message: 'x'.repeat(1_601), participant: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f') };
		expect(await stage.refusal(node, 'send', { sweepstakes: stage.picked, ...long, Channel: 'sms' })).toMatch(
			/^Item 1: “Message” must have at most 1,600 characters for a text message/,
		);
		await send([{ email: jane!.email }], { ...long, Channel: 'both' });
		expect(stage.paths()).toEqual([SEND]);
	});

	test('prohibited content fails the item, and a workflow can branch on the name', async () => {
		await enter(people(2));
		const rows = people(2).map((one, n) => ({
			...one,
			text: n === 0 ? 'Prohibited content' : 'You have won!',
		}));
		const result = await send(rows, { Message: '={{ $json.text }}' }, { onError: 'continueRegularOutput' });
		expect(jsonOf(result)).toEqual([
			{
				...rows[0],
				error: 'Item 1: The service refused this: The message has prohibited content [ProhibitedContent]',
				errorName: 'ProhibitedContent',
			},
			expect.objectContaining({ Status: 'queued' }),
		]);
		const { error } = await send(rows, { Message: '={{ $json.text }}' });
		expect(error?.description).toMatch(/^The service found: sandbox\. Change the text/);
	});

	test('an account that may not send messages ends the run, and the error says what to do', async () => {
		await reopen({ messaging: { directMessages: false } });
		await enter(people(3));
		const { error } = await send(people(3));
		expect(error?.message).toBe(
			'The service does not allow this for your account: Direct messages are not enabled for this account [DirectMessageNotEnabled]',
		);
		expect(error?.description).toMatch(/^Your account may not send messages to single participants/);
		expect(stage.paths().filter((path) => path === SEND)).toHaveLength(1);
	});

	test('without a number to send from, text messages fail, and emails are sent', async () => {
		await reopen({ messaging: { smsSender: false } });
		await enter(people(2));
		const rows = people(2).map((one, n) => ({ ...one, channel: n === 0 ? 'sms' : 'email' }));
		const { items, errorItems } = await send(
			rows,
			{ Channel: '={{ $json.channel }}' },
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(1);
		expect(errorItems[0]!.json.error).toMatch(/\[NoRegisteredSmsSender\]$/);
	});

	test('a paused channel fails, and the error says what to do', async () => {
		await reopen({ messaging: { paused: ['email'] } });
		await enter([jane!]);
		expect((await send([jane!])).error?.description).toMatch(/^Email or text messages are paused/);
	});

	test('works where the service follows the reference', async () => {
		await reopen({}, 'reference');
		await enter([jane!]);
		expect(jsonOf(await send([jane!], { Channel: 'both' })).map(({ Status }) => Status)).toEqual([
			'queued',
			'queued',
		]);
	});
});

const list = async (filters: INodeParameters = {}, more: INodeParameters = { returnAll: true }) =>
	jsonOf(await stage.run(node, 'getSuppressions', { filters, ...more }));

describe('Suppress', () => {
	const suppress = async (
		items: IDataObject[],
		options: Partial<RunOptions> = {},
		parameters: INodeParameters = {},
	) =>
		await stage.run(
			node,
			'suppress',
			{ Address: '={{ $json.address }}', ...parameters },
			{ items, ...options },
		);
	const addresses = (count: number, prefix = 'person') =>
		Array.from({ length: count }, (_, n) => ({ address: `${prefix}${n}@example.com` }));
	const sizes = () =>
		stage.sandbox
			.calls()
			.filter(({ path }) => path === ADD)
			.map(({ body }) => (body as { Addresses: string[] }).Addresses.length);

	test('sends 1,200 items in three calls, and pairs each address with its item', async () => {
		const result = await suppress(addresses(1_200));
		expect(sizes()).toEqual([500, 500, 200]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 1_200 }, (_, item) => ({ item })),
		);
		expect(jsonOf(result)[0]).toEqual({ Address: 'person0@example.com', Channel: 'email', suppressed: true });
		expect(await suppressed()).toHaveLength(1_200);
	});

	test('takes an address twice, in any case, and one that is on the list already', async () => {
		await suppress([{ address: 'jane@example.com' }]);
		const items = ['Jane@Example.com', 'jane@example.com', ' jane@example.com '].map((address) => ({
			address,
		}));
		expect(jsonOf(await suppress(items)).map((one) => one.suppressed)).toEqual([true, true, true]);
		expect(await suppressed()).toHaveLength(1);
	});

	test('sends email addresses and phone numbers in calls of their own', async () => {
		const items = [
			{ address: 'jane@example.com', channel: 'email' },
			{ address: '(202) 555-0100', channel: 'sms' },
			{ address: 'joe@example.com', channel: 'email' },
			{ address: '+12025550101', channel: 'sms' },
		];
		const result = await suppress(items, {}, { Channel: '={{ $json.channel }}' });
		expect(sizes()).toEqual([2, 2]);
		expect(jsonOf(result).map(({ Address }) => Address)).toEqual(items.map(({ address }) => address));
		expect((await suppressed()).map(({ Address }) => Address)).toEqual([
			'jane@example.com',
			'joe@example.com',
			'+12025550100',
			'+12025550101',
		]);
	});

	test('sends a phone number in E.164, however it is written', async () => {
		const items = ['(202) 555-0100', '1 202 555 0100', '+12025550100'].map((address) => ({ address }));
		expect(jsonOf(await suppress(items, {}, { Channel: 'sms' })).map(({ Address }) => Address)).toEqual(
			items.map(({ address }) => address),
		);
		expect(stage.lastBody().Addresses).toEqual(['+12025550100']);
	});

	test.each([
		['email', 'jane', '“Address” must be an email address such as jane@example.com, but is “jane”'],
		[
			'sms',
			'555-0100',
			'“Address” must be a phone number of the US or Canada such as +12025550123, but is “555-0100”',
		],
	])(
		'%s: what cannot be an address is refused before anything is sent',
		async (Channel, Address, message) => {
			expect(await stage.refusal(node, 'suppress', { Channel, Address })).toBe(`Item 1: ${message}`);
		},
	);

	test('an address that the service refuses fails alone', async () => {
		const items = [{ address: 'jane@example.com' }, { address: 'jäne@example.com' }];
		const result = await suppress(items, { onError: 'continueErrorOutput' });
		expect(jsonOf(result)).toMatchObject([{ Address: 'jane@example.com', suppressed: true }]);
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			{
				address: 'jäne@example.com',
				error: 'Item 2: “Address” must be an address that the service accepts, but is “jäne@example.com”',
			},
		]);
	});

	test('finds all of more than 100 refused addresses, although the service names 100', async () => {
		const items = [...addresses(150, 'jäne'), ...addresses(10)];
		const result = await suppress(items, { onError: 'continueErrorOutput' });
		expect(sizes()).toEqual([160, 60]);
		expect(result.errorItems).toHaveLength(150);
		expect(result.items).toHaveLength(10);
	});

	test('all refused addresses fail, and no call is made without an address', async () => {
		const result = await suppress(addresses(101, 'jäne'), { onError: 'continueErrorOutput' });
		expect(sizes()).toEqual([101, 1]);
		expect(result.errorItems).toHaveLength(101);
	});

	test('an address that the service counts twice fails, and no other call is made', async () => {
		const items = [{ address: 'jäne@example.com' }, { address: 'JÄNE@example.com' }];
		const Data = { InvalidCount: 2, Invalid: ['jäne@example.com'] };
		stage.sandbox.faults([{ path: ADD, body: { Response: true, Data } }]);
		const result = await suppress(items, { onError: 'continueErrorOutput' });
		expect(result.errorItems).toHaveLength(2);
		expect(sizes()).toEqual([2]);
	});

	test.each([
		['none is refused', {}, [true, true]],
		['the refused are named but not counted', { Invalid: ['person0@example.com'] }, [true]],
	])('a short answer is enough: %s', async (_what, Data, expected) => {
		stage.sandbox.faults([{ path: ADD, body: { Response: true, Data } }]);
		const result = await suppress(addresses(2), { onError: 'continueErrorOutput' });
		expect(jsonOf(result).map((one) => one.suppressed)).toEqual(expected);
		expect(result.errorItems).toHaveLength(2 - expected.length);
		expect(sizes()).toEqual([2]);
	});

	test('does not claim what the service does not say', async () => {
		stage.sandbox.faults([
			{ path: ADD, body: { Response: true, Data: { InvalidCount: 1, Invalid: ['?'] } } },
		]);
		expect(jsonOf(await suppress(addresses(2)))).toEqual(
			[0, 1].map((n) => ({
				Address: `person${n}@example.com`,
				Channel: 'email',
				suppressed: null,
				reason: expect.stringMatching(/^The service refused some addresses/),
			})),
		);
	});

	test('after 20,000 addresses in a day, the call is refused whole, and the error says so', async () => {
		for (let n = 0; n < 40; n++) {
			const Addresses = addresses(500, `batch${n}-`).map(({ address }) => address);
			await stage.api(ADD, { Channel: 'email', Addresses });
		}
		const { error } = await suppress(addresses(2));
		expect(error?.message).toMatch(/^Item 1 and 1 other: .*\[DailyLimit\]$/);
		expect(error?.description).toMatch(
			/^20000 were added in the last 24 hours\. Waiting a minute does not help/,
		);
		expect(await suppressed()).toHaveLength(20_000);
	});
});

describe('Get Suppressions', () => {
	test('reads all pages, newest first', async () => {
		const Addresses = Array.from({ length: 250 }, (_, n) => `person${n}@example.com`);
		await stage.api(ADD, { Channel: 'email', Addresses });
		const found = await list();
		expect(found).toHaveLength(250);
		expect(found[0]).toEqual({
			Address: 'person249@example.com',
			Channel: 'email',
			Reason: 'manual',
			Removable: true,
			CreationDate: expect.any(String),
			AddressHash: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(stage.paths()).toHaveLength(3);
	});

	test('entries without a hash are all returned', async () => {
		const Suppressions = ['jane@example.com', 'joe@example.com'].map((Address) => ({
			Channel: 'email',
			Address,
		}));
		const Data = { Suppressions, TotalResults: 2, TotalPages: 1 };
		stage.sandbox.faults([{ path: '/messaging/suppressions', body: { Response: true, Data } }]);
		expect(await list()).toMatchObject(Suppressions);
	});

	test('filters by channel and by whole address', async () => {
		await stage.api(ADD, { Channel: 'email', Addresses: ['jane@example.com', 'joe@example.com'] });
		await stage.api(ADD, { Channel: 'sms', Addresses: ['2025550100'] });
		const addressesOf = (found: IDataObject[]) => found.map(({ Address }) => Address);
		expect(addressesOf(await list({ Channel: 'sms' }))).toEqual(['+12025550100']);
		expect(addressesOf(await list({ Search: 'JOE@example.com' }))).toEqual(['joe@example.com']);
		expect(await list({ Search: 'joe' })).toEqual([]);
	});
});

describe('Unsuppress', () => {
	const unsuppress = async (value: string, mode = 'Address') =>
		await stage.run(node, 'unsuppress', { Channel: 'email', suppression: { __rl: true, mode, value } });
	const add = async (...Addresses: string[]) => await stage.api(ADD, { Channel: 'email', Addresses });

	test('takes an address off the list', async () => {
		await add('jane@example.com');
		const [item] = jsonOf(await unsuppress('Jane@example.com'));
		expect(item).toEqual({
			suppressed: false,
			Channel: 'email',
			Address: 'jane@example.com',
			Reason: 'manual',
		});
		expect(Object.keys(item!).slice(0, 3)).toEqual(['Address', 'Channel', 'suppressed']);
		expect(await suppressed()).toEqual([]);
	});

	test('finds a phone number however it is written', async () => {
		await stage.api(ADD, { Channel: 'sms', Addresses: ['+12025550100'] });
		const suppression = { __rl: true, mode: 'Address', value: '(202) 555-0100' };
		await stage.run(node, 'unsuppress', { Channel: 'sms', suppression });
		expect(stage.lastBody().Address).toBe('+12025550100');
		expect(await suppressed()).toEqual([]);
	});

	test('after a lost answer, the address is off the list, and the item says that nobody knows who did it', async () => {
		await add('jane@example.com');
		stage.sandbox.faults([{ path: '/messaging/remove-suppression', drop: 'after' }]);
		expect(jsonOf(await unsuppress('jane@example.com'))).toEqual([
			{
				suppressed: false,
				Channel: 'email',
				Address: 'jane@example.com',
				noLongerThere: true,
				message: expect.stringMatching(/^No longer there/),
			},
		]);
	});

	test('somebody who unsubscribed stays on the list, and the error says why', async () => {
		stage.sandbox.suppress({ Channel: 'email', Address: 'jane@example.com', Reason: 'unsubscribe' });
		const { error } = await unsuppress('jane@example.com');
		expect(error?.message).toMatch(/\[unsubscribe\]$/);
		expect(error?.description).toBe(
			'Only addresses that were put on the list by hand or by Suppress can be taken off it.',
		);
	});

	test('the picker lists what can be taken off, of the chosen channel', async () => {
		await add('jane@example.com', 'joe@example.com');
		stage.sandbox.suppress({ Channel: 'email', Address: 'stopped@example.com', Reason: 'stop' });
		await stage.api(ADD, { Channel: 'sms', Addresses: ['2025550100'] });
		const names = async (Channel: string, filter?: string) =>
			(await stage.search(node, 'searchSuppressions', { Channel }, filter)).results.map(({ name }) => name);
		expect(await names('email')).toEqual(['joe@example.com (manual)', 'jane@example.com (manual)']);
		expect(await names('sms')).toEqual(['+12025550100 (manual)']);
		expect(await names('email', 'joe')).toEqual(['joe@example.com (manual)']);
		expect(await names('email', 'jane@example.com')).toEqual(['jane@example.com (manual)']);
		expect(stage.lastBody()).toMatchObject({ Search: 'jane@example.com' });
	});

	test('what the picker gives is taken off', async () => {
		await add('jane@example.com');
		const { results } = await stage.search(node, 'searchSuppressions', { Channel: 'email' });
		expect(jsonOf(await unsuppress(results[0]!.value as string, 'list'))).toMatchObject([
			{ suppressed: false },
		]);
	});

	test('the picker shows an entry without an address or reason', async () => {
		const AddressHash = 'a'.repeat(64);
		stage.sandbox.faults([
			{
				path: '/messaging/suppressions',
				body: { Response: true, Data: { Suppressions: [{ AddressHash }, { Address: 'jane@example.com' }] } },
			},
		]);
		const { results } = await stage.search(node, 'searchSuppressions', { Channel: 'email' });
		expect(results).toEqual([
			{ name: AddressHash, value: AddressHash },
			{ name: 'jane@example.com', value: 'jane@example.com' },
		]);
	});
});

describe('Get Usage', () => {
	test('returns what is left on each channel', async () => {
		await reopen({ messaging: { emailsPerMonth: 5 } });
		await enter(people(2));
		await send(people(2));
		const items = jsonOf(await stage.run(node, 'getUsage'));
		expect(items).toMatchObject([
			{ Channel: 'email', Remaining: 3, Used: 2, MaxPerMonth: 5, LimitReached: false, Paused: false },
			{ Channel: 'sms', Remaining: null, Used: 0, Unlimited: true },
		]);
	});
});
