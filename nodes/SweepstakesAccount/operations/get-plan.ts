import { getPlan as endpoint } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { pickKeys, omitKeys } from '../../shared/n8n/output/keys';
import { isObject, asObject } from '../../shared/json';
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

export const getPlan = defineOperation({
	name: 'Get Plan',
	value: 'getPlan',
	action: 'Get the account plan',
	description:
		'Return the plan’s limits for calls, sweepstakes, participants, invoices and more. Also returns how much is used, if the service reports that.',
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
					...(isObject(Usage) && omitKeys(Usage, NOTES)),
				}
			: { ...Data, ...(Usage !== undefined && { Usage }) },
});
