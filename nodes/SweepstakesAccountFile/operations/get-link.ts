import { expiresIn, getFileUrl } from '../api';
import { toLimits } from '../../shared/fields/limits-of';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const getLink = defineOperation({
	name: 'Get Link',
	value: 'getLink',
	action: 'Get a temporary link to a file',
	description:
		'Return a temporary link to a file, by its ID. The link works for up to an hour, for anybody who has it.',
	publishes: true,
	fields: [
		file,
		{
			displayName: 'Link Action',
			name: 'Mode',
			type: 'options',
			options: [
				{ name: 'Download', value: 'download', description: 'Download the file' },
				{
					name: 'Preview',
					value: 'preview',
					description: 'Show the file in the browser, if it can',
				},
			],
			default: 'preview',
			description: 'What the link does when somebody opens it',
		},
		{
			displayName: 'Expires After (Seconds)',
			name: 'ExpiresIn',
			type: 'number',
			typeOptions: toLimits(expiresIn),
			default: 900,
			required: true,
			description: 'How long the link works, from 60 to 3,600 seconds. 900 seconds is 15 minutes.',
		},
	],
	endpoint: getFileUrl,
	toRequest: ({ file: FileToken, Mode, ExpiresIn }) => ({ FileToken, Mode, ExpiresIn }),
	toItems: ({ reply }) => reply.Data,
});
