/**
 * The maximum length of a text that is read as a number, in characters. The largest number in JavaScript has 309
 * digits.
 */
const MAX_NUMERAL_LENGTH = 1_000;

/** Whether a text is a decimal number, such as "3" or "-0.5". */
function isNumeral(text: string): boolean {
	return text.length <= MAX_NUMERAL_LENGTH && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/**
 * Whether a text is a number as a spreadsheet shows it in a narrow cell, such as "2.02555E+09" or "2,02555E9". It lacks the
 * last digits.
 */
export function isShortenedNumber(text: string): boolean {
	return /^\d([.,]\d+)?e\+?\d{1,3}$/i.test(text);
}

/**
 * Removes the marks that keep a number as text in a spreadsheet: '="02139"', an apostrophe before the number, or "z:"
 * before a zip code. Other texts, such as "'90", are unchanged.
 */
export function withoutTextMarks(text: string): string {
	return text
		.replace(/^="([^"]*)"$/, '$1')
		.replace(/^(?:'(?=[+(]?\d[\d\s().-]{2,}$)|z:(?=\d{5}(?:-\d{4})?$))/, '');
}

/** The error message for an ambiguous number, which continues the sentence "“Label” …". */
export const AMBIGUOUS_NUMBER =
	'must be a number such as 1500 or 1.50 (a period followed by three digits could be a thousands separator)';

/**
 * Whether a text is a different number in other languages: "1.500" is 1.5 in English, but 1500 in German. The text is
 * not ambiguous if the larger number exceeds `most`.
 */
export function isAmbiguousNumber(value: unknown, most = Infinity): boolean {
	const text = typeof value === 'string' ? value.trim() : '';
	return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text) && Number(text.replace('.', '')) <= most;
}

/**
 * Converts a number that is written as text, as in spreadsheets: "3" becomes 3. Other values are returned unchanged.
 */
export function readNumeral(value: unknown): unknown {
	return typeof value === 'string' && isNumeral(value.trim()) ? Number(value) : value;
}

/** Reads a number in a reply, where it may be written as text. Returns undefined for any other value. */
export function readCount(value: unknown): number | undefined {
	const number = readNumeral(value);
	return typeof number === 'number' ? number : undefined;
}
