import type { IBinaryData } from 'n8n-workflow';

import { uuid } from '../../api/formats';
import { findChangedNumber, isEmpty, isObject, mayBeRounded, toText } from '../../json';
import { AMBIGUOUS_NUMBER, isAmbiguousNumber, readNumeral } from '../../numeral';
import { z } from '../../zod';
import { InputError } from '../errors/node-errors';
import { markAsJson, toSentence } from '../errors/request-errors';
import {
	joinLabels,
	mustBeOneOf,
	ROUNDED_NUMBER,
	toShortLiteral,
	TYPES,
	WHOLE_NUMBER_IN_TEXT,
	appendValue,
} from '../errors/sentences';
import type { Choice, Field, PickerValue, Mode } from '../operation/field';
import { isLuxon, parseInstant } from '../../time/parse';
import { parseTimeOfDay } from '../../time/time-of-day';
import { describeDamage } from './damage';
import type { InputFile } from './input-file';
import { describeNameExcess } from './max-size';

/** The input item for which fields are read. */
interface ReadItem {
	json: Record<string, unknown>;
	/** Returns the names of the binary fields. */
	listFiles(): readonly string[];
	fileIn(field: string | IBinaryData): InputFile | undefined;
	/** Whether the parameter with this name is on. */
	isOn(parameter: string): boolean;
	/** Evaluates an expression `{{ … }}`. It is missing in a tool, where an AI model fills in the fields. */
	evaluate?(expression: string): unknown;
	/** Collects the fields that are empty because the values of their expressions are empty. */
	emptyFields: {
		note(reading: Reading): void;
		/** Returns a sentence that lists the fields of the item, or undefined from the second call for the same item on. */
		listOnce(names: readonly string[]): string | undefined;
	};
}

/** What is known about a value that is read. */
export interface Reading {
	/** The workflow's time zone as an IANA name. */
	timezone: string;
	/** The labels that lead to the field, for errors such as "“Items › Item 2 › Quantity” must be a number". */
	path: string[];
	/**
	 * The value at `path`, or all parameters if `path` is empty, as the workflow stores them: with expressions instead of
	 * their values.
	 */
	stored: unknown;
	/** Missing outside of a run, for example in a trigger. */
	item?: ReadItem;
}

export function createInputError(
	{ path }: Reading,
	sentence: string,
	missing?: readonly string[],
): InputError {
	return new InputError(joinLabels(path), sentence, missing);
}

export function readText(field: Field, value: unknown, reading: Reading): string {
	if (field.typeOptions?.timeOfDay) return readTime(value, reading);
	if (typeof value === 'string') return value.trim();
	if (mayBeRounded(value)) throw createInputError(reading, appendValue(ROUNDED_NUMBER, value));
	if (Number.isFinite(value) || typeof value === 'bigint' || typeof value === 'boolean') return toText(value);
	const dateTime =
		isLuxon(value) || value instanceof Date ? parseInstant(value)?.toClockIn(reading.timezone) : undefined;
	if (dateTime) return [dateTime.date, dateTime.time].join('T');
	throw createInputError(reading, appendValue(TYPES.string!, value));
}

/**
 * Reads a file. The value is the name of a binary field or, with an expression such as `$binary.data`, the file itself.
 */
export function readFile(_field: Field, value: unknown, reading: Reading): InputFile {
	const isName = typeof value === 'string' || isObject(value);
	const file = isName ? reading.item?.fileIn(value as string | IBinaryData) : undefined;
	if (!file)
		throw createInputError(
			reading,
			`${appendValue('must name a binary field of the input item that holds a file', value)}. The item has ${listFields(reading)}`,
		);
	const refusal = describeNameExcess(file.name);
	if (refusal) throw createInputError(reading, refusal);
	return file;
}

function listFields({ item }: Reading): string {
	const names = item?.listFiles() ?? [];
	return names.length > 0 ? `only ${names.map(toShortLiteral).join(', ')}` : 'no files';
}

function readTime(value: unknown, reading: Reading): string {
	const time = parseInstant(value)?.toClockIn(reading.timezone).time;
	if (time) return time;
	if (typeof value !== 'string')
		throw createInputError(reading, appendValue('must be a time of day such as 09:30', value));
	return parseTimeOfDay(value)?.text ?? value.trim();
}

/** Reads a number, and checks the field's limits, because the editor does not enforce them for expressions. */
export function readNumber(field: Field, value: unknown, reading: Reading): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = field.typeOptions ?? {};
	if (isAmbiguousNumber(value, maxValue))
		throw createInputError(reading, appendValue(AMBIGUOUS_NUMBER, value));
	const number = readNumeral(value);
	const schema = z.number().min(minValue).max(maxValue);
	const checked = (numberPrecision === 0 ? schema.int() : schema).safeParse(number);
	if (typeof number === 'string' && numberPrecision === 0)
		throw createInputError(reading, appendValue(WHOLE_NUMBER_IN_TEXT, value));
	if (number === Infinity || number === -Infinity)
		throw createInputError(reading, appendValue(TYPES.number!, value));
	if (!checked.success) throw createInputError(reading, toSentence(checked.error.issues[0]!, value));
	return checked.data;
}

export function readBoolean(_field: Field, value: unknown, reading: Reading): boolean {
	const read = parseBoolean(value);
	if (read === undefined) throw createInputError(reading, appendValue(TYPES.boolean!, value));
	return read;
}

/**
 * Reads a boolean, which may be written as text. Case does not matter, because spreadsheets write TRUE, and Python
 * writes True.
 *
 * @returns undefined for any other value
 */
export function parseBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	return new Map([
		['true', true],
		['false', false],
	]).get(typeof value === 'string' ? normalizeName(value) : '');
}

export function readDate(field: Field, value: unknown, reading: Reading): string {
	const instant = parseInstant(value);
	if (field.typeOptions?.dateOnly) {
		if (!instant) throw createInputError(reading, appendValue('must be a date such as 2027-01-31', value));
		return instant.toDayIn(reading.timezone);
	}
	if (!instant)
		throw createInputError(
			reading,
			appendValue('must be a date and time such as 2027-01-31T09:30:00Z', value),
		);
	return instant.withTimezone(reading.timezone).toISOString();
}

export function readJson(_field: Field, value: unknown, reading: Reading): unknown {
	const read = typeof value === 'string' ? parseJson(value, reading) : value;
	const changed = findChangedNumber(read, typeof value === 'string' ? value : undefined);
	markAsJson(read, joinLabels(reading.path));
	if (!changed) return read;
	const { path, number } = changed;
	throw createInputError(
		reading,
		`must not have a number that JSON would change: “${path.join('.')}” would become ${number}. To keep all digits, put the number in quotation marks`,
	);
}

function parseJson(text: string, reading: Reading): unknown {
	try {
		// Trimming also removes a byte order mark, with which a file may begin and which is not valid JSON.
		return JSON.parse(text.trim());
	} catch {
		throw createInputError(reading, appendValue('must be valid JSON', text));
	}
}

export function readChoice(field: Field, value: unknown, reading: Reading): unknown {
	const choices = field.options as readonly Choice[];
	// A name may consist of digits, and a spreadsheet returns such a name as a number.
	const named =
		typeof value === 'string' || typeof value === 'number' ? normalizeName(toText(value)) : undefined;
	const isNamed = (text: string) => normalizeName(text) === named;
	const choice =
		choices.find((option) => option.value === value || toText(option.value) === value) ??
		choices.find(({ name }) => isNamed(name)) ??
		choices.find((option) => isNamed(toText(option.value)));
	if (choice) return choice.value;
	if (field.typeOptions?.acceptOther) return readText(field, value, reading);
	throw createInputError(reading, appendValue(mustBeOneOf(choices.map(({ name }) => name)), value));
}

/** Reads the chosen options of a menu. Returns undefined if nothing is chosen. */
export function readChoices(field: Field, value: unknown, reading: Reading): unknown[] | undefined {
	const chosen = (Array.isArray(value) ? value : [value]).filter((one) => !isEmpty(one));
	return chosen.length > 0 ? chosen.map((one) => readChoice(field, one, reading)) : undefined;
}

/**
 * Reads a picker. If an expression returns a plain value instead of the picker's object, the value counts as typed in
 * the mode “By ID”, which may accept other keys, too.
 */
export function readLocated(
	{ modes = [] }: Field,
	value: unknown,
	reading: Reading,
): PickerValue | undefined {
	const { mode, value: inner } = isObject(value) ? value : { mode: 'id', value };
	if (isEmpty(inner)) return undefined;
	const damage = describeDamage(inner);
	if (damage) throw createInputError(reading, damage);
	if (typeof inner !== 'string' && typeof inner !== 'number')
		throw createInputError(reading, appendValue('must be an ID', inner));
	if (mayBeRounded(inner)) throw createInputError(reading, appendValue(ROUNDED_NUMBER, inner));
	// An unknown mode is an error, because the value could mean a different record than the user wanted.
	const known = modes.find(({ name }) => name === mode);
	if (!known)
		throw createInputError(
			reading,
			`must be chosen with the mode ${listNames(modes)}, but the mode is ${toShortLiteral(mode)}`,
		);
	const picked = toText(inner).trim();
	const { data, error } = (known.keys ?? uuid.catch(picked)).safeParse(picked);
	if (error) throw createInputError(reading, toSentence(error.issues[0]!, picked));
	return { mode: known.name, value: data };
}

/** Returns a list such as `“list” (From List) or “id” (By ID or Handler)`. */
function listNames(modes: readonly Mode[]): string {
	const names = modes.map(({ name, displayName }) => `“${name}” (${displayName})`);
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
}

function normalizeName(name: string): string {
	return name
		.toLowerCase()
		.replace(/[\s_]+/g, ' ')
		.trim();
}
