import type { Kind } from '../kinds';

/** A field with properties in addition to its kind. */
export interface MarkedField {
	kind: Kind;
	isRequired?: true;
	/** A valid value, for a required field that is not the ID of a record. */
	sample?: unknown;
	isNullable?: true;
	default?: string | number | boolean;
}

/** Fields by name: `outer.inner` for a field in an object, `outer[].inner` for a field in the objects of a list. */
export type Fields = Record<string, Kind | MarkedField>;

export interface Row {
	/** Whether the contract documents the operation. All others are documented only in the reference. */
	isInContract?: true;
	/** The method; POST by default. */
	method?: 'GET' | 'PUT' | 'DELETE';
	/** The status of a successful reply; 200 by default. */
	status?: number;
	/** The module that the operation needs. */
	module?: 'codes' | 'invoices' | 'messages' | 'drips';
	/** Whether the operation works while its module is off. */
	worksWithoutModule?: true;
	/** The fields of the request; none by default. */
	request?: Fields;
	/**
	 * The reply to the request in requests.ts, without `Response`. `UUID`, `HEX`, `CODE`, `CASE`, `HANDLER` and `…` stand for values that
	 * vary. Of a list with more than three entries, only the first two are given, followed by the number of all entries.
	 */
	reply: object;
}

/** Operations by path, copied by hand from the two API documents. */
export type Table = Record<string, Row>;

/** What differs in the reference. Each key replaces the same key of the row in the contract's table. */
export type Changes = Record<string, Partial<Omit<Row, 'method'>> & { method?: Row['method'] | 'POST' }>;

export const required = (kind: Kind, sample?: unknown): MarkedField => ({ kind, isRequired: true, sample });

/** A field that may be null. */
export const nullable = (kind: Kind): MarkedField => ({ kind, isNullable: true });

export const withDefault = (value: string | number | boolean, kind: Kind): MarkedField => ({
	kind,
	default: value,
});
