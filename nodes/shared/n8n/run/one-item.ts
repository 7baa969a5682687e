import type { IExecuteFunctions } from 'n8n-workflow';

import { asObject, cut, isObject } from '../../json';
import { pluralize } from '../../pluralize';
import { isTool, readNode } from '../as-tool';
import { findLabel } from '../errors/labels';
import { listOneItems, type OneItem } from '../input/expressions';
import { isColumn } from '../input/headings';
import type { Field } from '../operation/field';
import type { Operation } from '../operation/operation';
import { listGoodItems, type CheckedItems } from './checked-items';

/** The maximum number of nodes whose items are counted. */
const MAX_SOURCES = 10;
/** The maximum length of the list of fields in the hint, in characters. */
const MAX_LIST_LENGTH = 400;

/**
 * Returns a hint that names the fields whose expressions take a value from one item of a node for all items, as
 * `$('Rows').first()` does, although the node has several items. Often this is meant, for example if the item has the
 * settings of a run. Only `refuseForOnePerson` refuses it.
 */
export function describeOneItemForAll(
	context: IExecuteFunctions,
	{ reads, fields }: Operation,
	items: CheckedItems,
): string | undefined {
	const { length } = listGoodItems(items);
	if (reads || isTool(context) || length < 2) return undefined;
	const { parameters } = readNode(context);
	const counts = new Map<string, number>();
	const labels = new Map<string, Set<string>>();
	let written: string | undefined;
	for (const field of fields)
		for (const [label, { source, call }] of listUses(field, parameters[field.name])) {
			if (!counts.has(source) && counts.size < MAX_SOURCES) counts.set(source, countItems(context, source));
			const count = counts.get(source) ?? 0;
			if (count < 2) continue;
			written ??= call;
			const from = `${WHICH[call] ?? 'one'} of ${pluralize(count, 'item')} of ${nameSource(source)}`;
			labels.set(from, (labels.get(from) ?? new Set()).add(label));
		}
	if (written === undefined) return undefined;
	const list = [...labels].map(([from, names]) => {
		const verb = names.size === 1 ? 'takes a value' : 'take values';
		return `${[...names].map((name) => `“${name}”`).join(', ')} ${verb} from ${from}`;
	});
	return `${cut(list.join(', and '), MAX_LIST_LENGTH)} for all ${pluralize(length, 'item')}. To use each item’s own value, write “.item” instead of “.${written}”.`;
}

const WHICH: Record<string, string> = { 'first()': 'the first', 'last()': 'the last' };

function nameSource(source: string): string {
	return source === '$input' ? 'the input' : `“${source.slice(3, -2)}”`;
}

/** Asks n8n how many items a node has. Returns 0 if it does not know. */
function countItems(context: IExecuteFunctions, source: string): number {
	try {
		const count: unknown = context.evaluateExpression(`{{ ${source}.all().length }}`, 0);
		return typeof count === 'number' ? count : 0;
	} catch {
		// The hint is not worth an error: the run has succeeded.
		return 0;
	}
}

/** Lists the uses of one item for all items in the stored value of a field, each with the label of its place. */
function listUses(field: Field, stored: unknown): Array<[string, OneItem]> {
	if (typeof stored === 'string' || field.type === 'resourceLocator')
		return listOneItems(stored).map((use) => [field.displayName, use]);
	if (field.type === 'resourceMapper') {
		const { value, schema } = asObject(stored);
		const columns = Array.isArray(schema) ? schema.filter(isColumn) : [];
		const nameOf = (id: string) => columns.find((column) => column.id === id)?.displayName ?? id;
		return listInner(value, (id) => `${field.displayName} › ${nameOf(id)}`);
	}
	return listInner(stored, (name) => findLabel([name], [field]));
}

/** Lists the uses in a collection, in its groups and in their entries. */
function listInner(value: unknown, nameOf: (key: string) => string): Array<[string, OneItem]> {
	if (Array.isArray(value)) return value.flatMap((entry) => listInner(entry, nameOf));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const uses = listOneItems(inner).map((use): [string, OneItem] => [nameOf(key), use]);
		return uses.length > 0 ? uses : listInner(inner, nameOf);
	});
}
