import { cut, isObject } from '../../json';

/** Matches an expression that n8n would evaluate. Braces around another text may be meant as they are. */
const EXPRESSION = /\{\{\s*\$[^{}]*\}\}/;

/** The maximum length of an expression in an error, in characters. */
const MAX_EXPRESSION_LENGTH = 80;

/**
 * Says that a field has an expression although it is set to “Fixed”, so n8n would send it as it is. The result continues
 * the sentence "“Label” …".
 *
 * @param stored the value of the field as the workflow stores it
 * @returns undefined if there is no such expression
 */
export function describeFixedExpression(stored: unknown): string | undefined {
	const text = isObject(stored) ? stored.value : stored;
	if (typeof text !== 'string' || text.startsWith('=')) return undefined;
	const [expression] = EXPRESSION.exec(text) ?? [];
	return (
		expression &&
		`must be set to “Expression” instead of “Fixed”, because it has ${cut(expression, MAX_EXPRESSION_LENGTH)}`
	);
}
