import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { flagOrText, text, uuid } from '../fields';
import {
	CAMPAIGN_STATUSES,
	CATEGORIES,
	RECIPIENT_STATUSES,
	type Campaign,
	type RecipientStatus,
} from '../records';
import { conflict, Refusal } from '../refusal';
import { channel, normalize } from './deliveries';
import { READ, WRITE } from './messages';
import { clampedPage, MAX_PAGE_SIZE, pageKeys } from './paging';

/* The API cannot create campaigns, but `POST /_sandbox/campaigns` can. */

const oneCampaign = z.object({ CampaignToken: uuid });

const fetch = endpoint({
	...READ,
	path: '/messaging/campaigns',
	request: z.object({
		SweepstakesToken: uuid.optional(),
		Channel: channel.optional(),
		Category: z.enum(CATEGORIES).optional(),
		Status: z.enum(CAMPAIGN_STATUSES).optional(),
		Search: text.max(100).describe('part of the name').default(''),
		Archived: flagOrText.default(false),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ Search, Archived, Page, ItemsPerPage, ...wanted }, { store, account }) {
		const found = store.campaigns
			.of(account.UserToken)
			.filter((one) => one.Archived === Archived && one.Name.toLowerCase().includes(Search.toLowerCase()))
			.filter((one) => hasAll(one, wanted))
			.toReversed();
		const { rows, counts } = clampedPage(found, { Page, ItemsPerPage });
		return { Data: { Campaigns: rows.map(campaignRecord), ...counts } };
	},
});

const single = endpoint({
	...READ,
	path: '/messaging/campaign',
	request: oneCampaign,
	carryOut({ CampaignToken }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		const isEmail = campaign.Channel === 'email';
		const Blocks = isEmail
			? [{ Type: 'text', Text: 'Have you seen our prizes?', Label: null, Url: null }]
			: [];
		const Content = {
			Subject: isEmail ? campaign.Name : null,
			Preheader: null,
			SmsBody: isEmail ? null : 'Have you seen our prizes?',
			Blocks,
		};
		const Audience = { Sources: ['participants'], Filters: {}, ExcludeRecentHours: 0 };
		const Sender = { ProfileToken: null };
		return { Data: { Campaign: { ...campaignRecord(campaign), Content, Audience, Sender } } };
	},
});

const report = endpoint({
	...READ,
	path: '/messaging/campaign-report',
	request: oneCampaign,
	carryOut({ CampaignToken }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		const Counters = countRecipients(campaign);
		const statuses = campaign.recipients.map(({ Status }) => Status);
		const rate = (count: number) =>
			Counters.Sent === 0 ? 0 : Math.round((count / Counters.Sent) * 10_000) / 100;
		const { Delivered, Opened, Clicked, Bounced, Complained, Unsubscribed, Failed } = Counters;
		const rated = { Delivered, Opened, Clicked, Bounced, Complained, Unsubscribed, Failed };
		return {
			Data: {
				Campaign: campaignRecord(campaign),
				Counters,
				Rates: Object.fromEntries(Object.entries(rated).map(([name, count]) => [name, rate(count)])),
				ByStatus: Object.fromEntries(
					RECIPIENT_STATUSES.map((status) => [status, statuses.filter((one) => one === status).length]),
				),
				TopErrors: Bounced > 0 ? [{ Code: 'MailboxFull', Count: Bounced }] : null,
				Timeline: Counters.Sent > 0 ? [{ Hour: campaign.UpdatedAt, Count: Counters.Sent }] : null,
				TopLinks: Clicked > 0 ? [{ Link: 'https://example.com', Clicks: Clicked }] : null,
				RowsExpired: false,
			},
		};
	},
});

const recipients = endpoint({
	...READ,
	path: '/messaging/campaign-recipients',
	request: oneCampaign.extend({
		Status: z.enum(RECIPIENT_STATUSES).optional(),
		Search: text.max(254).describe('one exact address').optional(),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ CampaignToken, Status, Search, ...asked }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		const address = Search === undefined ? undefined : (normalize(campaign.Channel, Search) ?? Search);
		const found = campaign.recipients.filter(
			(one) => (Status ?? one.Status) === one.Status && (address ?? one.Address) === one.Address,
		);
		const { rows, counts } = clampedPage(found, asked);
		return { Data: { Recipients: rows.map((row) => recipientRecord(row, campaign)), ...counts } };
	},
});

const pause = endpoint({
	...WRITE,
	path: '/messaging/pause-campaign',
	request: oneCampaign,
	carryOut({ CampaignToken }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		if (!ACTIONS.Pause.includes(campaign.Status)) throw wrongStatus(campaign);
		return { Data: { Campaign: campaignRecord(changeStatus(call, campaign, 'paused')) } };
	},
});

const resume = endpoint({
	...WRITE,
	path: '/messaging/resume-campaign',
	request: oneCampaign,
	carryOut({ CampaignToken }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		if (!ACTIONS.Resume.includes(campaign.Status) || !campaign.isListed) throw wrongStatus(campaign);
		const { paused, smsSender } = call.account.messaging;
		const findings = [
			...(paused.includes(campaign.Channel) ? [finding('ChannelPaused', 'The channel is paused.')] : []),
			...(campaign.Channel === 'sms' && !smsSender
				? [finding('NoRegisteredSmsSender', 'There is no registered number.')]
				: []),
		];
		if (findings.length > 0)
			throw new Refusal(422, 'The campaign cannot be resumed.', { data: { Findings: findings } });
		return { Data: { Campaign: campaignRecord(changeStatus(call, campaign, 'sending')) } };
	},
});

const cancel = endpoint({
	...WRITE,
	path: '/messaging/cancel-campaign',
	request: oneCampaign,
	carryOut({ CampaignToken }, call) {
		const campaign = requireOwnCampaign(call, CampaignToken);
		const { Status: PreviousStatus } = campaign;
		if (!ACTIONS.Cancel.includes(PreviousStatus) || isHeld(campaign)) throw wrongStatus(campaign);
		const { Sent, Queued } = countRecipients(campaign);
		const rows = campaign.recipients.map((one) =>
			isQueued(one.Status) ? { ...one, Status: 'cancelled' as const } : one,
		);
		call.store.campaigns.update(campaign, { recipients: rows });
		changeStatus(call, campaign, 'cancelled');
		const counts = { Sent, CancelledRows: Queued, ReleasedUnits: Queued };
		return { Data: { CampaignToken, PreviousStatus, Status: 'cancelled', ...counts } };
	},
});

export const campaignEndpoints = [fetch, single, report, recipients, pause, resume, cancel];

/** Whether a record has all of the wanted values. A wanted value of undefined matches any value. */
export function hasAll<Row extends object>(row: Row, wanted: Partial<Row>): boolean {
	return Object.entries(wanted).every(
		([key, value]) => value === undefined || row[key as keyof Row] === value,
	);
}

/** The states in which a campaign can be paused, resumed or canceled. */
const ACTIONS: Record<'Pause' | 'Resume' | 'Cancel', ReadonlyArray<Campaign['Status']>> = {
	Pause: ['queued', 'sending'],
	Resume: ['paused'],
	Cancel: ['scheduled', 'queued', 'sending', 'paused', 'blocked'],
};

/** The reasons for which the service stops a campaign to protect its delivery rates. */
const REPUTATION_REASONS = ['HighBounceRate', 'HighComplaintRate', 'AccountSuspended'];

const isHeld = ({ BlockedReason }: Campaign) =>
	BlockedReason !== null && REPUTATION_REASONS.includes(BlockedReason);

const finding = (Code: string, Message: string) => ({ Code, Message });

const requireOwnCampaign = (call: Call, token: string) =>
	requireOwn(call, call.store.campaigns.get(token), 'Campaign');

function changeStatus({ store, now }: Call, campaign: Campaign, Status: Campaign['Status']): Campaign {
	return store.campaigns.update(campaign, { Status, UpdatedAt: dateTime(now) });
}

function wrongStatus({ Status, BlockedReason }: Campaign): Refusal {
	return conflict(`The campaign is ${Status}.`, { Status, ...(BlockedReason !== null && { BlockedReason }) });
}

const isQueued = (status: RecipientStatus) => status === 'queued' || status === 'sending';

/**
 * Maps each step to the recipient statuses that count for it: a message that was clicked was also opened, delivered and
 * sent.
 */
const REACHED: Record<'Sent' | 'Delivered' | 'Opened' | 'Clicked', readonly RecipientStatus[]> = {
	Sent: ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'],
	Delivered: ['delivered', 'opened', 'clicked', 'complained', 'unsubscribed'],
	Opened: ['opened', 'clicked'],
	Clicked: ['clicked'],
};

function countRecipients({ recipients: rows }: Campaign) {
	const count = (...statuses: readonly RecipientStatus[]) =>
		rows.filter(({ Status }) => statuses.includes(Status)).length;
	return {
		Targeted: rows.length,
		Excluded: {
			NoConsent: 0,
			Suppressed: count('suppressed'),
			Invalid: 0,
			Capped: 0,
			Duplicate: 0,
			NonUsCaNumber: 0,
			NotFirstParty: 0,
			OverQuota: 0,
		},
		Queued: count('queued', 'sending'),
		Sent: count(...REACHED.Sent),
		Delivered: count(...REACHED.Delivered),
		Opened: count(...REACHED.Opened),
		Clicked: count(...REACHED.Clicked),
		Bounced: count('bounced'),
		Complained: count('complained'),
		Unsubscribed: count('unsubscribed'),
		Failed: count('failed'),
		Segments: 0,
	};
}

function campaignRecord(campaign: Campaign) {
	const { UserToken: _, isListed: _listed, recipients: _rows, ...record } = campaign;
	const Counters = countRecipients(campaign);
	const may = (action: keyof typeof ACTIONS) => ACTIONS[action].includes(campaign.Status);
	return {
		...record,
		ReputationHold: isHeld(campaign),
		Origin: 'manual',
		Counters,
		QuotaReserved: Counters.Queued,
		ReviewStatus: null,
		ScheduledAt: null,
		ScheduleZone: null,
		LaunchedAt: campaign.CreationDate,
		CompletedAt: campaign.Status === 'completed' ? campaign.UpdatedAt : null,
		Actions: { Pause: may('Pause'), Resume: may('Resume'), Cancel: may('Cancel') && !isHeld(campaign) },
	};
}

function recipientRecord(
	{ Address, Status }: Campaign['recipients'][number],
	{ UpdatedAt, Channel }: Campaign,
) {
	const timeIfReached = (reached: keyof typeof REACHED) =>
		REACHED[reached].includes(Status) ? UpdatedAt : null;
	return {
		Address,
		Status,
		ErrorCode: Status === 'bounced' ? 'MailboxFull' : null,
		SentAt: timeIfReached('Sent'),
		DeliveredAt: timeIfReached('Delivered'),
		OpenedAt: timeIfReached('Opened'),
		ClickedAt: timeIfReached('Clicked'),
		NextAttemptAt: isQueued(Status) ? UpdatedAt : null,
		Segments: Channel === 'sms' ? 1 : 0,
	};
}
