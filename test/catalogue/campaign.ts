import type { Drip } from '../../sandbox/records';
import { addPerson, toEmail } from './people';
import { count, item, once, row, type Row, type UniqueValues } from './row';
import { byId, type World } from './world';

const toName = ({ n }: UniqueValues) => `Campaign ${n}`;

function addCampaign(world: World, unique: UniqueValues, more: object = {}): string {
	const Recipients = (['sent', 'opened', 'queued'] as const).map((Status, at) => ({
		Address: `recipient${at}@example.com`,
		Status,
	}));
	const campaign = { Name: toName(unique), SweepstakesToken: world.main, Recipients, ...more };
	return world.controls.addCampaign(campaign);
}

function addDrip(world: World, unique: UniqueValues, more: object = {}): string {
	const Contacts = [{ SourceToken: `contact-${unique.n}` }];
	const drip = { Name: toName(unique), SweepstakesToken: world.main, Contacts, ...more };
	return world.controls.addDrip(drip);
}

/** Creates a campaign, and returns parameters that pick it. */
const newCampaign =
	(more: object = {}) =>
	async (world: World, unique: UniqueValues) => ({
		campaign: byId(addCampaign(world, unique, more)),
	});
const newDrip =
	(more: object = {}) =>
	async (world: World, unique: UniqueValues) => ({
		drip: byId(addDrip(world, unique, more)),
	});

const inStatus =
	(table: 'campaigns' | 'drips', wanted: string): Row['stored'] =>
	({ [table]: records }, unique) =>
		count<{ Name: string; Status: string }>(
			records.all(),
			({ Name, Status }) => Name === toName(unique) && Status === wanted,
		);

const settingStatus = (what: string, before: object, after: string): Row =>
	once(what, `POST /messaging/${what}-campaign`, {
		parameters: newCampaign(before),
		output: (unique) => item({ Name: toName(unique), Status: after }),
		stored: inStatus('campaigns', after),
	});

const settingDripStatus = (what: string, before: object, after: string): Row =>
	once(`${what}Drip`, `POST /messaging/${what}-drip`, {
		parameters: newDrip(before),
		output: (unique) => item({ Name: toName(unique), Status: after }),
		stored: inStatus('drips', after),
	});

const hasRemoved = ({ enrollments }: Drip) => enrollments.some(({ ExitReason }) => ExitReason === 'removed');

const removingContact = (how: string, SourceToken: unknown, parameters: Row['parameters']): Row =>
	once(`removeDripContact, ${how}`, 'POST /messaging/drip-remove-contact', {
		parameters,
		output: () => item({ removed: true, SourceToken }),
		stored: ({ drips }, unique) =>
			count(drips.all(), (drip) => drip.Name === toName(unique) && hasRemoved(drip)),
	});

export const campaign: Row[] = [
	row('getMany', 'POST /messaging/campaigns', {
		parameters: async (world, unique) => {
			addCampaign(world, unique, { Archived: true });
			const filters = { Category: 'marketing', Channel: 'email', Archived: true, Search: toName(unique) };
			return { sweepstakes: byId(world.main), limit: 5, filters: { ...filters, Status: 'sending' } };
		},
		output: (unique) => item({ Name: toName(unique), Status: 'sending', Targeted: 3, Sent: 2 }),
	}),
	row('get', 'POST /messaging/campaign', {
		parameters: newCampaign(),
		output: (unique) =>
			item({ Name: toName(unique), Subject: toName(unique), Sent: 2, Blocks: [expect.anything()] }),
	}),
	row('getReport', 'POST /messaging/campaign-report', {
		parameters: newCampaign(),
		output: (unique) => item({ Name: toName(unique), Sent: 2, OpenedRate: 50, RowsExpired: false }),
	}),
	row('getRecipients', 'POST /messaging/campaign-recipients', {
		parameters: async (world, unique) => ({
			...(await newCampaign()(world, unique)),
			filters: { Status: 'opened', Search: 'recipient1@example.com' },
		}),
		output: () => item({ Address: 'recipient1@example.com', Status: 'opened', ErrorCode: null }),
	}),
	settingStatus('pause', {}, 'paused'),
	settingStatus('resume', { Status: 'paused' }, 'sending'),
	once('cancel', 'POST /messaging/cancel-campaign', {
		parameters: newCampaign(),
		output: () => item({ cancelled: true, Status: 'cancelled', PreviousStatus: 'sending', CancelledRows: 1 }),
		outputAfterLostReply: () => item({ cancelled: true, Status: 'cancelled' }),
		stored: inStatus('campaigns', 'cancelled'),
	}),
	row('getManyDrips', 'POST /messaging/drips', {
		parameters: async (world, unique) => {
			addDrip(world, unique, { Archived: true });
			const filters = { Channel: 'email', Archived: true, Search: toName(unique), Status: 'active' };
			return { sweepstakes: byId(world.main), limit: 5, filters };
		},
		output: (unique) => item({ Name: toName(unique), Status: 'active', Enrolled: 1, Active: 1, Removed: 0 }),
	}),
	row('getDripLimit', 'POST /messaging/drips', {
		parameters: () => ({}),
		output: () => item({ CanRun: true, Unlimited: true, CurrentCount: expect.any(Number) }),
	}),
	row('getDrip', 'POST /messaging/drip', {
		parameters: newDrip(),
		output: (unique) => item({ Name: toName(unique), StepsCount: 1, Steps: [expect.anything()] }),
	}),
	row('getDripReport', 'POST /messaging/drip-report', {
		parameters: async (world, unique) => ({ ...(await newDrip()(world, unique)), Days: 90 }),
		output: (unique) => item({ Name: toName(unique), Days: 90, Sent: 1, DeliveredRate: 100 }),
	}),
	row('getDripContacts', 'POST /messaging/drip-enrollments', {
		parameters: async (world, unique) => ({
			...(await newDrip()(world, unique)),
			filters: { Status: 'active', contactId: `contact-${unique.n}` },
		}),
		output: ({ n }) => item({ Status: 'active', NextStep: 1, SourceToken: `contact-${n}` }),
	}),
	removingContact('by ID', expect.stringMatching(/^contact-/), async (world, unique) => ({
		...(await newDrip()(world, unique)),
		contact: byId(`contact-${unique.n}`),
	})),
	removingContact('by email', expect.any(String), async (world, unique) => {
		const Contacts = [{ SourceToken: await addPerson(world, unique) }];
		return { ...(await newDrip({ Contacts })(world, unique)), contact: byId(toEmail(unique)) };
	}),
	settingDripStatus('pause', {}, 'paused'),
	settingDripStatus('resume', { Status: 'paused' }, 'active'),
];
