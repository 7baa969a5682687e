import { cut, isObject } from '../../json';

/** Matches an expression that n8n would evaluate. Braces around another text may be meant as they are. */
const EXPRESSION = /\{\{\s*\$[^{}]*\}\}/;

/** The maximum length of an expression in an error, in characters. */
const MAX_EXPRESSION_LENGTH = 80;

/** Matches what JavaScript writes into a text in place of a value that is missing, or that is no text. */
const INSTEAD_OF_VALUE = /\[object \w{1,30}\]|\bInvalid Date(?:Time)?\b|\bundefined\b|\bNaN\b/;

/** Returns the text of a field, or of a picker's value, as the workflow stores it. */
export function readStoredText(stored: unknown): string | undefined {
	const text = isObject(stored) ? stored.value : stored;
	return typeof text === 'string' ? text : undefined;
}

/** Whether n8n evaluates a value that the workflow stores. */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/**
 * Says that a field has an expression although it is set to “Fixed”, so n8n would send it as it is. The result continues
 * the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 * @returns undefined if there is no such expression
 */
export function describeFixedExpression(stored: unknown): string | undefined {
	const text = readStoredText(stored);
	if (text === undefined || isExpression(text)) return undefined;
	const [expression] = EXPRESSION.exec(text) ?? [];
	return (
		expression &&
		`must be set to “Expression” instead of “Fixed”, because it has ${cut(expression, MAX_EXPRESSION_LENGTH)}`
	);
}

/**
 * Says that an expression has put such a word as “undefined” into a text. The result continues the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 * @returns undefined if the text has no such word, or if the word was typed
 */
export function describeBrokenPart(text: unknown, stored: unknown): string | undefined {
	if (typeof text !== 'string' || !isExpression(stored)) return undefined;
	const [word] = INSTEAD_OF_VALUE.exec(text) ?? [];
	return word && !stored.includes(word)
		? `has “${word}”, which an expression writes if its value is missing or is no text`
		: undefined;
}
