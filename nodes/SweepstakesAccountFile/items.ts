import { withFileInfo } from './api';
import { leading, only, without } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';

export const READ_FIRST = ['Filename', 'RecipientEmail'];

const KEYS = [
	'Filename',
	'MimeType',
	'Size',
	'SizeMB',
	'Category',
	'Private',
	'Opened',
	'SharedTo',
	'CreationDate',
	'FileToken',
];

/** What only the list of files has. */
const LISTED_KEYS = ['Encoding', 'UploadByAdmin', 'Opened', 'SharedTo', 'VisibleToAdmins'];

/** Gives a new file and one from the list the same columns. The list lacks SizeMB. */
export const storedItem = (file: Json): object =>
	leading({ SizeMB: null, ...without(withFileInfo(file), LISTED_KEYS) }, KEYS);

export function fileItem(file: Json, { simplify }: { simplify: boolean }): Json {
	return simplify ? (only(withFileInfo(file), KEYS) as Json) : file;
}
