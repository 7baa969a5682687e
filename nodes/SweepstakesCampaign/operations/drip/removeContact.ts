import { removeFromDrip, oneDrip } from '../../api/drips';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../pickers/drip';
import { dripContact, findSourceToken } from '../../pickers/dripContact';

export const removeDripContact = defineOperation({
	name: 'Remove Drip Contact',
	value: 'removeDripContact',
	action: 'Remove a contact from a drip',
	description:
		'End a drip for one real person, for example after a purchase: a participant by email address, phone number or ID, or a lead or subscriber by ID',
	fields: [
		{
			displayName: 'This cannot be undone: nobody can enter the same drip again.',
			name: 'removeNotice',
			type: 'notice',
			default: '',
		},
		drip,
		dripContact,
	],
	request: oneDrip,
	toRequest: ({ drip: DripToken }) => ({ DripToken }),
	async *run({ service, request: { DripToken }, parameters }) {
		const SourceToken = await findSourceToken(service, DripToken, parameters.contact);
		yield* await service.callForItems(removeFromDrip, { DripToken, SourceToken }, ({ Data }) => ({
			removed: true,
			DripToken,
			SourceToken,
			...Data,
		}));
	},
});
