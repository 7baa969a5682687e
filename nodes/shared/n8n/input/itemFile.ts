import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { download } from '../connection/download';

/** A file beside the fields of an item: in base64, or at an address. */
interface ItemFile {
	/** The output binary field. */
	field: string;
	fileName: string;
	mimeType: string;
	content: { base64: string } | { url: string };
}

/** The key under which an item carries its file to the output. JSON ignores it. */
const FILE = Symbol('file');

const DATA_ADDRESS = /^data:([\w.+-]+\/[\w.+-]+);base64,(.+)$/;

/**
 * An item with a file, which comes out in a binary field.
 *
 * @param field the output binary field; undefined if no file is wanted
 * @param address the file as the service sends it, a data address such as "data:image/png;base64,…". Any other value leaves
 *   the item as it is.
 */
export function withFile<Item extends object>(
	item: Item,
	field: string | undefined,
	fileName: string,
	address: unknown,
): Item {
	const [, mimeType, base64] = (typeof address === 'string' && DATA_ADDRESS.exec(address)) || [];
	const isThere = field && mimeType && base64;
	return isThere ? { ...item, [FILE]: { field, fileName, mimeType, content: { base64 } } } : item;
}

/** An item with a file that is downloaded for the output. The API token is not sent to its address. */
export function withDownload<Item extends object>(
	item: Item,
	file: Omit<ItemFile, 'content'>,
	url: string,
): Item {
	return { ...item, [FILE]: { ...file, content: { url } } };
}

/** The file that an operation's item carries to the output, if there is one. */
export function getFile(item: { [FILE]?: ItemFile }): ItemFile | undefined {
	return item[FILE];
}

/**
 * A file in its output binary field.
 *
 * @throws {ServiceError} if it cannot be downloaded.
 */
export async function toBinary(
	context: IExecuteFunctions,
	{ field, fileName, mimeType, content }: ItemFile,
): Promise<Record<string, IBinaryData>> {
	const bytes =
		'url' in content ? await download(context, content.url) : Buffer.from(content.base64, 'base64');
	return { [field]: await context.helpers.prepareBinaryData(bytes, plainName(fileName), mimeType) };
}

/** File systems accept no longer one. */
const LONGEST_NAME = 255;

/** A name without folders, control characters and marks that change the direction of text: a later node may store the file under it. */
function plainName(name: string): string {
	const plain = name
		.replace(/[\p{Cc}\p{Cf}]/gu, '')
		.replace(/^.*[/\\]/, '')
		.slice(-LONGEST_NAME);
	return /^\.*$/.test(plain) ? 'file' : plain;
}

/** A file that an item brings along. */
export interface InputFile {
	name: string;
	/** Undefined if the item does not say. */
	bytes?: number;
	/** How many bytes n8n has stored; undefined for a file that is in the item itself. */
	size(): Promise<number | undefined>;
	/** Reads the file, which n8n may keep outside its memory. */
	base64(): Promise<string>;
}

/**
 * @param field the name of the binary field, or what an expression such as `$binary.data` gives
 * @returns undefined if the item has no such file.
 */
export function inputFile(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	itemIndex: number,
	field: string | IBinaryData,
): InputFile | undefined {
	let binary: IBinaryData;
	try {
		binary = helpers.assertBinaryData(itemIndex, field);
	} catch {
		return undefined;
	}
	const { fileName, fileExtension, id, data, bytes } = binary;
	const name = fileName ?? 'file';
	return {
		name: fileExtension && !name.includes('.') ? `${name}.${fileExtension}` : name,
		bytes,
		size: async () =>
			bytes ?? (id === undefined ? undefined : (await helpers.getBinaryMetadata(id)).fileSize),
		base64: async () =>
			id === undefined ? data : (await helpers.getBinaryDataBuffer(itemIndex, field)).toString('base64'),
	};
}
