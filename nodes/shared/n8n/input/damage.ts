import { appendValue } from '../errors/sentences';
import { hasLostLetter, isUtf8ReadAsWindows1252, mayHaveLostLetter } from './misread';

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

/** The maximum number of digits in a name such as "X Æ A-12". The shortest date, such as 4-Apr-90, has more. */
const MAX_NAME_DIGITS = 2;

/** Matches a word for a missing value, perhaps between signs, or nothing but signs: "N/A", "-None-", "(tbd)" or "?". */
const MISSING =
	/^[^\p{L}\p{N}\p{So}]*(?:(?:n ?[/.] ?a|na|nil|none|null|tb[ad]|unknown|undefined|x{3,})[^\p{L}\p{N}\p{So}]*)?$/iu;

/** Matches words of programs that people are named, too. */
const ALSO_NAMES = /^(?:None|Na|Nil|Null|True|False|Array)$/;

/** Matches texts that are no name of a person, each with what is wrong. The first one that matches counts. */
const NO_NAMES: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	// "M?ller", "Jos%C3%A9", "Jos=E9" or "=A1": a program may have written the sign in place of a letter.
	[/\p{L}[%=?\\|{}]|[%=?\\|{}]\p{L}/u, ' without signs such as “?”, “%”, “=” and “|”'],
	[/^(?:none|na|nil|true|false|array)$/i, ' (write a name such as “None” with one capital letter)'],
	[MISSING, ''],
	// "Please select", "(select)" or "Choose an option", which a form shows before anything is chosen
	[
		/^\P{L}*(?:please \p{L}.*|(?:select|choose)\P{L}*|(?:select|choose|enter) (?:an?|one|the|your)\b.*)$/iu,
		'',
	],
	// "Not provided", "No last name" or the heading of the column, perhaps between marks as in "$FNAME$"
	[
		/^[^\p{L}\p{N}]*(?:not \p{L}|(?:info requested|(?:no|first|last|[fl])[\s_-]?(?:\p{L}{1,20} )?name)[^\p{L}\p{N}]*$)/iu,
		'',
	],
	// A note such as "(none given)" or "(empty)". "(Bob)" may be a name.
	[/^\(\p{Ll}[^()]*\)$/u, ''],
	// A letter four times in a row, which nobody's name has
	[/(\p{L})\1{3}/iu, ''],
	// A text that was cut off, or the request of a form in any language
	[/(?:…|\.{3})[\s"”’)\]-]?$/u, ''],
];

const MISSING_VALUE = 'such a text often stands for a missing value';

/** Matches names that are more often something else, each with the reason to doubt them. */
const DOUBTFUL_NAMES: ReadonlyArray<[isDoubtful: (text: string) => boolean, doubt: string]> = [
	[(text) => /^(?:None|Null|True|False|Array)$/.test(text), MISSING_VALUE],
	[
		(text) => /[#;:{}=<>*_]|^"[^"]*"?$|^[^"]*"$|\p{L}{3}\.\p{L}{3}/u.test(text),
		'names rarely have signs such as “#”, “;” and “_”, or a period within a word',
	],
	[mayHaveLostLetter, 'a letter may have been read in the wrong encoding'],
];

/**
 * Says that a text may be something else than a name. The result continues the sentence "“…” was sent as typed, although
 * …".
 *
 * @returns undefined for any other text
 */
export function describeDoubtfulName(text: string): string | undefined {
	return DOUBTFUL_NAMES.find(([isDoubtful]) => isDoubtful(text))?.[1];
}

/** Matches answers that are more often a mistake, each with the reason to doubt them. */
const DOUBTFUL_ANSWERS: ReadonlyArray<[pattern: RegExp, doubt: string]> = [
	[/;#/, 'programs write “;#” between the parts of a value'],
	[MISSING, MISSING_VALUE],
	[/^Array$/, MISSING_VALUE],
];

/**
 * Says that an answer to any question may be damaged. The result continues the sentence "“…” was sent as typed, although
 * …".
 *
 * @returns undefined for any other text
 */
export function describeDoubtfulAnswer(text: string): string | undefined {
	return DOUBTFUL_ANSWERS.find(([pattern]) => pattern.test(text))?.[1];
}

/**
 * Says that a text is not the name of a person but another kind of value, or stands for a name that is unknown. The
 * result continues the sentence "“Label” …".
 *
 * @returns undefined for any other text
 */
export function describeNoName(text: string): string | undefined {
	if (ALSO_NAMES.test(text)) return undefined;
	const digits = text.match(/\p{Nd}/gu) ?? [];
	if (!/\p{L}/u.test(text) || digits.length > MAX_NAME_DIGITS || /@|:\/\/|^www\./i.test(text))
		return appendValue('must be the name of a person, not a number, date, email address or link', text);
	if (hasLostLetter(text)) return describeMisread(text);
	const [, problem] = NO_NAMES.find(([pattern]) => pattern.test(text)) ?? [];
	return problem === undefined ? undefined : appendValue(`must be the name of a person${problem}`, text);
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
