import { createEvent } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { details, endDate, endTime, startDate, startTime, title } from '../fields';
import { changedEventItem } from '../items';

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create a calendar event',
	description: 'Create an event in the calendar of the account, with a title and two dates',
	fields: [
		title,
		startDate,
		startTime,
		endDate,
		endTime,
		{
			...sweepstakes,
			required: false,
			description: 'The sweepstakes that the event belongs to. Leave it empty if there is none.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: details,
		},
		{
			displayName: 'Additional Fields (JSON)',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			description:
				'More fields to send, as a JSON object, such as PeopleInvolved, RepeatThisEvent and Notification. They do not replace the fields above. The API documentation does not show what they contain.',
		},
	],
	endpoint: createEvent,
	toRequest: ({ sweepstakes: SweepstakesToken, options, ...event }) => ({
		...event,
		...(SweepstakesToken && { SweepstakesToken }),
		...options,
	}),
	toItems: ({ reply }) => changedEventItem(reply.Data),
});
