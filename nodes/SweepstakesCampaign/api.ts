import type { Client } from '../shared/client/client';
import { isSameId, isAbsent, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { confirmChange } from '../shared/api/confirm';
import { endpoint, reads, unsafe } from '../shared/api/endpoint';
import { dataReply, record } from '../shared/api/replies';
import { uuid } from '../shared/api/formats';
import { collect } from '../shared/api/pages';
import { channel, toListedAddress } from '../SweepstakesMessage/api';
import { MESSAGING_PAGES, pagedList } from '../shared/api/paged-list';

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
	retry: reads('whether this campaign exists'),
});

export const campaignReport = endpoint({
	call: 'POST /messaging/campaign-report',
	request: oneCampaign,
	reply: dataReply,
	retry: reads('the report of the campaign'),
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
	toRequest: ({ Search, ...filter }) => ({ ...filter, Search: Search && toListedAddress(Search) }),
	shows: 'who the recipients are',
});

async function findCampaign(client: Client, key: z.output<typeof oneCampaign>): Promise<Json> {
	return (await client.call(fetchCampaign, key)).Data.Campaign;
}

/** Creates a `confirm` that looks up whether a campaign or drip has one of these statuses. */
function confirmStatus<Key>(
	read: (client: Client, key: Key) => Promise<Json>,
	statuses: readonly unknown[],
	toData: (record: Json) => Json,
) {
	return confirmChange<Key, Json>({ read, isDone: ({ Status }) => statuses.includes(Status), toData });
}

const asCampaign = (Campaign: Json) => ({ Campaign });

export const pauseCampaign = endpoint({
	call: 'POST /messaging/pause-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A retry would be refused, because the first attempt already paused the campaign.
	retry: unsafe('Before you pause it again, use Campaign › Get to check whether it is paused.'),
	confirm: confirmStatus(findCampaign, ['paused'], asCampaign),
});

export const resumeCampaign = endpoint({
	call: 'POST /messaging/resume-campaign',
	request: oneCampaign,
	reply: campaignReply,
	// A retry would be refused, because the first attempt already resumed the campaign.
	retry: unsafe('Before you resume it again, use Campaign › Get to check whether it is sending.'),
	confirm: confirmStatus(findCampaign, ['queued', 'sending', 'completed'], asCampaign),
});

export const cancelCampaign = endpoint({
	call: 'POST /messaging/cancel-campaign',
	request: oneCampaign,
	reply: dataReply,
	// A retry would be refused, because the first attempt already canceled the campaign.
	retry: unsafe('Before you cancel it again, use Campaign › Get to check whether it is canceled.'),
	confirm: confirmStatus(findCampaign, ['cancelled'], ({ CampaignToken, Status }) => ({
		CampaignToken,
		Status,
	})),
});

export const drips = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/drips',
	name: 'drips',
	key: 'Drips',
	filter: z
		.object({
			SweepstakesToken: uuid,
			Channel: channel,
			Status: z.enum(['draft', 'active', 'paused', 'completed', 'blocked']),
			Search: z.string().max(100),
			Archived: z.boolean(),
		})
		.partial(),
	shows: 'which drips there are',
	id: 'DripToken',
});

/** Reads how many drips the plan allows. The service sends this limit with the list of drips, which is ignored here. */
export const fetchDripLimit = endpoint({
	...drips.fetch,
	reply: z.object({
		Data: z
			.object({ PlanLimit: z.unknown(), CanRun: z.unknown() })
			.refine(({ PlanLimit, CanRun }) => !isAbsent(PlanLimit) || !isAbsent(CanRun)),
	}),
	retry: reads('how many drips the plan allows'),
});

export const oneDrip = z.object({ DripToken: uuid });

const dripReply = z.object({ Data: z.object({ Drip: record }).passthrough() });

export const fetchDrip = endpoint({
	call: 'POST /messaging/drip',
	request: oneDrip,
	reply: dripReply,
	retry: reads('whether this drip exists'),
});

export async function findDrip(client: Client, key: z.output<typeof oneDrip>): Promise<Json> {
	return (await client.call(fetchDrip, key)).Data.Drip;
}

const asDrip = (Drip: Json) => ({ Drip });

export const dripReport = endpoint({
	call: 'POST /messaging/drip-report',
	request: oneDrip.extend({ Days: z.number().int().optional() }),
	reply: dataReply,
	retry: reads('the report of the drip'),
});

/** The ID of a contact: the ParticipantToken of a participant, or any text for a lead or subscriber. */
const sourceToken = z.string().transform((id) => uuid.safeParse(id).data ?? id);

export const dripEnrollments = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/drip-enrollments',
	name: 'enrollments',
	key: 'Enrollments',
	filter: oneDrip.extend({
		Status: z.enum(['active', 'completed', 'exited']).optional(),
		SourceToken: sourceToken.optional(),
	}),
	shows: 'who is in the drip',
	id: 'EnrollmentToken',
});

const contact = oneDrip.extend({ SourceToken: sourceToken });

/** Finds the enrollments of a contact in a drip. The service enrolls an address only once. */
async function findEnrollments(client: Client, key: z.output<typeof contact>): Promise<Json[]> {
	const listed = await collect(dripEnrollments.each(client, key));
	return listed.filter((one) => isSameId(one.SourceToken, key.SourceToken));
}

export const removeFromDrip = endpoint({
	call: 'POST /messaging/drip-remove-contact',
	request: contact,
	reply: dataReply,
	// A retry would be refused, because the first attempt already removed the contact from the drip.
	retry: unsafe(
		'Before you remove the contact again, use Campaign › Get Drip Contacts to check whether they are still in the drip.',
	),
	confirm: confirmChange<z.output<typeof contact>, Json[]>({
		read: findEnrollments,
		isDone: (enrollments) => enrollments.some(({ ExitReason }) => ExitReason === 'removed'),
		toData: (_, key) => key,
	}),
});

export const pauseDrip = endpoint({
	call: 'POST /messaging/pause-drip',
	request: oneDrip,
	reply: dripReply,
	// A retry would be refused, because the first attempt already paused the drip.
	retry: unsafe('Before you pause it again, use Campaign › Get Drip to check whether it is paused.'),
	confirm: confirmStatus(findDrip, ['paused'], asDrip),
});

export const resumeDrip = endpoint({
	call: 'POST /messaging/resume-drip',
	request: oneDrip,
	reply: dripReply,
	// A retry would be refused, because the first attempt already resumed the drip.
	retry: unsafe('Before you resume it again, use Campaign › Get Drip to check whether it is active.'),
	confirm: confirmStatus(findDrip, ['active'], asDrip),
});
