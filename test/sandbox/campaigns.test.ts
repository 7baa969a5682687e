import { knowsItsAccount, NOON, openBench, UNHURRIED, type Bench, type Contract, type Json } from './harness';
import { checkFields, flag, oneOf, required, text, uuid } from './kinds';

let bench: Bench;
let token: string;
let names = 0;
beforeAll(async () => {
	bench = await openBench({
		now: () => NOON,
		accounts: [
			UNHURRIED,
			{ token: 'other' },
			{ token: 'off', modules: { messages: false } },
			{ token: 'none', modules: { drips: false } },
		],
	});
	token = await bench.sweepstakes();
});

const page = { accepts: [0, -1, 99], refuses: ['1', 1.5, null] };
const contractOf = (path: string, valid: () => Json | Promise<Json>): Contract => ({
	bench: () => bench,
	path,
	valid,
});

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
	const add = (changes: Json = {}) =>
		bench.sandbox.addCampaign({ Name: `News ${++names}`, SweepstakesToken: token, Recipients, ...changes });
	const one = () => ({ CampaignToken: add() });
	const call = async (name: string, body: Json) => await bench.call(`/messaging/${name}`, body);
	const single = async (CampaignToken: string) =>
		(await bench.ok('/messaging/campaign', { CampaignToken })).Data.Campaign as Json;

	describe('POST /messaging/campaigns', () => {
		checkFields(
			contractOf('/messaging/campaigns', () => ({})),
			{
				SweepstakesToken: uuid,
				Channel: oneOf('email', 'sms'),
				Category: oneOf('marketing', 'transactional', 'referral'),
				Status: oneOf('draft', 'sending', 'blocked'),
				Search: text(100),
				Archived: { accepts: [true, false, 'true'], refuses: ['yes', 1, null] },
				Page: page,
				ItemsPerPage: page,
			},
		);

		it('filters, newest first, and leaves archived ones out', async () => {
			add({ Name: 'Autumn Leaves' });
			add({ Name: 'autumn leaves too', Status: 'paused' });
			add({ Name: 'Autumn leaves, archived', Archived: true });
			add({ Name: 'Autumn leaves of the account', SweepstakesToken: null });
			const list = async (filter: Json) =>
				(await bench.ok('/messaging/campaigns', { Search: 'autumn leaves', ...filter })).Data.Campaigns.map(
					({ Name }: Json) => Name,
				);
			expect(await list({ SweepstakesToken: token })).toEqual(['autumn leaves too', 'Autumn Leaves']);
			expect(await list({ Status: 'paused' })).toEqual(['autumn leaves too']);
			expect(await list({ Archived: true })).toEqual(['Autumn leaves, archived']);
			expect(await list({ Channel: 'sms' })).toEqual([]);
		});
	});

	describe('POST /messaging/campaign', () => {
		const contract = contractOf('/messaging/campaign', one);
		checkFields(contract, { CampaignToken: required(uuid) });
		knowsItsAccount(contract, 'CampaignToken');

		it('answers the record with counters, content and what may be done now', async () => {
			const campaign = await single(add());
			expect(campaign).toMatchObject({
				Status: 'sending',
				Counters: {
					Targeted: 8,
					Queued: 1,
					Sent: 5,
					Delivered: 3,
					Opened: 2,
					Clicked: 1,
					Bounced: 1,
					Failed: 1,
				},
				Actions: { Pause: true, Resume: false, Cancel: true },
				Content: { Subject: campaign.Name, SmsBody: null },
			});
			expect((await single(add({ Channel: 'sms' }))).Content).toMatchObject({
				Subject: null,
				SmsBody: expect.any(String),
				Blocks: [],
			});
			expect((await single(add({ Status: 'completed' }))).CompletedAt).toEqual(expect.any(String));
		});
	});

	describe('POST /messaging/campaign-report', () => {
		knowsItsAccount(contractOf('/messaging/campaign-report', one), 'CampaignToken');

		it('answers counts and percentages of those sent', async () => {
			const { Data } = await bench.ok('/messaging/campaign-report', one());
			expect(Data).toMatchObject({
				Rates: { Delivered: 60, Opened: 40, Clicked: 20, Bounced: 20 },
				ByStatus: { opened: 1, queued: 1 },
				TopErrors: [{ Count: 1 }],
				TopLinks: [{ Clicks: 1 }],
				RowsExpired: false,
			});
			const empty = { CampaignToken: add({ Recipients: [] }) };
			expect((await bench.ok('/messaging/campaign-report', empty)).Data).toMatchObject({
				Rates: { Delivered: 0 },
				TopErrors: null,
				Timeline: null,
				TopLinks: null,
			});
		});
	});

	describe('POST /messaging/campaign-recipients', () => {
		const contract = contractOf('/messaging/campaign-recipients', one);
		checkFields(contract, {
			CampaignToken: required(uuid),
			Status: oneOf('queued', 'opened', 'cancelled'),
			Search: text(254),
			Page: page,
			ItemsPerPage: page,
		});
		knowsItsAccount(contract, 'CampaignToken');

		it('answers in the order of the queue, by status and by exact address', async () => {
			const campaign = one();
			const list = async (filter: Json = {}) =>
				(await bench.ok('/messaging/campaign-recipients', { ...campaign, ...filter })).Data
					.Recipients as Json[];
			expect((await list()).map(({ Status }) => Status)).toEqual(STATUSES);
			expect(await list({ Status: 'bounced' })).toMatchObject([{ ErrorCode: 'MailboxFull', OpenedAt: null }]);
			expect(await list({ Search: 'R2@Example.com' })).toMatchObject([
				{ Address: 'r2@example.com', OpenedAt: expect.any(String), ClickedAt: null },
			]);
			const sms = { CampaignToken: add({ Channel: 'sms', Recipients: [{ Address: '+12025550100' }] }) };
			const { Data } = await bench.ok('/messaging/campaign-recipients', { ...sms, Search: 'nowhere' });
			expect(Data.Recipients).toEqual([]);
		});
	});

	describe('States', () => {
		it.each(['pause', 'resume', 'cancel'])(
			'/messaging/%s-campaign checks its token and the module',
			async (name) => {
				expect((await call(`${name}-campaign`, { CampaignToken: 'x' })).status).toBe(400);
				const { status } = await bench.call(`/messaging/${name}-campaign`, one(), { token: 'off' });
				expect(status).toBe(403);
				expect((await bench.call(`/messaging/${name}-campaign`, one(), { token: 'other' })).status).toBe(404);
			},
		);

		it('pauses, resumes and cancels, each once', async () => {
			const campaign = one();
			const steps: Json[] = [];
			for (const name of ['pause', 'pause', 'resume', 'resume', 'cancel', 'cancel']) {
				const { status, body } = await call(`${name}-campaign`, campaign);
				steps.push([status, body.Data.Campaign?.Status ?? body.Data.Status]);
			}
			expect(steps).toEqual([
				[200, 'paused'],
				[409, 'paused'],
				[200, 'sending'],
				[409, 'sending'],
				[200, 'cancelled'],
				[409, 'cancelled'],
			]);
			expect((await single(campaign.CampaignToken)).Counters).toMatchObject({ Queued: 0, Sent: 5 });
		});

		it('a cancellation answers what was released', async () => {
			const { body } = await call('cancel-campaign', one());
			expect(body.Data).toEqual({
				CampaignToken: expect.any(String),
				PreviousStatus: 'sending',
				Status: 'cancelled',
				Sent: 5,
				CancelledRows: 1,
				ReleasedUnits: 1,
			});
		});

		it('neither resumes nor cancels a campaign that was stopped to protect delivery', async () => {
			const CampaignToken = add({ Status: 'blocked', BlockedReason: 'HighBounceRate' });
			const refused = { status: 409, body: { Data: { Status: 'blocked', BlockedReason: 'HighBounceRate' } } };
			expect(await call('resume-campaign', { CampaignToken })).toMatchObject(refused);
			expect(await call('cancel-campaign', { CampaignToken })).toMatchObject(refused);
			const other = { CampaignToken: add({ Status: 'blocked', BlockedReason: 'NoFromName' }) };
			expect((await call('cancel-campaign', other)).status).toBe(200);
		});

		it('does not resume a campaign whose list is not complete', async () => {
			const CampaignToken = add({ Status: 'paused', Listed: false });
			expect(await call('resume-campaign', { CampaignToken })).toMatchObject({
				status: 409,
				body: { Data: { Status: 'paused' } },
			});
		});

		it('answers findings while the channel is paused or there is no number', async () => {
			const other = await openBench({ accounts: [{ messaging: { paused: ['sms'], smsSender: false } }] });
			const CampaignToken = other.sandbox.addCampaign({ Name: 'Texts', Channel: 'sms', Status: 'paused' });
			const { status, body } = await other.call('/messaging/resume-campaign', { CampaignToken });
			expect({ status, Findings: body.Data.Findings.map(({ Code }: Json) => Code) }).toEqual({
				status: 422,
				Findings: ['ChannelPaused', 'NoRegisteredSmsSender'],
			});
		});
	});
});

describe('Drips', () => {
	const add = (changes: Json = {}) =>
		bench.sandbox.addDrip({
			Name: `Welcome ${++names}`,
			SweepstakesToken: token,
			Contacts: [
				{ SourceToken: 'a' },
				{ SourceToken: 'b', Status: 'exited' },
				{ SourceToken: 'c', Status: 'completed', SourceType: 'lead' },
			],
			...changes,
		});
	const one = () => ({ DripToken: add() });
	const call = async (name: string, body: Json) => await bench.call(`/messaging/${name}`, body);

	it.each([
		'drips',
		'drip',
		'drip-report',
		'drip-enrollments',
		'drip-remove-contact',
		'pause-drip',
		'resume-drip',
	])('/messaging/%s answers 403 without the module', async (name) => {
		expect((await bench.call(`/messaging/${name}`, one(), { token: 'none' })).status).toBe(403);
	});

	it.each(['drip-remove-contact', 'pause-drip', 'resume-drip'])(
		'/messaging/%s also needs the module of messages',
		async (name) => {
			const body = { ...one(), SourceToken: 'a' };
			expect((await bench.call(`/messaging/${name}`, body, { token: 'off' })).status).toBe(403);
		},
	);

	describe('POST /messaging/drips', () => {
		checkFields(
			contractOf('/messaging/drips', () => ({})),
			{
				SweepstakesToken: uuid,
				Channel: oneOf('email', 'sms'),
				Status: oneOf('draft', 'active', 'blocked'),
				Search: text(100),
				Archived: flag,
				Page: page,
				ItemsPerPage: page,
			},
		);

		it('filters, newest first, with the limit of the plan', async () => {
			add({ Name: 'Spring one' });
			add({ Name: 'spring two', Status: 'paused' });
			const { Drips, ...rest } = (await bench.ok('/messaging/drips', { Search: 'SPRING' })).Data;
			expect(Drips).toMatchObject([
				{ Name: 'spring two', PausedAt: expect.any(String) },
				{ Name: 'Spring one', PausedAt: null, Counters: { Enrolled: 3, Active: 1, Completed: 1 } },
			]);
			expect(rest).toMatchObject({ TotalResults: 2, PlanLimit: { Unlimited: true }, CanRun: true });
		});
	});

	describe.each(['drip', 'drip-report', 'drip-enrollments', 'pause-drip', 'resume-drip'])(
		'POST /messaging/%s',
		(name) => {
			const contract = contractOf(`/messaging/${name}`, () => ({
				DripToken: add({ Status: name === 'resume-drip' ? 'paused' : 'active' }),
			}));
			checkFields(contract, { DripToken: required(uuid) });
			knowsItsAccount(contract, 'DripToken');
		},
	);

	it('a drip has steps, as email or text message', async () => {
		const { Data } = await bench.ok('/messaging/drip', one());
		expect(Data.Drip.Steps).toMatchObject([{ Index: 0, Content: { Subject: expect.any(String) } }]);
		const sms = await bench.ok('/messaging/drip', { DripToken: add({ Channel: 'sms' }) });
		expect(sms.Data.Drip.Steps).toMatchObject([{ Content: { SmsBody: expect.any(String) } }]);
	});

	checkFields(contractOf('/messaging/drip-report', one), { Days: oneOf(7, 30, 90, 180) });

	it('a report counts each contact once', async () => {
		expect((await bench.ok('/messaging/drip-report', one())).Data).toMatchObject({
			Days: 30,
			Totals: { Sent: 3 },
			Rates: { Delivered: 100 },
			Steps: [{ Index: 0 }],
		});
		const empty = { DripToken: add({ Contacts: [] }) };
		expect((await bench.ok('/messaging/drip-report', empty)).Data.Rates.Delivered).toBe(0);
	});

	checkFields(contractOf('/messaging/drip-enrollments', one), {
		Status: oneOf('active', 'completed', 'exited'),
		SourceToken: text(),
		Page: page,
		ItemsPerPage: page,
	});

	it('lists contacts newest first, by status and by contact', async () => {
		const drip = one();
		const list = async (filter: Json = {}) =>
			(await bench.ok('/messaging/drip-enrollments', { ...drip, ...filter })).Data.Enrollments as Json[];
		expect((await list()).map(({ SourceToken }) => SourceToken)).toEqual(['c', 'b', 'a']);
		expect(await list({ Status: 'exited' })).toMatchObject([{ ExitReason: 'unsubscribed', NextStep: null }]);
		expect(await list({ SourceToken: 'a' })).toMatchObject([{ Status: 'active', NextStep: 1 }]);
	});

	const removing = contractOf('/messaging/drip-remove-contact', () => ({ ...one(), SourceToken: 'a' }));
	checkFields(removing, {
		DripToken: required(uuid),
		SourceToken: required({ accepts: [], refuses: ['', 5, null] }),
	});
	knowsItsAccount(removing, 'DripToken');

	it('removes a contact once', async () => {
		const contact = { ...one(), SourceToken: 'a' };
		expect((await call('drip-remove-contact', contact)).body.Data).toEqual({ ...contact, Removed: 1 });
		expect(await call('drip-remove-contact', contact)).toMatchObject({
			status: 409,
			body: { Data: { Status: 'exited', ExitReason: 'removed' } },
		});
		expect((await call('drip-remove-contact', { ...contact, SourceToken: 'nobody' })).status).toBe(404);
		const { Drip } = (await bench.ok('/messaging/drip', contact)).Data;
		expect(Drip.Counters).toMatchObject({ Active: 0, Exited: { Removed: 1, Unsubscribed: 1 } });
	});

	it('pauses and resumes, each once', async () => {
		const drip = one();
		const steps: Json[] = [];
		for (const name of ['pause-drip', 'pause-drip', 'resume-drip', 'resume-drip']) {
			const { status, body } = await call(name, drip);
			steps.push([status, body.Data.Drip?.Status ?? body.Data.Status]);
		}
		expect(steps).toEqual([
			[200, 'paused'],
			[409, 'paused'],
			[200, 'active'],
			[409, 'active'],
		]);
	});

	it.each([
		['Blocked', { Status: 'blocked' }],
		['EditedSincePause', { Status: 'paused', Edited: true }],
	])('does not resume with the reason %s', async (Reason, changes) => {
		expect(await call('resume-drip', { DripToken: add(changes) })).toMatchObject({
			status: 409,
			body: { Data: { Reason } },
		});
	});

	it.each([
		['NoRegisteredSmsSender', { smsSender: false }, 403],
		['ChannelPaused', { paused: ['sms' as const] }, 423],
	])('does not resume with the reason %s', async (Reason, messaging, status) => {
		const other = await openBench({ accounts: [{ messaging }] });
		const DripToken = other.sandbox.addDrip({ Name: 'Texts', Channel: 'sms', Status: 'paused' });
		expect(await other.call('/messaging/resume-drip', { DripToken })).toMatchObject({
			status,
			body: { Data: { Reason } },
		});
	});

	it('control routes make campaigns and drips', async () => {
		const campaign = await bench.ok('/_sandbox/campaigns', { Name: 'By route' });
		expect((await bench.ok('/messaging/campaign', campaign)).Data.Campaign.Name).toBe('By route');
		const drip = await bench.ok('/_sandbox/drips', { Name: 'By route' });
		expect((await bench.ok('/messaging/drip', drip)).Data.Drip.Name).toBe('By route');
		expect((await bench.call('/_sandbox/drips', { Title: 'No name' })).status).toBe(400);
	});
});
