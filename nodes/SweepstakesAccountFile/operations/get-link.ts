import { getFileUrl } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const getLink = defineOperation({
	name: 'Get Link',
	value: 'getLink',
	action: 'Get a temporary link to a file',
	description:
		'Return a temporary link to a file, by its ID. The link works for up to an hour, for anyone who has it.',
	// The call itself only reads, but the link lets anyone open the file.
	reads: false,
	fields: [
		file,
		{
			displayName: 'Link Action',
			name: 'Mode',
			type: 'options',
			options: [
				{ name: 'Download', value: 'download', description: 'Downloads the file' },
				{
					name: 'Preview',
					value: 'preview',
					description: 'Shows the file in the browser, if possible',
				},
			],
			default: 'preview',
			description: 'What the link does when someone opens it',
		},
		{
			displayName: 'Expires After (Minutes)',
			name: 'minutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 60, numberPrecision: 0 },
			default: 60,
			required: true,
			description: 'How long the link works, from 1 to 60 minutes',
		},
	],
	// A temporary address has about 1,000 characters, and must be complete.
	wholeTexts: ['Url'],
	endpoint: getFileUrl,
	toRequest: ({ file: FileToken, Mode, minutes }) => ({ FileToken, Mode, ExpiresIn: 60 * minutes }),
	toItems: ({ reply }) => reply.Data,
});
