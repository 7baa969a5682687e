import { sendFile } from '../api';
import { hasOptedOut, OPTED_OUT } from '../../SweepstakesParticipant/api/opt-outs';
import { findParticipant } from '../../SweepstakesParticipant/api/participants';
import { uuid } from '../../shared/api/formats';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { allowEmptyParts } from '../../shared/n8n/common-fields';
import { file } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const send = defineOperation({
	name: 'Send',
	value: 'send',
	action: 'Email a file',
	description: 'Email a file from the account (found by its ID) to a person as an attachment',
	fields: [
		{
			displayName:
				'Each run emails the file to a real person right away, which cannot be undone. The do-not-contact list is not checked. The file can be up to 5 MB.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		file,
		{
			displayName: 'Recipient Email',
			name: 'RecipientEmail',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. jane@example.com',
			description: 'The email address to send the file to',
		},
		{
			...sweepstakes,
			displayName: 'Skip Opt-Outs of Sweepstakes',
			name: 'optOutSweepstakes',
			required: false,
			description:
				'Send nothing if the recipient has opted out of this sweepstakes. If you leave this empty, opt-outs are not checked.',
		},
		{
			displayName: 'Subject',
			name: 'EmailSubject',
			type: 'string',
			typeOptions: { refuseGaps: 'options.allowEmptyParts' },
			default: '',
			placeholder: 'e.g. The official rules',
			description: 'The subject of the email. Leave empty to let the service choose one.',
		},
		{
			displayName: 'Message',
			name: 'EmailMessage',
			type: 'string',
			typeOptions: { rows: 4, refuseGaps: 'options.allowEmptyParts' },
			default: '',
			placeholder: 'e.g. Please find the official rules attached.',
			description: 'The text of the email',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [allowEmptyParts],
		},
	],
	onceFor: 'email',
	request: sendFile.request.extend({ optOutSweepstakes: uuid.optional() }),
	toRequest: ({ file: FileToken, options: _, ...email }) => ({ FileToken, ...email }),
	async *run({ client, request: { optOutSweepstakes: SweepstakesToken, ...message } }) {
		const { FileToken, RecipientEmail } = message;
		const found =
			SweepstakesToken && (await findParticipant(client, { SweepstakesToken, KeyEmail: RecipientEmail }));
		if (found && hasOptedOut(found.Entries)) {
			client.hints.skip('the person has opted out');
			return yield { RecipientEmail, FileToken, skipped: true, Reason: OPTED_OUT };
		}
		yield* await client.callForItems(sendFile, message, ({ Data }) => ({
			...Data,
			skipped: false,
			Reason: null,
		}));
	},
});
