import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

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
