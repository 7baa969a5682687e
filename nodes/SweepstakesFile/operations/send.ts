import { sendFile } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const send = defineOperation({
	name: 'Send',
	value: 'send',
	action: 'Email a file',
	description: 'Email a file of the account to a person by its ID, as an attachment',
	fields: [
		{
			displayName:
				'The service emails the file at once, to a real person. This cannot be undone. A file may have up to 5 MB.',
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
			description: 'The email address to which the file is sent',
		},
		{
			displayName: 'Subject',
			name: 'EmailSubject',
			type: 'string',
			default: '',
			placeholder: 'e.g. The official rules',
			description: 'The subject of the email. Leave it empty for the usual one of the service.',
		},
		{
			displayName: 'Message',
			name: 'EmailMessage',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Please find the official rules attached.',
			description: 'The text of the email',
		},
	],
	endpoint: sendFile,
	toRequest: ({ file: FileToken, ...email }) => ({ FileToken, ...email }),
	toItems: ({ reply }) => reply.Data,
});
