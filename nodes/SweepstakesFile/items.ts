import { withFileInfo } from '../shared/api/guesses';
import { only } from '../shared/n8n/output/keys';
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

/** The columns of a new file and an existing one. The list of files lacks SizeMB. */
const STORED_KEYS = [
	'Filename',
	'MimeType',
	'Size',
	'SizeMB',
	'Category',
	'Private',
	'Path',
	'CreationDate',
	'CategoryToken',
	'FileToken',
];

export const storedItem = (file: Json): object => only({ SizeMB: null, ...withFileInfo(file) }, STORED_KEYS);

export function fileItem(file: Json, { simplify }: { simplify: boolean }): Json {
	return simplify ? (only(withFileInfo(file), KEYS) as Json) : file;
}
