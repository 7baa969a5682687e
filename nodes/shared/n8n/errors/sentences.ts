import { cut, toText, takeExcerpt } from '../../json';
import { pluralize } from '../../pluralize';

/** Sentences about a value that does not fit its field. Each continues "“Label” …". */

export const REQUIRED = 'is required';
/** For a number that `mayBeRounded`. */
export const ROUNDED_NUMBER = 'must be text (a number with this many digits is rounded)';
export const LACKS_COLUMNS =
	'does not have the fields of the form yet: choose “Refresh Field List” in its menu, or map the fields one by one';
export const LACKS_FIELDS = 'must have at least one value';

/** Names the place where the editor shows the data of an error, as part of a sentence. */
export const IN_ERROR_DETAILS = 'below under “Error details › From Sweepstakes … › Error data”';

export const TYPES: Partial<Record<string, string>> = {
	integer: 'must be a whole number',
	number: 'must be a number',
	string: 'must be text',
	boolean: 'must be true or false',
	array: 'must be a list in brackets [ ]',
	object: 'must be an object in braces { }',
};

/** For a text that is no number, such as “$25” or “25,00”. */
export const NUMBER_IN_TEXT = 'must be a number such as 25.50';
/** For a text that is no number, such as “three”, where only whole numbers are valid. */
export const WHOLE_NUMBER_IN_TEXT = 'must be a whole number such as 3';

/** @param unit "item" for the size of a list, "character" for the length of a text; omitted for a number */
export function mustBeAtLeast(minimum: number, unit?: string): string {
	return unit ? `must have at least ${pluralize(minimum, unit)}` : `must be at least ${minimum}`;
}

/** @param unit see `mustBeAtLeast` */
export function mustBeAtMost(maximum: number, unit?: string): string {
	return unit ? `must have at most ${pluralize(maximum, unit)}` : `must be at most ${maximum}`;
}

export function mustBeOneOf(choices: readonly unknown[]): string {
	return `must be one of ${choices.map(toText).join(', ')}`;
}

/** Appends a value to a sentence, as in "must be a number, but is “many”". */
export function appendValue(expected: string, value: unknown): string {
	const isEmptyList = Array.isArray(value) && value.length === 0;
	return `${expected}, but is ${isEmptyList ? 'empty' : toShortLiteral(value)}`;
}

/** The maximum number of items that a sentence names. A person must be able to find all of them in most files. */
const MAX_NAMED_ITEMS = 50;

/** Returns a phrase such as "item 3" or "items 3, 7 and 40 others". `items` are indexes, which begin with 0. */
export function nameItems(items: ReadonlySet<number>): string {
	// Hints are rebuilt for each row, so only the items that they name are formatted.
	const first = [...items].sort((one, other) => one - other).slice(0, MAX_NAMED_ITEMS);
	const named = first.map((index) => toText(index + 1));
	const more = items.size - named.length;
	const last = more > 0 ? pluralize(more, 'other') : named.pop()!;
	const before = named.join(', ');
	return `${items.size === 1 ? 'item' : 'items'} ${before ? `${before} and ${last}` : last}`;
}

export function joinLabels(labels: readonly string[]): string {
	return labels.join(' › ');
}

/** The maximum length of a value in a sentence, in characters. */
const MAX_LITERAL_LENGTH = 80;

/** How much of a list or object is written. The rest would not fit into a sentence anyway. */
const SHORT = { text: MAX_LITERAL_LENGTH, entries: 20, levels: 3 };

/**
 * Writes a value so that it fits into a sentence: quoted if it is text, and shortened if necessary. It looks only at the
 * beginning, because a stranger may have written the value, and it may be huge.
 */
export function toShortLiteral(value: unknown): string {
	return cut(toLiteral(takeExcerpt(value, SHORT)), MAX_LITERAL_LENGTH);
}

/**
 * Matches characters that are invisible or look like a hyphen. It does not match characters that join emoji or letters,
 * because these change what people see.
 */
const INVISIBLE_CHARACTERS = /(?![\u200C\u200D])[\p{Cf}\u2010\u2011]/gu;

/** Returns the Unicode number of a character, such as "[U+200E]". */
function nameCharacter(character: string): string {
	return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}

function toLiteral(value: unknown): string {
	if (typeof value === 'string') return `“${value.replace(INVISIBLE_CHARACTERS, nameCharacter)}”`;
	return toText(value);
}
