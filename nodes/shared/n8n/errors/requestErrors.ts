import type { ZodError, ZodIssue } from '../../zod';
import type { Field } from '../operation/field';
import { InputError } from './nodeErrors';
import { atLeast, atMost, oneOf, joinLabels, REQUIRED, TYPES, unlike } from './sentences';

/** Turns a schema's finding into a sentence about the field, by its label in the editor. */
export function toInputError(error: ZodError, fields: readonly Field[], request: unknown): InputError {
	const [found] = error.issues as [ZodIssue];
	const issue = { ...found, message: withLabels(found.message, fields) };
	return new InputError(findLabel(issue.path, fields), toSentence(issue, getValue(request, issue.path)));
}

/** Describes what is wrong with a value. Continues the sentence "“Label” …". */
export function toSentence(issue: ZodIssue, value: unknown): string {
	if (value === undefined && issue.code !== 'custom') return REQUIRED;
	// A schema may read a blank value as missing.
	if (issue.code === 'invalid_type' && issue.received === 'undefined') return REQUIRED;
	const expected = describeExpectation(issue);
	if (value === undefined) return expected;
	// For a size limit, the length matters, not the content.
	return isSize(issue) && (typeof value === 'string' || Array.isArray(value))
		? `${expected}, but has ${value.length}`
		: unlike(expected, value);
}

const isSize = (issue: ZodIssue) =>
	(issue.code === 'too_big' || issue.code === 'too_small') && issue.type !== 'number';

function describeExpectation(issue: ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return TYPES[issue.expected] ?? `must be ${issue.expected}`;
		case 'too_small':
			return issue.inclusive
				? atLeast(Number(issue.minimum), findUnit(issue.type))
				: `must be more than ${issue.minimum}`;
		case 'too_big':
			return atMost(Number(issue.maximum), findUnit(issue.type));
		case 'invalid_enum_value':
			return oneOf(issue.options);
		default:
			return issue.message;
	}
}

function findUnit(type: string): string | undefined {
	if (type === 'number') return undefined;
	return type === 'array' ? 'item' : 'character';
}

interface Named {
	name: string;
	displayName?: string;
	options?: readonly Named[];
	values?: readonly Named[];
	modes?: readonly Named[];
}

const getInner = ({ options = [], values = [], modes = [] }: Named) => [...options, ...values, ...modes];

/**
 * The labels along a path of the request: "Items › Item 2 › Rate". Keys without a field have none; if no key
 * has one, the last key is used.
 */
function findLabel(path: ReadonlyArray<string | number>, fields: readonly Field[]): string {
	const labels: string[] = [];
	let scope: readonly Named[] = fields;
	for (const key of path) {
		if (typeof key === 'number') {
			const group = scope.find(({ values }) => values);
			labels.push(`${group?.displayName ?? 'Entry'} ${key + 1}`);
			scope = group?.values ?? scope;
			continue;
		}
		const trail = trailTo(key, scope);
		const last = trail?.at(-1);
		if (!trail || !last) continue;
		labels.push(...trail.flatMap(({ displayName, values }) => (displayName && !values ? [displayName] : [])));
		scope = last.options ?? last.values ?? scope;
	}
	return joinLabels(labels) || String(path.at(-1));
}

/** The fields from the outermost to the one for this key. */
function trailTo(key: string, fields: readonly Named[]): Named[] | undefined {
	for (const field of fields) {
		if (field.displayName && asksFor(field, key)) return [field];
		const inner = trailTo(key, getInner(field));
		if (inner) return [field, ...inner];
	}
	return undefined;
}

/** A picker's request key is its name with "Token": "group" fills "groupToken". */
function asksFor({ name, modes }: Named, key: string): boolean {
	const asked = name.toLowerCase();
	return asked === key.toLowerCase() || (modes !== undefined && `${asked}token` === key.toLowerCase());
}

/** Schemas name other keys in braces: "must not be before {StartDate}" becomes "… before “Start Date”". */
function withLabels(sentence: string, fields: readonly Field[]): string {
	return sentence.replace(/\{(\w+)\}/g, (braces, key: string) => {
		const label = trailTo(key, fields)?.at(-1)?.displayName;
		return label ? `“${label}”` : braces;
	});
}

function getValue(request: unknown, path: ReadonlyArray<string | number>): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
		request,
	);
}
