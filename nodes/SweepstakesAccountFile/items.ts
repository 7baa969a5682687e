import { withFileInfo } from './api';
import { putFirst, pickKeys, omitKeys } from '../shared/n8n/output/keys';
import type { Json } from '../shared/json';
import { readCount } from '../shared/numeral';

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

/** Keys that only the list of files has. */
const LISTED_KEYS = ['Encoding', 'UploadByAdmin', 'Opened', 'SharedTo', 'VisibleToAdmins'];

/** Returns an item with the same columns for a new file and for a file from the list. The list has no `SizeMB`. */
export function toStoredItem(file: Json): object {
	const stored = withFileInfo(file);
	return putFirst({ SizeMB: toMegabytes(stored.Size), ...omitKeys(stored, LISTED_KEYS) }, KEYS);
}

/**
 * Rounds a size to hundredths of a megabyte, as the service does for a new file. Returns null if the size is unknown.
 */
function toMegabytes(size: unknown): number | null {
	const bytes = readCount(size);
	return bytes !== undefined ? Math.round((bytes / 1024 / 1024) * 100) / 100 : null;
}

export function toFileItem(file: Json, { simplify }: { simplify: boolean }): Json {
	return simplify ? (pickKeys(withFileInfo(file), KEYS) as Json) : file;
}
