import { getPlan as endpoint } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { pickKeys, omitKeys } from '../../shared/n8n/output/keys';
import { isObject, asObject, type Json } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { defineOperation } from '../../shared/n8n/operation/operation';

/** The keys that Simplify keeps. They are in `Data` or in `Data.Settings`. */
const KEYS = [
	'PlanToken',
	'Name',
	'Description',
	'Frequency',
	'MaxSweepstakesAllowed',
	'MaxParticipantsAllowed',
	'MaxApiCallsAllowed',
	'MaxApiCallsPerMinute',
	'MaxInvoicesAllowed',
	'MaxStorageSize',
	'MaxDripCampaignsAllowed',
];

/** Keys of `Usage` that explain its numbers. Simplify drops these keys. */
const NOTES = ['Breakdown', 'Notes'];

/**
 * Returns the numbers of `Usage`. Each one that has a maximum, such as `Invoices` and `MaxInvoices`, becomes three
 * columns: the limit, how much is used, and how much is left. A maximum of 0 means that there is no limit.
 */
function toUsageItem(usage: Json): object {
	const columns = Object.entries(omitKeys(usage, NOTES)).flatMap(([key, used]) => {
		const limit = usage[`Max${key}`];
		const [usedCount, limitCount] = [readCount(used), readCount(limit)];
		if (usedCount === undefined || limitCount === undefined) return [[key, used]];
		const left = limitCount === 0 ? 'unlimited' : Math.max(0, limitCount - usedCount);
		return [
			[`Max${key}`, limit],
			[key, used],
			[`${key}Left`, left],
		];
	});
	return Object.fromEntries(columns) as object;
}

export const getPlan = defineOperation({
	name: 'Get Plan',
	value: 'getPlan',
	action: 'Get the account plan',
	description:
		'Return the plan’s limits for calls, sweepstakes, participants, invoices, messages and more in one item. If the service reports what is used, each limit, such as MaxInvoices, is followed by Invoices (used) and InvoicesLeft. Account File › Get Storage returns the storage that is used.',
	fields: [
		{
			displayName:
				'This works only if the account’s list of API domains, in your provider’s web app, includes a wildcard (*).',
			name: 'domainNotice',
			type: 'notice',
			default: '',
		},
		simplify,
	],
	endpoint,
	toRequest: () => undefined,
	toItems: ({ reply: { Data, Usage }, parameters }) =>
		parameters.simplify
			? {
					...pickKeys({ ...asObject(Data.Settings), ...Data }, KEYS),
					...(isObject(Usage) && toUsageItem(Usage)),
				}
			: { ...Data, ...(Usage !== undefined && { Usage }) },
});
