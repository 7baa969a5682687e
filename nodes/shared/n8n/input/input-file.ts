import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { asObject } from '../../json';

export interface InputFile {
	name: string;
	/** The size in bytes, if the item contains it. */
	bytes?: number;
	/** Returns the size in bytes. It is undefined if the item contains the file itself, but not its size. */
	size(): Promise<number | undefined>;
	base64(): Promise<string>;
}

/**
 * Returns a file of an input item, or undefined if there is none.
 *
 * @param field the name of the binary field, or the value of an expression such as `$binary.data`
 */
export function readInputFile(
	context: Pick<IExecuteFunctions, 'helpers' | 'getInputData'>,
	itemIndex: number,
	field: string | IBinaryData,
): InputFile | undefined {
	const { helpers } = context;
	const found = findBinary(context, itemIndex, field);
	if (!found) return undefined;
	const { fileName, fileExtension, id, data, bytes } = found;
	const name = fileName ?? 'file';
	return {
		name: fileExtension && !name.includes('.') ? `${name}.${fileExtension}` : name,
		bytes,
		size: async () =>
			bytes ?? (id === undefined ? undefined : (await helpers.getBinaryMetadata(id)).fileSize),
		base64: async () =>
			id === undefined ? data : (await helpers.getBinaryDataBuffer(itemIndex, found)).toString('base64'),
	};
}

/**
 * Finds a file in an input item. If the workflow's setting `binaryMode` is "combined", n8n moves files below `_files` in
 * the item's JSON, and takes only paths there. It then leaves files that it keeps in memory where they are.
 */
function findBinary(
	context: Pick<IExecuteFunctions, 'helpers' | 'getInputData'>,
	itemIndex: number,
	field: string | IBinaryData,
): IBinaryData | undefined {
	const find = (place: string | IBinaryData | undefined) => {
		try {
			return place === undefined ? undefined : context.helpers.assertBinaryData(itemIndex, place);
		} catch {
			return undefined;
		}
	};
	if (typeof field !== 'string') return find(field);
	const inMemory = context.getInputData()[itemIndex]?.binary?.[field];
	return find(field) ?? find(`${MOVED_FILES}.${field}`) ?? find(inMemory);
}

const MOVED_FILES = '_files';

/** The maximum number of names that are listed. A stranger may have sent any number of fields below `_files`. */
const MAX_LISTED = 20;

/** Returns the names of an input item's files, as many as fit into a sentence. */
export function listInputFiles(
	context: Pick<IExecuteFunctions, 'helpers' | 'getInputData'>,
	itemIndex: number,
): string[] {
	const { json, binary } = context.getInputData()[itemIndex] ?? {};
	const names = [binary, asObject(json?.[MOVED_FILES])].flatMap((files) => Object.keys(files ?? {}));
	const listed = [...new Set(names.slice(0, MAX_LISTED))];
	const found = listed.filter((name) => readInputFile(context, itemIndex, name));
	return names.length > MAX_LISTED ? [...found, '…'] : found;
}
