import type { INodeProperties } from 'n8n-workflow';

import { toolDescription, withToolDefault } from './asTool';
import { markWhileEmpty } from './emptyMarks';
import type { Conditions, Field } from './field';
import { isReading, type Operation } from './operation';

/**
 * n8n finds an operation's action, by which it names nodes and tells an AI agent what a tool does, only below a
 * resource. Our nodes have one each, so the field is hidden.
 */
const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Sweepstakes', value: 'sweepstakes' }],
	default: 'sweepstakes',
};

/** Every operation can keep the row that it was run for, as n8n's Edit Fields node can. */
export const includeInputFields = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the fields of the input item together with the result. Where both have a field, the result has it.',
} as const satisfies Field;

/** The properties of a node: its operation menu, then the fields of each operation, shown where they apply. */
export function buildProperties(operations: readonly Operation[]): INodeProperties[] {
	const choices = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const [first = ''] = choices.map(({ value }) => value);
	const menu: Field = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [RESOURCE.default as string] } },
		options: choices.toSorted((a, b) => a.name.localeCompare(b.name)),
		default: first,
	};
	// A tool that somebody adds and leaves as it is changes nothing.
	const menus: readonly Field[] = withToolDefault(menu, operations.find(isReading)?.value ?? first);
	return [
		RESOURCE,
		...([...menus] as INodeProperties[]),
		...operations.flatMap((operation) => [
			toolDescription(operation),
			...operation.fields.flatMap((field) => shownFor(operation.value, field, operation.fields)),
		]),
		includeInputFields,
	];
}

function shownFor(operation: string, field: Field, fields: readonly Field[]): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = { show: { operation: [operation], ...show }, ...(hide && { hide }) };
	const shown = { ...withoutFunctions(field), displayOptions };
	if (field.type === 'resourceMapper' && show)
		return [keptUntilShown(field, operation, show), shown] as INodeProperties[];
	return (field.type === 'collection' ? markWhileEmpty(shown, fields) : [shown]) as INodeProperties[];
}

function withoutFunctions(field: Field): Field {
	return field.modes ? { ...field, modes: field.modes.map(({ idFinder: _, ...mode }) => mode) } : field;
}

/**
 * Holds the columns of a workflow that was imported, as long as the panel does not show them. n8n drops the value of what is
 * not shown as soon as another field changes.
 */
function keptUntilShown(
	{ displayName, name, default: none }: Field,
	operation: string,
	show: Conditions,
): Field {
	const displayOptions = { show: { operation: [operation] }, hide: show };
	return { displayName, name, type: 'hidden', default: none, displayOptions };
}
