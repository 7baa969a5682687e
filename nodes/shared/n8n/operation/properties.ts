import type { INodeProperties } from 'n8n-workflow';

import { asObject } from '../../json';
import type { Parameters } from '../input/parameters';
import { toStoredResults } from '../editor/stored-text';
import type { Conditions, Field, ListSearch, Mode } from './field';
import type { Operation } from './operation';

/**
 * A field for the resource, hidden because each node of this package has only one. It is needed because n8n names nodes
 * and describes tools by their operation's action, and looks for actions only below a resource.
 */
const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Sweepstakes', value: 'sweepstakes' }],
	default: 'sweepstakes',
};

const includeInputFields = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to include the fields of the input item in the output. If the result has a field of the same name, the field of the result is kept.',
} as const satisfies Field;

const dryRun = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// An empty expression must not turn the dry run off, because then the run would send something.
	typeOptions: { refuseEmpty: true },
	default: true,
	description:
		'Whether to return what would be sent, without sending or changing anything. Settings are checked and existing records are looked up as in a real run. Items have “dryRun”: true.',
} as const satisfies Field;

/** The collection Options, for operations that have no options of their own. */
const inputOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
} as const satisfies Field;

/** Returns the properties of a node: its operation menu, and then the fields of each operation. */
export function buildProperties(operations: readonly Operation[]): INodeProperties[] {
	const choices = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	// The default operation is one that reads, so that a node or a tool with unchanged settings does not change anything.
	const preset = operations.find(({ reads }) => reads) ?? operations[0];
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: choices.length > 1 ? 'options' : 'hidden',
		noDataExpression: true,
		displayOptions: { show: { resource: [RESOURCE.default as string] } },
		options: choices.toSorted((a, b) => a.name.localeCompare(b.name)),
		default: preset?.value,
	};
	return [
		RESOURCE,
		menu,
		...operations.flatMap((operation) => {
			const fields = withInputOptions(operation);
			return [
				createToolDescription(operation),
				...fields.flatMap((field) => showFor(operation.value, field)),
			];
		}),
	];
}

/**
 * Returns the fields of an operation, with the options that every operation gets. Dry Run is the first option, because
 * the editor shows only about eight options without scrolling.
 */
export function withInputOptions(operation: Operation): readonly Field[] {
	const { fields, reads } = operation;
	const first: Field[] = reads ? [] : [dryRun];
	const own = fields.find(({ name }) => name === inputOptions.name);
	if (!own) return [...fields, { ...inputOptions, options: [...first, includeInputFields] }];
	const extended = { ...own, options: [...first, ...own.options!, includeInputFields] };
	return fields.map((field) => (field === own ? extended : field));
}

/** Separates an operation's own parameters from the values of the options that `withInputOptions` added. */
export function splitInputOptions(
	{ fields }: Pick<Operation, 'fields'>,
	{ options, ...others }: Parameters,
): { parameters: Parameters; isDry: boolean; keepsInput: boolean } {
	const { dryRun: isDry, includeInputFields: includes, ...own } = asObject(options);
	const hasOwn = fields.some(({ name }) => name === inputOptions.name);
	return {
		parameters: hasOwn ? { ...others, options: own } : others,
		isDry: isDry === true,
		keepsInput: includes === true,
	};
}

/**
 * Returns the field for the tool description that an AI agent gets. Its default is the operation's description and
 * notices. Without this field, n8n would give the agent only the action.
 */
function createToolDescription({ value, description, fields }: Operation): INodeProperties {
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
		description: 'The description of this tool for the agent. Say what the tool is for, and when to use it.',
		displayOptions: { show: { operation: [value], '@tool': [true] } },
	};
}

function showFor(operation: string, field: Field): INodeProperties[] {
	const { show, hide } = field.displayOptions ?? {};
	const displayOptions = { show: { operation: [operation], ...show }, ...(hide && { hide }) };
	const shown = { ...withoutFunctions(field), displayOptions };
	const isMapper = field.type === 'resourceMapper' && show;
	const isChange = field.type === 'collection' && field.typeOptions?.minRequiredFields;
	const before = isMapper ? [keepUntilShown(field, operation, show)] : isChange ? [addAField(shown)] : [];
	return [...before, shown] as INodeProperties[];
}

/**
 * Returns the notice above a collection that must have a field, because the panel shows none until one is added. A tool
 * does not have it: its agent gets the notices, and cannot add fields.
 */
const addAField = ({ name, displayOptions }: Field): Field => ({
	displayName: 'Add at least one field to change. Everything else stays as it is.',
	name: `${name}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { ...displayOptions, hide: { '@tool': [true] } },
});

/** Returns a field without `fills`, `idFinder`, `keys` and `searches`, which n8n does not know. */
export function withoutFunctions({ fills: _, ...field }: Field): Field {
	const { modes } = field;
	const options = field.options?.map((one) => ('type' in one ? withoutFunctions(one) : one));
	return {
		...field,
		...(options && { options }),
		...(modes && { modes: modes.map(({ idFinder: _, keys: _keys, searches: _searches, ...mode }) => mode) }),
	};
}

/** Returns the `listSearch` methods of a node: the searches of all its pickers. */
export function collectSearches(operations: ReadonlyArray<{ fields: readonly Field[] }>) {
	const listSearches = ({ modes = [], options = [] }: Field): ReadonlyArray<Mode['searches']> => [
		...modes.map(({ searches }) => searches),
		...options.flatMap((one) => ('type' in one ? listSearches(one) : [])),
	];
	const found = operations.flatMap(({ fields }) => fields.flatMap(listSearches));
	const searches = Object.entries(Object.assign({}, ...found) as Record<string, ListSearch>);
	return Object.fromEntries(searches.map(([name, search]) => [name, toStoredResults(search)]));
}

/**
 * Returns a hidden field that keeps the value of a resource mapper while the mapper is hidden. Otherwise, n8n would
 * drop the columns of an imported workflow as soon as another field changes.
 */
function keepUntilShown(
	{ displayName, name, default: none }: Field,
	operation: string,
	show: Conditions,
): Field {
	const displayOptions = { show: { operation: [operation] }, hide: show };
	return { displayName, name, type: 'hidden', default: none, displayOptions };
}
