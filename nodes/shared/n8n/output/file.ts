import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { withoutFolders } from '../../file-name';
import { asText } from '../../json';
import { download } from '../connection/download';

/** A file to put into an item's binary field. Its content is in base64 or at an address. */
interface OutputFile {
	field: string;
	fileName: string;
	mimeType: string;
	content: { base64: string } | { url: string };
}

/** An item with a file. It is a class, so that a reply of the service with the same keys is not mistaken for one. */
export class ItemWithFile {
	constructor(
		readonly json: object,
		readonly file: OutputFile,
	) {}
}

const DATA_ADDRESS = /^data:([\w.+-]+\/[\w.+-]+);base64,(.+)$/;

/**
 * Adds a file to an item. `address` is a data URL, such as "data:image/png;base64,…". If `address` is anything else, or
 * if `field` is undefined, returns the item without a file.
 */
export function withFile(
	json: object,
	field: string | undefined,
	fileName: string,
	address: unknown,
): object {
	const [, mimeType, base64] = DATA_ADDRESS.exec(asText(address)) ?? [];
	if (!field || !mimeType || !base64) return json;
	return new ItemWithFile(json, { field, fileName, mimeType, content: { base64 } });
}

/**
 * Returns the binary data of an item with a file. Downloads the file if its content is at an address.
 *
 * @throws {ServiceError} if the file cannot be downloaded
 */
export async function toBinary(
	context: IExecuteFunctions,
	{ field, fileName, mimeType, content }: OutputFile,
): Promise<Record<string, IBinaryData>> {
	const bytes =
		'url' in content ? await download(context, content.url) : Buffer.from(content.base64, 'base64');
	return { [field]: await context.helpers.prepareBinaryData(bytes, toSafeName(fileName), mimeType) };
}

/** The maximum length of a file name in most file systems, in characters. */
const MAX_FILE_NAME_LENGTH = 255;

/** Returns a file name under which a later node can safely store the file. */
function toSafeName(name: string): string {
	// Cut first, because the service’s name may have millions of characters.
	const plain = withoutFolders(name.slice(-MAX_FILE_NAME_LENGTH)).replace(/[\p{Cc}\p{Cf}]/gu, '');
	return /^\.*$/.test(plain) ? 'file' : plain;
}
