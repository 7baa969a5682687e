import { only, simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

/** What people plan by; wherever in the plan it stands. */
const USEFUL = [
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
];

export const getPlan = defineOperation({
	name: 'Get Plan',
	value: 'getPlan',
	action: 'Get the subscription plan of the account',
	description:
		'Return the limits of the plan: calls per minute and month, sweepstakes, participants and invoices',
	fields: [
		{
			displayName: 'This works only if the API domains of the account include a wildcard (*).',
			name: 'domainNotice',
			type: 'notice',
			default: '',
		},
		simplify,
	],
	endpoint: 'POST /account/plan',
	repeatable: true,
	request: z.undefined(),
	toRequest: () => undefined,
	reply: z.object({ Data: z.object({ Settings: z.object({}).passthrough().optional() }).passthrough() }),
	toItems: ({ Data }, _request, parameters) =>
		parameters.simplify ? only({ ...Data.Settings, ...Data }, USEFUL) : Data,
});
