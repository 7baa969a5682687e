/** The characters that Windows-1252 has in place of the control characters of Latin-1. A space means: none. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The first byte of `WINDOWS_1252`. */
const FIRST = 0x80;

/** The length of the shortest word that is tested. Shorter ones prove nothing: as UTF-8, "Ö…" would be an Armenian letter. */
const SHORTEST = 3;

/** Matches a text whose letters are all of Latin, or none of them. */
const ONE_SCRIPT = /^(?:[\p{Script=Latin}\p{Script=Common}]+|\P{Script=Latin}+)$/u;

/**
 * Whether a word of a text was saved as UTF-8, but read as Windows-1252: its bytes in Windows-1252 are UTF-8, too, and
 * mean letters of one script. Other words would become a mixture: "Groß“" would end with a letter of N’Ko. A word in
 * capitals proves nothing, because a mark, Š or Ž may follow its accented letters, as in "CAFÉ’s", "SMÅ…" or "MATÚŠ".
 */
export function isUtf8ReadAsWindows1252(text: string): boolean {
	return text.split(/[ \t\r\n]+/).some((word) => {
		if (/^[\0-\x7F]*$/.test(word) || word.length < SHORTEST || isInCapitals(word)) return false;
		const bytes = toWindows1252(word);
		const decoded = bytes?.toString().normalize('NFC') ?? '';
		return ONE_SCRIPT.test(decoded) && !/[\uFFFD\p{Cc}]/u.test(decoded);
	});
}

/** Whether a word is in capitals, perhaps with the ending of a genitive or plural. */
function isInCapitals(word: string): boolean {
	return /[A-Z]/.test(word) && /^[^a-z]+s?$/.test(word);
}

function toWindows1252(text: string): Buffer | undefined {
	const characters = text.replace(/[^\0-\xFF]/gu, (character) => {
		const index = WINDOWS_1252.indexOf(character);
		return index < 0 ? character : String.fromCharCode(FIRST + index);
	});
	return /^[\0-\xFF]*$/.test(characters) ? Buffer.from(characters, 'latin1') : undefined;
}

/**
 * Matches a text in which a letter may have been lost or read in another encoding than it was saved in:
 * - a sign beyond ASCII after a letter, other than an apostrophe, a dash, "·", "ª" and "º"; such signs as "®" and “»”
 *   only between letters, and a quotation mark or "…" only in the place of a lowercase letter
 * - a question mark within a word
 * - a capital letter beyond ASCII that follows a letter and has a lowercase letter next to it or one letter further
 * - a word of accented letters only that is not in capitals, as Latin-1 shows the letters of another script
 * - the lines and corners with which DOS draws boxes, and the replacements "□" and "■"
 */
const LOST_LETTER =
	/\p{L}(?:[¡-¨¬¯±¶¸¼-¾×÷€‚„†‡ˆ‰‹√∂∞]|[©«®°²³»¿›™]\p{L}|[…“”•˜]\p{Ll})|\p{L}\?\p{L}|\p{Ll}[À-ÖØ-ÞŒŠŸŽ]|\p{L}[À-ÖØ-ÞŒŠŸŽ]\p{L}?\p{Ll}|(?<!\p{L})(?![À-ÖØ-Þ]{1,2}(?!\p{L}))[À-ÖØ-öø-ÿŠŒŽŸ]{3,}(?!\p{L})|[\u2310\u2500-\u25A1]/u;

/** Whether a text may have lost letters. Some names are spelled like this. */
export function mayHaveLostLetter(text: string): boolean {
	return LOST_LETTER.test(text.normalize('NFC'));
}
