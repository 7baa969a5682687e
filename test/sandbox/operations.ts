import type { Dialect } from '../../sandbox';
import type { Kind } from './kinds';
import { IN_REFERENCE, TABLE } from './tables';
import type { Fields, Row } from './tables/table';

export interface Field {
	/**
	 * The name of the field: `outer.inner` for a field in an object, `outer[].inner` for a field in the objects of a
	 * list.
	 */
	name: string;
	isRequired: boolean;
	isNullable: boolean;
	/** A valid value, if the table has one. */
	sample?: unknown;
	default?: string | number | boolean;
	kind: Kind;
}

/** An operation of the two API documents. */
export interface Operation {
	method: string;
	path: string;
	/** Whether the contract documents the operation. */
	isInContract: boolean;
	/** The status of a successful reply. */
	status: number;
	module?: Row['module'];
	worksWithoutModule: boolean;
	fields: Field[];
	/** The reply, in the format of `Row.reply`. */
	reply: object;
}

/** Every operation of the API documents, by path. */
export const operationsIn = (dialect: Dialect): Map<string, Operation> =>
	new Map(
		Object.entries(TABLE).map(([path, row]) => {
			const changes = dialect === 'reference' ? IN_REFERENCE[path] : {};
			const {
				method = 'POST',
				status = 200,
				isInContract = false,
				worksWithoutModule = false,
				module,
				request = {},
				reply,
			} = {
				...row,
				...changes,
			};
			const fields = listFields(request);
			return [path, { method, path, isInContract, status, module, worksWithoutModule, fields, reply }];
		}),
	);

const listFields = (request: Fields): Field[] =>
	Object.entries(request).map(([name, field]) => ({
		name,
		isRequired: false,
		isNullable: false,
		...('kind' in field ? field : { kind: field }),
	}));
