import { endDate, endTime, inOrder, NOT_IN_ORDER, startDate, startTime } from '../../shared/fields/period';
import { simplify } from '../../shared/fields/simplify';
import { date, handler, time } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { newSweepstakes } from '../../shared/lookups/sweepstakes';
import { z } from '../../shared/zod';
import { sweepstakesItem } from '../record';
import { TYPES } from '../type';

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
		{
			displayName: 'Type',
			name: 'SweepstakesType',
			type: 'options',
			options: TYPES,
			default: 2,
			description: 'How people enter the sweepstakes',
		},
		{
			displayName: 'Handler',
			name: 'Handler',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER2027',
			description:
				'The short code of the sweepstakes: up to 20 letters (A to Z) and digits. No other sweepstakes may have it. Small letters become capitals.',
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
	endpoint: 'POST /sweepstakes/create',
	// The handler is unique, but a second try would end in a refusal that hides the success of the first.
	repeatable: (service, { Handler }) => ({
		no: 'Before you create it again, check with Sweepstakes › Get Many whether a sweepstakes has this handler.',
		happened: async (isNew) => {
			const created = await newSweepstakes(service, Handler, isNew);
			return created && { Response: true, Data: created };
		},
	}),
	request: z
		.object({
			SweepstakesName: z.string(),
			SweepstakesType: z.number().int().min(1).max(3),
			Handler: handler,
			StartDate: date,
			EndDate: date,
			StartTime: time,
			EndTime: time,
			CreateInCalendar: z.boolean().optional(),
			SyncWithWinners: z.boolean().optional(),
			DeleteIfDeleted: z.boolean().optional(),
			DeleteIfAcctDeleted: z.boolean().optional(),
		})
		.refine(inOrder, NOT_IN_ORDER),
	toRequest: ({ options, ...required }) => ({ ...required, ...options }),
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }, _request, parameters) => sweepstakesItem(Data, parameters),
});
