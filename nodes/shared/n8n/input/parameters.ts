import type { IBinaryData, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { isEmpty, asObject, isObject, unwrapList } from '../../json';
import { Problems } from '../errors/problems';
import { joinLabels, LACKS_FIELDS, mustBeAtMost, REQUIRED, TYPES, appendValue } from '../errors/sentences';
import { isTool, readNode } from '../as-tool';
import type { Field, FieldGroup, PickerValue, MappedColumns, ParametersOf } from '../operation/field';
import { readColumns } from './columns';
import { describeDamage } from './damage';
import { describeEmptyPart, describeUnintendedGap, EmptyFields } from './empty-parts';
import { describeBrokenPart, describeGap, describeMarkedHeading, describeTyped } from './expressions';
import { listInputFiles, readInputFile } from './input-file';
import { describeExcess } from './max-size';
import {
	parseBoolean,
	readBoolean,
	readChoice,
	readChoices,
	readDate,
	readFile,
	readJson,
	readLocated,
	readNumber,
	readText,
	createInputError,
	type Reading,
} from './values';

export type Parameters = Record<string, unknown>;

/**
 * Returns a function that reads the fields of an operation for one item.
 *
 * Values from expressions and spreadsheets are converted to the field's type if nothing is lost ("3" → 3, a Luxon date
 * → `YYYY-MM-DD`). An empty value becomes undefined, never the field's default. A hidden field, for which n8n has no
 * parameter, also becomes undefined. Only a collection or a resource mapper is an object even when it is empty or
 * hidden.
 *
 * A field whose value cannot differ between items is read only once. If this applies to all fields, all items get the
 * same object.
 *
 * The function throws an `InputError` with the labels of all values that are invalid, or required but missing. Problems
 * with mapped columns are part of the mapper's value (`MappedColumns.problems`). A menu or switch that is not in a
 * collection counts as required, because only an expression can leave it empty.
 *
 * @param emptyFields collects the empty fields of the latest item
 */
export function createParameterReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
	emptyFields = new EmptyFields(),
): (itemIndex: number) => Parameters {
	const { parameters } = readNode(context);
	const timezone = context.getTimezone();
	const varying = new Set(fields.filter((field) => mayVary(field, parameters[field.name])));
	let latest: Parameters | undefined;
	return (itemIndex) => {
		if (latest && varying.size === 0) return latest;
		emptyFields.clear();
		const input = context.getInputData()[itemIndex];
		const item = {
			json: input?.json ?? {},
			listFiles: () => listInputFiles(context, itemIndex),
			fileIn: (field: string | IBinaryData) => readInputFile(context, itemIndex, field),
			isOn: (parameter: string) =>
				parseBoolean(context.getNodeParameter(parameter, itemIndex, false)) === true,
			...(!isTool(context) && {
				evaluate: (expression: string) => context.evaluateExpression(expression, itemIndex),
			}),
			emptyFields,
		};
		const reading: Reading = { timezone, path: [], stored: parameters, item };
		const read: Parameters = {};
		const problems = new Problems();
		for (const field of fields) {
			const { name } = field;
			if (!(name in parameters)) read[name] = toEmptyValue(field, reading);
			else if (latest && !varying.has(field)) read[name] = latest[name];
			else
				read[name] = problems.collect(() =>
					readInPanel(field, context.getNodeParameter(name, itemIndex), reading),
				);
		}
		problems.throwIfAny();
		return (latest = read);
	};
}

/**
 * Whether the value of a field may differ between items: it has an expression, or it is a file or columns of the input
 * item.
 */
function mayVary(field: Field, stored: unknown): boolean {
	const isOfItem = field.type === 'resourceMapper' || field.typeOptions?.binaryField;
	return isOfItem || JSON.stringify(stored ?? '').includes('"=');
}

function readInPanel(field: Field, value: unknown, reading: Reading): unknown {
	const always = field.type === 'boolean' || field.type === 'options';
	return (
		readValue(always ? { ...field, required: true } : field, value, reading) ?? toEmptyValue(field, reading)
	);
}

/**
 * Converts the value of a field to the field's type. Returns undefined if the value is empty.
 *
 * @throws {InputError} if the value is invalid, or required but empty
 */
function readValue(field: Field, value: unknown, reading: Reading): unknown {
	const path = [...reading.path, field.displayName];
	const at = { ...reading, path, stored: asObject(reading.stored)[field.name] };
	const { refuseEmpty, refuseGaps, refuseEmptyParts, rows, minRequiredFields = 0 } = field.typeOptions ?? {};
	// A longer text, such as a document, may have blanks to fill in. A message to people must not.
	const isShort = field.type === 'string' && (!rows || refuseGaps !== undefined);
	const given = TAKE_LISTS.has(field.type) ? value : unwrapList(value);
	const refusal =
		describeExcess(field, given) ??
		describeTyped(at.stored) ??
		(field.type === 'json' ? undefined : describeDamage(given));
	if (refusal) throw createInputError(at, refusal);
	const read = isEmpty(given) ? undefined : findReader(field)(field, given, at);
	if (read === undefined) reading.item?.emptyFields.note(at);
	if (read === undefined && (field.required || refuseEmpty))
		throw createInputError(at, describeEmptyPart(`${REQUIRED}, but`, at) ?? REQUIRED);
	const narrows = field.type === 'resourceLocator' || isFilter(reading);
	const emptyChoice = read === undefined && narrows && describeEmptyPart(`${REQUIRED}, but`, at);
	if (emptyChoice) throw createInputError(at, emptyChoice);
	if (!refuseGaps || !reading.item?.isOn(refuseGaps)) {
		const gap = refuseGaps
			? (describeEmptyPart('has an empty part:', at) ?? describeGap(given, at.stored))
			: (describeBrokenPart(given, at.stored) ?? (isShort ? describeMarkedHeading(at.stored) : undefined));
		if (gap) throw createInputError(at, gap);
	}
	const unintended = refuseEmptyParts && read !== undefined && describeUnintendedGap(at);
	if (unintended) throw createInputError(at, unintended);
	if (field.type === 'collection' && Object.keys(read ?? {}).length < minRequiredFields)
		throw createInputError(at, LACKS_FIELDS, [joinLabels(path)]);
	return read;
}

/** Whether the fields that are read are filters. Like an empty picker, an empty filter would mean all records. */
function isFilter({ path }: Reading): boolean {
	return path.length === 1 && path[0] === FILTERS;
}

/** The label of the collection of filters. */
const FILTERS = 'Filters';

/**
 * Returns the value of an empty field. For a collection or a resource mapper, this is an object, so that an operation can
 * destructure it.
 */
function toEmptyValue(field: Field, reading: Reading): unknown {
	if (field.type === 'resourceMapper') return readColumns(field, {}, { ...reading, stored: undefined });
	return field.type === 'collection' || field.type === 'fixedCollection' ? {} : undefined;
}

/** The types of fields whose value may be a list. */
const TAKE_LISTS: ReadonlySet<Field['type']> = new Set(['json', 'multiOptions']);

type Reader = (field: Field, value: unknown, reading: Reading) => unknown;

function findReader({ type, typeOptions }: Field): Reader {
	if (typeOptions?.binaryField) return readFile;
	return typeOptions?.isNumber ? readNumber : (READERS[type] ?? readText);
}

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

/** Reads a collection: returns its filled fields, or undefined if there are none. */
function readCollection(field: Field, value: unknown, reading: Reading): Parameters | undefined {
	if (!isObject(value)) throw createInputError(reading, appendValue(TYPES.object!, value));
	const read: Parameters = {};
	const problems = new Problems();
	for (const one of field.options as readonly Field[]) {
		const readOne = () => (one.name in value ? readValue(one, value[one.name], reading) : undefined);
		const given = problems.collect(readOne);
		if (given !== undefined) read[one.name] = given;
	}
	problems.throwIfAny();
	return undefinedIfNone(read);
}

/** Reads a fixed collection: returns the groups that have an entry, or undefined if there are none. */
function readGroups(field: Field, value: unknown, reading: Reading): Parameters | undefined {
	if (!isObject(value)) throw createInputError(reading, appendValue(TYPES.object!, value));
	const read: Parameters = {};
	for (const group of field.options as readonly FieldGroup[]) {
		const given = value[group.name];
		const isNone = isEmpty(given) || (Array.isArray(given) && given.length === 0);
		const stored = asObject(reading.stored)[group.name];
		if (!isNone) read[group.name] = readGroup(group, given, { ...reading, stored });
	}
	return undefinedIfNone(read);
}

function undefinedIfNone(read: Parameters): Parameters | undefined {
	return Object.keys(read).length > 0 ? read : undefined;
}

/** The maximum number of entries in a group. No documented list that a group fills is longer. */
const MAX_ENTRIES = 1_000;

function readGroup(group: FieldGroup, value: unknown, reading: Reading): Parameters | Parameters[] {
	if (!Array.isArray(value)) return readEntry(group, value, reading);
	if (value.length > MAX_ENTRIES) throw createInputError(reading, mustBeAtMost(MAX_ENTRIES, 'item'));
	const problems = new Problems();
	const entries = value.map((entry: unknown, index) => {
		const path = [...reading.path, `${group.displayName} ${index + 1}`];
		const stored: unknown = Array.isArray(reading.stored) ? reading.stored[index] : undefined;
		return problems.collect(() => readEntry(group, entry, { ...reading, path, stored })) ?? {};
	});
	problems.throwIfAny();
	return entries;
}

function readEntry(group: FieldGroup, value: unknown, reading: Reading): Parameters {
	if (!isObject(value)) throw createInputError(reading, appendValue('must be an object', value));
	const read: Parameters = {};
	const problems = new Problems();
	for (const field of group.values) {
		const { name } = field;
		const readOne = () => (isShown(field, read) ? readValue(field, value[name], reading) : undefined);
		read[name] = problems.collect(readOne) ?? toEmptyValue(field, reading);
	}
	problems.throwIfAny();
	return read;
}

/** Whether the panel shows a field of a group, given the values of the fields above it in the group. */
function isShown({ displayOptions }: Field, above: Parameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values.includes(above[name]));
}

const OUTSIDE_ITEMS: Reading = { timezone: 'UTC', path: [], stored: {} };

/**
 * Reads the value of a picker outside of a run with items. Returns undefined if nothing is picked.
 *
 * @throws {InputError} if the value is invalid
 */
export function readPicked(field: Field, value: unknown): PickerValue | undefined {
	return readValue({ ...field, required: false }, value, OUTSIDE_ITEMS) as PickerValue | undefined;
}

/**
 * Reads fields of a node that has no input items, such as a trigger.
 *
 * @throws {InputError} if a value is invalid
 */
export function readOutsideItems<const Fields extends readonly Field[]>(
	fields: Fields,
	context: Pick<IPollFunctions, 'getNodeParameter'>,
): ParametersOf<Fields> {
	const read = fields.map((field) => [
		field.name,
		readInPanel(field, context.getNodeParameter(field.name, field.default), OUTSIDE_ITEMS),
	]);
	return Object.fromEntries(read) as ParametersOf<Fields>;
}

function findMapper(fields: readonly Field[]): Field | undefined {
	return fields.find(({ type }) => type === 'resourceMapper');
}

/** Returns the value of the resource mapper, or `{}` if the operation has none. */
export function readMapped(fields: readonly Field[], parameters: Parameters): Partial<MappedColumns> {
	const mapper = findMapper(fields);
	return asObject(mapper && parameters[mapper.name]) as Partial<MappedColumns>;
}
