import type { INodeProperties } from 'n8n-workflow';

import { toolDescription, withToolDefault } from './asTool';
import type { Field } from './field';
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
export function propertiesOf(operations: readonly Operation[]): INodeProperties[] {
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
	const shown = { ...field, displayOptions };
	if (field.type === 'resourceMapper' && show)
		return [keptUntilShown(field, operation, show), shown] as INodeProperties[];
	return (field.type === 'collection' ? markedWhileEmpty(shown, fields) : [shown]) as INodeProperties[];
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

/** The type options of a collection that must not be empty. n8n itself marks only an empty `fixedCollection`. */
interface Needs {
	minRequiredFields?: number;
	/** Ours: the names of the other fields of which one is enough. */
	orOneOf?: readonly string[];
}

/** A collection, and a notice while it must not be empty. */
function markedWhileEmpty(collection: Field, fields: readonly Field[]): Field[] {
	const { displayName, name } = collection;
	const { minRequiredFields, orOneOf } = (collection.typeOptions ?? {}) as Needs;
	if (orOneOf) {
		const isFilled = fillingOf([name, ...orOneOf], fields);
		const notice = noticeUnless(isFilled, collection, 'At least one of the fields below must be filled.');
		return [notice, withMark(isFilled, collection, 'At least one field')];
	}
	if (!minRequiredFields) return [collection];
	const isFilled = fillingOf([name], fields);
	const notice = noticeUnless(isFilled, collection, `“${displayName}” needs at least one field.`);
	return [withMark(isFilled, collection, displayName), notice];
}

type Conditions = Readonly<Record<string, readonly unknown[]>>;

/** That one of these fields is filled, perhaps by an expression. */
function fillingOf(names: readonly string[], fields: readonly Field[]): Conditions {
	const isCollection = (name: string) => fields.find((one) => one.name === name)?.type.endsWith('ollection');
	return Object.fromEntries(
		names.map((name) => [name, [{ _cnd: isCollection(name) ? { not: {} } : { exists: true } }]]),
	);
}

function noticeUnless(isFilled: Conditions, { name, displayOptions }: Field, displayName: string): Field {
	return {
		displayName,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...isFilled } },
	};
}

/**
 * Makes n8n mark an empty collection, by a required field inside it that nobody sees. n8n looks for the value of that field among
 * the parameters of the node, so it is always missing where its conditions hold. The menu of the collection looks for what
 * they name inside the collection, so they never hold there, and the menu does not list the field.
 */
function withMark(isFilled: Conditions, collection: Field, displayName: string): Field {
	const { name, displayOptions, options = [] } = collection;
	const mark: Field = {
		displayName,
		name: `${name}IsEmpty`,
		type: 'string',
		default: '',
		required: true,
		displayOptions: {
			show: ofNode(displayOptions?.show),
			hide: { ...ofNode(displayOptions?.hide), ...isFilled },
		},
	};
	// Never shown. n8n 1 looks for the names in a condition among the fields beside it.
	const named = Object.keys(isFilled).map((one): Field => ({
		displayName,
		name: one,
		type: 'hidden',
		default: '',
		displayOptions: { show: { '@version': [0] } },
	}));
	return { ...collection, options: [...options, mark, ...named] };
}

/** Conditions about parameters of the node, for a field inside a collection. */
function ofNode(conditions: Conditions = {}): Conditions {
	return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [`/${name}`, values]));
}
