/**
 * The maximum length of a text that is read as a number. The largest number has 309 digits, so a longer text is not
 * meant as a number.
 */
const MAX_NUMERAL_LENGTH = 1_000;

/** Whether a text is a decimal number, such as "3" or "-0.5". */
function isNumeral(text: string): boolean {
	return text.length <= MAX_NUMERAL_LENGTH && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Continues the sentence "“Label” …" about an ambiguous number. */
export const AMBIGUOUS_NUMBER =
	'must be a number such as 1500 or 1.50, because the point before three digits can be a thousands separator';

/** Whether a text such as "1.500" is one number in English and a thousand times that number in German. */
export function isAmbiguous(value: unknown): boolean {
	return typeof value === 'string' && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(value.trim());
}

/** Converts a number written as text, as in spreadsheets: "3" becomes 3. Other values are returned unchanged. */
export function readNumeral(value: unknown): unknown {
	return typeof value === 'string' && isNumeral(value.trim()) ? Number(value) : value;
}

/** Reads a number in a reply, which may be text. Returns undefined for anything else. */
export function readCount(value: unknown): number | undefined {
	const number = readNumeral(value);
	return typeof number === 'number' ? number : undefined;
}
