import { expiresIn, getFileUrl } from '../api';
import { toLimits } from '../../shared/fields/limitsOf';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

export const getLink = defineOperation({
	name: 'Get Link',
	value: 'getLink',
	action: 'Get a temporary link to a file',
	description: 'Return a link to a file by its ID. It works for up to an hour, for anybody who has it.',
	fields: [
		file,
		{
			displayName: 'The Link',
			name: 'Mode',
			type: 'options',
			options: [
				{ name: 'Downloads the File', value: 'download' },
				{
					name: 'Shows the File',
					value: 'preview',
					description: 'In the browser, if it can show such a file',
				},
			],
			default: 'preview',
			description: 'What happens when somebody opens the link',
		},
		{
			displayName: 'Valid for (Seconds)',
			name: 'ExpiresIn',
			type: 'number',
			typeOptions: toLimits(expiresIn),
			default: 900,
			required: true,
			description: 'For how many seconds the link works, from 60 to 3,600. 900 is 15 minutes.',
		},
	],
	endpoint: getFileUrl,
	toRequest: ({ file: FileToken, Mode, ExpiresIn }) => ({ FileToken, Mode, ExpiresIn }),
	toItems: ({ reply }) => reply.Data,
});
