import type { Unsafe } from '../client/endpoint';
import { textOf, type Json } from '../json';
import { z } from '../zod';
import { dataReply, endpoint, safe, unsafe } from './endpoint';
import { uuid } from './formats';
import { channel } from './messages';
import { messagingList } from './messagingLists';

/** Reference, "Messaging: campaigns, suppressions, sending". Campaigns are made and launched in the application. */

export const campaigns = messagingList({
	call: 'POST /messaging/campaigns',
	name: 'campaigns',
	key: 'Campaigns',
	filter: z.object({
		SweepstakesToken: uuid.optional(),
		Channel: channel.optional(),
		Category: z.enum(['marketing', 'transactional', 'referral']).optional(),
		Status: z
			.enum([
				'draft',
				'scheduled',
				'queued',
				'sending',
				'paused',
				'completed',
				'cancelled',
				'failed',
				'blocked',
			])
			.optional(),
		Search: z.string().max(100).optional(),
		Archived: z.boolean().optional(),
	}),
	tells: 'which campaigns there are',
	keyOf: ({ CampaignToken }) => textOf(CampaignToken),
});

const oneCampaign = z.object({ CampaignToken: uuid });

const campaignReply = z.object({ Data: z.object({ Campaign: z.object({}).passthrough() }).passthrough() });

export const fetchCampaign = endpoint({
	call: 'POST /messaging/campaign',
	request: oneCampaign,
	reply: campaignReply,
	tells: 'whether there is such a campaign',
	retry: safe,
});

export const campaignReport = endpoint({
	call: 'POST /messaging/campaign-report',
	request: oneCampaign,
	reply: dataReply,
	retry: safe,
});

export const campaignRecipients = messagingList({
	call: 'POST /messaging/campaign-recipients',
	name: 'recipients',
	key: 'Recipients',
	filter: oneCampaign.extend({
		Status: z
			.enum([
				'queued',
				'sending',
				'sent',
				'delivered',
				'opened',
				'clicked',
				'bounced',
				'complained',
				'failed',
				'suppressed',
				'unsubscribed',
				'cancelled',
			])
			.optional(),
		Search: z.string().max(254).optional(),
	}),
	tells: 'who the recipients are',
	keyOf: (recipient) => textOf(recipient.Address) || JSON.stringify(recipient),
});

type CampaignKey = z.output<typeof oneCampaign>;

/** Confirms a change by the status of the campaign after it. A repeated call would be refused and hide that the first succeeded. */
const confirmBy =
	(isDone: (status: unknown) => boolean, replyOf: (campaign: Json) => Json): Unsafe<CampaignKey>['confirm'] =>
	(service, { CampaignToken }) => ({
		lookUp: async () => {
			const { Campaign } = (await service.call(fetchCampaign, { CampaignToken })).Data;
			return isDone(Campaign.Status) ? { Response: true, Data: replyOf(Campaign) } : undefined;
		},
	});

const withRecord = (Campaign: Json) => ({ Campaign });

export const pauseCampaign = endpoint({
	call: 'POST /messaging/pause-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A second call is refused, because the campaign is paused.
	retry: unsafe({
		check: 'Before you pause it again, check with Campaign › Get whether it is paused.',
		confirm: confirmBy((status) => status === 'paused', withRecord),
	}),
});

/** What becomes of a campaign that is resumed. */
const RESUMED: readonly unknown[] = ['queued', 'sending', 'completed'];

export const resumeCampaign = endpoint({
	call: 'POST /messaging/resume-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A second call is refused, because the campaign is not paused any more.
	retry: unsafe({
		check: 'Before you resume it again, check with Campaign › Get whether it is sending.',
		confirm: confirmBy((status) => RESUMED.includes(status), withRecord),
	}),
});

export const cancelCampaign = endpoint({
	call: 'POST /messaging/cancel-campaign',
	request: oneCampaign,
	reply: dataReply,
	// A second call is refused, because the campaign is cancelled.
	retry: unsafe({
		check: 'Before you cancel it again, check with Campaign › Get whether it is cancelled.',
		confirm: confirmBy(
			(status) => status === 'cancelled',
			({ CampaignToken, Status }) => ({ CampaignToken, Status }),
		),
	}),
});
