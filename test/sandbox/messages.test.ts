import { DAY, NOON, openService, UNHURRIED, type Bench, type Json } from './harness';
import type { AccountOptions } from '../../sandbox';

let bench: Bench;
let token: string;
let now: number;
let people = 0;
const open = async (messaging: AccountOptions['messaging'] = {}) => {
	bench = await openService({ now: () => now, accounts: [{ ...UNHURRIED, messaging }] });
	token = await bench.sweepstakes();
};
beforeEach(async () => {
	now = NOON;
	await open();
});
afterEach(async () => await bench.close());

const conflict = (Data: Json, status = 409) => ({ status, body: { Data } });

describe('Messages', () => {
	const person = async (changes: Json = {}) =>
		await bench.participant(token, {
			KeyEmail: `m${++people}@example.com`,
			KeyPhoneNumber: '+12025550100',
			...changes,
		});
	const send = async (body: Json) =>
		await bench.call('/messaging/send', { Channel: 'email', Message: 'Hello', ...body });
	const skips = (...Reasons: string[]) =>
		conflict(
			{
				Channels: Reasons.map((Reason) => expect.objectContaining({ Status: 'skipped', Reason }) as Json),
			} as Json,
			422,
		);

	it('go to each channel', async () => {
		const { body } = await send({ ParticipantToken: await person(), Channel: 'both' });
		expect(body.Data.Channels).toMatchObject([
			{ Channel: 'email', Status: 'queued' },
			{ Channel: 'sms', Status: 'queued' },
		]);
	});

	it('are not sent a second time with the same key, except to another participant', async () => {
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

	it.each<[string, number, ['ParticipantsAmoe' | 'OptOuts']]>([
		['an AMOE entry', 200, ['ParticipantsAmoe']],
		['an opt-out', 404, ['OptOuts']],
	])('to %s are answered with %d', async (_what, status, Collections) => {
		const ParticipantToken = await person();
		bench.sandbox.placeParticipant({ SweepstakesToken: token, ParticipantToken, Collections });
		expect((await send({ ParticipantToken })).status).toBe(status);
	});

	it('skip a channel without an address, abroad, or on the do-not-contact list', async () => {
		const nobody = await person({ KeyEmail: undefined, KeyPhoneNumber: undefined });
		expect(await send({ ParticipantToken: nobody, Channel: 'both' })).toMatchObject(
			skips('NoAddress', 'NoAddress'),
		);
		const abroad = await person({ KeyPhoneNumber: '+442071234567' });
		expect(await send({ ParticipantToken: abroad, Channel: 'sms' })).toMatchObject(
			skips('UnsupportedCountry'),
		);
		const listed = await person({ KeyPhoneNumber: '2025550177' });
		bench.sandbox.suppress({ Channel: 'sms', Address: '+1 (202) 555-0177', Reason: 'stop' });
		const { body } = await send({ ParticipantToken: listed, Channel: 'both' });
		expect(body.Data.Channels).toMatchObject([
			{ Status: 'queued' },
			{ Status: 'skipped', Reason: 'Suppressed' },
		]);
	});

	it('go to an address three times a day', async () => {
		const ParticipantToken = await person();
		for (let n = 0; n < 3; n++) expect((await send({ ParticipantToken, Channel: 'both' })).status).toBe(200);
		const limit = 'RecipientDailyLimit';
		expect(await send({ ParticipantToken, Channel: 'both' })).toMatchObject(skips(limit, limit));
		now += DAY + 1;
		expect((await send({ ParticipantToken, Channel: 'sms' })).status).toBe(200);
	});

	it.each([
		['longer than 1,600 characters by SMS', 'x'.repeat(1_601), 400],
		['prohibited', 'Some Prohibited Content', 422],
	])('are refused when %s', async (_what, Message, status) => {
		expect((await send({ ParticipantToken: await person(), Channel: 'both', Message })).status).toBe(status);
	});

	it.each<[string, AccountOptions['messaging'], number]>([
		['DirectMessageNotEnabled', { directMessages: false }, 403],
		['NoRegisteredSmsSender', { smsSender: false }, 403],
		['ChannelPaused', { paused: ['sms'] }, 423],
	])('are refused with %s', async (Code, messaging, status) => {
		await open(messaging);
		expect(await send({ ParticipantToken: await person(), Channel: 'sms' })).toMatchObject(
			conflict({ Code }, status),
		);
	});

	it('are 200 a day, and up to 120 % of the allowance of a month', async () => {
		await open({ emailsPerMonth: 175, segmentsPerMonth: 2 });
		const message = async (changes: Json = {}, keys: Json = {}) =>
			await send({ ParticipantToken: await person(keys), ...changes });
		expect((await message({ Channel: 'sms', Message: 'x'.repeat(320) })).status).toBe(200);
		const another = { KeyPhoneNumber: '2025550182' };
		expect(await message({ Channel: 'sms' }, another)).toMatchObject(skips('AllowanceExhausted'));
		for (let n = 0; n < 199; n++) expect((await message()).status).toBe(200);
		expect(await message()).toMatchObject(conflict({ Code: 'AccountDailyLimit', Limit: 200 }, 429));
		now += DAY + 1;
		for (let n = 0; n < 11; n++) expect((await message()).status).toBe(200);
		expect(await message()).toMatchObject(skips('AllowanceExhausted'));
		const used = { Month: '2030-01', MaxPerMonth: 175, Used: 210, Remaining: 0, LimitReached: true };
		expect(await bench.data('/messaging/usage')).toMatchObject({
			Email: { ...used, TransactionalCeiling: 210 },
			Sms: { Used: 2, Remaining: 0, SenderReady: true },
		});
		now = Date.UTC(2030, 1, 1);
		expect((await message()).status).toBe(200);
	});
});

describe('The do-not-contact list', () => {
	const list = async (filter: Json = {}) => await bench.data('/messaging/suppressions', filter);
	const add = async (Channel: string, ...Addresses: string[]) =>
		await bench.call('/messaging/add-suppressions', { Channel, Addresses });
	const remove = async (body: Json) =>
		await bench.call('/messaging/remove-suppression', { Channel: 'email', ...body });
	const addresses = (count: number, prefix: string) =>
		Array.from({ length: count }, (_, n) => `${prefix}${n}@example.com`);

	it('has an address in one spelling, and a known one keeps its reason', async () => {
		bench.sandbox.suppress({ Channel: 'email', Address: 'gone@example.com', Reason: 'complaint' });
		const { body } = await add('email', 'A1@Example.com', ' a1@example.com', 'gone@example.com', 'wrong');
		const counts = { Received: 4, Added: 1, AlreadySuppressed: 1, Invalid: ['wrong'], InvalidCount: 1 };
		expect(body.Data).toEqual({ Channel: 'email', ...counts });
		const numbers = await add('sms', '202-555-0190', '1 202 555 0190', '+44 20 7123 4567');
		expect(numbers.body.Data).toMatchObject({ Added: 1, InvalidCount: 1 });
		const [gone] = (await list({ Search: 'gone@example.com' })).Suppressions as [Json];
		expect(gone).toMatchObject({ Reason: 'complaint', Removable: false });
		expect((await list({ Search: '(202) 555-0190' })).Suppressions[0].Address).toBe('+12025550190');
	});

	it('names 100 of the addresses that it cannot read', async () => {
		const { Invalid, InvalidCount } = (await add('sms', ...addresses(150, 'wrong'))).body.Data;
		expect([Invalid.length, InvalidCount]).toEqual([100, 150]);
	});

	it('is read in pages, newest first', async () => {
		await add('email', ...addresses(160, 'page'));
		await add('sms', '2025550190');
		const first = await list({ Channel: 'email' });
		expect([first.Suppressions.length, first.Suppressions[0].Address]).toEqual([25, 'page159@example.com']);
		const last = await list({ Channel: 'email', Page: 1_000, ItemsPerPage: 1_000 });
		expect(last).toMatchObject({ Page: 2, TotalPages: 2, ItemsPerPage: 100, TotalResults: 160 });
	});

	it('loses only addresses that were added by hand, by address or by hash, once', async () => {
		await add('email', 'back1@example.com', 'back2@example.com');
		const [{ AddressHash }] = (await list({ Search: 'back2@example.com' })).Suppressions as [Json];
		const gone = { Channel: 'email', Reason: 'manual' };
		const first = await remove({ Address: 'BACK1@example.com' });
		expect(first.body.Data).toEqual({ ...gone, Address: 'back1@example.com' });
		const second = await remove({ Address: 'nobody', AddressHash });
		expect(second.body.Data).toEqual({ ...gone, Address: 'back2@example.com' });
		expect((await remove({ AddressHash })).status).toBe(404);
		expect([(await remove({ Address: 'nobody' })).status, (await remove({})).status]).toEqual([400, 400]);
		bench.sandbox.suppress({ Channel: 'email', Address: 'left@example.com', Reason: 'unsubscribe' });
		expect(await remove({ Address: 'left@example.com' })).toMatchObject(conflict({ Reason: 'unsubscribe' }));
	});

	it('takes 20,000 addresses in a day, and refuses a call above that whole', async () => {
		for (let n = 0; n < 40; n++)
			expect((await add('email', ...addresses(500, `${n % 39}-`))).status).toBe(200);
		const data = { Code: 'DailyLimit', Limit: 20_000, AddedToday: 20_000 };
		expect(await add('email', 'one@example.com')).toMatchObject(conflict(data, 429));
		now += DAY + 1;
		expect((await add('email', 'one@example.com')).status).toBe(200);
	});
});

/** The state after each call. */
async function statesAfter(calls: string[], body: Json): Promise<Json[]> {
	const states: Json[] = [];
	for (const name of calls) {
		const { status, body: reply } = await bench.call(`/messaging/${name}`, body);
		const { Campaign, Drip, Status } = reply.Data as Json;
		states.push([status, (Campaign ?? Drip ?? { Status }).Status]);
	}
	return states;
}

const namesIn = (list: Json[]) => list.map(({ Name }) => Name as string);

describe('Campaigns', () => {
	const STATUSES = [
		'sent',
		'delivered',
		'opened',
		'clicked',
		'bounced',
		'queued',
		'suppressed',
		'failed',
	] as const;
	const Recipients = STATUSES.map((Status, n) => ({ Address: `r${n}@example.com`, Status }));
	const add = (changes: Json = {}) => ({
		CampaignToken: bench.sandbox.addCampaign({
			Name: 'News',
			SweepstakesToken: token,
			Recipients,
			...changes,
		}),
	});
	const call = async (name: string, body: Json) => await bench.call(`/messaging/${name}-campaign`, body);
	const single = async (one: Json) => (await bench.data('/messaging/campaign', one)).Campaign as Json;

	it('are filtered, newest first, without archived ones', async () => {
		add({ Name: 'Autumn Leaves' });
		add({ Name: 'autumn leaves too', Status: 'paused' });
		add({ Name: 'Autumn leaves, archived', Archived: true });
		add({ Name: 'Autumn leaves of the account', SweepstakesToken: null });
		const list = async (filter: Json) => {
			const found = await bench.data('/messaging/campaigns', { Search: 'autumn leaves', ...filter });
			return namesIn(found.Campaigns as Json[]);
		};
		expect(await list({ SweepstakesToken: token })).toEqual(['autumn leaves too', 'Autumn Leaves']);
		expect(await list({ Status: 'paused' })).toEqual(['autumn leaves too']);
		expect(await list({ Archived: 'true' })).toEqual(['Autumn leaves, archived']);
		expect(await list({ Archived: 'false' })).toHaveLength(3);
		expect(await list({ Channel: 'sms' })).toEqual([]);
	});

	it('count their recipients, and have content by channel', async () => {
		expect(await single(add())).toMatchObject({
			Counters: {
				...{ Targeted: 8, Queued: 1, Sent: 5, Delivered: 3, Opened: 2, Clicked: 1, Bounced: 1, Failed: 1 },
				Excluded: { Suppressed: 1 },
			},
			Actions: { Pause: true, Resume: false, Cancel: true },
			Content: { Subject: 'News', SmsBody: null },
		});
		const sms = await single(add({ Channel: 'sms' }));
		expect(sms.Content).toMatchObject({ Subject: null, SmsBody: expect.any(String), Blocks: [] });
		expect((await single(add({ Status: 'completed' }))).CompletedAt).toEqual(expect.any(String));
	});

	it('have a report with percentages of those sent', async () => {
		expect(await bench.data('/messaging/campaign-report', add())).toMatchObject({
			Rates: { Delivered: 60, Opened: 40, Clicked: 20, Bounced: 20 },
			ByStatus: { opened: 1, queued: 1 },
			TopErrors: [{ Count: 1 }],
			TopLinks: [{ Clicks: 1 }],
		});
		expect(await bench.data('/messaging/campaign-report', add({ Recipients: [] }))).toMatchObject({
			...{ Rates: { Delivered: 0 }, TopErrors: null, Timeline: null, TopLinks: null },
		});
	});

	it('list recipients in the order of the queue, by status and by exact address', async () => {
		const campaign = add();
		const list = async (filter: Json = {}) =>
			(await bench.data('/messaging/campaign-recipients', { ...campaign, ...filter })).Recipients as Json[];
		expect((await list()).map(({ Status }) => Status as string)).toEqual(STATUSES);
		expect(await list({ Status: 'bounced' })).toMatchObject([{ ErrorCode: 'MailboxFull', OpenedAt: null }]);
		expect(await list({ Search: 'R2@Example.com' })).toMatchObject([
			{ Address: 'r2@example.com', OpenedAt: expect.any(String), ClickedAt: null, NextAttemptAt: null },
		]);
		expect(await list({ Search: 'nowhere' })).toEqual([]);
	});

	it('are paused, resumed and cancelled, once each, and report the released units', async () => {
		const campaign = add();
		const steps = ['pause', 'pause', 'resume', 'resume'].map((name) => `${name}-campaign`);
		expect(await statesAfter(steps, campaign)).toEqual([
			[200, 'paused'],
			[409, 'paused'],
			[200, 'sending'],
			[409, 'sending'],
		]);
		const counts = { Sent: 5, CancelledRows: 1, ReleasedUnits: 1 };
		expect((await call('cancel', campaign)).body.Data).toEqual({
			...{ ...campaign, PreviousStatus: 'sending', Status: 'cancelled', ...counts },
		});
		expect(await call('cancel', campaign)).toMatchObject(conflict({ Status: 'cancelled' }));
		expect((await single(campaign)).Counters).toMatchObject({ Queued: 0, Sent: 5 });
	});

	it('stay as they are once stopped to protect delivery, or without a complete list', async () => {
		const held = { Status: 'blocked', BlockedReason: 'HighBounceRate' };
		for (const name of ['resume', 'cancel'])
			expect(await call(name, add(held))).toMatchObject(conflict(held));
		expect((await single(add(held))).Actions.Cancel).toBe(false);
		expect((await call('cancel', add({ ...held, BlockedReason: 'NoFromName' }))).status).toBe(200);
		expect(await call('resume', add({ Status: 'paused', Listed: false }))).toMatchObject(
			conflict({ Status: 'paused' }),
		);
	});

	it('are not resumed while the channel is paused or there is no number', async () => {
		await open({ paused: ['sms'], smsSender: false });
		const { status, body } = await call('resume', add({ Channel: 'sms', Status: 'paused' }));
		const codes = body.Data.Findings.map(({ Code }: Json) => Code as string) as string[];
		expect([status, codes]).toEqual([422, ['ChannelPaused', 'NoRegisteredSmsSender']]);
	});
});

describe('Drips', () => {
	const Contacts = [
		{ SourceToken: 'a' },
		{ SourceToken: 'b', Status: 'exited' as const },
		{ SourceToken: 'c', Status: 'completed' as const, SourceType: 'lead' as const },
	];
	const add = (changes: Json = {}) => ({
		DripToken: bench.sandbox.addDrip({ Name: 'Welcome', SweepstakesToken: token, Contacts, ...changes }),
	});
	const call = async (name: string, body: Json) => await bench.call(`/messaging/${name}`, body);

	it('are filtered, newest first, with the limit of the plan', async () => {
		add({ Name: 'Spring one' });
		add({ Name: 'spring two', Status: 'paused' });
		add({ Name: 'Spring gone', Archived: true });
		const { Drips, ...rest } = await bench.data('/messaging/drips', { Search: 'SPRING' });
		expect(Drips).toMatchObject([
			{ Name: 'spring two', PausedAt: expect.any(String) },
			{ Name: 'Spring one', PausedAt: null, Counters: { Enrolled: 3, Active: 1, Completed: 1 } },
		]);
		expect(rest).toMatchObject({
			TotalResults: 2,
			PlanLimit: { CurrentCount: 3, Unlimited: true },
			CanRun: true,
		});
		const { Drips: paused } = await bench.data('/messaging/drips', { Status: 'paused' });
		expect(namesIn(paused as Json[])).toEqual(['spring two']);
	});

	it('have one step by channel, and a report of their contacts', async () => {
		const { Steps } = (await bench.data('/messaging/drip', add({ Channel: 'sms' }))).Drip as Json;
		expect(Steps).toMatchObject([{ Content: { SmsBody: expect.any(String) } }]);
		expect(await bench.data('/messaging/drip-report', add())).toMatchObject({
			...{ Days: 30, Totals: { Sent: 3 }, Rates: { Delivered: 100 } },
		});
		const empty = await bench.data('/messaging/drip-report', add({ Contacts: [] }));
		expect(empty.Rates.Delivered).toBe(0);
	});

	it('list contacts newest first, by status and by contact', async () => {
		const drip = add();
		const list = async (filter: Json = {}) =>
			(await bench.data('/messaging/drip-enrollments', { ...drip, ...filter })).Enrollments as Json[];
		expect((await list()).map(({ SourceToken }) => SourceToken as string)).toEqual(['c', 'b', 'a']);
		expect(await list({ Status: 'exited' })).toMatchObject([{ ExitReason: 'unsubscribed', NextStep: null }]);
		expect(await list({ SourceToken: 'a' })).toMatchObject([{ Status: 'active', NextStep: 1 }]);
	});

	it('remove a contact once', async () => {
		const contact = { ...add(), SourceToken: 'a' };
		expect((await call('drip-remove-contact', contact)).body.Data).toEqual({ ...contact, Removed: 1 });
		expect(await call('drip-remove-contact', contact)).toMatchObject(
			conflict({ Status: 'exited', ExitReason: 'removed' }),
		);
		expect((await call('drip-remove-contact', { ...contact, SourceToken: 'nobody' })).status).toBe(404);
		const { Drip } = await bench.data('/messaging/drip', contact);
		expect(Drip.Counters).toMatchObject({ Active: 0, Exited: { Removed: 1, Unsubscribed: 1 } });
	});

	it('are paused and resumed, each once', async () => {
		const steps = ['pause-drip', 'pause-drip', 'resume-drip', 'resume-drip'];
		expect(await statesAfter(steps, add())).toEqual([
			[200, 'paused'],
			[409, 'paused'],
			[200, 'active'],
			[409, 'active'],
		]);
	});

	it.each<[string, number, Json, AccountOptions['messaging']]>([
		['Blocked', 409, { Status: 'blocked' }, {}],
		['EditedSincePause', 409, { Status: 'paused', Edited: true }, {}],
		['NoRegisteredSmsSender', 403, { Status: 'paused', Channel: 'sms' }, { smsSender: false }],
		['ChannelPaused', 423, { Status: 'paused', Channel: 'sms' }, { paused: ['sms'] }],
	])('are not resumed with the reason %s', async (Reason, status, changes, messaging) => {
		await open(messaging);
		expect(await call('resume-drip', add(changes))).toMatchObject(conflict({ Reason }, status));
	});

	it('can be changed only if the messages module is enabled too', async () => {
		bench = await openService({ accounts: [{ modules: { messages: false } }] });
		const contact = { ...add({ SweepstakesToken: null }), SourceToken: 'a' };
		for (const name of ['drip-remove-contact', 'pause-drip', 'resume-drip'])
			expect((await call(name, contact)).status).toBe(403);
		expect((await call('drip', contact)).status).toBe(200);
	});
});
