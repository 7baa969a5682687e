import type { ZodError, ZodIssue } from '../../zod';
import { isObject } from '../../json';
import { findLabel, fillInLabels, hasList, type LabeledField } from './labels';
import { InputError } from './node-errors';
import { MAX_PROBLEMS } from './problems';
import {
	joinLabels,
	mustBeAtLeast,
	mustBeAtMost,
	mustBeOneOf,
	NUMBER_IN_TEXT,
	REQUIRED,
	toShortLiteral,
	TYPES,
	appendValue,
} from './sentences';

type Path = ReadonlyArray<string | number>;

/** Maps a list or an object that a person wrote in a JSON field to the label of this field. */
const jsonFields = new WeakMap<object, string>();

/** Records that a value comes from a JSON field, so that errors name its parts by the keys that this field accepts. */
export function markAsJson(value: unknown, label: string): void {
	if (isObject(value) || Array.isArray(value)) jsonFields.set(value, label);
}

/**
 * Converts the first issues that a schema found in a request into errors, which name the fields by their labels in the
 * editor.
 */
export function toInputErrors(
	error: ZodError,
	fields: readonly LabeledField[],
	request: unknown,
): InputError[] {
	return error.issues.slice(0, MAX_PROBLEMS).map((found) => {
		const inJson = findJsonLabel(request, found.path);
		const issue = { ...found, message: fillInLabels(found.message, inJson ? [] : fields) };
		const label = inJson ?? findLabel(issue.path, fields);
		const value = getValue(request, issue.path);
		const sentence = toSentence(issue, value);
		const isName = !inJson && typeof value === 'string' && hasList(issue.path, fields);
		const missing = isMissing(issue, value) ? [label] : [];
		return new InputError(label, isName ? `${sentence}. ${USE_LIST}` : sentence, missing);
	});
}

const USE_LIST = 'To choose by name, use the mode “From List”';

/** Describes what is wrong with a value. The result continues the sentence "“Label” …". */
export function toSentence(issue: ZodIssue, value: unknown): string {
	if (issue.code !== 'custom' && isMissing(issue, value)) return REQUIRED;
	if (issue.code === 'unrecognized_keys') return `${issue.message}, but has ${toShortLiteral(issue.keys[0])}`;
	const isTextForNumber =
		issue.code === 'invalid_type' && issue.expected === 'number' && typeof value === 'string';
	const expected = isTextForNumber ? NUMBER_IN_TEXT : describeExpectation(issue);
	if (value === undefined) return expected;
	// After a violated size limit, the error shows the length, not the content.
	if (isSize(issue) && (typeof value === 'string' || Array.isArray(value)))
		return `${expected}, but has ${value.length.toLocaleString('en-US')}`;
	// If a rule is about a whole list or object, the error does not show the value, because nobody could read the JSON.
	return issue.code === 'custom' && typeof value === 'object' ? expected : appendValue(expected, value);
}

/**
 * Whether an issue means that a value is missing. This is also the case if the schema converted a blank value to
 * undefined, or if a custom rule sets `isMissing`.
 */
function isMissing(issue: ZodIssue, value: unknown): boolean {
	if (issue.code === 'custom') return issue.params?.isMissing === true;
	return value === undefined || (issue.code === 'invalid_type' && issue.received === 'undefined');
}

function isSize(issue: ZodIssue): boolean {
	if (issue.code === 'custom') return /must have at (?:most|least) \d/.test(issue.message);
	return (issue.code === 'too_big' || issue.code === 'too_small') && issue.type !== 'number';
}

function describeExpectation(issue: ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return TYPES[issue.expected] ?? `must be ${issue.expected}`;
		case 'too_small':
			return issue.inclusive
				? mustBeAtLeast(Number(issue.minimum), findUnit(issue.type))
				: `must be more than ${issue.minimum}`;
		case 'too_big':
			return mustBeAtMost(Number(issue.maximum), findUnit(issue.type));
		case 'invalid_enum_value':
			return mustBeOneOf(issue.options);
		default:
			return issue.message;
	}
}

function findUnit(type: string): string | undefined {
	if (type === 'number') return undefined;
	return type === 'array' ? 'item' : 'character';
}

/** Returns a label such as "Items (JSON) › Item 2 › Rate" if the path leads into a value from a JSON field. */
function findJsonLabel(request: unknown, path: Path): string | undefined {
	for (const depth of path.keys()) {
		const written = getValue(request, path.slice(0, depth + 1)) as object;
		const label = jsonFields.get(written);
		if (label === undefined) continue;
		const inner = path.slice(depth + 1);
		return joinLabels([label, ...inner.map((key) => (typeof key === 'number' ? `Item ${key + 1}` : key))]);
	}
	return undefined;
}

function getValue(request: unknown, path: Path): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
		request,
	);
}
