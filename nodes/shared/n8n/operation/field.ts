import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyTypeOptions,
	NodePropertyTypes,
} from 'n8n-workflow';

import type { Client } from '../../client/client';
import type { z } from '../../zod';
import type { InputError } from '../errors/node-errors';
import type { InputFile } from '../input/input-file';

/**
 * A field of a node: n8n's `INodeProperties`, but read-only, so that the type of the parameter can be inferred from a
 * literal.
 */
export interface Field {
	readonly displayName: string;
	readonly name: string;
	readonly type: NodePropertyTypes;
	readonly default: unknown;
	readonly required?: boolean;
	readonly description?: string;
	readonly hint?: string;
	readonly placeholder?: string;
	readonly noDataExpression?: boolean;
	readonly typeOptions?: TypeOptions;
	readonly displayOptions?: { readonly show?: Conditions; readonly hide?: Conditions };
	readonly options?: ReadonlyArray<Field | Choice | FieldGroup>;
	readonly modes?: readonly Mode[];
	/**
	 * The key of the request that this field fills, if another field has this name. The panel shows only one of the two.
	 * n8n does not get this key.
	 */
	readonly fills?: string;
}

type OptionsOfN8n = Pick<
	INodePropertyTypeOptions,
	| 'dateOnly'
	| 'maxValue'
	| 'minRequiredFields'
	| 'minValue'
	| 'multipleValueButtonText'
	| 'multipleValues'
	| 'numberPrecision'
	| 'rows'
	| 'showAlpha'
	| 'sortable'
>;

/** The type options of a field: n8n's own, and those of this package, which n8n does not know. */
interface TypeOptions extends Readonly<OptionsOfN8n> {
	readonly loadOptionsDependsOn?: readonly string[];
	readonly resourceMapper?: object;
	/** For a text field: whether its value is the name of a binary field. */
	readonly binaryField?: boolean;
	/** For a text field: whether its value is a number. The editor marks a required text as missing, but not a number. */
	readonly isNumber?: boolean;
	/** For a text field: whether its value is a time of day. */
	readonly timeOfDay?: boolean;
	/** For a text field: the maximum length in characters, if the service allows more than other fields of its kind have. */
	readonly maxLength?: number;
	/** For a menu: whether values that it does not list are valid, too. */
	readonly acceptOther?: boolean;
	/**
	 * For a field in a collection: whether it must not be empty once it has been added. n8n's linter forbids `required`
	 * there.
	 */
	readonly refuseEmpty?: boolean;
	/** For a message to a person: no part of the text may be empty or broken unless the parameter with this name is on. */
	readonly refuseGaps?: string;
	/**
	 * For another text that people read, such as that of an invoice: no expression in it may be empty, unless it says what
	 * to write instead (`{{ $json.Event || '' }}`).
	 */
	readonly refuseEmptyParts?: boolean;
	/** For a resource mapper: the name of the parameter that allows required columns to be empty. */
	readonly allowEmpty?: string;
	/** For a picker: the name of the operation that lists what the picker offers. By default, it is Get Many. */
	readonly listedBy?: string;
}

/** Maps the name of a field to values, one of which the field must have. */
export type Conditions = Readonly<Record<string, readonly unknown[]>>;

export interface Choice {
	readonly name: string;
	readonly value: string | number | boolean;
	readonly description?: string;
}

export interface FieldGroup {
	readonly displayName: string;
	readonly name: string;
	readonly values: readonly Field[];
}

/** One mode of a picker (resource locator). */
export interface Mode {
	readonly displayName: string;
	readonly name: string;
	readonly type: 'list' | 'string';
	readonly placeholder?: string;
	readonly hint?: string;
	readonly typeOptions?: object;
	/**
	 * The search of the list, under the name in `searchListMethod`. n8n does not get this key (see `collectSearches`).
	 */
	readonly searches?: Readonly<Record<string, ListSearch>>;
	/** Finds the ID of the picked record, if the value is not an ID. n8n does not get this key. */
	readonly idFinder?: IdFinder;
	/**
	 * The schema of the values, if they may be other keys than IDs. The operation then gets a `PickerValue`, because it
	 * finds the record itself. n8n does not get this key.
	 */
	readonly keys?: z.ZodType<string, z.ZodTypeDef, unknown>;
}

/** A method that lists the choices of a picker. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface IdFinder {
	/** Whether a value is an ID already. */
	isId(value: string): boolean;
	/** A valid ID to use in place of the real ID, so that everything else can be checked before the lookup. */
	readonly standIn: string;
	/**
	 * Finds the ID of the record that a value means.
	 *
	 * @param label the picker's label in the editor
	 * @throws {InputError} if the value matches nothing, or several records
	 * @throws {ServiceError} if the lookup fails
	 */
	find(client: Client, value: string, label: string): Promise<string>;
}

/** The value of a picker (resource locator). */
export interface PickerValue {
	mode: string;
	value: string;
}

/** A column of a resource mapper, as the editor stores it in the workflow. */
export interface StoredColumn {
	id: string;
	displayName: string;
	required?: boolean;
	removed?: boolean;
	/** False for a column that is never shown. “Remove All Fields” in the editor also sets `removed` for such columns. */
	display?: boolean;
	options?: Choice[];
	/** For a hidden column, the name of the node's field that provides its value. n8n does not know this key. */
	filledFrom?: string;
	/** Unknown to n8n, for the first column: the names of the node's fields that the form requires. */
	requires?: readonly string[];
}

/** The value of a resource mapper. */
export interface MappedColumns {
	/**
	 * Maps the IDs of the filled columns to their values, in the order of `columns`. For a choice, the value is its name
	 * or its ID, whichever was given.
	 */
	values: Record<string, unknown>;
	columns: readonly StoredColumn[];
	/** The workflow's time zone as an IANA name. */
	timezone: string;
	/**
	 * With Map Automatically: the values in the input item for fields of the node. The keys are the names of these fields
	 * (`filledFrom`). The value of a filled cell that has a problem is undefined.
	 */
	filling?: Readonly<Record<string, string | undefined>>;
	/** With Map Automatically: the keys of the input item that match no column of the form. */
	unused?: readonly string[];
	/** The problems with the columns' values. A value with a problem is missing from `values`. */
	problems: readonly InputError[];
}

type OptionsOf<F extends Field> = F extends { options: readonly (infer O)[] } ? O : never;

type ChoiceOf<O> = O extends Choice ? O['value'] : never;

type GroupsOf<F extends Field, G> = G extends FieldGroup
	? { [name in G['name']]?: GroupValue<F, EntryOf<G['values']>> }
	: never;

type GroupValue<F extends Field, Values> = F extends { typeOptions: { multipleValues: true } }
	? Values[]
	: Values;

type PickerValueOf<F extends Field> = F extends { modes: readonly (infer M extends Mode)[] }
	? [Extract<M, { keys: unknown }>] extends [never]
		? string
		: PickerValue
	: never;

/**
 * Maps the type of a field to the type of its value when the field is filled. Fields of all other types have strings.
 */
interface ValueByType<F extends Field> {
	number: number;
	boolean: boolean;
	options: ChoiceOf<OptionsOf<F>>;
	multiOptions: Array<ChoiceOf<OptionsOf<F>>>;
	collection: F extends { options: infer Fields extends readonly Field[] }
		? Partial<ParametersOf<Fields>>
		: never;
	fixedCollection: GroupsOf<F, OptionsOf<F>>;
	json: unknown;
	resourceMapper: MappedColumns;
	resourceLocator: PickerValueOf<F>;
}

type FilledValue<F extends Field> = F extends { typeOptions: { binaryField: true } }
	? InputFile
	: F extends { typeOptions: { isNumber: true } }
		? number
		: F['type'] extends keyof ValueByType<F>
			? ValueByType<F>[F['type']]
			: string;

/** The fields whose value is an object even when they are empty. */
type ObjectField = { type: 'collection' | 'fixedCollection' | 'resourceMapper' };

/**
 * The value of a field in a collection or group. If the field is empty or hidden, the value is undefined, except for an
 * `ObjectField`.
 */
type ValueInGroup<F extends Field> = F extends ObjectField
	? FilledValue<F>
	: F extends { displayOptions: object }
		? FilledValue<F> | undefined
		: F extends { required: true }
			? FilledValue<F>
			: FilledValue<F> | undefined;

/** The value of a field of the node itself, where a menu or switch always has a value. */
type ValueInPanel<F extends Field> = F extends { type: 'boolean' | 'options' }
	? ValueInGroup<F & { required: true }>
	: ValueInGroup<F>;

/** The parameters of an operation with these fields: maps the name of a field to its value. */
export type ParametersOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInPanel<F>;
};

/** An entry in a group with these fields: maps the name of a field to its value. */
export type EntryOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInGroup<F>;
};
