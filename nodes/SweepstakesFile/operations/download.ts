import { getFileUrl, findMimeType } from '../api';
import { asText } from '../../shared/json';
import { withDownload } from '../../shared/n8n/input/itemFile';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { file } from '../picker';

/** How long the address must work: the download follows at once. In seconds. */
const VALID_FOR = 900;

export const download = defineOperation({
	name: 'Download',
	value: 'download',
	action: 'Download a file',
	description: 'Return a file of the account by its ID, with its content',
	fields: [
		file,
		{
			displayName: 'Put Output File in Field',
			name: 'fileField',
			type: 'string',
			default: 'data',
			required: true,
			description: 'The name of the output binary field to put the file in',
		},
	],
	endpoint: getFileUrl,
	toRequest: ({ file: FileToken }) => ({ FileToken, Mode: 'download' as const, ExpiresIn: VALID_FOR }),
	toItems({ reply: { Data }, request: { FileToken }, parameters }) {
		// The address and how long it works are of no use afterwards.
		const { Url, Mode: _, ExpiresIn: _seconds, ExpiresAt: _until, ...stored } = Data;
		const { Filename, MimeType } = stored;
		const fileName = asText(Filename) || FileToken;
		const mimeType = asText(MimeType) || findMimeType(fileName) || 'application/octet-stream';
		return withDownload({ ...stored, FileToken }, { field: parameters.fileField, fileName, mimeType }, Url);
	},
});
