import { cloneSweepstakes } from '../api';
import { endDate, endTime, startDate, startTime } from '../fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { searchHandlers } from '../picker';
import { parseInstant } from '../../shared/time/parse';
import { z } from '../../shared/zod';

export const clone = defineOperation({
	name: 'Clone',
	value: 'clone',
	action: 'Clone a sweepstakes',
	description:
		'Copy a sweepstakes with its entry pages, groups, calendar events and settings, by its handler. The copy gets a new handler and new dates.',
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
					searches: { searchHandlers },
				},
				{
					displayName: 'By Handler',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. SUMMER2027',
					// The service stores handlers in upper case. A handler from the list is sent unchanged.
					keys: z.string().toUpperCase(),
				},
			],
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
		{
			displayName: 'New Handler',
			name: 'HandlerNew',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER2028',
			description:
				'The unique short code of the copy, up to 20 letters (A to Z) and digits. Lowercase letters become uppercase.',
		},
		startDate,
		startTime,
		endDate,
		endTime,
	],
	endpoint: cloneSweepstakes,
	toRequest: ({ Handler: { value: Handler }, ...copy }) => ({ Handler, ...copy }),
	toItems({ reply, request: { EndDate }, client }) {
		if (parseInstant(EndDate)?.isPast(Date.now())) client.hints.add(HAS_ENDED);
		return reply;
	},
});

// Neither API document forbids dates in the past.
const HAS_ENDED =
	'The end date of the copy has passed, so nobody can enter it. To change its dates, use Sweepstakes › Update.';
