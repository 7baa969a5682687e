import type { Json } from '../../json';

/**
 * Returns a function that sorts the fields of an item for readers: `readFirst`, facts, dates, nested values, tokens.
 * Fields of the same kind keep their order.
 *
 * Most items of a list have the same fields, so the order of the previous item is reused. Sorting each item would take
 * more memory than the items themselves.
 */
export function createArranger(readFirst: readonly string[] = []): (item: object) => Json {
	let keys: string[] = [];
	let kinds: ValueKind[] = [];
	let inOrder: Json = {};
	return (item) => {
		const record = item as Json;
		const itsKeys = Object.keys(record);
		const isSameKind = (key: string, index: number) =>
			key === keys[index] && classify(record[key]) === kinds[index];
		if (itsKeys.length !== keys.length || !itsKeys.every(isSameKind)) {
			keys = itsKeys;
			kinds = keys.map((key) => classify(record[key]));
			const ranked = keys.map((key, index) => ({ key, rank: rank(key, kinds[index]!, readFirst) }));
			ranked.sort((one, other) => one.rank - other.rank);
			// The template object comes from parsed JSON. With such an object, V8 keeps the fields inside the object, so that
			// copies take a tenth less memory.
			inOrder = JSON.parse(JSON.stringify(Object.fromEntries(ranked.map(({ key }) => [key, null])))) as Json;
		}
		const result = { ...inOrder };
		for (const key of keys) result[key] = record[key];
		return result;
	};
}

/** The kind of a value. The position of a field depends on the kind of its value. */
type ValueKind = 'boolean' | 'nested' | 'plain';

function classify(value: unknown): ValueKind {
	if (typeof value === 'boolean') return 'boolean';
	return typeof value === 'object' && value !== null ? 'nested' : 'plain';
}

const [FACT, DATE, NESTED, TOKEN] = [1_000, 1_001, 1_002, 1_003];

function rank(key: string, kind: ValueKind, readFirst: readonly string[]): number {
	const first = readFirst.indexOf(key);
	// A key in `readFirst` comes first, unless its value is a boolean, such as `Active`, which counts as a fact.
	if (first >= 0 && kind !== 'boolean') return first;
	// The service's keys have no spaces, so a key with a space is a survey question or a field of the input item.
	if (/\s/.test(key)) return FACT;
	if (/(Tokens?|token|ID|Id|Hash)$/.test(key)) return TOKEN;
	if (kind === 'nested') return NESTED;
	return /(Date|Time|Login|[a-z]At)$/.test(key) ? DATE : FACT;
}
