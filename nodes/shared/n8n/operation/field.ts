import type { ILoadOptionsFunctions, INodeListSearchResult, NodePropertyTypes } from 'n8n-workflow';

import type { Client } from '../../client/client';
import type { DayOrder } from '../../time/form-day';
import type { InputFile } from '../input/input-file';

/** n8n's `INodeProperties` as a read-only literal, from which the type of the parameter is inferred. */
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

/** For each field name, values of which the field must have one. */
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
	/** For a list: its search, by the name in `searchListMethod`. Hidden from n8n, see `collectSearches`. */
	readonly searches?: Readonly<Record<string, ListSearch>>;
	/** Finds the ID if the value is not one. Hidden from n8n. */
	readonly idFinder?: IdFinder;
}

/** A method that lists the choices of a picker. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface IdFinder {
	/** A valid ID that stands in for the real one, so that everything else can be checked first. */
	readonly standIn: string;
	/**
	 * @param label the picker's label in the editor
	 * @throws {InputError} if the value matches nothing, or several things.
	 * @throws {ServiceError} if the service cannot be asked.
	 */
	find(client: Client, value: string, label: string): Promise<string>;
}

/** The value of a picker (resource locator). */
export interface Located {
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
	/** Ours: the order in which the form writes a date. */
	dayOrder?: DayOrder;
	/** Ours, for a hidden column: the field of the node that fills it. */
	filledFrom?: string;
	/** Ours, for a hidden column: whether the form takes a phone number only as ten digits. */
	tenDigits?: boolean;
	/** Ours, for a hidden column: the ID of the record that has these columns. */
	columnsOf?: string;
	/** Ours, for the first column: the fields of the node that the form requires. */
	requires?: readonly string[];
}

/** The value of a resource mapper. */
export interface Mapped {
	/** The filled columns by ID, in the order of `columns`. A choice is as given: its name or its ID. */
	values: Record<string, unknown>;
	columns: readonly StoredColumn[];
	/** The IDs of the columns whose value was set in the panel, and does not come from data. */
	fixed: readonly string[];
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/** Map Automatically: the row's values for fields of the node (`filledFrom`). */
	filling?: Readonly<Record<string, string>>;
	/** Map Automatically: the columns of the row that no column of the form takes. */
	unused?: readonly string[];
	/** What is wrong with values of the columns. `values` leaves them out. */
	problems: readonly Problem[];
}

/** What is wrong with a value, in the parts of an `InputError`. */
export interface Problem {
	readonly label: string;
	/** Continues the sentence "“label” …". */
	readonly expected: string;
}

/** The modes that yield an ID. Pickers with other modes pass their value on unchanged. */
export type IdMode = 'list' | 'id' | 'handler' | 'timezoneName';

type OptionsOf<F extends Field> = F extends { options: readonly (infer O)[] } ? O : never;

type ChoiceOf<O> = O extends Choice ? O['value'] : never;

type GroupsOf<F extends Field, G> = G extends FieldGroup
	? { [name in G['name']]?: InGroup<F, EntryOf<G['values']>> }
	: never;

type InGroup<F extends Field, Values> = F extends { typeOptions: { multipleValues: true } }
	? Values[]
	: Values;

type LocatedBy<F extends Field> = F extends { modes: readonly (infer M extends Mode)[] }
	? Exclude<M['name'], IdMode> extends never
		? string
		: Located
	: never;

/** The value of a filled field by its type; text for all others. */
interface ByType<F extends Field> {
	number: number;
	boolean: boolean;
	options: ChoiceOf<OptionsOf<F>>;
	multiOptions: Array<ChoiceOf<OptionsOf<F>>>;
	collection: F extends { options: infer Fields extends readonly Field[] }
		? Partial<ParametersOf<Fields>>
		: never;
	fixedCollection: GroupsOf<F, OptionsOf<F>>;
	json: unknown;
	resourceMapper: Mapped;
	resourceLocator: LocatedBy<F>;
}

type Filled<F extends Field> = F extends { typeOptions: { binaryField: true } }
	? InputFile
	: F['type'] extends keyof ByType<F>
		? ByType<F>[F['type']]
		: string;

/** Fields whose empty value is an object without values. */
type IsObject = { type: 'collection' | 'fixedCollection' | 'resourceMapper' };

/**
 * The value of a field in a group. An empty or hidden field is undefined, unless its type is in `IsObject`.
 */
type ValueInGroup<F extends Field> = F extends IsObject
	? Filled<F>
	: F extends { displayOptions: object }
		? Filled<F> | undefined
		: F extends { required: true }
			? Filled<F>
			: Filled<F> | undefined;

/** The value of a field in the panel, where a menu or switch always has a choice. */
type ValueInPanel<F extends Field> = F extends { type: 'boolean' | 'options' }
	? ValueInGroup<F & { required: true }>
	: ValueInGroup<F>;

/** The parameters of a list of fields, by field name. */
export type ParametersOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInPanel<F>;
};

/** The values of a group's entry, by field name. */
export type EntryOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueInGroup<F>;
};
