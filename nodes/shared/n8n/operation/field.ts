import type { NodePropertyTypes } from 'n8n-workflow';

import type { Caller } from '../../client/endpoint';
import type { InputFile } from '../input/itemFile';

/**
 * A field of an operation: n8n's `INodeProperties` as a read-only literal, so that the type of a parameter follows
 * from the field that asks for it.
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
	readonly typeOptions?: object;
	readonly displayOptions?: { readonly show?: Conditions; readonly hide?: Conditions };
	readonly options?: ReadonlyArray<Field | Choice | FieldGroup>;
	readonly modes?: readonly Mode[];
}

/** The values of other fields, by field name, of which one must hold for each. */
export type Conditions = Readonly<Record<string, readonly unknown[]>>;

/** One entry of an `options` field. */
export interface Choice {
	readonly name: string;
	readonly value: string | number | boolean;
	readonly description?: string;
}

/** One group of a `fixedCollection` field. */
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
	/** How the ID is found, where the value is none. n8n does not see this. */
	readonly idFinder?: IdFinder;
}

interface IdFinder {
	/** A valid ID that stands in for the one to be found, so that everything else can be checked before. */
	readonly standIn: string;
	/**
	 * @param label the picker as the editor names it
	 * @throws {InputError} if nothing has the value, or several things have.
	 * @throws {ServiceError} if the service cannot be asked.
	 */
	find(service: Caller, value: string, label: string): Promise<string>;
}

/** The value of a picker (resource locator). */
export interface Located {
	mode: string;
	value: string;
}

/** A column of a resource mapper, as the editor stores it in the workflow: with all keys that it got. */
export interface StoredColumn {
	id: string;
	displayName: string;
	required?: boolean;
	removed?: boolean;
	/** False for a column that the editor never shows. Its “Remove All Fields” sets `removed` of such columns, too. */
	display?: boolean;
	/** The choices of a list. */
	options?: Choice[];
	/** Ours, of a column that is not shown: the field of the node that fills it. */
	filledFrom?: string;
	/** Ours, of a column that is not shown: the ID of the record that has these columns. */
	columnsOf?: string;
}

/** The value of a resource mapper. */
export interface Mapped {
	/** The filled columns by ID, in the order of `columns`: mapped one by one, or found by name in the input item. */
	values: Record<string, unknown>;
	/** All columns that the workflow has stored. */
	columns: readonly StoredColumn[];
}

/** The modes in which a picker yields an ID. The value of a picker with other modes is passed on as it is. */
export type IdMode = 'list' | 'id' | 'handler' | 'timezoneName';

type OptionsOf<F extends Field> = F extends { options: readonly (infer O)[] } ? O : never;

type ChoiceOf<O> = O extends Choice ? O['value'] : never;

type GroupsOf<F extends Field, G> = G extends FieldGroup
	? { [name in G['name']]?: InGroup<F, ParametersOf<G['values']>> }
	: never;

type InGroup<F extends Field, Values> = F extends { typeOptions: { multipleValues: true } }
	? Values[]
	: Values;

type LocatedBy<F extends Field> = F extends { modes: readonly (infer M extends Mode)[] }
	? Exclude<M['name'], IdMode> extends never
		? string
		: Located
	: never;

/** The value of a filled field, by its type. All other types have texts. */
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

type HasDefault = { type: 'boolean' | 'options' | 'collection' | 'fixedCollection' };

/** The value of a field: undefined only if it may be left empty or is not always shown. */
type ValueOf<F extends Field> = F extends HasDefault
	? Filled<F>
	: F extends { displayOptions: object }
		? Filled<F> | undefined
		: F extends { required: true }
			? Filled<F>
			: Filled<F> | undefined;

/** The parameters that a list of fields yields, by field name. */
export type ParametersOf<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: ValueOf<F>;
};
