import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Field } from './operation/field';

/**
 * Returns a field twice: with its own default for workflows, and with another default for agents' tools. Each run has
 * exactly one of the two (see `selectFields`), so the parameter has the type of a field that is never hidden.
 */
export function withToolDefault<const F extends Field>(
	field: F,
	toolDefault: boolean | string,
): readonly [F, F] {
	const showIn = (isTool: boolean) => ({
		...field.displayOptions,
		show: { ...field.displayOptions?.show, '@tool': [isTool] },
	});
	return [
		{ ...field, displayOptions: showIn(false) },
		{ ...field, default: toolDefault, displayOptions: showIn(true) },
	] as unknown as readonly [F, F];
}

const nodes = new WeakMap<IExecuteFunctions, INode>();

/**
 * Returns the node of an execution. The result is kept, because `getNode` copies the node with all its parameters,
 * which would take too long for every item.
 */
export function readNode(context: IExecuteFunctions): INode {
	const node = nodes.get(context) ?? context.getNode();
	nodes.set(context, node);
	return node;
}

/** Whether a node runs as the tool of an AI agent. In that case, n8n appends "Tool" to its type. */
export function isTool(context: IExecuteFunctions): boolean {
	return readNode(context).type.endsWith('Tool');
}

/**
 * Whether the owner of a tool has chosen the value of a field. An expression does not count as a choice, because it may
 * ask the AI model for the value.
 */
export function isChosenByOwner(context: IExecuteFunctions, field: string): boolean {
	const value = readNode(context).parameters[field];
	return value !== undefined && !/"=/.test(JSON.stringify(value));
}

/** Returns the fields that exist in this run: a field with a condition on `@tool` only if the condition holds. */
export function selectFields(context: IExecuteFunctions, fields: readonly Field[]): readonly Field[] {
	const asTool = isTool(context);
	return fields.filter(({ displayOptions }) => displayOptions?.show?.['@tool']?.includes(asTool) ?? true);
}
