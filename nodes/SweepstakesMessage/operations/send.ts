import { createHash } from 'crypto';

import { listAddresses, messageText, sendMessage } from '../api';
import { hasOptedOut } from '../../SweepstakesParticipant/api/opt-outs';
import { fetchParticipant } from '../../SweepstakesParticipant/api/participants';
import { toPersonItem } from '../../SweepstakesParticipant/items';
import { describeSpecial, fitsTextMessage, previewSegments } from '../segments';
import { previewOptOut, sendOnChannels, skipOptedOut } from '../items';
import { asText } from '../../shared/json';
import { allowEmptyParts } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { findPicked, toParticipantQuery, participant } from '../../SweepstakesParticipant/picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const send = defineOperation({
	name: 'Send',
	value: 'send',
	action: 'Send a message to a participant',
	description:
		'Send an email, a text message or both to a real person: a participant, found by email address, phone number or ID. People who have opted out are skipped. Returns one item per channel, with the reason if the channel was skipped.',
	fields: [
		{
			displayName:
				'This sends a message to a real person, and cannot be undone. Each participant gets the same message only once, but a corrected text, or one with the current time, is another message. To send the same text again, change “Idempotency Key” under Options.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		{ ...participant, description: 'The participant to send the message to' },
		{
			displayName: 'Channel',
			name: 'Channel',
			type: 'options',
			options: [
				{ name: 'Email', value: 'email' },
				{
					name: 'Email and Text Message',
					value: 'both',
					description: 'To the participant’s email address and phone number, as far as they are known',
				},
				{
					name: 'Text Message',
					value: 'sms',
					description: 'To a US or Canadian number, from a number registered for your account',
				},
			],
			default: 'email',
			description: 'How to send the message',
		},
		{
			displayName: 'Subject',
			name: 'Subject',
			type: 'string',
			typeOptions: { refuseGaps: 'options.allowEmptyParts' },
			default: '',
			placeholder: 'e.g. You have won!',
			description:
				'The subject of the email, up to 200 characters. Leave empty to let the service choose one.',
			displayOptions: { hide: { Channel: ['sms'] } },
		},
		{
			displayName: 'Message',
			name: 'Message',
			type: 'string',
			typeOptions: { rows: 5, refuseGaps: 'options.allowEmptyParts' },
			default: '',
			required: true,
			placeholder: 'e.g. Congratulations, Jane, you have won!',
			description:
				'Plain text, up to 5,000 characters, or 1,600 for a text message. A text message has room for 160 characters, or for 70 if it contains an emoji, a curly quotation mark such as ’, or another unusual character. A longer text counts as several text messages.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				allowEmptyParts,
				{
					displayName: 'Idempotency Key',
					name: 'IdempotencyKey',
					type: 'string',
					default: '',
					placeholder: 'e.g. reminder-2027-02',
					description:
						'Messages with the same key are sent to a participant only once. If you leave this empty, each text is sent only once. To send a text again, enter a new key with 8 to 64 letters, digits, hyphens and underscores.',
				},
			],
		},
	],
	person: { fields: ['participant'], would: 'messages would all go to' },
	request: messageText.merge(fetchParticipant.request).refine(...fitsTextMessage),
	toRequest: ({ options, ...message }) => ({
		...toParticipantQuery(message),
		Channel: message.Channel,
		Subject: message.Channel === 'sms' ? undefined : message.Subject,
		Message: message.Message,
		IdempotencyKey: options.IdempotencyKey,
	}),
	async *run({ client, request, itemCount, input }) {
		const { Channel, Subject, Message, IdempotencyKey, ...person } = request;
		// The lookup also finds out whether the person has opted out, so nothing is sent to anybody who is not found.
		const { ParticipantToken, entries } = await findPicked(client, person, itemCount);
		const { FirstName, LastName, Email, PhoneNumber } = toPersonItem(entries[0] ?? {});
		const recipient = { FirstName, LastName, Email, ParticipantToken };
		const isOptedOut = hasOptedOut(entries);
		const unpayable = UNPAYABLE.get(asText(input.Status));
		if (unpayable && input.PublicLink && Message.includes(asText(input.PublicLink)))
			client.hints.add(unpayable);
		const special = Channel !== 'email' && describeSpecial(Message);
		if (special) client.memory.getOrCreate('special character', () => client.hints.add(special));
		if (client.isDry) {
			const channels = listAddresses(Channel, { Email, PhoneNumber });
			yield channels.map((one) => ({
				...one,
				subject: (one.Channel === 'email' && Subject) || null,
				text: Message,
				...previewSegments(Channel, one.Channel, Message),
				...previewOptOut(client, isOptedOut),
				...recipient,
			}));
			return;
		}
		if (isOptedOut) return yield await skipOptedOut(client, Channel, recipient);
		// The default key is the same whenever this workflow sends this text to this participant, so the service sends the
		// text only once, no matter how often the workflow runs.
		const key =
			IdempotencyKey ?? toKey([client.options.workflowId, ParticipantToken.toLowerCase(), Subject, Message]);
		const message = { ParticipantToken, Channel, Subject, Message, IdempotencyKey: key };
		yield* await sendOnChannels(client, sendMessage, message, recipient);
	},
});

/** Maps the status of an invoice that cannot be paid to the hint about a message with its link. */
const UNPAYABLE = new Map([
	[
		'draft',
		'A message contains a link to a draft invoice, which cannot be paid yet. Publish the invoice first, with Invoice › Publish.',
	],
	['cancelled', 'A message contains a link to a canceled invoice, which cannot be paid.'],
]);

function toKey(parts: ReadonlyArray<string | undefined>): string {
	return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
