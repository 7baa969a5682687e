import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Entry } from '../../catalogue';
import { findOperation } from './nodes';

/**
 * Combines the parameters of several items. A value that differs between the items becomes an expression, and its values
 * go into the input items.
 *
 * @param all the parameters of each item, which differ only in single values
 * @param row whose operation may name a person: this value becomes an expression even if it is the same for all items,
 *   because a fixed person is refused
 */
export function combineItems(
	all: readonly INodeParameters[],
	row: Pick<Entry, 'node' | 'operation'>,
): {
	parameters: INodeParameters;
	items: IDataObject[];
} {
	const person = new Set(all.length > 1 ? findOperation(row).person?.fields : []);
	const items: IDataObject[] = all.map(() => ({}));
	let columns = 0;
	const combine = (values: readonly unknown[], key?: string): unknown => {
		const [first] = values;
		const isPerson = key !== undefined && person.has(key) && typeof first === 'string';
		if (!isPerson && values.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first;
		if (typeof first === 'object' && first !== null) {
			const parts = Object.keys(first).map((key) => [
				key,
				combine(
					values.map((value) => (value as IDataObject)[key]),
					key,
				),
			]);
			return Array.isArray(first) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
		}
		const column = `value${columns++}`;
		for (const [index, value] of values.entries()) items[index]![column] = value as string;
		return `={{ $json.${column} }}`;
	};
	return { parameters: combine(all) as INodeParameters, items };
}
