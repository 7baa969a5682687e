import type { IDataObject, INodeParameters } from 'n8n-workflow';

/**
 * Combines the parameters of several items. A value that differs between the items becomes an expression, and its values
 * go into the input items.
 *
 * @param all the parameters of each item, which differ only in single values
 */
export function combineItems(all: readonly INodeParameters[]): {
	parameters: INodeParameters;
	items: IDataObject[];
} {
	const items: IDataObject[] = all.map(() => ({}));
	let columns = 0;
	const combine = (values: readonly unknown[]): unknown => {
		const [first] = values;
		if (values.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first;
		if (typeof first === 'object' && first !== null) {
			const parts = Object.keys(first).map((key) => [
				key,
				combine(values.map((value) => (value as IDataObject)[key])),
			]);
			return Array.isArray(first) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
		}
		const column = `value${columns++}`;
		for (const [index, value] of values.entries()) items[index]![column] = value as string;
		return `={{ $json.${column} }}`;
	};
	return { parameters: combine(all) as INodeParameters, items };
}
