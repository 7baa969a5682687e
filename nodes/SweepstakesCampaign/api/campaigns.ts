import type { Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/confirm';
import { endpoint, reads, unsafe } from '../../shared/api/endpoint';
import { dataReply, record } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';
import { channel } from '../../SweepstakesMessage/api';
import { MESSAGING_PAGES, pagedList } from '../../shared/api/paged-list';

export const campaigns = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/campaigns',
	name: 'campaigns',
	key: 'Campaigns',
	filter: z
		.object({
			SweepstakesToken: uuid,
			Channel: channel,
			Category: z.enum(['marketing', 'transactional', 'referral']),
			Status: z.enum([
				'draft',
				'scheduled',
				'queued',
				'sending',
				'paused',
				'completed',
				'cancelled',
				'failed',
				'blocked',
			]),
			Search: z.string().max(100),
			Archived: z.boolean(),
		})
		.partial(),
	shows: 'which campaigns there are',
	id: 'CampaignToken',
});

const oneCampaign = z.object({ CampaignToken: uuid });

const campaignReply = z.object({ Data: z.object({ Campaign: record }).passthrough() });

export const fetchCampaign = endpoint({
	call: 'POST /messaging/campaign',
	request: oneCampaign,
	reply: campaignReply,
	retry: reads('whether there is such a campaign'),
});

export const campaignReport = endpoint({
	call: 'POST /messaging/campaign-report',
	request: oneCampaign,
	reply: dataReply,
	retry: reads('the numbers of the campaign'),
});

export const campaignRecipients = pagedList({
	...MESSAGING_PAGES,
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
	shows: 'who the recipients are',
	id: 'Address',
});

const confirmBy = (statuses: readonly unknown[], toData = (Campaign: Json): Json => ({ Campaign })) =>
	confirmChange<z.output<typeof oneCampaign>, Json>({
		read: async (client, key) => (await client.call(fetchCampaign, key)).Data.Campaign,
		isDone: ({ Status }) => statuses.includes(Status),
		toData,
	});

export const pauseCampaign = endpoint({
	call: 'POST /messaging/pause-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A retry would be refused, because the first attempt already paused the campaign.
	retry: unsafe({
		check: 'Before you pause it again, use Campaign › Get to check whether it is paused.',
		confirm: confirmBy(['paused']),
	}),
});

const RESUMED = ['queued', 'sending', 'completed'];

export const resumeCampaign = endpoint({
	call: 'POST /messaging/resume-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A retry would be refused, because the first attempt already resumed the campaign.
	retry: unsafe({
		check: 'Before you resume it again, use Campaign › Get to check whether it is sending.',
		confirm: confirmBy(RESUMED),
	}),
});

export const cancelCampaign = endpoint({
	call: 'POST /messaging/cancel-campaign',
	request: oneCampaign,
	reply: dataReply,
	// A retry would be refused, because the first attempt already canceled the campaign.
	retry: unsafe({
		check: 'Before you cancel it again, use Campaign › Get to check whether it is canceled.',
		confirm: confirmBy(['cancelled'], ({ CampaignToken, Status }) => ({ CampaignToken, Status })),
	}),
});
