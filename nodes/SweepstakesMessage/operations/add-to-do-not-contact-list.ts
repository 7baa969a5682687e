import { suppress, suppression, SUPPRESSIONS_PER_CALL } from '../api';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toShortLiteral } from '../../shared/n8n/errors/sentences';
import { channel } from '../fields';

const ADDRESS = 'Address';

export const addToDoNotContactList = defineOperation({
	name: 'Add to Do-Not-Contact List',
	value: 'addToDoNotContactList',
	action: 'Add an address to the do-not-contact list',
	description:
		'Add email addresses or phone numbers of real people to the account’s do-not-contact list, one per item, so that they stop getting messages. The addresses are sent together, up to 500 per call. Addresses already on the list are left unchanged.',
	fields: [
		channel,
		{
			displayName: ADDRESS,
			name: 'Address',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. jane@example.com',
			description: 'The email address or, for text messages, the phone number',
		},
	],
	person: { fields: ['Address'], would: 'items would all add' },
	batch: { field: 'Address', max: SUPPRESSIONS_PER_CALL },
	request: suppression,
	toRequest: ({ Channel, Address }) => ({ Channel, Address }),
	async runBatch(client, requests) {
		const [{ Channel }] = requests;
		const addresses = requests.map(({ Address }) => Address);
		const results = await suppress(client, Channel, addresses);
		return addresses.map((Address, index) => {
			const result = results[index];
			if (result === 'invalid')
				return new InputError(
					ADDRESS,
					`must be an address that the service accepts, but is ${toShortLiteral(Address)}`,
				);
			return {
				Address,
				Channel,
				doNotContact: result === 'suppressed' ? true : null,
				...(result === 'unknown' && { Reason: UNKNOWN }),
			};
		});
	},
});

const UNKNOWN =
	'The service rejected some of the addresses but did not say which. To find out, use Message › Get Do-Not-Contact List.';
