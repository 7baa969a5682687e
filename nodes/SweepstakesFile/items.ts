import { withFileInfo } from './api';
import { only } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';

/** What people look for in a file. */
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

/** A file as it comes out of the node. */
export function fileItem(file: Json, { simplify }: { simplify: boolean }): Json {
	return simplify ? (only(withFileInfo(file), KEYS) as Json) : file;
}
