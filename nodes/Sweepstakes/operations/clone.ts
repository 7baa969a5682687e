import { endDate, endTime, inOrder, NOT_IN_ORDER, startDate, startTime } from '../../shared/fields/period';
import { date, handler, time } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { newSweepstakes } from '../../shared/lookups/sweepstakes';
import { z } from '../../shared/zod';

export const clone = defineOperation({
	name: 'Clone',
	value: 'clone',
	action: 'Clone a sweepstakes',
	description:
		'Copy a sweepstakes with its entry pages, groups and settings. The copy gets a new handler and new dates.',
	fields: [
		{
			displayName: 'Original',
			name: 'Handler',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The sweepstakes to copy',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a sweepstakes…',
					typeOptions: { searchListMethod: 'searchHandlers', searchable: true },
				},
				{ displayName: 'By Handler', name: 'byHandler', type: 'string', placeholder: 'e.g. SUMMER2027' },
			],
		},
		{
			displayName: 'New Handler',
			name: 'HandlerNew',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER2028',
			description:
				'The short code of the copy: up to 20 letters (A to Z) and digits. No other sweepstakes may have it. Small letters become capitals.',
		},
		{
			displayName: 'Name',
			name: 'SweepstakesName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Summer Giveaway 2028',
			description: 'The name of the copy, up to 80 characters',
		},
		startDate,
		startTime,
		endDate,
		endTime,
	],
	endpoint: 'POST /sweepstakes/clone',
	// The new handler is unique, but a second try would end in a refusal (409) that hides the success of the first.
	repeatable: (service, { HandlerNew, Handler: _, ...copy }) => ({
		no: 'Before you clone again, check with Sweepstakes › Get Many whether a sweepstakes has the new handler.',
		happened: async (isNew) => {
			const created = await newSweepstakes(service, HandlerNew, isNew);
			if (!created) return undefined;
			const { SweepstakesToken, SweepstakesType, Handler } = created;
			return { Response: true, SweepstakesToken, SweepstakesType, Handler, ...copy, Status: 'active' };
		},
	}),
	request: z
		.object({
			Handler: z.string(),
			HandlerNew: handler,
			SweepstakesName: z.string().max(80),
			StartDate: date,
			EndDate: date,
			StartTime: time,
			EndTime: time,
		})
		.refine(inOrder, NOT_IN_ORDER),
	toRequest: ({ Handler, ...copy }) => ({ Handler: Handler.value, ...copy }),
	reply: z.object({ SweepstakesToken: z.string() }).passthrough(),
	toItems: (reply) => reply,
});
