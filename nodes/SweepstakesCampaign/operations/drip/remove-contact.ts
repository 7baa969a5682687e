import { removeFromDrip, oneDrip } from '../../api';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { readCount } from '../../../shared/numeral';
import { drip } from '../../picker';
import { dripContact, findSourceToken } from '../../drip-contact';

export const removeDripContact = defineOperation({
	name: 'Remove Drip Contact',
	value: 'removeDripContact',
	action: 'Remove a contact from a drip',
	description:
		'Remove a real person from a drip, for example after a purchase, so that they stop getting its messages. Participants are found by email address, phone number or ID. Leads and subscribers are found by ID.',
	fields: [
		{
			displayName:
				'This cannot be undone. The person stops getting messages from this drip and can never enter it again.',
			name: 'removeNotice',
			type: 'notice',
			default: '',
		},
		drip,
		dripContact,
	],
	person: { fields: ['contact'], would: 'items would all remove' },
	request: oneDrip,
	toRequest: ({ drip: DripToken }) => ({ DripToken }),
	async *run({ client, request: { DripToken }, parameters, itemCount }) {
		const SourceToken = await findSourceToken(client, DripToken, parameters.contact, itemCount);
		const contact = { DripToken, SourceToken };
		yield* await client.callForItems(removeFromDrip, contact, ({ Data: { Removed, ...Data } }) => ({
			removed: readCount(Removed) !== 0,
			...contact,
			...Data,
		}));
	},
});
