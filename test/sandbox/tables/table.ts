import type { Kind } from '../kinds';

/** A field that needs to say more than its kind. */
export interface MarkedField {
	kind: Kind;
	isRequired?: true;
	isNullable?: true;
	default?: string | number | boolean;
}

/** Fields by name: `outer.inner` inside an object, `outer[].inner` inside the objects of a list. */
export type Fields = Record<string, Kind | MarkedField>;

export interface Row {
	/** Default: POST. */
	method?: 'GET' | 'PUT' | 'DELETE';
	/** The status of a success. Default: 200. */
	status?: number;
	/** The module that it needs. */
	module?: 'codes' | 'invoices' | 'messages' | 'drips';
	/** Whether it works while its module is off. */
	worksWithoutModule?: true;
	/** Default: no fields. */
	request?: Fields;
	/**
	 * The reply to the request of requests.ts. `UUID`, `HEX`, `CODE`, `CASE`, `HANDLER` and `…` stand for what varies, and a
	 * list with more than three entries has its first two, then the number of all.
	 */
	reply: object;
}

/** Operations by path, copied by hand from the two texts. */
export type Table = Record<string, Row>;

/** What the reference says otherwise. It replaces the parts of a row that it has. */
export type Changes = Record<string, Partial<Omit<Row, 'method'>> & { method?: Row['method'] | 'POST' }>;

export const required = (kind: Kind): MarkedField => ({ kind, isRequired: true });

/** A field that may be null. */
export const nullable = (kind: Kind): MarkedField => ({ kind, isNullable: true });

export const withDefault = (value: string | number | boolean, kind: Kind): MarkedField => ({
	kind,
	default: value,
});
