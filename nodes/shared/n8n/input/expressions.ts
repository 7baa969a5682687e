import { cut, isObject } from '../../json';
import { isHeadingOfPerson } from './headings';

/** Matches an expression that n8n would evaluate. */
const EXPRESSION = /\{\{\s*\$[^{}]*\}\}/;

/**
 * Matches the placeholders of other programs that nobody would write for another reason: "{{FirstName}}" and
 * "*|FNAME|*". Brackets, as in "[Name]", may be meant as they are.
 */
const PLACEHOLDER = /\{\{[\s#/^&>]{0,5}[\p{L}\d][^{}]{0,100}\}\}|\*\|[\w:]{1,50}\|\*/u;

/** Matches the text between two marks, which may be a heading. */
const BETWEEN = String.raw`(\p{L}(?:[\p{L}\d_. -]{0,30}[\p{L}\d])?)`;

/** Like `PLACEHOLDER`, with those that may be meant in other texts than messages: "{First Name}" and "%FNAME%". */
const PLACEHOLDER_IN_MESSAGE = new RegExp(
	`${PLACEHOLDER.source}|\\{${BETWEEN}\\}|(?<![\\p{L}\\d])%\\p{L}[\\p{L}\\d_-]{2,50}%(?![\\p{L}\\d])`,
	'u',
);

/** The marks around a heading that are a placeholder in every short text: “<First Name>”, “((Name))”, “|FNAME|” … */
const MARKS = [
	`<${BETWEEN}>`,
	String.raw`\(\(${BETWEEN}\)\)`,
	`«${BETWEEN}»`,
	String.raw`(?<![\p{L}\d])\|${BETWEEN}\|(?![\p{L}\d])`,
	`(?<![\\p{L}\\d_])__${BETWEEN}__(?![\\p{L}\\d_])`,
	String.raw`\$(\p{L}[\p{L}\d_]{0,30})(?![\p{L}\d_])`,
];

const MARKED = new RegExp(MARKS.join('|'), 'gu');

/** Like `MARKED`, with “[Name]”, which may be meant in other texts than messages. */
const MARKED_IN_MESSAGE = new RegExp(String.raw`${MARKED.source}|\[${BETWEEN}\](?!\()`, 'gu');

/** Matches the beginning of an expression without braces, such as “$json.Email”. */
const BARE_EXPRESSION = /^\$(?:json|input|node|\(["'][^"']{1,100}["']\))(?:\.[\p{L}_]|\[["'])/u;

/** Matches such an expression anywhere in a text. A name of another object, such as “$input”, may be meant there. */
const BARE_EXPRESSION_IN_TEXT =
	/\$json(?:(?:\.[\p{L}_][\p{L}\p{N}_]{0,50}){1,5}|\[["'][^"'\]]{1,100}["']\])/u;

/** Matches the part of an expression that names one item of a node for all items, such as “$('Rows').first()”. */
const ONE_ITEM =
	/(\$(?:input|\((?:'[^']{1,100}'|"[^"]{1,100}")\)))\??\.(first\(\)|last\(\)|all\(\)\[\d{1,6}\])/g;

/** The maximum length of an expression in an error, in characters. */
const MAX_EXPRESSION_LENGTH = 80;

/** Matches what JavaScript writes into a text in place of a value that is no text. */
const INSTEAD_OF_TEXT = /\[object \w{1,30}\]|\bInvalid Date(?:Time)?\b/;

/** The same, with the words that it writes if a value is missing. */
const INSTEAD_OF_VALUE = new RegExp(`${INSTEAD_OF_TEXT.source}|\\bundefined\\b|\\bNaN\\b`);

/** Matches an expression that puts a text together. Any other expression only takes one from the item. */
const JOINS = /[+`]/;

/** Returns the text of a field, or of a picker's value, as the workflow stores it. */
export function readStoredText(stored: unknown): string | undefined {
	const text = isObject(stored) ? stored.value : stored;
	return typeof text === 'string' ? text : undefined;
}

/** Whether n8n evaluates a value that the workflow stores. */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/** A part of an expression that names one item of a node for all items, such as “$('Rows').first()”. */
export interface OneItem {
	/** The node, such as “$('Rows')”. */
	source: string;
	/** The call that returns the item, such as “first()”. */
	call: string;
}

/** Lists the parts of an expression that name one item of a node for all items. A fixed value has none. */
export function listOneItems(stored: unknown): OneItem[] {
	const text = readStoredText(stored);
	if (!isExpression(text)) return [];
	return Array.from(text.matchAll(ONE_ITEM), ([, source, call]) => ({ source: source!, call: call! }));
}

/**
 * Says that a field has an expression although it is set to “Fixed”, or the placeholder of another program, so n8n would
 * send it as it is. The result continues the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 * @returns undefined if there is neither
 */
export function describeTyped(stored: unknown): string | undefined {
	const text = readStoredText(stored);
	if (text === undefined) return undefined;
	const typed = isExpression(text) ? withoutExpressions(text) : text;
	const [expression] = EXPRESSION.exec(typed) ?? [];
	if (expression)
		return `must be set to “Expression” instead of “Fixed”, because it has ${cut(expression, MAX_EXPRESSION_LENGTH)}`;
	const [placeholder] = PLACEHOLDER.exec(typed) ?? [];
	if (placeholder) return refusePlaceholder(placeholder);
	const whole = typed.trim().replace(/^=/, '').trim();
	const bare = BARE_EXPRESSION.test(whole) ? whole : BARE_EXPRESSION_IN_TEXT.exec(typed)?.[0];
	return bare === undefined
		? undefined
		: `is sent as it is: ${cut(bare, MAX_EXPRESSION_LENGTH)}. Set the field to “Expression”, and put braces around it, as in {{ $json.FirstName }}`;
}

/** Finds the first heading between marks, such as “<First Name>”. */
function findMarkedHeading(text: string, pattern: RegExp): string | undefined {
	for (const [marked, ...between] of text.matchAll(pattern))
		if (between.some((heading) => heading && isHeadingOfPerson(heading))) return marked;
	return undefined;
}

/**
 * Says that a title or name has a heading between marks, which was meant to become a person's value. The result continues
 * the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 */
export function describeMarkedHeading(stored: unknown): string | undefined {
	const text = readStoredText(stored);
	if (text === undefined) return undefined;
	const placeholder = findMarkedHeading(isExpression(text) ? withoutExpressions(text) : text, MARKED);
	return placeholder && refusePlaceholder(placeholder);
}

function refusePlaceholder(placeholder: string): string {
	return `must not have the placeholder ${cut(placeholder, MAX_EXPRESSION_LENGTH)}, which would be sent as it is. Set the field to “Expression”, and use one such as {{ $json.FirstName }} instead`;
}

/** Returns the texts between the expressions of a field, without what n8n evaluates. */
function withoutExpressions(text: string): string {
	return text
		.split('{{')
		.map((part) => part.split('}}').at(-1))
		.join(' ');
}

/**
 * Describes the problem that an expression has put a word such as “undefined” into a text. In a text from the item,
 * which may be a whole document, the word may be meant, except in a message. The result continues
 * the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 * @returns undefined if the text has no such word, or if the word was typed
 */
export function describeBrokenPart(text: unknown, stored: unknown, isMessage = false): string | undefined {
	if (typeof text !== 'string' || !isExpression(stored)) return undefined;
	const words = isMessage || JOINS.test(stored) ? INSTEAD_OF_VALUE : INSTEAD_OF_TEXT;
	const [word] = words.exec(text) ?? [];
	return word && !stored.includes(word)
		? `has “${word}”, which an expression writes if its value is missing or is no text`
		: undefined;
}

/** Says that a message has a word as in `describeBrokenPart`, or the placeholder of another program. */
export function describeGap(text: unknown, stored: unknown): string | undefined {
	const placeholder =
		typeof text === 'string'
			? (PLACEHOLDER_IN_MESSAGE.exec(text)?.[0] ?? findMarkedHeading(text, MARKED_IN_MESSAGE))
			: undefined;
	return placeholder ? refusePlaceholder(placeholder) : describeBrokenPart(text, stored, true);
}
