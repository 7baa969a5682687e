import { createSweepstakes } from '../api';
import { endDate, endTime, startDate, startTime, sweepstakesType } from '../fields';
import { simplify } from '../../shared/fields/simplify';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakesItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a sweepstakes',
	description: 'Create a sweepstakes with its entry page, short links, QR codes and primary group',
	fields: [
		{
			displayName: 'Name',
			name: 'SweepstakesName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Summer Giveaway 2027',
			description: 'The name of the sweepstakes. The limit is 80 characters in Clone and 200 in Update.',
		},
		sweepstakesType,
		{
			displayName: 'Handler',
			name: 'Handler',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER2027',
			description:
				'The short code of the sweepstakes: up to 20 letters (A to Z) and digits. No other sweepstakes may have it. Lowercase letters become uppercase.',
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
					displayName: 'Create in Calendar',
					name: 'CreateInCalendar',
					type: 'boolean',
					default: false,
					description: 'Whether to add the sweepstakes to the calendar of the account',
				},
				{
					displayName: 'Delete If Account Deleted',
					name: 'DeleteIfAcctDeleted',
					type: 'boolean',
					default: false,
					description:
						'Whether to delete the sweepstakes when the account is deleted. The API documentation gives only the name of this option.',
				},
				{
					displayName: 'Delete If Deleted',
					name: 'DeleteIfDeleted',
					type: 'boolean',
					default: false,
					description:
						'Whether to delete what was created with the sweepstakes when the sweepstakes is deleted. The API documentation gives only the name of this option.',
				},
				{
					displayName: 'Sync with Winners',
					name: 'SyncWithWinners',
					type: 'boolean',
					default: false,
					description:
						'Whether to keep the sweepstakes in sync with its winners. The API documentation gives only the name of this option.',
				},
			],
		},
	],
	endpoint: createSweepstakes,
	toRequest: ({ options, ...required }) => ({ ...required, ...options }),
	toItems: ({ reply, parameters }) => sweepstakesItem(reply.Data, parameters),
});
