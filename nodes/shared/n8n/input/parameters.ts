import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isBlank, isObject } from '../../json';
import { isNumeral } from '../../numeral';
import { z } from '../../zod';
import { readDay, instantInZone, isLuxon, readWallClock } from './dateTimes';
import type { Choice, Field, FieldGroup, Located, Mapped, Mode, StoredColumn } from '../operation/field';
import { inputFile, type InputFile } from './itemFile';
import { InputError } from '../errors/nodeErrors';
import { toSentence } from '../errors/requestErrors';
import { LACKS_COLUMNS, LACKS_FIELDS, oneOf, joinLabels, REQUIRED, TYPES, unlike } from '../errors/sentences';

/** The values of an operation's fields, by field name. */
export type Parameters = Record<string, unknown>;

/** Where a value is read. */
interface Reading {
	/** The workflow's time zone, an IANA name. */
	timezone: string;
	/** The labels on the way to the field, as an error names it: "Items › Line 2 › Quantity". */
	path: string[];
	/** The input item, for fields that are filled from its columns. */
	row: Parameters;
	/** The file in a binary field of the input item. */
	fileIn(field: string | IBinaryData): InputFile | undefined;
	/** Whether another parameter of the node is switched on. */
	isOn(parameter: string): boolean;
}

/**
 * Reads the fields of an operation for one item. Values from expressions and spreadsheets are converted to the type of
 * their field if nothing is lost ("3" → 3, a Luxon date → `YYYY-MM-DD`). An empty value becomes undefined, and so does
 * that of a field that the panel does not show: n8n keeps no parameter for it.
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
		fileIn: (field: string | IBinaryData) => inputFile(context, itemIndex, field),
		isOn: (parameter: string) => context.getNodeParameter(parameter, itemIndex, false) === true,
	};
	const { parameters } = context.getNode();
	return Object.fromEntries(
		fields.map((field) => {
			if (!(field.name in parameters)) return [field.name, getEmpty(field)];
			return [field.name, readValue(field, context.getNodeParameter(field.name, itemIndex), reading)];
		}),
	);
}

function readValue(field: Field, value: unknown, reading: Reading): unknown {
	const at = { ...reading, path: [...reading.path, field.displayName] };
	const reader = readOptions(field).binaryField ? readFile : (READERS[field.type] ?? readText);
	const read = isEmpty(value) ? undefined : reader(field, value, at);
	if (read === undefined && field.required) throw unfit(at, REQUIRED);
	return read ?? getEmpty(field);
}

/** The type options that say more about a value than the type of its field. */
interface TypeOptions {
	minValue?: number;
	maxValue?: number;
	/** 0 for whole numbers */
	numberPrecision?: number;
	dateOnly?: boolean;
	/** Ours: a text field that names the binary field with a file. n8n ignores it. */
	binaryField?: boolean;
	/** Ours: a text field that asks for a time of day. n8n ignores it. */
	timeOfDay?: boolean;
	minRequiredFields?: number;
	/** Ours: the name of the parameter that allows required columns to be empty. */
	allowEmpty?: string;
}

const readOptions = ({ typeOptions = {} }: Field): TypeOptions => typeOptions;

type Reader = (field: Field, value: unknown, reading: Reading) => unknown;

const READERS: Partial<Record<Field['type'], Reader>> = {
	number: readNumber,
	boolean: readBoolean,
	dateTime: readDate,
	json: readJson,
	options: readChoice,
	multiOptions: readChoices,
	resourceLocator: readLocated,
	collection: readCollection,
	fixedCollection: readGroups,
	resourceMapper: readColumns,
};

/** An expression that finds nothing gives undefined, null or blank text. */
function isEmpty(value: unknown): boolean {
	return isBlank(typeof value === 'string' ? value.trim() : value);
}

function getEmpty(field: Field): unknown {
	if (field.type === 'boolean' || field.type === 'options') return field.default;
	return field.type === 'collection' || field.type === 'fixedCollection' ? {} : undefined;
}

function readText(field: Field, value: unknown, reading: Reading): string {
	if (readOptions(field).timeOfDay) return readTime(value, reading);
	if (typeof value === 'string') return value.trim();
	if (Number.isFinite(value) || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
	const dateTime =
		isLuxon(value) || value instanceof Date ? readWallClock(value, reading.timezone) : undefined;
	if (dateTime) return [dateTime.date, dateTime.time].join('T');
	throw unfit(reading, unlike(TYPES.string!, value));
}

/** An expression may give the file itself, as `$binary.data` does. */
function readFile(_field: Field, value: unknown, reading: Reading): InputFile {
	const isName = typeof value === 'string' || isObject(value);
	const file = isName ? reading.fileIn(value as string | IBinaryData) : undefined;
	if (!file)
		throw unfit(
			reading,
			unlike('must be the name of a binary field of the input item, with a file in it', value),
		);
	return file;
}

function readTime(value: unknown, reading: Reading): string {
	const time = readWallClock(value, reading.timezone)?.time;
	if (time) return time;
	if (typeof value !== 'string') throw unfit(reading, unlike('must be a time of day such as 09:30', value));
	return (
		readTwelveHours(value) ??
		value
			.trim()
			.replace(/^(\d:\d{2})/, '0$1')
			.replace(/^(\d{2}:\d{2}):00$/, '$1')
	);
}

/** "6 pm" and "6:30 p.m." as `18:00` and `18:30`. */
function readTwelveHours(text: string): string | undefined {
	const [, hours, minutes = '00', half] =
		/^ ?(1[0-2]|0?[1-9])(?::([0-5]\d))? ?([ap])\.?m\.? ?$/i.exec(text) ?? [];
	if (!hours || !half) return undefined;
	const hour = (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
	return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Checks the field's limits, too: the editor enforces them, an expression does not. */
function readNumber(field: Field, value: unknown, reading: Reading): number {
	const number = typeof value === 'string' && isNumeral(value.trim()) ? Number(value) : value;
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = readOptions(field);
	const schema = z.number().min(minValue).max(maxValue);
	const checked = (numberPrecision === 0 ? schema.int() : schema).safeParse(number);
	if (number === Infinity || number === -Infinity) throw unfit(reading, unlike(TYPES.number!, value));
	if (!checked.success) throw unfit(reading, toSentence(checked.error.issues[0]!, value));
	return checked.data;
}

function readBoolean(_field: Field, value: unknown, reading: Reading): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw unfit(reading, unlike(TYPES.boolean!, value));
}

function readDate(field: Field, value: unknown, reading: Reading): string {
	if (!readOptions(field).dateOnly) return readInstant(value, reading);
	const day = readDay(value, reading.timezone);
	if (!day) throw unfit(reading, unlike('must be a date such as 2027-01-31', value));
	return day;
}

function readInstant(value: unknown, reading: Reading): string {
	const instant = instantInZone(value, reading.timezone);
	if (!instant) throw unfit(reading, unlike('must be a date and time such as 2027-01-31T09:30:00Z', value));
	return instant;
}

function readJson(_field: Field, value: unknown, reading: Reading): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		throw unfit(reading, unlike('must be valid JSON', value));
	}
}

function readChoice(field: Field, value: unknown, reading: Reading): unknown {
	const choices = field.options as readonly Choice[];
	const choice =
		choices.find((option) => option.value === value || String(option.value) === value) ??
		choices.find(({ name }) => typeof value === 'string' && plain(name) === plain(value));
	if (!choice) throw unfit(reading, unlike(oneOf(choices.map(({ name }) => name)), value));
	return choice.value;
}

/** @returns undefined if nothing is chosen. */
function readChoices(field: Field, value: unknown, reading: Reading): unknown[] | undefined {
	const chosen: unknown[] = Array.isArray(value) ? value : [value];
	return chosen.length > 0 ? chosen.map((one) => readChoice(field, one, reading)) : undefined;
}

/** An expression may give the bare value in place of the picker's object: what a choice from the list would give. */
function readLocated({ modes = [] }: Field, value: unknown, reading: Reading): Located | undefined {
	const { mode, value: inner } = isObject(value) ? value : { mode: 'list', value };
	if (isEmpty(inner)) return undefined;
	if (typeof inner !== 'string' && typeof inner !== 'number')
		throw unfit(reading, unlike('must be an ID', inner));
	// An unknown mode would decide what is looked up, and deleted.
	const known = modes.find(({ name }) => name === mode);
	if (!known) throw unfit(reading, unlike(`must have the mode ${listNames(modes)}`, mode));
	return { mode: known.name, value: String(inner).trim() };
}

/** "list (From List), handler (By Handler) or id (By ID)" */
function listNames(modes: readonly Mode[]): string {
	const names = modes.map(({ name, displayName }) => `${name} (${displayName})`);
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
}

/**
 * The value of a picker that belongs to no item: that of a trigger, or one in the editor.
 *
 * @returns undefined if nothing is picked.
 * @throws {InputError} as `readParameters` does.
 */
export function readPicked(field: Field, value: unknown): Located | undefined {
	const nothing = { row: {}, fileIn: () => undefined, isOn: () => false };
	const reading = { timezone: 'UTC', path: [field.displayName], ...nothing };
	return isEmpty(value) ? undefined : readLocated(field, value, reading);
}

function readCollection(field: Field, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw unfit(reading, unlike(TYPES.object!, value));
	const added = (field.options as readonly Field[]).filter(({ name }) => name in value);
	const filled = readFields(added, value, reading);
	const { minRequiredFields = 0 } = readOptions(field);
	if (Object.values(filled).filter(isFilled).length < minRequiredFields) throw unfit(reading, LACKS_FIELDS);
	return filled;
}

/** A list or group inside a collection may be added and left empty. */
function isFilled(read: unknown): boolean {
	return isObject(read) ? Object.keys(read).length > 0 : read !== undefined;
}

function readGroups(field: Field, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw unfit(reading, unlike(TYPES.object!, value));
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
	if (!isObject(value)) throw unfit(reading, unlike('must be an object', value));
	return readFields(group.values, value, reading);
}

function readFields(fields: readonly Field[], values: Parameters, reading: Reading): Parameters {
	const read: Parameters = {};
	for (const field of fields)
		read[field.name] = isShown(field, read) ? readValue(field, values[field.name], reading) : getEmpty(field);
	return read;
}

/** Whether the panel shows a field of a group, by the values of the fields above it. */
function isShown({ displayOptions }: Field, above: Parameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values.includes(above[name]));
}

/** How the service wants a birthdate. The label of its column ends with it, by which a stored column is recognized. */
export const BIRTHDATE_FORMAT = '(MM/DD/YYYY)';

function readColumns(field: Field, value: unknown, reading: Reading): Mapped {
	const { mappingMode, value: mapped, schema } = isObject(value) ? value : {};
	const stored = Array.isArray(schema) ? schema.filter(isColumn) : [];
	const isAutomatic = mappingMode === 'autoMapInputData';
	if (isAutomatic && stored.length === 0) throw unfit(reading, LACKS_COLUMNS);
	const columns = stored.filter(({ removed, display }) => !removed && display !== false);
	const given = isAutomatic ? matchColumns(columns, reading.row) : isObject(mapped) ? mapped : {};
	const filled: Parameters = {};
	for (const id of new Set([...columns.map(({ id }) => id), ...Object.keys(given)])) {
		const column = columns.find((one) => one.id === id);
		if (!isEmpty(given[id])) filled[id] = readCell(given[id], column, reading);
	}
	const { allowEmpty } = readOptions(field);
	const missing = columns.find(({ id, required }) => required && !(id in filled));
	if (missing && !(allowEmpty && reading.isOn(allowEmpty)))
		throw new InputError(missing.displayName, REQUIRED);
	return { values: filled, columns: stored };
}

function isColumn(value: unknown): value is StoredColumn {
	return isObject(value) && typeof value.id === 'string' && typeof value.displayName === 'string';
}

/** Ignores case, and treats spaces and underscores alike: the headings of spreadsheets rarely match exactly. */
function matchColumns(columns: StoredColumn[], row: Parameters): Parameters {
	const byName = new Map(Object.entries(row).map(([name, value]) => [plain(name), value]));
	return Object.fromEntries(
		columns.map(({ id, displayName }) => [id, byName.get(plain(id)) ?? byName.get(plain(displayName))]),
	);
}

function plain(name: string): string {
	return name
		.toLowerCase()
		.replace(/[\s_]+/g, ' ')
		.trim();
}

/**
 * A choice of a list may be given by its name: the service takes its value. A birthdate goes out as its label asks for it
 * (reference, "Serve both": entrypage/fields).
 */
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

function unfit({ path }: Reading, sentence: string): InputError {
	return new InputError(joinLabels(path), sentence);
}
