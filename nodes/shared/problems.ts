import { InputError } from './errors';
import type { Field } from './field';
import { shown } from './parameters';
import type { ZodError, ZodIssue } from './zod';

/** Turns what a request schema found into a sentence that names the field by its label in the editor. */
export function inputErrorOf(error: ZodError, fields: readonly Field[], request: unknown): InputError {
	const issue = error.issues[0]!;
	return new InputError(labelAt(issue.path, fields), sentenceOf(issue, valueAt(request, issue.path)));
}

function sentenceOf(issue: ZodIssue, value: unknown): string {
	if (value === undefined && issue.code !== 'custom') return 'is required';
	const expected = expectationOf(issue);
	return value === undefined ? expected : `${expected}, but ${actual(issue, value)}`;
}

/** What the limit is about: of a long text or list its length, not its content. */
function actual(issue: ZodIssue, value: unknown): string {
	const isSize = (issue.code === 'too_big' || issue.code === 'too_small') && issue.type !== 'number';
	const hasSize = isSize && (typeof value === 'string' || Array.isArray(value));
	return hasSize ? `has ${value.length}` : `is ${shown(value)}`;
}

function expectationOf(issue: ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'too_small':
			return `must ${atLeast(Number(issue.minimum), issue.type, issue.inclusive)}`;
		case 'too_big':
			return `must ${atMost(Number(issue.maximum), issue.type)}`;
		case 'invalid_enum_value':
			return `must be one of ${issue.options.join(', ')}`;
		default:
			return issue.message;
	}
}

const TYPES: Partial<Record<string, string>> = {
	integer: 'a whole number',
	number: 'a number',
	string: 'text',
	boolean: 'true or false',
	array: 'a list in brackets [ ]',
	object: 'an object in braces { }',
};

function atLeast(minimum: number, type: string, inclusive: boolean): string {
	if (type === 'number') return inclusive ? `be at least ${minimum}` : `be more than ${minimum}`;
	return `have at least ${minimum} ${type === 'array' ? 'items' : 'characters'}`;
}

function atMost(maximum: number, type: string): string {
	if (type === 'number') return `be at most ${maximum}`;
	return `have at most ${maximum} ${type === 'array' ? 'items' : 'characters'}`;
}

/** The labels along a path of the request, lists counted from 1: "Items 3 › Quantity". Keys without a field have none. */
function labelAt(path: ReadonlyArray<string | number>, fields: readonly Field[]): string {
	const labels: string[] = [];
	for (const key of path) {
		if (typeof key === 'number') labels.push(`${labels.pop() ?? 'Entry'} ${key + 1}`);
		else labels.push(...(labelOf(key, fields) ?? []));
	}
	return labels.join(' › ') || path.join('.');
}

interface Named {
	name: string;
	displayName?: string;
	options?: readonly Named[];
	values?: readonly Named[];
	modes?: readonly Named[];
}

function labelOf(name: string, fields: readonly Named[]): [string] | undefined {
	for (const field of fields) {
		if (field.displayName && asksFor(field, name)) return [field.displayName];
		const inner = labelOf(name, [...(field.options ?? []), ...(field.values ?? []), ...(field.modes ?? [])]);
		if (inner) return inner;
	}
	return undefined;
}

/** A picker has the name of the thing; the request's key is the name of its token: "group" asks for a "groupToken". */
function asksFor({ name, modes }: Named, key: string): boolean {
	const asked = name.toLowerCase();
	return asked === key.toLowerCase() || (modes !== undefined && `${asked}token` === key.toLowerCase());
}

function valueAt(request: unknown, path: ReadonlyArray<string | number>): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
		request,
	);
}
