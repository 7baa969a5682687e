import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Field } from './field';

/**
 * What an AI agent reads about an operation: its description and its notices, such as that it cannot be undone. n8n shows
 * the field in the tool that it makes from a node, and would otherwise tell the agent nothing but the operation's action.
 */
export function toolDescription({
	value,
	description,
	fields,
}: {
	value: string;
	description: string;
	fields: readonly Field[];
}): INodeProperties {
	const notices = fields.filter(({ type, displayOptions }) => type === 'notice' && !displayOptions);
	const sentences = [description, ...notices.map(({ displayName }) => displayName)];
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: sentences.map((text) => text.replace(/(?<![.!?])$/, '.')).join(' '),
		required: true,
		noDataExpression: true,
		description: 'What the agent is told about this tool. Say what it is for, and when to use it.',
		displayOptions: { show: { operation: [value], '@tool': [true] } },
	};
}

/** A field twice: with its own default in a workflow, and with another one in the tool of an AI agent. */
export function withToolDefault<const F extends Field>(field: F, toolDefault: boolean | string) {
	const shownIn = (isTool: boolean) => ({
		...field.displayOptions,
		show: { ...field.displayOptions?.show, '@tool': [isTool] },
	});
	return [
		{ ...field, displayOptions: shownIn(false) },
		{ ...field, default: toolDefault, displayOptions: shownIn(true) },
	] as const;
}

/** Whether a node runs as the tool of an AI agent. n8n adds "Tool" to the type of the tool that it makes from a node. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Whether the owner of a tool has chosen the value of a field: an expression may ask the model for it. */
export function isChosenByOwner(context: IExecuteFunctions, field: string): boolean {
	const value = context.getNode().parameters[field];
	return value !== undefined && !/^"=|:"=/.test(JSON.stringify(value));
}

/** The fields without those that are for the other way to run. */
export function fieldsFor(context: IExecuteFunctions, fields: readonly Field[]): readonly Field[] {
	const asTool = isTool(context);
	return fields.filter(({ displayOptions }) => displayOptions?.show?.['@tool']?.includes(asTool) ?? true);
}
