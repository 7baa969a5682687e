import type { Json } from '../../json';

/**
 * Puts the fields of each item into reading order: `readFirst`, facts, dates, nested values, tokens.
 * Otherwise the order of the record stays.
 *
 * Most items of a list have the same fields, so the previous order is reused. Sorting each item would take
 * more memory than the items themselves.
 */
export function arranging(readFirst: readonly string[] = []): (item: object) => Json {
	let keys: string[] = [];
	let kinds: Kind[] = [];
	let inOrder: Json = {};
	return (item) => {
		const record = item as Json;
		const itsKeys = Object.keys(record);
		const itsKinds = itsKeys.map((key) => classify(record[key]));
		if (!isSame(itsKeys, keys) || !isSame(itsKinds, kinds)) {
			[keys, kinds] = [itsKeys, itsKinds];
			const ranked = keys.map((key, index) => ({ key, rank: rank(key, kinds[index]!, readFirst) }));
			ranked.sort((one, other) => one.rank - other.rank);
			inOrder = Object.fromEntries(ranked.map(({ key }) => [key, undefined]));
		}
		const result = { ...inOrder };
		for (const key of keys) result[key] = record[key];
		return result;
	};
}

/** The property of a value that affects the position of its field. */
type Kind = 'boolean' | 'nested' | 'plain';

function classify(value: unknown): Kind {
	if (typeof value === 'boolean') return 'boolean';
	return typeof value === 'object' && value !== null ? 'nested' : 'plain';
}

function isSame<T>(list: readonly T[], other: readonly T[]): boolean {
	return list.length === other.length && list.every((one, index) => one === other[index]);
}

const [FACT, DATE, NESTED, TOKEN] = [1_000, 1_001, 1_002, 1_003];

function rank(key: string, kind: Kind, readFirst: readonly string[]): number {
	const first = readFirst.indexOf(key);
	// A status in words comes first, but a boolean such as `Active` is a fact.
	if (first >= 0 && kind !== 'boolean') return first;
	// The service's keys have no spaces: this is a survey question or a column of the input item.
	if (/\s/.test(key)) return FACT;
	if (/(Tokens?|token|ID|Id|Hash)$/.test(key)) return TOKEN;
	if (kind === 'nested') return NESTED;
	return /(Date|Time|Login|[a-z]At)$/.test(key) ? DATE : FACT;
}
