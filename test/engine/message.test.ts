import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import type { AccountOptions } from '../../sandbox';
import type { RunOptions } from '../support/engine/engine';
import { by, inDialects, openStages, reopen, search, stage, testRefusals } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesMessage();
const SEND = '/messaging/send';
const ADD = '/messaging/add-suppressions';

openStages();

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `person${n}@example.com`, phone: `202555${1_000 + n}` }));
const [jane] = people(1);

/** Adds participants with US phone numbers. */
async function enter(rows: Array<{ email: string; phone?: string }>): Promise<void> {
	for (const { email, phone } of rows)
		await stage.addParticipant(email, phone ? { KeyPhoneNumber: phone } : {});
}

/** The number of emails that the service has sent. */
const sent = async () =>
	(await stage.api<{ Data: { Email: { Used: number } } }>('/messaging/usage')).Data.Email.Used;

const send = async (
	items: IDataObject[] = [jane!],
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
) =>
	await stage.run(
		node,
		'send',
		{
			sweepstakes: stage.picked,
			participant: byId('={{ $json.email }}'),
			Message: 'You have won!',
			...parameters,
		},
		{ items, ...options },
	);

describe('“Send”', () => {
	test('sends the same text to the same person only once', async () => {
		await enter(people(3));
		const first = listJson(await send(people(3)));
		const again = await send([...people(3), ...people(3)].reverse());
		expect(listJson(again)[0]).toMatchObject({ Duplicate: true, Status: 'delivered' });
		expect(again.hints).toContain(
			'Skipped 6 items: the same person was sent the same message before, in an earlier run or for an earlier item.',
		);
		const { IdempotencyKey } = stage.lastBody();
		expect(IdempotencyKey).toMatch(/^n8n-[A-Za-z0-9_-]{43}$/);
		expect(await sent()).toBe(3);
		// An ID in upper case means the same person.
		await send([{}], { participant: byId((first[0]!.ParticipantToken as string).toUpperCase()) });
		expect(stage.lastBody()).toMatchObject({ IdempotencyKey });
	});

	test('outputs the person’s name and email first, even if the person is chosen by ID', async () => {
		const names = { First_Name: 'Jane', Last_Name: 'Smith' };
		const token = await stage.addParticipant('jane@example.com', {}, names);
		for (const [participant, skipped] of [
			[byId(token), false],
			[byId('jane@example.com'), true],
		] as const) {
			const [item] = listJson(await send([{}], { participant }));
			expect(Object.keys(item!).slice(0, 4)).toEqual(['FirstName', 'LastName', 'Email', 'Status']);
			expect(item).toMatchObject({ FirstName: 'Jane', Email: 'jane@example.com', skipped });
		}
	});

	test('sends nothing to an ID that is not in the sweepstakes, because that person may have opted out', async () => {
		const other = await stage.createSweepstakes('OTHER', 'Other');
		const token = await stage.addParticipant('jane@example.com');
		const { error } = await send([{}], { sweepstakes: byId(other), participant: byId(token) });
		expect(error?.message).toBe(`“${token}” is not in this sweepstakes`);
		expect(stage.callsTo(SEND)).toBe(0);
	});

	inDialects(() => {
		test.each([[['OptOuts']], [['Participants', 'OptOuts']]] as const)(
			'skips a person who is in %j and sends to the others, also in a dry run',
			async (Collections) => {
				await enter(people(2));
				const sought = { SweepstakesToken: stage.sweepstakesToken, KeyEmail: jane!.email };
				stage.sandbox.placeParticipant({ ...sought, Collections: [...Collections] });
				const result = await send(people(2), { Channel: 'both' });
				const optedOut = { skipped: true, Reason: 'OptedOut', Email: jane!.email, Status: 'skipped' };
				const other = { skipped: false, Reason: null };
				expect(listJson(result)).toMatchObject([optedOut, optedOut, other, other]);
				expect(Object.keys(listJson(result)[0]!)).not.toContain('dryRun');
				expect(result.hints).toEqual(['Skipped 2 items: the person has opted out.']);
				expect(stage.callsTo(SEND)).toBe(1);
				const dry = await send(people(2), { options: { dryRun: true } });
				expect(listJson(dry).map(({ skipped }) => skipped)).toEqual([true, false]);
				expect(dry.hints).toContain('Skipped 1 item: the person has opted out.');
			},
		);
	});

	test('skips a person whose opt-out has neither email address nor phone number', async () => {
		const ParticipantToken = await stage.addParticipant(jane!.email!);
		const entry = { ParticipantToken, KeyEmail: jane!.email, Collection: 'Participants' };
		const Entries = [entry, { ParticipantToken, OptOutDate: '2027-01-31T00:00:00Z' }];
		stage.answer('/participants/single', { Data: { TotalEntries: 2, Entries } });
		expect(listJson(await send())).toMatchObject([{ skipped: true, Reason: 'OptedOut' }]);
	});

	test('sends another message if the text, subject or “Idempotency Key” is new, but not a new text with an old key', async () => {
		const [ann, bob] = people(2);
		await enter(people(2));
		const isDuplicate = async (row: IDataObject, parameters?: INodeParameters) =>
			listJson(await send([row], parameters))[0]!.Duplicate;
		const options = { IdempotencyKey: 'reminder-2027-02' };
		for (const parameters of [{}, { Message: 'Won again!' }, { Subject: 'Again' }])
			expect(await isDuplicate(ann!, parameters)).toBe(false);
		for (const parameters of [{}, { options }]) expect(await isDuplicate(bob!, parameters)).toBe(false);
		expect(await isDuplicate(bob!, { options, Message: 'Reminder' })).toBe(true);
	});

	test('a dry run shows as how many text messages a text counts, and a hint names the character that makes it more', async () => {
		await enter([jane!]);
		const options = { dryRun: true };
		const Message = `You’ve won${'x'.repeat(100)}`;
		const result = await send([jane!], { Channel: 'both', Message, options });
		expect(listJson(result)).toMatchObject([{ segments: null }, { segments: 2 }]);
		expect(result.hints.join()).toContain('Because of “’”, a text message has room for 70 characters');
		const [email] = listJson(await send([jane!], { Message, options }));
		expect(email).not.toHaveProperty('segments');
	});

	test.each([
		['draft', true],
		['cancelled', true],
		['pending', false],
	])(
		'a hint says if the text has the link of an invoice that cannot be paid: %s',
		async (Status, isHinted) => {
			await enter([jane!]);
			const row = { ...jane!, Status, PublicLink: 'https://pay.example/invoice?t=1' };
			for (const options of [{ dryRun: true }, {}]) {
				const { hints } = await send([row], { Message: '=Pay at {{ $json.PublicLink }}', options });
				expect(hints.join().includes('cannot be paid')).toBe(isHinted);
			}
		},
	);

	describe('to a person who is picked from the list, for several items', () => {
		const rows = people(3).map(({ email }) => ({ email }));
		const texts = { Message: '={{ "You have won, " + $json.email }}' };
		const picked = async () => ({
			participant: {
				...by('list', await stage.addParticipant('ben@example.com')),
				cachedResultName: 'Ben Cole',
			},
		});

		test.each([[texts], [{ Message: 'You have won' }]])(
			'%j is refused before the first call',
			async (text) => {
				const participant = await picked();
				const { error } = await send(rows, { ...participant, ...text });
				expect(error?.message).toBe(
					'“Participant” is fixed, so 3 messages would all go to “Ben Cole”. To use each item’s person, enter an expression such as {{ $json.Email }}. To do this only once, turn on “Execute Once” in the Settings tab of this node. If you really mean this person for all items, enter the same value as an expression',
				);
				expect(error?.description).toBeUndefined();
				expect(stage.paths()).toEqual([]);
				const { errorItems } = await send(
					rows,
					{ ...participant, ...text },
					{ onError: 'continueErrorOutput' },
				);
				expect(errorItems).toHaveLength(3);
			},
		);

		test('one message, and several messages to a person named by an expression, are sent', async () => {
			const { participant } = await picked();
			expect((await send(rows.slice(1), { participant })).error).toBeDefined();
			expect((await send(rows.slice(2), { participant })).items).toHaveLength(1);
			const byExpression = byId('={{ "ben@example.com" }}');
			expect((await send(rows, { participant: byExpression, ...texts })).items).toHaveLength(3);
			expect(stage.callsTo(SEND)).toBe(3);
		});
	});

	test('a text message has no subject, even if an expression chooses the channel, so another subject does not send it again', async () => {
		await enter([jane!]);
		const Channel = '={{ "sms" }}';
		await send([jane!], { Channel, Subject: 'Hello' });
		expect(stage.lastBody()).not.toHaveProperty('Subject');
		expect(listJson(await send([jane!], { Channel, Subject: 'Hello again' }))[0]!.Duplicate).toBe(true);
	});

	test.each([
		[
			true,
			[
				'Skipped 1 item: the same person was sent the same message before, in an earlier run or for an earlier item.',
			],
		],
		[false, []],
	])('returns the person even if the service names no channels (duplicate: %p)', async (Duplicate, hints) => {
		await enter([jane!]);
		stage.answer(SEND, { Data: { Channels: null, Duplicate } });
		const result = await send();
		expect(listJson(result)).toMatchObject([{ Email: jane!.email, skipped: Duplicate, Duplicate }]);
		expect(result.hints).toEqual(hints);
	});

	const skipped = (Reason: string) => {
		const Channels = [{ Channel: 'email', Status: 'skipped', Reason }];
		return { path: SEND, status: 422, body: { Response: false, Message: 'No.', Data: { Channels } } };
	};

	test.each([
		['refused', { path: SEND, status: 403 }],
		['skipped', skipped('Suppressed')],
	])(
		'if a message is %s after a lost reply, fails with an error saying that the message may have been sent',
		async (_what, fault) => {
			await enter([jane!]);
			stage.lose(SEND, 'after');
			stage.sandbox.faults([fault]);
			const { error, items } = await send();
			expect(items).toEqual([]);
			expect(error?.description).toMatch(
				/^An earlier attempt got no response, so the message may have been sent\. If you run this again soon, it is not sent twice\./,
			);
		},
	);

	test.each([
		['AllowanceExhausted', 'the account’s messages for this month are used up'],
		['<a href="https://example.com">FullMoon</a>', 'see the column “Reason”'],
	])('continues with the other items if a person is skipped on every channel: %s', async (Reason, hint) => {
		await enter(people(2));
		stage.sandbox.faults([skipped(Reason)]);
		const result = await send(people(2));
		expect(listJson(result)).toMatchObject([
			{ skipped: true, Reason, Duplicate: false, ParticipantToken: expect.any(String) },
			{ skipped: false, Reason: null },
		]);
		expect(result.hints).toEqual([`Skipped 1 item: ${hint}.`]);
	});

	test('at the daily limit, fails with the reason, and does not send the remaining messages', async () => {
		await enter(people(3));
		const Data = { Code: 'AccountDailyLimit', Limit: 200 };
		stage.answer(SEND, { Response: false, Message: 'At most 200 messages', Data }, { status: 429 });
		const { errorItems } = await send(people(3), {}, { onError: 'continueErrorOutput' });
		const limit = 'The account has reached its daily limit of messages';
		const notSent = `Not sent, because an earlier item failed: ${limit}`;
		expect(errorItems.map(({ json }) => json.error)).toEqual([limit, notSent, notSent]);
		expect(stage.callsTo(SEND)).toBe(1);
	});

	test('fails for an item with prohibited content, and a workflow can branch on the error’s name', async () => {
		await enter(people(2));
		const rows = people(2).map((one, n) => ({ ...one, text: n === 0 ? 'Prohibited content' : 'Hello' }));
		const Message = '={{ $json.text }}';
		const error = 'Item 1: The message contains content that the service does not allow';
		const result = await send(rows, { Message }, { onError: 'continueRegularOutput' });
		expect(listJson(result)).toMatchObject([{ error, errorName: 'ProhibitedContent' }, { Status: 'queued' }]);
		const stopped = await send(rows, { Message });
		expect(stopped.error?.description).toBe('Nothing was sent. Change the text.');
	});

	test.each<[AccountOptions['messaging'], RegExp]>([
		[{ directMessages: false }, /^The account is not allowed to send messages to individual participants$/],
		[{ paused: ['email'] }, /Email or text messages are paused$/],
	])('fails if the account has the setting %j, and the error says why', async (messaging, sentence) => {
		await reopen({ messaging });
		await enter(people(2));
		expect((await send(people(2))).error?.message).toMatch(sentence);
		expect(stage.callsTo(SEND)).toBe(1);
	});
});

const list = async (filters: INodeParameters = {}) =>
	listJson(await stage.run(node, 'getDoNotContactList', { filters, returnAll: true }));
const suppressed = async () => (await list()).map(({ Address }) => Address).reverse();
const add = async (Channel: string, ...Addresses: string[]) => await stage.api(ADD, { Channel, Addresses });

describe('“Add to Do-Not-Contact List”', () => {
	const suppress = async (items: string[], options: Partial<RunOptions> = {}, Channel = 'email') =>
		await stage.run(
			node,
			'addToDoNotContactList',
			{ Address: '={{ $json.address }}', Channel },
			{ items: items.map((address) => ({ address })), ...options },
		);
	const addresses = (count: number, prefix = 'person') =>
		Array.from({ length: count }, (_, n) => `${prefix}${n}@example.com`);
	const sizes = () => stage.bodies(ADD).map(({ Addresses }) => (Addresses as string[]).length);
	const onError = 'continueErrorOutput';

	test('sends 501 items in two calls, and pairs each address with its item', async () => {
		const result = await suppress(addresses(501));
		expect(sizes()).toEqual([500, 1]);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 501 }, (_, item) => ({ item })),
		);
		expect(listJson(result)[0]).toEqual({
			Address: 'person0@example.com',
			Channel: 'email',
			doNotContact: true,
		});
	});

	test('sends email addresses and phone numbers in separate calls, and each of them only once', async () => {
		const rows = [
			'Jane@Example.com',
			'(202) 555-0100',
			' jane@example.com ',
			'1 202 555 0100',
			'+12025550100',
		];
		const Channel = '={{ $json.address.includes("@") ? "email" : "sms" }}';
		const found = listJson(await suppress(rows, {}, Channel));
		expect(found.map(({ Address, doNotContact: isListed }) => [Address, isListed])).toEqual(
			rows.map((address) => [address.trim(), true]),
		);
		expect(stage.bodies(ADD).map(({ Addresses }) => Addresses)).toEqual([
			[rows[0], 'jane@example.com'],
			['+12025550100'],
		]);
	});

	test.each([
		[10, [160, 60]],
		[0, [150, 50]],
	])(
		'distinguishes 150 rejected addresses from %i good ones, although a reply names only 100 rejected ones',
		async (good, calls) => {
			const result = await suppress([...addresses(150, 'jäne'), ...addresses(good)], { onError });
			expect(sizes()).toEqual(calls);
			expect(result.errorItems).toHaveLength(150);
			expect(result.errorItems[0]!.json.error).toBe(
				'Item 1: “Address” must be an address that the service accepts, but is “jäne0@example.com”',
			);
			expect(result.items).toHaveLength(good);
		},
	);

	test.each([
		['it does not mention rejected addresses', {}, [true, true]],
		['it names rejected addresses but does not count them', { Invalid: ['person0@example.com'] }, [true]],
	])('accepts an incomplete reply if %s', async (_what, Data, expected) => {
		stage.answer(ADD, { Data });
		const result = await suppress(addresses(2), { onError });
		expect(listJson(result).map((one) => one.doNotContact)).toEqual(expected);
		expect(result.errorItems).toHaveLength(2 - expected.length);
		expect(sizes()).toEqual([2]);
	});

	test('if an address is rejected, fails without another call for both items that spell it differently', async () => {
		stage.answer(ADD, { Data: { InvalidCount: 2, Invalid: ['jäne@example.com'] } });
		const result = await suppress(['jäne@example.com', 'JÄNE@example.com'], { onError });
		expect(result.errorItems).toHaveLength(2);
		expect(sizes()).toEqual([2]);
	});

	test('if the reply does not say which address was rejected, does not say which ones were added', async () => {
		stage.answer(ADD, { Data: { InvalidCount: 1, Invalid: ['?'] } });
		const Reason = expect.stringMatching(/^The service rejected some of the addresses/) as string;
		expect(listJson(await suppress(addresses(2)))).toEqual(
			addresses(2).map((Address) => ({ Address, Channel: 'email', doNotContact: null, Reason })),
		);
	});
});

testRefusals(node, 'addToDoNotContactList', {}, [
	[{ Channel: 'email', Address: 'jane' }, '“Address” must be an email address such as jane@example.com'],
	[
		{ Channel: 'sms', Address: '555-0100' },
		'“Address” must be a US or Canadian phone number such as +12025550123, but is “555-0100”',
	],
	[
		{ Channel: 'sms', Address: '+47 22 34 56 78' },
		'“Address” must be a US or Canadian phone number such as +12025550123, but is “+47 22 34 56 78”',
	],
]);
testRefusals(node, 'send', {}, [
	[
		{ sweepstakes: byId(ID), participant: byId(ID), Channel: 'sms', Message: 'x'.repeat(1_601) },
		'“Message” must have at most 1,600 characters for a text message (it counts as 11 text messages), but has 1,601',
	],
	[
		{
			sweepstakes: byId(ID),
			participant: byId(ID),
			Channel: 'sms',
			Message: `You’ve won${'x'.repeat(1_600)}`,
		},
		'“Message” must have at most 1,600 characters for a text message (it counts as 25 text messages because of “’”), but has 1,610',
	],
]);

test.each([
	[{ Channel: 'sms', Search: '1-202-555-0100' }, '+12025550100'],
	[{ Search: 'Jane@Example.com' }, 'jane@example.com'],
])(
	'“Get Do-Not-Contact List” converts the address in %j to the format of the list',
	async (filters, Search) => {
		await stage.run(node, 'getDoNotContactList', { filters });
		expect(stage.lastBody()).toMatchObject({ ...filters, Search });
	},
);

describe('“Remove From Do-Not-Contact List”', () => {
	const unsuppress = async (value: string, Channel = 'email', mode = 'id') =>
		await stage.run(node, 'removeFromDoNotContactList', { Channel, suppression: by(mode, value) });

	test.each([
		['email', 'Jane@example.com', 'jane@example.com'],
		['sms', '(202) 555-0100', '+12025550100'],
	])('finds an address in any format (%s: %s)', async (Channel, typed, Address) => {
		await add(Channel, Address);
		const removed = { doNotContact: false, Channel, Address, Reason: 'manual' };
		expect(listJson(await unsuppress(typed, Channel))).toEqual([removed]);
		expect(await suppressed()).toEqual([]);
	});

	test('fails for somebody who unsubscribed, and the error explains why', async () => {
		stage.sandbox.suppress({ Channel: 'email', Address: 'jane@example.com', Reason: 'unsubscribe' });
		const { error } = await unsuppress('jane@example.com');
		expect(error?.description).toBe(
			'The service gives the reason “unsubscribe”. You can remove only addresses that were added by hand or with Message › Add to Do-Not-Contact List.',
		);
	});

	test('the picker lists the removable addresses of the chosen channel', async () => {
		await add('email', 'jane@example.com', 'joe@example.com');
		stage.sandbox.suppress({ Channel: 'email', Address: 'stopped@example.com', Reason: 'stop' });
		await add('sms', '2025550100');
		const names = async (Channel: string, filter?: string) =>
			(await search(node, 'searchSuppressions', { Channel }, filter)).map(({ name }) => name);
		expect(await names('email')).toEqual(['joe@example.com (manual)', 'jane@example.com (manual)']);
		expect(await names('sms')).toEqual(['+12025550100 (manual)']);
		expect(await names('email', 'joe')).toEqual(['joe@example.com (manual)']);
		expect(await names('email', 'jane@example.com')).toEqual(['jane@example.com (manual)']);
		expect(stage.lastBody()).toMatchObject({ Search: 'jane@example.com' });
		expect(await names('sms', '(202) 555-0100')).toEqual(['+12025550100 (manual)']);
		expect(stage.lastBody()).toMatchObject({ Search: '+12025550100' });
	});
});
