import { asObject, asText, isObject } from '../../json';
import { InputError } from '../errors/nodeErrors';
import { LACKS_COLUMNS, REQUIRED } from '../errors/sentences';
import type { Field, Mapped, StoredColumn } from '../operation/field';
import { isLuxon, readDay } from './dateTimes';
import { matchHeadings } from './headings';
import { isEmpty, plain, readOptions, unfit, type Reading } from './values';

type Cells = Record<string, unknown>;

/** The service's format of a birthdate. A column whose label ends with it is a birthdate. */
export const BIRTHDATE_FORMAT = '(MM/DD/YYYY)';

export function readColumns(field: Field, value: unknown, reading: Reading): Mapped {
	const { mappingMode, value: mapped, schema } = isObject(value) ? value : {};
	const stored = Array.isArray(schema) ? schema.filter(isColumn) : [];
	const isAutomatic = mappingMode === 'autoMapInputData';
	if (isAutomatic && stored.length === 0) throw unfit(reading, LACKS_COLUMNS);
	const columns = stored.filter(({ removed, display }) => !removed && display !== false);
	const matched = isAutomatic ? matchColumns(stored, Object.keys(reading.row)) : undefined;
	const given = matched ? cellsOf(columns, matched, reading.row) : asObject(mapped);
	const filled: Cells = {};
	for (const id of new Set([...columns.map(({ id }) => id), ...Object.keys(given)])) {
		const column = columns.find((one) => one.id === id);
		if (!isEmpty(given[id])) filled[id] = readCell(given[id], column, reading);
	}
	const { allowEmpty } = readOptions(field);
	const missing = columns.find(({ id, required }) => required && !(id in filled));
	if (missing && !(allowEmpty && reading.isOn(allowEmpty)))
		throw new InputError(missing.displayName, REQUIRED);
	const filling = matched && fillingOf(stored, matched, reading.row);
	return { values: filled, columns: stored, filling, unused: matched?.unused };
}

function isColumn(value: unknown): value is StoredColumn {
	return isObject(value) && typeof value.id === 'string' && typeof value.displayName === 'string';
}

interface Matched {
	/** The heading of each column, by the column's ID. */
	headings: ReadonlyMap<string, string>;
	unused: readonly string[];
}

let latest = { key: '', matched: undefined as Matched | undefined };

/** Cached, because the rows of a spreadsheet have the same headings. */
function matchColumns(columns: readonly StoredColumn[], headings: readonly string[]): Matched {
	const names = columns.map(({ id, displayName }) => [id, displayName]);
	const key = JSON.stringify([names, headings]);
	if (latest.matched && latest.key === key) return latest.matched;
	const found = matchHeadings(names, headings);
	const pairs = columns.flatMap(({ id }, index): Array<[string, string]> => {
		const heading = found[index];
		return heading === undefined ? [] : [[id, heading]];
	});
	const matched = {
		headings: new Map(pairs),
		unused: headings.filter((heading) => !found.includes(heading)),
	};
	latest = { key, matched };
	return matched;
}

function cellsOf(columns: readonly StoredColumn[], { headings }: Matched, row: Cells): Cells {
	const found = columns.filter(({ id }) => headings.has(id));
	return Object.fromEntries(found.map(({ id }) => [id, row[headings.get(id)!]]));
}

function fillingOf(columns: readonly StoredColumn[], { headings }: Matched, row: Cells): Mapped['filling'] {
	const hidden = columns.filter(({ id, filledFrom }) => filledFrom && headings.has(id));
	const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : asText(value).trim());
	return Object.fromEntries(hidden.map(({ id, filledFrom }) => [filledFrom, textOf(row[headings.get(id)!])]));
}

/** A choice may be given by name. A birthdate is sent in its label's format (reference, "Serve both"). */
function readCell(value: unknown, column: StoredColumn | undefined, { timezone }: Reading): unknown {
	const choice = column?.options?.find(
		({ name }) => typeof value === 'string' && plain(name) === plain(value),
	);
	if (choice) return choice.value;
	const isBirthdate = String(column?.displayName).endsWith(BIRTHDATE_FORMAT);
	const isDate = isBirthdate || isLuxon(value) || value instanceof Date;
	const day = isDate ? readDay(value, timezone) : undefined;
	if (day && isBirthdate) return day.replace(/(.{4})-(.{2})-(.{2})/, '$2/$3/$1');
	return day ?? (typeof value === 'string' ? value.trim() : value);
}
