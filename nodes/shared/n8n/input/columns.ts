import {
	isEmpty,
	asObject,
	isObject,
	mayBeRounded,
	removeZeroWidth,
	trimInvisible,
	unwrapList,
} from '../../json';
import { withoutTextMarks } from '../../numeral';
import { InputError } from '../errors/node-errors';
import { Problems } from '../errors/problems';
import { LACKS_COLUMNS, REQUIRED, ROUNDED_NUMBER, TYPES, appendValue } from '../errors/sentences';
import type { Field, MappedColumns, StoredColumn } from '../operation/field';
import { isLuxon, parseInstant } from '../../time/parse';
import { describeColumnDamage, describeDamage } from './damage';
import { describeEmptyPart } from './empty-parts';
import { describeBrokenPart, describeMarkedHeading, describeTyped } from './expressions';
import { isColumn, matchColumns, type MatchedColumns } from './headings';
import { describeColumnExcess } from './max-size';
import { readText, createInputError, type Reading } from './values';

type Cells = Record<string, unknown>;

/** Maps the ID of a column to its heading. */
type Headings = ReadonlyMap<string, string>;

export function readColumns(field: Field, value: unknown, reading: Reading): MappedColumns {
	const { mappingMode, value: mapped, schema } = readMapper(value, reading);
	const stored = Array.isArray(schema) ? schema.filter(isColumn) : [];
	const isAutomatic = mappingMode === 'autoMapInputData';
	const { json = {} } = reading.item ?? {};
	if (isAutomatic && stored.length === 0) throw createInputError(reading, LACKS_COLUMNS);
	const columns = stored.filter(({ removed, display }) => !removed && display !== false);
	const row = isAutomatic ? findRow(stored, json, reading) : json;
	const matched = isAutomatic ? matchColumns(stored, listHeadings(row, reading)) : undefined;
	const cells = matched ? pickCells(columns, matched.headings, row) : Object.entries(asObject(mapped));
	const given = new Map(cells.map(([id, cell]) => [id, unwrapList(cell)]));
	const problems = new Problems();
	const filled = new Map<string, unknown>();
	const empty = new Set<string>();
	const byId = new Map(columns.toReversed().map((column) => [column.id, column]));
	for (const id of new Set([...columns.map((column) => column.id), ...given.keys()])) {
		const column = byId.get(id);
		if (isEmpty(clean(given.get(id)))) {
			empty.add(id);
			const path = [column?.displayName ?? id];
			if (!isAutomatic) reading.item?.emptyFields.note({ ...reading, path, stored: findStored(id, reading) });
			continue;
		}
		const typed = isAutomatic ? undefined : findStored(id, reading);
		const cell = problems.collect(() =>
			readCell(given.get(id), column ?? { id, displayName: id }, reading, typed),
		);
		if (cell !== undefined) filled.set(id, cell);
	}
	const { allowEmpty } = field.typeOptions ?? {};
	const missing = columns.filter(({ id, required }) => required && empty.has(id));
	if (missing.length > 0 && !(allowEmpty && reading.item?.isOn(allowEmpty)))
		problems.add(missing.map((column) => toMissing(column, reading, matched)));
	const filling = matched && readFilling(stored, matched.headings, row, reading, problems);
	return {
		values: Object.fromEntries(filled),
		columns: stored,
		timezone: reading.timezone,
		filling,
		unused: matched?.unused,
		problems: problems.all,
	};
}

/** Cleans a text, unless it is too long: `readCell` refuses that, and nothing else may look at it before. */
function clean(cell: unknown): unknown {
	return typeof cell === 'string' && !describeColumnExcess(cell)
		? trimInvisible(removeZeroWidth(cell))
		: cell;
}

/**
 * Reads the value of a resource mapper as the editor stores it. Any other value, such as one from an agent or an
 * expression, is refused, because its columns would be dropped silently.
 *
 * @throws {InputError} for any other value
 */
function readMapper(value: unknown, reading: Reading): Cells {
	const mapper = asObject(value);
	const isMapper =
		isObject(value) &&
		(isObject(mapper.value) || isEmpty(mapper.value)) &&
		('mappingMode' in mapper || 'value' in mapper || Object.keys(mapper).length === 0);
	if (!isMapper && !isEmpty(value)) throw createInputError(reading, appendValue(MUST_BE_MAPPER, value));
	return mapper;
}

const MUST_BE_MAPPER = 'must be mapped one by one, or with “Map Automatically”';

/**
 * Returns the fields of an item whose columns are mapped automatically. Some nodes put a record's fields into an object
 * next to its ID, such as Airtable's `fields`. It is used if the item has no other object, and none of its other fields
 * matches.
 */
function findRow(columns: readonly StoredColumn[], json: Cells, reading: Reading): Cells {
	const inner = Object.values(json).filter(isObject);
	const [row] = inner;
	if (!row || inner.length > 1) return json;
	const matches = (cells: Cells) => matchColumns(columns, listHeadings(cells, reading)).headings.size > 0;
	return !matches(json) && matches(row) ? row : json;
}

/** The maximum number of fields of an item whose columns are mapped automatically. */
const MAX_HEADINGS = 10_000;

/** The maximum length of a heading, in characters. No field of a form has a longer name. */
const MAX_HEADING_LENGTH = 1_000;

/** The maximum length of all headings together, in characters. Comparing a longer text would take too long. */
const MAX_HEADINGS_LENGTH = 100_000;

function listHeadings(row: Cells, reading: Reading): string[] {
	const headings = Object.keys(row);
	if (headings.length > MAX_HEADINGS)
		throw createInputError(
			reading,
			`cannot be mapped automatically, because the item has too many fields (${headings.length.toLocaleString('en-US')}; the maximum is ${MAX_HEADINGS.toLocaleString('en-US')})`,
		);
	const short = headings.filter(({ length }) => length <= MAX_HEADING_LENGTH);
	const characters = short.reduce((sum, { length }) => sum + length, 0);
	if (characters > MAX_HEADINGS_LENGTH)
		throw createInputError(
			reading,
			`cannot be mapped automatically, because the names of the item’s fields are too long (${characters.toLocaleString('en-US')} characters in all; the maximum is ${MAX_HEADINGS_LENGTH.toLocaleString('en-US')})`,
		);
	return short;
}

/** Returns the value of a column as the workflow stores it: the expression, if it has one. */
function findStored(id: string, { stored }: Reading): unknown {
	return asObject(asObject(stored).value)[id];
}

function toMissing(
	{ id, displayName }: StoredColumn,
	reading: Reading,
	matched?: MatchedColumns,
): InputError {
	const { json, evaluate, emptyFields } = reading.item ?? {};
	if (json && evaluate && matched && !matched.headings.has(id)) {
		const sentences = [NO_FIELD, emptyFields?.listOnce(Object.keys(json))];
		return new InputError(displayName, sentences.filter(Boolean).join('. '));
	}
	const gap = describeEmptyPart(`${REQUIRED}, but`, { ...reading, stored: findStored(id, reading) });
	return new InputError(displayName, gap ?? REQUIRED);
}

/** The problem with a required column. The heading may differ, or n8n has left out a cell that is empty. */
const NO_FIELD = `${REQUIRED}, but no field of the item matches it`;

function pickCells(
	columns: readonly StoredColumn[],
	headings: Headings,
	row: Cells,
): Array<[string, unknown]> {
	const found = columns.filter(({ id }) => headings.has(id));
	return found.map(({ id }) => [id, row[headings.get(id)!]]);
}

/**
 * Maps the names of the node's fields that columns fill (`filledFrom`) to the values of these columns. Empty values are
 * left out. A value with a problem becomes undefined.
 */
function readFilling(
	columns: readonly StoredColumn[],
	headings: Headings,
	row: Cells,
	reading: Reading,
	problems: Problems,
): MappedColumns['filling'] {
	const filling: Record<string, string | undefined> = {};
	for (const { id, filledFrom } of columns) {
		const heading = headings.get(id);
		const cell = heading === undefined ? undefined : unwrapList(row[heading]);
		if (!filledFrom || heading === undefined || isEmpty(cell)) continue;
		const at = { ...reading, path: [heading] };
		filling[filledFrom] = problems.collect(() => {
			const refusal = describeColumnExcess(cell) ?? describeDamage(cell);
			if (refusal) throw createInputError(at, refusal);
			return readText(TEXT, cell, at);
		});
	}
	return filling;
}

const TEXT: Field = { displayName: '', name: '', type: 'string', default: '' };

/** The error for a list or an object in a column. An entry form takes one text for each field. */
const MUST_BE_ONE =
	'must be one text, number or date (to write a list as one text, use an expression such as {{ $json.Answers.join(", ") }})';

/**
 * Reads the value of a column: trims a string, and converts a date to its day. Any other value is unchanged.
 *
 * @param typed the value as the workflow stores it, if it does not come from the item
 */
function readCell(value: unknown, column: StoredColumn, reading: Reading, typed: unknown): unknown {
	const { timezone } = reading;
	const cleaned = clean(value);
	const refusal =
		describeColumnExcess(value) ??
		describeTyped(typed) ??
		describeMarkedHeading(typed) ??
		// Cleaning also removes a soft hyphen, which is a part of “í” in a text that was read in the wrong encoding.
		describeColumnDamage(value) ??
		(cleaned === value ? undefined : describeColumnDamage(cleaned)) ??
		describeBrokenPart(value, typed);
	if (refusal) throw new InputError(column.displayName, refusal);
	if (typeof value === 'number' && !Number.isFinite(value))
		throw new InputError(column.displayName, appendValue(TYPES.string!, value));
	if (mayBeRounded(value)) throw new InputError(column.displayName, appendValue(ROUNDED_NUMBER, value));
	const day = isLuxon(value) || value instanceof Date ? parseInstant(value)?.toDayIn(timezone) : undefined;
	if (!day && typeof value === 'object')
		throw new InputError(column.displayName, appendValue(MUST_BE_ONE, value));
	return day ?? (typeof cleaned === 'string' ? withoutTextMarks(cleaned) : cleaned);
}
