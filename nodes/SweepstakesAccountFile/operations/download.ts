import { getFileUrl, findMimeType } from '../api';
import { asText } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { ItemWithFile } from '../../shared/n8n/output/file';
import { file } from '../picker';

/** How long the file's temporary address works, in seconds. The download begins at once, so this is long enough. */
const VALID_FOR = 900;

export const download = defineOperation({
	name: 'Download',
	value: 'download',
	action: 'Download a file',
	description: 'Download a file from the account, by its ID',
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
		// The item does not contain the temporary address, because the address is useless after the download.
		const { Url, Mode: _, ExpiresIn: _seconds, ExpiresAt: _until, ...stored } = Data;
		const { Filename, MimeType } = stored;
		const fileName = asText(Filename) || FileToken;
		const mimeType = asText(MimeType) || findMimeType(fileName) || 'application/octet-stream';
		// The request for the content must not contain the API token.
		const content = { url: Url };
		return new ItemWithFile(
			{ ...stored, FileToken },
			{ field: parameters.fileField, fileName, mimeType, content },
		);
	},
});
