import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Field } from './field';

/**
 * A field twice: with its own default in a workflow, and with another one in an agent's tool. A run has one of
 * the two (`fieldsFor`), so to its operation the field is not hidden.
 */
export function withToolDefault<const F extends Field>(
	field: F,
	toolDefault: boolean | string,
): readonly [F, F] {
	const shownIn = (isTool: boolean) => ({
		...field.displayOptions,
		show: { ...field.displayOptions?.show, '@tool': [isTool] },
	});
	return [
		{ ...field, displayOptions: shownIn(false) },
		{ ...field, default: toolDefault, displayOptions: shownIn(true) },
	] as unknown as readonly [F, F];
}

const nodes = new WeakMap<IExecuteFunctions, INode>();

/** The node of an execution. `getNode` copies it with all its parameters, too slow for every item. */
export function readNode(context: IExecuteFunctions): INode {
	const node = nodes.get(context) ?? context.getNode();
	nodes.set(context, node);
	return node;
}

/** Whether a node runs as the tool of an AI agent. n8n then appends "Tool" to its type. */
export function isTool(context: IExecuteFunctions): boolean {
	return readNode(context).type.endsWith('Tool');
}

/** Whether the tool's owner has chosen the value of a field: an expression may ask the model for it. */
export function isChosenByOwner(context: IExecuteFunctions, field: string): boolean {
	const value = readNode(context).parameters[field];
	return value !== undefined && !/^"=|:"=/.test(JSON.stringify(value));
}

/** The fields without those for the other way to run. */
export function fieldsFor(context: IExecuteFunctions, fields: readonly Field[]): readonly Field[] {
	const asTool = isTool(context);
	return fields.filter(({ displayOptions }) => displayOptions?.show?.['@tool']?.includes(asTool) ?? true);
}
