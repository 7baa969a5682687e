import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from './client/json';
import { InputError } from './errors';
import type { Choice, Field, FieldGroup, Located } from './field';
import { instantOf, isLuxon, wallClockOf } from './moments';

export type Parameters = Record<string, unknown>;

/** What reading a value needs to know besides the value. */
interface Reading {
	/** The workflow's time zone, IANA name. */
	timezone: string;
	/** The labels on the way to the field, as an error names it: "Items › Line 2 › Quantity". */
	path: string[];
	/** The item itself, for fields that are filled from its columns. */
	row: Parameters;
}

/**
 * Reads the fields of an operation for one item. Values from expressions and spreadsheets are brought to the type of
 * their field where that changes nothing ("3" → 3, a Luxon date → `YYYY-MM-DD`); what is empty becomes undefined.
 *
 * @throws {InputError} naming the field by its label, if a value does not fit or a required one is missing.
 */
export function readParameters(
	context: IExecuteFunctions,
	fields: readonly Field[],
	itemIndex: number,
): Parameters {
	const reading = {
		timezone: context.getTimezone(),
		row: context.getInputData()[itemIndex]?.json ?? {},
		path: [],
	};
	return Object.fromEntries(
		fields.map((field) => {
			const value = context.getNodeParameter(field.name, itemIndex, field.default as never);
			return [field.name, readValue(field, value, reading)];
		}),
	);
}

function readValue(field: Field, value: unknown, reading: Reading): unknown {
	const at = { ...reading, path: [...reading.path, field.displayName] };
	const read = isEmpty(value) ? undefined : (READERS[field.type] ?? readText)(field, value, at);
	if (read === undefined && field.required) throw new InputError(labelOf(at), 'is required');
	return read ?? emptyOf(field);
}

interface NumberOptions {
	minValue?: number;
	maxValue?: number;
	/** 0 for whole numbers */
	numberPrecision?: number;
}

type Reader = (field: Field, value: unknown, reading: Reading) => unknown;

const READERS: Partial<Record<Field['type'], Reader>> = {
	number: readNumber,
	boolean: readBoolean,
	dateTime: readDate,
	json: readJson,
	options: readChoice,
	resourceLocator: readLocated,
	collection: readCollection,
	fixedCollection: readGroups,
	resourceMapper: readColumns,
};

/** An expression that finds nothing gives undefined, null, or a text without a character that shows. */
function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function emptyOf(field: Field): unknown {
	if (field.type === 'boolean' || field.type === 'options') return field.default;
	return field.type === 'collection' || field.type === 'fixedCollection' ? {} : undefined;
}

/** A text field whose name ends in "Time" asks for a time of day, as do those of the specification's type time. */
function readText(field: Field, value: unknown, reading: Reading): string {
	if (/time$/i.test(field.name)) return readTime(value, reading);
	if (typeof value === 'string') return value.trim();
	if (Number.isFinite(value) || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
	const moment = isLuxon(value) || value instanceof Date ? wallClockOf(value, reading.timezone) : undefined;
	if (moment) return [moment.date, moment.time].join('T');
	throw unfit(reading, 'must be text', value);
}

function readTime(value: unknown, reading: Reading): string {
	const time = wallClockOf(value, reading.timezone)?.time;
	if (time) return time;
	if (typeof value !== 'string') throw unfit(reading, 'must be a time of day such as 09:30', value);
	return value
		.trim()
		.replace(/^(\d:\d{2})/, '0$1')
		.replace(/^(\d{2}:\d{2}):00$/, '$1');
}

/** The editor keeps to a field's limits, an expression does not. */
function readNumber({ typeOptions = {} }: Field, value: unknown, reading: Reading): number {
	const number = typeof value === 'string' && isNumeral(value.trim()) ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) throw unfit(reading, 'must be a number', value);
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision }: NumberOptions = typeOptions;
	if (numberPrecision === 0 && !Number.isInteger(number))
		throw unfit(reading, 'must be a whole number', value);
	if (number < minValue) throw unfit(reading, `must be at least ${minValue}`, value);
	if (number > maxValue) throw unfit(reading, `must be at most ${maxValue}`, value);
	return number;
}

/** The largest number has 309 digits; with more than 1,000 characters, a text is not meant as a number. */
const LONGEST_NUMERAL = 1_000;

function isNumeral(text: string): boolean {
	return text.length <= LONGEST_NUMERAL && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
}

function readBoolean(_field: Field, value: unknown, reading: Reading): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw unfit(reading, 'must be true or false', value);
}

function readDate(field: Field, value: unknown, reading: Reading): string {
	if (!isDateOnly(field)) return readInstant(value, reading);
	const moment = wallClockOf(value, reading.timezone);
	if (!moment) throw unfit(reading, 'must be a date such as 2027-01-31', value);
	return moment.date;
}

function isDateOnly({ typeOptions = {} }: Field): boolean {
	return 'dateOnly' in typeOptions && typeOptions.dateOnly === true;
}

function readInstant(value: unknown, reading: Reading): string {
	const instant = instantOf(value, reading.timezone);
	if (!instant) throw unfit(reading, 'must be a date and time such as 2027-01-31T09:30:00Z', value);
	return instant;
}

function readJson(_field: Field, value: unknown, reading: Reading): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		throw unfit(reading, 'must be valid JSON', value);
	}
}

function readChoice(field: Field, value: unknown, reading: Reading): unknown {
	const choices = field.options as readonly Choice[];
	const choice = choices.find((option) => option.value === value || String(option.value) === value);
	if (!choice) throw unfit(reading, `must be one of ${choices.map(({ name }) => name).join(', ')}`, value);
	return choice.value;
}

/** An expression may give the bare ID in place of the picker's object. */
function readLocated(_field: Field, value: unknown, reading: Reading): Located | undefined {
	const { mode, value: inner } = isObject(value) ? value : { mode: 'id', value };
	if (isEmpty(inner)) return undefined;
	if (typeof inner !== 'string' && typeof inner !== 'number') throw unfit(reading, 'must be an ID', inner);
	return { mode: String(mode), value: String(inner).trim() };
}

function readCollection(field: Field, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw unfit(reading, 'must be an object in braces { }', value);
	const added = (field.options as readonly Field[]).filter(({ name }) => name in value);
	return readFields(added, value, reading);
}

function readGroups(field: Field, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw unfit(reading, 'must be an object in braces { }', value);
	const groups = (field.options as readonly FieldGroup[]).filter(({ name }) => name in value);
	return Object.fromEntries(
		groups.map((group) => [group.name, readGroup(group, value[group.name], reading)]),
	);
}

function readGroup(group: FieldGroup, value: unknown, reading: Reading): Parameters | Parameters[] {
	if (!Array.isArray(value)) return readEntry(group, value, reading);
	return value.map((entry: unknown, index) => {
		const path = [...reading.path, `${group.displayName} ${index + 1}`];
		return readEntry(group, entry, { ...reading, path });
	});
}

function readEntry(group: FieldGroup, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw unfit(reading, 'must be an object', value);
	return readFields(group.values, value, reading);
}

function readFields(fields: readonly Field[], values: Parameters, reading: Reading): Parameters {
	return Object.fromEntries(
		fields.map((field) => [field.name, readValue(field, values[field.name], reading)]),
	);
}

/** A column of a resource mapper, as the editor stores it. */
interface Column {
	id: string;
	displayName: string;
	required?: boolean;
	removed?: boolean;
}

/** The filled columns by ID: set one by one, or found in the item's own columns by name. */
function readColumns(_field: Field, value: unknown, reading: Reading): Parameters {
	const { mappingMode, value: mapped, schema } = isObject(value) ? value : {};
	const columns = (Array.isArray(schema) ? (schema as Column[]) : []).filter(({ removed }) => !removed);
	const given = mappingMode === 'autoMapInputData' ? matchColumns(columns, reading.row) : mapped;
	const filled: Parameters = {};
	for (const [id, entry] of Object.entries(isObject(given) ? given : {})) {
		if (!isEmpty(entry)) filled[id] = readCell(entry, reading);
	}
	const missing = columns.find(({ id, required }) => required && !(id in filled));
	if (missing) throw new InputError(missing.displayName, 'is required');
	return filled;
}

/** Spaces and underscores, capitals and small letters count as the same: spreadsheets rarely match to the letter. */
function matchColumns(columns: Column[], row: Parameters): Parameters {
	const plain = (name: string) =>
		name
			.toLowerCase()
			.replace(/[\s_]+/g, ' ')
			.trim();
	const byName = new Map(Object.entries(row).map(([name, value]) => [plain(name), value]));
	return Object.fromEntries(
		columns.map(({ id, displayName }) => [id, byName.get(plain(id)) ?? byName.get(plain(displayName))]),
	);
}

function readCell(value: unknown, { timezone }: Reading): unknown {
	const moment = isLuxon(value) || value instanceof Date ? wallClockOf(value, timezone) : undefined;
	return moment ? moment.date : typeof value === 'string' ? value.trim() : value;
}

function labelOf({ path }: Reading): string {
	return path.join(' › ');
}

function unfit(reading: Reading, expected: string, value: unknown): InputError {
	return new InputError(labelOf(reading), `${expected}, but is ${shown(value)}`);
}

/** A value short enough to stand in a sentence. */
export function shown(value: unknown): string {
	const text = textOf(value);
	return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return `“${value}”`;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
