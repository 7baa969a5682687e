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

export function fileItem(file: Json, { simplify }: { simplify: boolean }): Json {
	return simplify ? (only(withFileInfo(file), KEYS) as Json) : file;
}
