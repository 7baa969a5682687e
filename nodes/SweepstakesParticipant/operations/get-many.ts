import { participants } from '../api/participants';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { toParticipantItem } from '../items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many participants',
	description: 'Return the participants of a sweepstakes, newest first',
	fields: [
		sweepstakes,
		returnAll,
		limit,
		simplify,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Entry Type',
					name: 'collection',
					type: 'options',
					options: [
						{
							name: 'AMOE Entries',
							value: 'ParticipantsAmoe',
							description: 'Entered by the alternative method of entry, without a purchase',
						},
						{ name: 'Opt-Outs', value: 'OptOuts' },
						{ name: 'Participants', value: 'Participants' },
					],
					default: 'Participants',
					description: 'Return only entries of this type. Without this filter, all types are returned.',
				},
				{
					displayName: 'Opt-In Date',
					name: 'optInDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only people who opted in on this day',
				},
				{
					displayName: 'Opt-In From',
					name: 'startDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only people who opted in on or after this day',
				},
				{
					displayName: 'Opt-In Until',
					name: 'endDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'Return only people who opted in on or before this day',
				},
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					// If an expression were empty, everybody would be returned, and perhaps deleted by the next node.
					typeOptions: { refuseEmpty: true },
					default: '',
					placeholder: 'e.g. smith',
					description: 'Text to find in the first name, last name, email or phone number',
				},
			],
		},
	],
	endpoint: participants.all,
	toRequest: ({ sweepstakes: sweepstakesToken, filters }) => ({ sweepstakesToken, ...filters }),
	toItems: ({ reply, parameters }) => toParticipantItem(reply, parameters),
});
