import { createEvent } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { details, endDate, endTime, startDate, startTime, title } from '../fields';
import { toChangedEventItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a calendar event',
	description:
		'Create an event in the account calendar, with a title, a start and an end. Each run creates another event.',
	fields: [
		title,
		startDate,
		startTime,
		endDate,
		endTime,
		{
			...sweepstakes,
			required: false,
			description: 'The sweepstakes the event belongs to. Leave empty for none.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: details,
		},
	],
	endpoint: createEvent,
	toRequest: ({ sweepstakes: SweepstakesToken, options, ...event }) => ({
		...event,
		...(SweepstakesToken && { SweepstakesToken }),
		...options,
	}),
	toItems: ({ reply }) => toChangedEventItem(reply.Data),
});
