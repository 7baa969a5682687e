import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** A file beside the fields of an item. */
interface ItemFile {
	/** The output binary field. */
	field: string;
	fileName: string;
	mimeType: string;
	base64: string;
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
	return field && mimeType && base64 ? { ...item, [FILE]: { field, fileName, mimeType, base64 } } : item;
}

/** An output item from what an operation yields. */
export async function outputOf(
	helpers: IExecuteFunctions['helpers'],
	{ [FILE]: file, ...json }: { [FILE]?: ItemFile },
): Promise<{ json: object; binary?: Record<string, IBinaryData> }> {
	if (!file) return { json };
	const content = Buffer.from(file.base64, 'base64');
	const binary = await helpers.prepareBinaryData(content, file.fileName, file.mimeType);
	return { json, binary: { [file.field]: binary } };
}
