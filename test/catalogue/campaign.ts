import type { Campaign, Drip } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { addPerson, emailOf } from './people';
import { countOf, item, type Row, type Unique } from './row';
import { byId, type World } from './world';

const nameOf = ({ n }: Unique) => `Campaign ${n}`;

async function addCampaign(world: World, unique: Unique, more: object = {}): Promise<string> {
	const Recipients = ['sent', 'opened', 'queued'].map((Status, at) => ({
		Address: `recipient${at}@example.com`,
		Status,
	}));
	const campaign = { Name: nameOf(unique), SweepstakesToken: world.main, Recipients, ...more };
	return (await world.api<{ CampaignToken: string }>('/_sandbox/campaigns', campaign)).CampaignToken;
}

async function addDrip(world: World, unique: Unique, more: object = {}): Promise<string> {
	const Contacts = [{ SourceToken: `contact-${unique.n}` }];
	const drip = { Name: nameOf(unique), SweepstakesToken: world.main, Contacts, ...more };
	return (await world.api<{ DripToken: string }>('/_sandbox/drips', drip)).DripToken;
}

const campaignsOf =
	(isDone: (campaign: Campaign) => boolean) =>
	({ campaigns }: Store, unique: Unique) =>
		countOf(campaigns.all(), (one) => one.Name === nameOf(unique) && isDone(one));

const dripsOf =
	(isDone: (drip: Drip) => boolean) =>
	({ drips }: Store, unique: Unique) =>
		countOf(drips.all(), (one) => one.Name === nameOf(unique) && isDone(one));

const hasRemoved = ({ enrollments }: Drip) => enrollments.some(({ ExitReason }) => ExitReason === 'removed');

const settingStatus = (operation: string, before: object, after: string): Row => ({
	operation,
	endpoint: `POST /messaging/${operation}-campaign`,
	parameters: async (world, unique) => ({ campaign: byId(await addCampaign(world, unique, before)) }),
	output: (unique) => item({ Name: nameOf(unique), Status: after }),
	withoutReply: 'confirms',
	stored: campaignsOf(({ Status }) => Status === after),
});

const settingDripStatus = (what: string, before: object, after: string): Row => ({
	operation: `${what}Drip`,
	endpoint: `POST /messaging/${what}-drip`,
	parameters: async (world, unique) => ({ drip: byId(await addDrip(world, unique, before)) }),
	output: (unique) => item({ Name: nameOf(unique), Status: after }),
	withoutReply: 'confirms',
	stored: dripsOf(({ Status }) => Status === after),
});

export const campaign: Row[] = [
	{
		operation: 'getMany',
		endpoint: 'POST /messaging/campaigns',
		parameters: async (world, unique) => {
			await addCampaign(world, unique, { Archived: true });
			return {
				sweepstakes: byId(world.main),
				limit: 5,
				filters: {
					Category: 'marketing',
					Channel: 'email',
					Archived: true,
					Search: nameOf(unique),
					Status: 'sending',
				},
			};
		},
		output: (unique) => item({ Name: nameOf(unique), Status: 'sending', Targeted: 3, Sent: 2 }),
	},
	{
		operation: 'get',
		endpoint: 'POST /messaging/campaign',
		parameters: async (world, unique) => ({ campaign: byId(await addCampaign(world, unique)) }),
		output: (unique) =>
			item({ Name: nameOf(unique), Subject: nameOf(unique), Sent: 2, Blocks: [expect.anything()] }),
	},
	{
		operation: 'getReport',
		endpoint: 'POST /messaging/campaign-report',
		parameters: async (world, unique) => ({ campaign: byId(await addCampaign(world, unique)) }),
		output: (unique) => item({ Name: nameOf(unique), Sent: 2, OpenedRate: 50, RowsExpired: false }),
	},
	{
		operation: 'getRecipients',
		endpoint: 'POST /messaging/campaign-recipients',
		parameters: async (world, unique) => ({
			campaign: byId(await addCampaign(world, unique)),
			filters: { Status: 'opened', Search: 'recipient1@example.com' },
		}),
		output: () => item({ Address: 'recipient1@example.com', Status: 'opened', ErrorCode: null }),
	},
	settingStatus('pause', {}, 'paused'),
	settingStatus('resume', { Status: 'paused' }, 'sending'),
	{
		operation: 'cancel',
		endpoint: 'POST /messaging/cancel-campaign',
		parameters: async (world, unique) => ({ campaign: byId(await addCampaign(world, unique)) }),
		output: () => item({ cancelled: true, Status: 'cancelled', PreviousStatus: 'sending', CancelledRows: 1 }),
		outputAfterLostReply: () => item({ cancelled: true, Status: 'cancelled' }),
		withoutReply: 'confirms',
		stored: campaignsOf(({ Status }) => Status === 'cancelled'),
	},
	{
		operation: 'getManyDrips',
		endpoint: 'POST /messaging/drips',
		parameters: async (world, unique) => {
			await addDrip(world, unique, { Archived: true });
			return {
				sweepstakes: byId(world.main),
				limit: 5,
				filters: { Channel: 'email', Archived: true, Search: nameOf(unique), Status: 'active' },
			};
		},
		output: (unique) => item({ Name: nameOf(unique), Status: 'active', Enrolled: 1, Active: 1, Removed: 0 }),
	},
	{
		operation: 'getDripLimit',
		endpoint: 'POST /messaging/drips',
		parameters: () => ({}),
		output: () => item({ CanRun: true, Unlimited: true, CurrentCount: expect.any(Number) }),
	},
	{
		operation: 'getDrip',
		endpoint: 'POST /messaging/drip',
		parameters: async (world, unique) => ({ drip: byId(await addDrip(world, unique)) }),
		output: (unique) => item({ Name: nameOf(unique), StepsCount: 1, Steps: [expect.anything()] }),
	},
	{
		operation: 'getDripReport',
		endpoint: 'POST /messaging/drip-report',
		parameters: async (world, unique) => ({ drip: byId(await addDrip(world, unique)), Days: 90 }),
		output: (unique) => item({ Name: nameOf(unique), Days: 90, Sent: 1, DeliveredRate: 100 }),
	},
	{
		operation: 'getDripContacts',
		endpoint: 'POST /messaging/drip-enrollments',
		parameters: async (world, unique) => ({
			drip: byId(await addDrip(world, unique)),
			filters: { Status: 'active', contactId: `contact-${unique.n}` },
		}),
		output: ({ n }) => item({ Status: 'active', NextStep: 1, SourceToken: `contact-${n}` }),
	},
	{
		operation: 'removeDripContact',
		variant: 'by ID',
		endpoint: 'POST /messaging/drip-remove-contact',
		parameters: async (world, unique) => ({
			drip: byId(await addDrip(world, unique)),
			contact: byId(`contact-${unique.n}`),
		}),
		output: ({ n }) => item({ removed: true, SourceToken: `contact-${n}` }),
		withoutReply: 'confirms',
		stored: dripsOf(hasRemoved),
	},
	{
		operation: 'removeDripContact',
		variant: 'by email',
		endpoint: 'POST /messaging/drip-remove-contact',
		parameters: async (world, unique) => {
			const SourceToken = await addPerson(world, unique);
			return {
				drip: byId(await addDrip(world, unique, { Contacts: [{ SourceToken }] })),
				contact: { __rl: true, mode: 'KeyEmail', value: emailOf(unique) },
			};
		},
		output: () => item({ removed: true, SourceToken: expect.any(String) }),
		withoutReply: 'confirms',
		stored: dripsOf(hasRemoved),
	},
	settingDripStatus('pause', {}, 'paused'),
	settingDripStatus('resume', { Status: 'paused' }, 'active'),
];
