import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesCampaign } from '../../nodes/SweepstakesCampaign/SweepstakesCampaign.node';
import { startSandbox, type AccountOptions } from '../../sandbox';
import { shortenWaits } from '../support/waits';
import { byId, jsonOf, Stage, UNLIMITED } from './stage';

const node = new SweepstakesCampaign();
const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

let stage: Stage;

async function open(account: Partial<AccountOptions> = {}): Promise<void> {
	const accounts = [{ plan: UNLIMITED, ...account }];
	stage = await Stage.on(await startSandbox({ accounts, sample: false }));
}

beforeEach(async () => {
	await open();
	shortenWaits();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await stage.close();
});

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);

describe('a campaign', () => {
	const Recipients = ['clicked', 'delivered', 'bounced', 'queued'].map((Status, n) => ({
		Address: `person${n}@example.com`,
		Status: Status as 'clicked',
	}));
	const add = (changes: object = {}) =>
		stage.sandbox.addCampaign({ Name: 'Summer News', Recipients, ...changes });

	test('comes out flat, with its counts beside its name', async () => {
		const CampaignToken = add();
		expect(jsonOf(await run('get', { campaign: byId(CampaignToken) }))).toEqual([
			{
				Name: 'Summer News',
				Status: 'sending',
				Channel: 'email',
				Category: 'marketing',
				BlockedReason: null,
				Targeted: 4,
				Queued: 1,
				Sent: 3,
				Delivered: 2,
				Opened: 1,
				Clicked: 1,
				Bounced: 1,
				Complained: 0,
				Unsubscribed: 0,
				Failed: 0,
				Subject: 'Summer News',
				Preheader: null,
				SmsBody: null,
				ScheduledAt: null,
				LaunchedAt: expect.any(String),
				CompletedAt: null,
				CreationDate: expect.any(String),
				Blocks: [{ Type: 'text', Text: 'Have you seen our prizes?', Label: null, Url: null }],
				CampaignToken,
				SweepstakesToken: null,
			},
		]);
	});

	test('is found among 250 in three calls', async () => {
		for (let n = 0; n < 250; n++) add({ Name: `News ${n}` });
		const names = jsonOf(await run('getMany', { returnAll: true })).map(({ Name }) => Name);
		expect(new Set(names).size).toBe(250);
		expect(stage.paths()).toHaveLength(3);
	});

	test('the lists without a limit ask for no more than is wanted', async () => {
		add();
		await run('getMany', { limit: 7 });
		expect(stage.lastBody()).toEqual({ Page: 1, ItemsPerPage: 7 });
	});

	test('a report has percentages beside the counts', async () => {
		const [report] = jsonOf(await run('getReport', { campaign: byId(add()) }));
		expect(report).toMatchObject({ Name: 'Summer News', Sent: 3, DeliveredRate: 66.67, OpenedRate: 33.33 });
		expect(report).toMatchObject({ TopLinks: [{ Clicks: 1 }], RowsExpired: false });
	});

	test('a report that does not contain the campaign still says what it is about', async () => {
		const body = { Response: true, Data: { Counters: { Sent: 3 }, Rates: { Opened: 50 } } };
		stage.sandbox.faults([{ path: '/messaging/campaign-report', body }]);
		expect(jsonOf(await run('getReport', { campaign: byId(ID) }))).toEqual([
			{ Sent: 3, OpenedRate: 50, CampaignToken: ID },
		]);
	});

	test.each([
		['getMany', 'campaigns', 'Campaigns'],
		['getManyDrips', 'drips', 'Drips'],
	])('%s returns all records, although the service sends no ID', async (operation, path, key) => {
		const Data = { [key]: [{ Name: 'Summer' }, { Name: 'Winter' }], TotalResults: 2, TotalPages: 1 };
		stage.sandbox.faults([{ path: `/messaging/${path}`, body: { Response: true, Data } }]);
		expect(jsonOf(await run(operation))).toEqual([{ Name: 'Summer' }, { Name: 'Winter' }]);
	});

	test('recipients without an address are all returned', async () => {
		const Data = { Recipients: [{ Status: 'sent' }, { Status: 'opened' }], TotalResults: 2, TotalPages: 1 };
		stage.sandbox.faults([{ path: '/messaging/campaign-recipients', body: { Response: true, Data } }]);
		expect(jsonOf(await run('getRecipients', { campaign: byId(ID) }))).toHaveLength(2);
	});

	test('content that is not an object is left out', async () => {
		const Data = { Campaign: { Name: 'Summer News', Content: null } };
		stage.sandbox.faults([{ path: '/messaging/campaign', body: { Response: true, Data } }]);
		expect(jsonOf(await run('get', { campaign: byId(ID) }))).toEqual([{ Name: 'Summer News' }]);
	});

	test('one that is paused already is refused, and the error says in which status it is', async () => {
		const { error } = await run('pause', { campaign: byId(add({ Status: 'completed' })) });
		expect(error?.message).toBe('The service refused this: The campaign is completed');
		expect(error?.description).toBe('The status is “completed”.');
	});

	test('one that was stopped to protect delivery says why', async () => {
		const campaign = byId(add({ Status: 'blocked', BlockedReason: 'HighBounceRate' }));
		const { error } = await run('resume', { campaign });
		expect(error?.message).toMatch(/\[HighBounceRate\]$/);
		expect(error?.description).toMatch(/^The service stopped it to protect delivery/);
	});

	test('findings that forbid to resume it are named', async () => {
		await stage.close();
		await open({ messaging: { paused: ['email'] } });
		const { error } = await run('resume', { campaign: byId(add({ Status: 'paused' })) });
		expect(error?.description).toBe(
			'The service found: ChannelPaused (The channel is paused). Email or text messages are paused. Resume them in the application. Nothing was sent.',
		);
	});

	test('the picker searches names, and shows channel and status', async () => {
		add();
		add({ Name: 'Winter News', Status: 'paused', Channel: 'sms' });
		const names = async (filter?: string) =>
			(await stage.search(node, 'searchCampaigns', {}, filter)).results.map(({ name }) => name);
		expect(await names()).toEqual(['Winter News (sms, paused)', 'Summer News (email, sending)']);
		expect(await names(' summer ')).toEqual(['Summer News (email, sending)']);
	});

	test('the picker reads page after page, and shows what has no name by its ID', async () => {
		const Campaigns = [{ CampaignToken: ID }, { Name: 'Without an ID' }];
		const body = { Response: true, Data: { Campaigns, TotalResults: 200, TotalPages: 2 } };
		stage.sandbox.faults([{ path: '/messaging/campaigns', body }]);
		expect(await stage.search(node, 'searchCampaigns')).toEqual({
			results: [{ name: ID, value: ID }],
			paginationToken: '2',
		});
	});
});

describe('a drip', () => {
	const add = (changes: object = {}) => stage.sandbox.addDrip({ Name: 'Welcome', ...changes });

	test('comes out flat, with its counts of people beside its name', async () => {
		const DripToken = add({ Contacts: [{ SourceToken: 'a' }] });
		expect(jsonOf(await run('getManyDrips'))).toMatchObject([
			{ Name: 'Welcome', Status: 'active', Enrolled: 1, Active: 1, Unsubscribed: 0, DripToken },
		]);
	});

	test('a report has counts and percentages of the period, and no counts of people among them', async () => {
		const drip = byId(add({ Contacts: [{ SourceToken: 'a' }] }));
		const [report] = jsonOf(await run('getDripReport', { drip }));
		expect(report).toMatchObject({
			Name: 'Welcome',
			Days: 30,
			Sent: 1,
			DeliveredRate: 100,
			Steps: [{ Name: 'Welcome' }],
		});
		expect(report).not.toHaveProperty('Enrolled');
		const body = { Response: true, Data: { Days: 30, Totals: null } };
		stage.sandbox.faults([{ path: '/messaging/drip-report', body }]);
		expect(jsonOf(await run('getDripReport', { drip: byId(ID) }))).toMatchObject([
			{ Days: 30, DripToken: ID },
		]);
	});

	test('a participant is removed by phone number; the second time, the error says why not', async () => {
		const SourceToken = await stage.addParticipant('jane@example.com', { KeyPhoneNumber: '2025550100' });
		const drip = byId(add({ SweepstakesToken: stage.sweepstakesToken, Contacts: [{ SourceToken }] }));
		const contact = { __rl: true, mode: 'KeyPhoneNumber', value: '2025550100' };
		expect(jsonOf(await run('removeDripContact', { drip, contact }))).toEqual([
			{ removed: true, Removed: 1, DripToken: drip.value, SourceToken },
		]);
		const { error } = await run('removeDripContact', { drip, contact });
		expect(error?.message).toMatch(/\[removed\]$/);
		expect(error?.description).toBe('The status is “exited”. The service gives the reason “removed”.');
	});

	test('without a sweepstakes, nobody can be found by email', async () => {
		const contact = { __rl: true, mode: 'KeyEmail', value: 'jane@example.com' };
		const { error } = await run('removeDripContact', { drip: byId(add()), contact });
		expect(error?.message).toBe(
			'“Contact” must be chosen from the list or by ID, because the drip belongs to no sweepstakes',
		);
	});

	test('a removal that was not processed is sent again', async () => {
		const drip = byId(add({ Contacts: [{ SourceToken: 'a' }, { SourceToken: 'b' }] }));
		stage.sandbox.faults([{ path: '/messaging/drip-remove-contact', drop: 'before' }]);
		expect((await run('removeDripContact', { drip, contact: byId('a') })).items).toHaveLength(1);
		expect(stage.paths()).toEqual([
			'/messaging/drip-remove-contact',
			'/messaging/drip-enrollments',
			'/messaging/drip-remove-contact',
		]);
	});

	test.each([
		['EditedSincePause', { Status: 'paused', Edited: true }],
		['Blocked', { Status: 'blocked' }],
	])('one that cannot be resumed says why: %s', async (reason, changes) => {
		const { error } = await run('resumeDrip', { drip: byId(add(changes)) });
		expect(error?.message).toMatch(new RegExp(`\\[${reason}\\]$`));
		expect(error?.description).toMatch(/application/);
	});

	test('a reason of the plan is about one drip, and does not end the run', async () => {
		await stage.close();
		await open({ messaging: { smsSender: false } });
		const tokens = [add({ Channel: 'sms', Status: 'paused' }), add({ Status: 'paused' })];
		const result = await stage.run(
			node,
			'resumeDrip',
			{ drip: byId('={{ $json.token }}') },
			{ items: tokens.map((token) => ({ token })), onError: 'continueErrorOutput' },
		);
		expect(result.errorItems[0]!.json.error).toMatch(/\[NoRegisteredSmsSender\]$/);
		expect(jsonOf(result)).toMatchObject([{ Status: 'active' }]);
	});

	test('the pickers list drips, and who is in the picked one now', async () => {
		const DripToken = add({
			Contacts: [
				{ SourceToken: 'a' },
				{ SourceToken: 'b', Status: 'exited' },
				{ SourceToken: 'c', SourceType: 'lead' },
			],
		});
		expect((await stage.search(node, 'searchDrips')).results).toEqual([
			{ name: 'Welcome (email, active)', value: DripToken },
		]);
		const { results } = await stage.search(node, 'searchDripContacts', { drip: byId(DripToken) });
		const today = new Date().toISOString().slice(0, 10);
		expect(results).toEqual([
			{ name: `lead c, since ${today}`, value: 'c' },
			{ name: `participant a, since ${today}`, value: 'a' },
		]);
		await expect(stage.search(node, 'searchDripContacts')).rejects.toThrow(
			'“Drip” is required first: choose one in the field above',
		);
	});

	test('the picker shows one page if the service does not say how many there are', async () => {
		const body = { Response: true, Data: { Drips: [{ DripToken: ID, Name: 'Welcome' }] } };
		stage.sandbox.faults([{ path: '/messaging/drips', body }]);
		expect(await stage.search(node, 'searchDrips')).toEqual({ results: [{ name: 'Welcome', value: ID }] });
	});

	test('enrollments without an ID are all returned', async () => {
		const Enrollments = [{ SourceToken: 'a' }, { SourceToken: 'b' }];
		const Data = { Enrollments, TotalResults: 2, TotalPages: 1 };
		stage.sandbox.faults([{ path: '/messaging/drip-enrollments', body: { Response: true, Data } }]);
		expect(jsonOf(await run('getDripEnrollments', { drip: byId(ID) }))).toMatchObject(Enrollments);
	});

	test('the picker of contacts shows what the service sends', async () => {
		const Data = { Enrollments: [{ SourceToken: 'a' }] };
		stage.sandbox.faults([{ path: '/messaging/drip-enrollments', body: { Response: true, Data } }]);
		const { results } = await stage.search(node, 'searchDripContacts', { drip: byId(ID) });
		expect(results).toEqual([{ name: 'a', value: 'a' }]);
	});
});
