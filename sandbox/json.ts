/**
 * The maximum depth of nesting that is accepted. No valid body is that deep, and at this depth, `JSON.stringify` is far
 * from a stack overflow.
 */
const MAX_DEPTH = 64;

/**
 * Parses JSON text.
 *
 * @returns undefined if the text is not JSON or has more than 64 levels
 */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return isDeeper(value, MAX_DEPTH) ? undefined : value;
	} catch {
		return undefined;
	}
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * Decodes UTF-8.
 *
 * @returns undefined if the bytes are invalid
 */
export function utf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
