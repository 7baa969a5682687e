import { pickKeys } from '../shared/n8n/output/keys';
import { asObject, type Json } from '../shared/json';

export const READ_FIRST = [
	'Subject',
	'Name',
	'Address',
	'SourceType',
	'Status',
	'ErrorCode',
	'ExitReason',
	'NextStep',
];

/** Keys that count how many people a campaign or drip reached, and how many of them reacted. */
const COUNTS = [
	'Targeted',
	'Queued',
	'Sent',
	'Delivered',
	'Opened',
	'Clicked',
	'Bounced',
	'Complained',
	'Unsubscribed',
	'Failed',
];

const WHAT = ['Name', 'Status', 'Channel', 'Category', 'BlockedReason'];

const CAMPAIGN = [
	...WHAT,
	...COUNTS,
	'ScheduledAt',
	'LaunchedAt',
	'CompletedAt',
	'CreationDate',
	'CampaignToken',
	'SweepstakesToken',
];

/** Moves the campaign's counters up to the level of the other fields. */
export function toCampaignItem(campaign: Json, { simplify }: { simplify: boolean }): object {
	return simplify ? pickKeys({ ...campaign, ...asObject(campaign.Counters) }, CAMPAIGN) : campaign;
}

const DRIP = [
	...WHAT,
	'Trigger',
	'StepsCount',
	'Enrolled',
	'Active',
	'Completed',
	'Unsubscribed',
	'Suppressed',
	'Won',
	'Removed',
	'ReleasedUnits',
	'Note',
	'ActivatedAt',
	'PausedAt',
	'CompletedAt',
	'CreationDate',
	'DripToken',
	'SweepstakesToken',
];

/** Moves the drip's counters of people up to the level of the other fields. */
export function toDripItem(drip: Json, { simplify }: { simplify: boolean }): object {
	if (!simplify) return drip;
	const Counters = asObject(drip.Counters);
	return pickKeys({ ...drip, ...Counters, ...asObject(Counters.Exited) }, DRIP);
}

/** The keys of a report's lists, which have a record per error, link, hour or step. */
const LISTS = ['TopErrors', 'TopLinks', 'Timeline', 'Steps'];

/** Flattens a report: first the campaign or drip, then the counters, the percentages and the lists. */
export function toReportItem(report: Json, about: object, counters: unknown): object {
	const rates = Object.entries(asObject(report.Rates)).map(([name, rate]) => [`${name}Rate`, rate] as const);
	return {
		...about,
		...pickKeys(asObject(counters), COUNTS),
		...Object.fromEntries(rates),
		...pickKeys(report, ['Days', 'RowsExpired', ...LISTS]),
	};
}
