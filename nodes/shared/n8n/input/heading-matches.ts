import { asObject, isObject } from '../../json';
import type { StoredColumn } from '../operation/field';
import { matchInSteps } from './headings';

export function isColumn(value: unknown): value is StoredColumn {
	return isObject(value) && typeof value.id === 'string' && typeof value.displayName === 'string';
}

export interface Matched {
	/** The heading of each column, by the column's ID. */
	headings: ReadonlyMap<string, string>;
	unused: readonly string[];
}

/** More than a hint can show. */
const MOST_UNUSED = 1_000;

/** Matches the headings of a run's items. The rows of a spreadsheet have the same, so the last match is reused. */
export class HeadingMatches {
	private latest?: {
		names: string;
		row: Record<string, unknown>;
		headings: readonly string[];
		matched: Matched;
	};

	/**
	 * Matches the headings of a row with the columns of a stored resource mapper, before the row is read.
	 *
	 * @returns undefined if nothing is mapped automatically
	 */
	matchAhead(stored: unknown, row: Record<string, unknown>): Generator<void> | undefined {
		const { mappingMode, schema } = asObject(stored);
		if (mappingMode !== 'autoMapInputData' || !Array.isArray(schema)) return undefined;
		return this.match(schema.filter(isColumn), row);
	}

	*match(columns: readonly StoredColumn[], row: Record<string, unknown>): Generator<void, Matched> {
		const { latest } = this;
		const names = columns.map(({ id, displayName }) => [id, displayName]);
		const key = JSON.stringify(names);
		const headings = latest?.row === row ? latest.headings : Object.keys(row);
		if (latest?.names === key && areSame(latest.headings, headings)) return latest.matched;
		const matched = yield* matchColumns(columns, names, headings);
		this.latest = { names: key, row, headings, matched };
		return matched;
	}
}

function* matchColumns(
	columns: readonly StoredColumn[],
	names: string[][],
	headings: readonly string[],
): Generator<void, Matched> {
	const found = yield* matchInSteps(names, headings);
	const pairs = columns.flatMap(({ id }, index): Array<[string, string]> => {
		const heading = found[index];
		return heading === undefined ? [] : [[id, heading]];
	});
	const used = new Set(found);
	const unused: string[] = [];
	for (const heading of headings) {
		if (unused.length === MOST_UNUSED) break;
		if (!used.has(heading)) unused.push(heading);
	}
	return { headings: new Map(pairs), unused };
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
	if (one === other) return true;
	return one.length === other.length && one.every((text, index) => text === other[index]);
}
