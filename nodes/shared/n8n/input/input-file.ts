import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

export interface InputFile {
	name: string;
	/** The size in bytes; undefined if the item does not give it. */
	bytes?: number;
	/** Returns the stored size in bytes, or undefined for a file that is in the item itself. */
	size(): Promise<number | undefined>;
	base64(): Promise<string>;
}

/** @param field the name of the binary field, or the value of an expression such as `$binary.data` */
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
