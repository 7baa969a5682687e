import type { NodePropertyTypes } from 'n8n-workflow';

import type { InputFile } from './itemFile';

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
	readonly displayOptions?: {
		readonly show?: Readonly<Record<string, readonly unknown[]>>;
		readonly hide?: Readonly<Record<string, readonly unknown[]>>;
	};
	readonly options?: ReadonlyArray<Field | Choice | FieldGroup>;
	readonly modes?: readonly Mode[];
}

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
}

/** The value of a picker (resource locator). */
export interface Located {
	mode: string;
	value: string;
}

/** The modes in which a picker yields an ID. The value of a picker with other modes is passed on as it is. */
export type IdMode = 'list' | 'id' | 'handler';

type Picked<Name extends string> = Exclude<Name, IdMode> extends never ? string : Located;

type Filled<F extends Field> = F extends { typeOptions: { binaryField: true } }
	? InputFile
	: F extends { type: 'number' }
		? number
		: F extends { type: 'boolean' }
			? boolean
			: F extends { type: 'options'; options: readonly (infer O)[] }
				? O extends Choice
					? O['value']
					: never
				: F extends { type: 'multiOptions'; options: readonly (infer O)[] }
					? O extends Choice
						? Array<O['value']>
						: never
					: F extends { type: 'collection'; options: infer Fields extends readonly Field[] }
						? Partial<ParametersOf<Fields>>
						: F extends {
									type: 'fixedCollection';
									options: readonly (infer G)[];
									typeOptions: { multipleValues: true };
							  }
							? G extends FieldGroup
								? { [name in G['name']]?: Array<ParametersOf<G['values']>> }
								: never
							: F extends { type: 'fixedCollection'; options: readonly (infer G)[] }
								? G extends FieldGroup
									? { [name in G['name']]?: ParametersOf<G['values']> }
									: never
								: F extends { type: 'json' }
									? unknown
									: F extends { type: 'resourceMapper' }
										? Record<string, unknown>
										: F extends { type: 'resourceLocator'; modes: readonly (infer M extends Mode)[] }
											? Picked<M['name']>
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
