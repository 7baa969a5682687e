import { files, withFileInfo } from './api';
import { withMarks } from '../shared/api/titles';
import { listOrId, searchList } from '../shared/n8n/editor/picker';
import { asText, type Json } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';

/** Lists files, newest first, and searches their names and dates. */
const searchFiles = searchList(files.readPage, toChoice);

/** Returns a choice with a name such as "official-rules.pdf (2027-01-31)". */
function toChoice(record: Json & { FileToken: string }) {
	const { FileToken: value } = record;
	const [day] = asText(record.CreationDate).split('T');
	return { name: withMarks(asText(withFileInfo(record).Filename) || value, day), value };
}

/** Picker for a file. Its value is a FileToken. */
export const file = {
	displayName: 'File',
	name: 'file',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The file to work with',
	...listOrId('Select a file…', { searchFiles }, 'FileToken'),
} as const satisfies Field;
