import { appendValue } from '../errors/sentences';
import { isUtf8ReadAsWindows1252, mayHaveLostLetter } from './misread';

/**
 * Matches what a spreadsheet in any language writes into a cell whose formula has failed, such as "#DIV/0!", "#BEZUG!",
 * "#¿NOMBRE?", "#VALEUR !", "#N/D" or "Err:502".
 */
const SPREADSHEET_ERROR = /^(?:#[¡¿]?(?:\p{Lu}[\p{Lu}\d_/]{1,30}\s?[!?]|\p{Lu}\/\p{Lu}|NV)|Err:\d{3})$/u;

/**
 * Matches what a program, a database or a library for tables writes instead of a value that it lacks or that is no text.
 * A person may be named Null or Nan.
 */
const WRITTEN_BY_PROGRAM =
	/^(?:undefined|[<[(]?(?:null|NULL)[>\])]?|\((?:[Nn]o value|blank|not set)\)|Loading\.{3}|\\N|NaN|nan|NaT|<NA>|\[object \w{1,30}\]|stdClass Object)$/;

/**
 * Matches a character whose bytes were read one by one, such as "Ã©" for "é", "Ã–s" for "Ös" or "â€™" for "’", and the
 * control characters that Latin-1 has in the place of quotation marks. A text in capitals may end with "Ã»" or "Ã”".
 */
const MISREAD =
	/[ÂÃ](?:[\u00A0-\u00BA\u00BC-\u00BF€ƒ„†‡ˆ‰Š‹ŒŽ˜™šœžŸ]|[‚…‘“•–—]\p{Ll})|[ÄÅ][€ƒ„†‡ˆ‰Š‹Œ˜™šœžŸ]|[\u0080-\u009F]|â€|ðŸ|ï¿½/u;

/** Matches what a spreadsheet shows, and some programs export, if a column is too narrow for its number or date. */
const TOO_NARROW = /^#{3,}$/;

/**
 * Matches a character as another program may write it: HTML ("&#039;", "<br>", "</p>"), a script or a database ("\"",
 * "\u00e9"), or the header of an email ("=?UTF-8?Q?").
 */
const ENCODED_CHARACTER =
	/&(?:#x?[\da-f]{2,6}|[a-z]{2,8});|<br ?\/?>|<\/[a-z]{1,10}>|\\(?:["']|u[\da-f]{4})|=\?[\w-]{1,20}\?[bq]\?/i;

/**
 * Matches control characters, except tabs and line breaks. NUL remains if UTF-16 is read as another encoding. U+202D and
 * U+202E show a text backwards.
 */
const CONTROL_CHARACTER = /[\0-\x08\v\f\x0E-\x1F\x7F\u202D\u202E]/;

/**
 * Matches a text that is entirely in the brackets that programs put around the name of a value or a request to choose
 * one, such as "[First Name]", "{{name}}", "<email>", "${name}", "%%name%%", "*|FNAME|*" or "-- Select --".
 */
const IN_BRACKETS =
	/^(?:-{2,}[^-]+-{2,}|\[{1,2}[^[\]]+\]{1,2}|[$#]?\{{1,2}[^{}]+\}{1,2}|<{1,2}[^<>]+>{1,2}|%[\w.-]+%|%%[^%]+%%|\*\|[^|]+\|\*)$/;

/** Matches a value that a program wrote as code, such as "b'Ida'", "Timestamp('1990-03-14')" or "Array (…)". */
const CODE =
	/^(?:System\.\w[\w.`[\]]*|(?:Array|stdClass Object)\s+\([^]*\)|(?:[bru]|[A-Za-z][\w.]{0,40}\()(?:'[^']*'|"[^"]*")\)?|[a-z][\w.]{0,40}\(0?\))$/;

/** The maximum number of digits in a name such as X Æ A-12. The shortest date, such as 4-Apr-90, has more. */
const MAX_NAME_DIGITS = 2;

/** What people, forms and programs write if a value is missing or a trial. A person may be named None. */
const FILLERS = [
	String.raw`[nk] ?[/.] ?a|na|nil|none|null|tb[ad]|x+|undefined|inf(?:inity)?|array|object|eof|lorem(?: ipsum)?|foo|bar`,
	'unknown|unbekannt|blank|empty|missing|test|(?:asdf|qwerty)\\p{L}*|illegible|anonymous|nobody|nowhere|declined|response',
	String.raw`(?:error|exception|warning|(?:info|closure|resource|option|value|field|column)(?: ?id)?[\s#_]*(?:requested|object|\d+))(?::.*)?`,
	String.raw`no[\s._-]?(?:e?-?mail|reply|data|value|response|(?:\p{L}+\s)?name)|(?:\d+ )?(?:not|un)[\s-]?(?:available|applicable|specified|provided|found|known|set|given).*|invalid date`,
	String.raw`(?:(?:your|full|first|last|user|[fl])[\s_-]?)?name`,
	String.raw`please (?:select|choose|enter)\b.*|(?:select|choose|enter)(?:\s.*)?|other \(.*`,
];

/** Matches a text that stands for a missing value, without the signs around it. */
const MISSING = new RegExp(`^(?:${FILLERS.join('|')})?$`, 'iu');

/** Matches the signs around a text, such as "-None-". */
const SIGNS_AROUND = /^[^\p{L}\p{N}\p{So}]+|(?<![^\p{L}\p{N}\p{So}])[^\p{L}\p{N}\p{So}]+$/gu;

/**
 * Matches what programs leave in a text: an escape ("\\n", "%20", "=E9", "New+York"), a tag, an empty list, a placeholder
 * ("%s", "$name"), a formula, an error (1.#QNAN), hexadecimal digits, or code and data of several languages.
 */
const PROGRAM =
	/\\|%[\dA-F]{2}|\p{L}(?:=[\dA-F]{2}|[+_=]\p{L})|<\w+>|^[[{(]\d*[\]})]$|^%[a-z]$|^[$:]\p{L}\w*$|^=|^\+\p{L}|#(?:Error|<|\p{L}+[!?]|QNAN)|^0x[\da-fA-F]+$|;#|^;|;$|^\w:\d+[:;]|^\w+\(.*\)|\([^()"=]*["=][^()]*\)|',\)|\(\) ?\{|^`|^\w+(?:\.\w+)+@[\da-f]+$/u;

/** Matches a word with letters of two scripts. Some languages have no spaces around the words of another script. */
const TWO_SCRIPTS =
	/\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{sc=Latin}|\p{sc=Latin}(?:(?![\p{sc=Latin}\p{sc=Common}])\p{L})+\p{sc=Latin}/u;

/**
 * Says that a text stands for a missing value. The result continues the sentence "“…” was sent as typed, although …".
 *
 * @returns undefined for any other text
 */
export function describeFiller(text: string): string | undefined {
	const once = text.replace(/^(\S{1,20}?)(?:,? \1){1,3}$/, '$1');
	return MISSING.test(once.replace(SIGNS_AROUND, ''))
		? 'such a text often stands for a missing value'
		: undefined;
}

/**
 * Says that a text may be damaged, or no text that a person meant. The result continues the sentence "“…” was sent as
 * typed, although …".
 *
 * @returns undefined for any other text
 */
export function describeDoubtfulText(text: string): string | undefined {
	const plain = text.normalize('NFC').replace(/https?:\/\/\S+/gi, '');
	const isOdd = PROGRAM.test(plain) || TWO_SCRIPTS.test(plain) || mayHaveLostLetter(plain);
	return describeFiller(text) ?? (isOdd ? 'a program may have written it or changed its letters' : undefined);
}

/** A word of a name: letters of one script, with their marks and joiners. */
const WORD = String.raw`(?:(?:\p{sc=Latin}\p{M}*)+|(?:(?![\p{sc=Latin}\p{DI}ʼʻ])\p{L}[\p{M}\p{Join_C}]*)+)`;

/** What may come before a word, as in "’t Hooft" and "‘Abd". */
const BEFORE = String.raw`(?:[‘ʻʼ](?=\p{Lu})|['’](?=\p{Ll}[\s-]))?`;

/** What may come between two words: spaces, periods, commas, hyphens, apostrophes, and the dots of some languages. */
const BETWEEN = String.raw`(?:\.?,?[^\S\r\n]+|\.(?=[\p{Lu}\p{Lo}])|\.?[-\u2010\u2011־]|–(?=\p{Lu})|['’‘ʼʻ´\x60][ -]?|(?<=l)[·.](?=l)|[·・](?!\p{sc=Latin})|(?:["״]|׳׳)(?=\p{sc=Hebrew}))`;

/** Matches a name, perhaps with a nickname in quotation marks. */
const NAME = new RegExp(`^${BEFORE}${WORD}(?:${BETWEEN}${BEFORE}${WORD}| ["“]${WORD}["”])*[.’‘]?$`, 'u');

/** Matches a word that is often a boolean, and a letter four times in a row, which no name has. */
const NO_NAME = /^(?:true|false|yes|no|wahr|falsch)$|(\p{L})\1{3}/iu;

/** Does for the name of a person what `describeDoubtfulText` does for any text. */
export function describeDoubtfulName(text: string): string | undefined {
	const isName = NAME.test(text.normalize('NFC')) && !NO_NAME.test(text);
	return describeDoubtfulText(text) ?? (isName ? undefined : 'it does not look like a name');
}

/** Does for the name of a place, such as "Halle (Saale)" or "Biel / Bienne", what `describeDoubtfulName` does for a person. */
export function describeDoubtfulPlace(text: string): string | undefined {
	const words = text.replace(/(?<=\S ?)[([][^()[\]]+[)\]]/g, '').replace(/ ?[/&] ?| [\p{Pd}] /gu, ' ');
	return describeDoubtfulText(text) ?? describeDoubtfulName(words.trim());
}

/**
 * Says that a text is not the name of a person but another kind of value, or stands for a missing name. One word may be a
 * name, such as "None". The result continues the sentence "“Label” …".
 *
 * @returns undefined for any other text
 */
export function describeNoName(text: string): string | undefined {
	if (describeFiller(text) && /\p{L}/u.test(text) && !/^\p{L}+\.?$/u.test(text))
		return appendValue('must be the name of a person', text);
	const digits = text.match(/\p{Nd}/gu) ?? [];
	return !/\p{L}/u.test(text) || digits.length > MAX_NAME_DIGITS || /@|:\/\/|^www\./i.test(text)
		? appendValue('must be the name of a person, not a number, date, email address or link', text)
		: undefined;
}

/**
 * Says that a program has left a placeholder in place of a value, or has written a list as text. The result continues the
 * sentence "“Label” …".
 *
 * @returns undefined for any other text
 */
export function describePlaceholder(text: string): string | undefined {
	return IN_BRACKETS.test(text) && /\p{L}/u.test(text)
		? appendValue('must not be a placeholder or list that a program has left', text)
		: undefined;
}

/**
 * Says why a value is damaged: nobody wants to send an error of a spreadsheet or a text without its letters. The result
 * continues the sentence "“Label” …".
 *
 * @returns undefined if the value is not damaged
 */
export function describeDamage(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (value.includes('\uFFFD'))
		return `${appendValue('must not have the character �', value)}: the file was saved in another encoding. In “Extract from File”, choose “Options › Encoding”`;
	if (MISREAD.test(value)) return describeMisread(value);
	const text = value.trim();
	if (SPREADSHEET_ERROR.test(text))
		return appendValue('must not be the error of a formula in a spreadsheet', text);
	// A template writes the word once for each value that is missing.
	return WRITTEN_BY_PROGRAM.test(text.replace(/^(\S{1,20})(?: \1){1,3}$/, '$1'))
		? appendValue('must not be a text that programs write in place of a value', text)
		: undefined;
}

function describeMisread(text: string): string {
	return `${appendValue('must not have letters that were read in the wrong encoding', text)}: in “Extract from File”, choose “UTF-8” in “Options › Encoding”. If that does not help, save the file as “CSV UTF-8”`;
}

/**
 * Does for the value of a column what `describeDamage` does for the value of any field. A column has what a person has
 * answered, so it has no formula and no HTML.
 */
export function describeColumnDamage(value: unknown): string | undefined {
	const damage = describeDamage(value);
	if (damage || typeof value !== 'string') return damage;
	if (isUtf8ReadAsWindows1252(value)) return describeMisread(value);
	const text = value.trim();
	if (TOO_NARROW.test(text))
		return appendValue('must not be the signs that a spreadsheet shows if a column is too narrow', text);
	if (CONTROL_CHARACTER.test(text))
		return appendValue('must not have control characters such as NUL and U+202E', text);
	if (CODE.test(text)) return appendValue('must not be the code of a program', text);
	return ENCODED_CHARACTER.test(text)
		? appendValue(
				'must not have characters as another program writes them, such as “&#039;”, “<br>”, “\\"” or “\\u00e9”',
				text,
			)
		: undefined;
}
