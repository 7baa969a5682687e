import { createSweepstakes } from '../api';
import { endDate, endTime, startDate, startTime, sweepstakesName, sweepstakesType } from '../fields';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toSweepstakesItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a sweepstakes',
	description: 'Create a sweepstakes with an entry page, short links, QR codes and a primary group',
	fields: [
		sweepstakesName,
		sweepstakesType,
		{
			displayName: 'Handler',
			name: 'Handler',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER2027',
			description:
				'The unique short code of the sweepstakes, up to 20 letters (A to Z) and digits. Lowercase letters become uppercase.',
		},
		startDate,
		startTime,
		endDate,
		endTime,
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Add to Calendar',
					name: 'CreateInCalendar',
					type: 'boolean',
					default: false,
					description: 'Whether to add the sweepstakes to the account calendar',
				},
				{
					displayName: 'Delete If Account Deleted',
					name: 'DeleteIfAcctDeleted',
					type: 'boolean',
					default: false,
					description:
						'Whether to send DeleteIfAcctDeleted, which is off by default. The API documentation lists this setting but does not explain it.',
				},
				{
					displayName: 'Delete If Deleted',
					name: 'DeleteIfDeleted',
					type: 'boolean',
					default: false,
					description:
						'Whether to send DeleteIfDeleted, which is off by default. The API documentation lists this setting but does not explain it.',
				},
				{
					displayName: 'Sync with Winners',
					name: 'SyncWithWinners',
					type: 'boolean',
					default: false,
					description:
						'Whether to send SyncWithWinners, which is off by default. The API documentation lists this setting but does not explain it.',
				},
			],
		},
	],
	endpoint: createSweepstakes,
	toRequest: ({ options, ...required }) => ({ ...required, ...options }),
	toItems: ({ reply, parameters }) => toSweepstakesItem(reply.Data, parameters),
});
