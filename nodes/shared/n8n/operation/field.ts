import type { ILoadOptionsFunctions, INodeListSearchResult, NodePropertyTypes } from 'n8n-workflow';

import type { Client } from '../../client/client';
import type { DayOrder } from '../../time/form-day';
import type { InputFile } from '../input/input-file';

/** n8n's `INodeProperties` as a read-only literal, from which the parameter's type is inferred. */
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
	readonly typeOptions?: object;
	readonly displayOptions?: { readonly show?: Conditions; readonly hide?: Conditions };
	readonly options?: ReadonlyArray<Field | Choice | FieldGroup>;
	readonly modes?: readonly Mode[];
}

/** For each field name, the values of which the field must have one. */
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
	readonly typeOptions?: object;
	/** The search of a list, under its name in `searchListMethod`. n8n does not get it (see `collectSearches`). */
	readonly searches?: Readonly<Record<string, ListSearch>>;
	/** Finds the ID if the value is not an ID. n8n does not get it. */
	readonly idFinder?: IdFinder;
}

/** A method that lists the choices of a picker. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface IdFinder {
	/** A valid ID that takes the place of the real one, so that everything else can be checked first. */
	readonly standIn: string;
	/**
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
	/** False for a column that is never shown. “Remove All Fields” also sets `removed` of such columns. */
	display?: boolean;
	options?: Choice[];
	/** Our own: the order in which the form writes a date. */
	dayOrder?: DayOrder;
	/** Our own, for a hidden column: the node's field that provides its value. */
	filledFrom?: string;
	/** Our own, for a hidden column: whether the form accepts a phone number only as ten digits. */
	tenDigits?: boolean;
	/** Our own, for a hidden column: the ID of the record that the columns belong to. */
	columnsOf?: string;
	/** Our own, for the first column: the node's fields that the form requires. */
	requires?: readonly string[];
}

/** The value of a resource mapper. */
export interface MappedColumns {
	/**
	 * The values of the filled columns by ID, in the order of `columns`. A choice is its name or its ID, whichever was
	 * given.
	 */
	values: Record<string, unknown>;
	columns: readonly StoredColumn[];
	/** The IDs of the columns whose value was entered in the panel instead of coming from data. */
	fixed: readonly string[];
	/** The workflow's time zone as an IANA name. */
	timezone: string;
	/** With Map Automatically: the row's values for fields of the node (`filledFrom`). */
	filling?: Readonly<Record<string, string>>;
	/** With Map Automatically: the row's columns that match no column of the form. */
	unused?: readonly string[];
	/** What is wrong with the columns' values. The values themselves are missing from `values`. */
	problems: readonly Problem[];
}

/** What is wrong with a value, in the parts of an `InputError`. */
export interface Problem {
	readonly label: string;
	/** Continues the sentence "“label” …". */
	readonly expected: string;
	readonly missing?: readonly string[];
}

/** The modes that yield an ID. A picker with any other mode passes its value on unchanged. */
export type IdMode = 'list' | 'id' | 'handler' | 'timezoneName';

type OptionsOf<F extends Field> = F extends { options: readonly (infer O)[] } ? O : never;

type ChoiceOf<O> = O extends Choice ? O['value'] : never;

type GroupsOf<F extends Field, G> = G extends FieldGroup
	? { [name in G['name']]?: GroupValue<F, EntryOf<G['values']>> }
	: never;

type GroupValue<F extends Field, Values> = F extends { typeOptions: { multipleValues: true } }
	? Values[]
	: Values;

type PickerValueOf<F extends Field> = F extends { modes: readonly (infer M extends Mode)[] }
	? Exclude<M['name'], IdMode> extends never
		? string
		: PickerValue
	: never;

/** Maps the type of a field to the type of its value if it is filled. All other types of fields have text. */
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
	: F['type'] extends keyof ValueByType<F>
		? ValueByType<F>[F['type']]
		: string;

/** The fields whose empty value is an object without values. */
type ObjectField = { type: 'collection' | 'fixedCollection' | 'resourceMapper' };

/** The value of a field in a group. An empty or hidden field is undefined unless its type is in `ObjectField`. */
type ValueInGroup<F extends Field> = F extends ObjectField
	? FilledValue<F>
	: F extends { displayOptions: object }
		? FilledValue<F> | undefined
		: F extends { required: true }
			? FilledValue<F>
			: FilledValue<F> | undefined;

/** The value of a field in the panel, in which a menu or switch always has a value. */
type ValueInPanel<F extends Field> = F extends { type: 'boolean' | 'options' }
	? ValueInGroup<F & { required: true }>
	: ValueInGroup<F>;

/** The parameters for a list of fields, by field name. */
export type ParametersOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInPanel<F>;
};

/** The values of an entry in a group, by field name. */
export type EntryOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInGroup<F>;
};
