import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../json';
import { LACKS_FIELDS, REQUIRED, TYPES, unlike } from '../errors/sentences';
import { readNode } from '../operation/asTool';
import type { Field, FieldGroup, Located } from '../operation/field';
import { readColumns } from './columns';
import { inputFile } from './inputFile';
import {
	isEmpty,
	readBoolean,
	readChoice,
	readChoices,
	readDate,
	readFile,
	readJson,
	readLocated,
	readNumber,
	readOptions,
	readText,
	unfit,
	type Reading,
} from './values';

export type Parameters = Record<string, unknown>;

/**
 * Returns a function that reads the fields of an operation for one item. Values from expressions and
 * spreadsheets are converted to the field's type if nothing is lost ("3" → 3, a Luxon date → `YYYY-MM-DD`).
 * Empty values become undefined, as do those of hidden fields: n8n has no parameter for them.
 * Fields without an expression are read once. If all are, each item gets the same object.
 *
 * The function throws an `InputError` with the label, if a value does not fit or a required one is missing.
 */
export function parameterReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
): (itemIndex: number) => Parameters {
	const { parameters } = readNode(context);
	const timezone = context.getTimezone();
	const varying = new Set(fields.filter((field) => mayVary(field, parameters[field.name])));
	let latest: Parameters | undefined;
	return (itemIndex) => {
		if (latest && varying.size === 0) return latest;
		const reading = {
			timezone,
			row: context.getInputData()[itemIndex]?.json ?? {},
			path: [],
			fileIn: (field: string | IBinaryData) => inputFile(context, itemIndex, field),
			isOn: (parameter: string) => context.getNodeParameter(parameter, itemIndex, false) === true,
		};
		const read: Parameters = {};
		for (const field of fields) {
			const { name } = field;
			if (!(name in parameters)) read[name] = getEmpty(field);
			else if (latest && !varying.has(field)) read[name] = latest[name];
			else read[name] = readValue(field, context.getNodeParameter(name, itemIndex), reading);
		}
		return (latest = read);
	};
}

/** Whether items may have different values: an expression, a file or columns of the item. */
function mayVary(field: Field, stored: unknown): boolean {
	const isOfItem = field.type === 'resourceMapper' || readOptions(field).binaryField;
	return isOfItem || JSON.stringify(stored ?? '').includes('"=');
}

function readValue(field: Field, value: unknown, reading: Reading): unknown {
	const at = { ...reading, path: [...reading.path, field.displayName] };
	const reader = readOptions(field).binaryField ? readFile : (READERS[field.type] ?? readText);
	const read = isEmpty(value) ? undefined : reader(field, value, at);
	if (read === undefined && field.required) throw unfit(at, REQUIRED);
	return read ?? getEmpty(field);
}

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

function getEmpty(field: Field): unknown {
	if (field.type === 'boolean' || field.type === 'options') return field.default;
	return field.type === 'collection' || field.type === 'fixedCollection' ? {} : undefined;
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

/** Whether the panel shows a field of a group, given the values above it. */
function isShown({ displayOptions }: Field, above: Parameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values.includes(above[name]));
}

/** Reads a picker outside of any item; undefined if nothing is picked. @throws {InputError} */
export function readPicked(field: Field, value: unknown): Located | undefined {
	const nothing = { row: {}, fileIn: () => undefined, isOn: () => false };
	const reading = { timezone: 'UTC', path: [field.displayName], ...nothing };
	return isEmpty(value) ? undefined : readLocated(field, value, reading);
}
