import { dripEnrollments } from '../../api';
import { limit, returnAll } from '../../../shared/n8n/common-fields';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../picker';

export const getDripContacts = defineOperation({
	name: 'Get Drip Contacts',
	value: 'getDripContacts',
	action: 'Get the contacts of a drip',
	description:
		'Return the contacts of a drip (by its ID), newest first, with their next step or the reason why they left. The service deletes contacts 180 days after they leave.',
	fields: [
		drip,
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Contact ID',
					name: 'contactId',
					type: 'string',
					// If it were empty, everybody would be returned instead of one contact.
					typeOptions: { refuseEmpty: true },
					default: '',
					placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
					description:
						'Return only this contact: the ParticipantToken of a participant, or the ID of a lead or subscriber',
				},
				{
					displayName: 'Status',
					name: 'Status',
					type: 'options',
					options: [
						{ name: 'Active', value: 'active', description: 'Waiting for the next step' },
						{ name: 'Completed', value: 'completed', description: 'Got all steps' },
						{ name: 'Exited', value: 'exited', description: 'Left before the last step' },
					],
					default: 'active',
					description: 'Return only contacts with this status',
				},
			],
		},
	],
	endpoint: dripEnrollments.all,
	toRequest: ({ drip: DripToken, filters: { contactId: SourceToken, Status } }) => ({
		DripToken,
		SourceToken,
		Status,
	}),
	toItems: ({ reply }) => reply,
});
