import type { IBinaryData } from 'n8n-workflow';

import { uuid } from '../../api/formats';
import { findChangedNumber, isEmpty, isObject } from '../../json';
import { AMBIGUOUS_NUMBER, isAmbiguousNumber, readNumeral } from '../../numeral';
import { z } from '../../zod';
import { InputError } from '../errors/node-errors';
import { toSentence } from '../errors/request-errors';
import { joinLabels, mustBeOneOf, toShortLiteral, TYPES, appendValue } from '../errors/sentences';
import type { Choice, Field, PickerValue, Mode } from '../operation/field';
import { isLuxon, parseInstant } from '../../time/parse';
import { parseTimeOfDay } from '../../time/time-of-day';
import type { HeadingMatches } from './headings';
import type { InputFile } from './input-file';

export interface Reading {
	/** The workflow's time zone as an IANA name. */
	timezone: string;
	/** The labels that lead to the field, for errors: "Items › Line 2 › Quantity". */
	path: string[];
	row: Record<string, unknown>;
	/** The headings matched so far, which all rows of the run share. */
	matches: HeadingMatches;
	fileIn(field: string | IBinaryData): InputFile | undefined;
	/** The names of the item's binary fields. */
	readonly fileFields: readonly string[];
	isOn(parameter: string): boolean;
	/** The parameters (or the value at `path`) as the workflow stores them, with their expressions. */
	stored: unknown;
	/** Collects the fields whose expressions give nothing. */
	emptyFields?: { note(reading: Reading): void };
	/** Evaluates an expression `{{ … }}` for the item. It is missing if a model fills in the fields. */
	evaluate?(expression: string): unknown;
}

/** Type options that specify a field further. n8n does not know the options marked as “our own”. */
interface TypeOptions {
	minValue?: number;
	maxValue?: number;
	/** 0 means whole numbers only. */
	numberPrecision?: number;
	dateOnly?: boolean;
	/** Our own, for a text field: it contains the name of a binary field. */
	binaryField?: boolean;
	/** Our own, for a text field: it contains a time of day. */
	timeOfDay?: boolean;
	minRequiredFields?: number;
	/** Our own, for a menu: it lists only some of the valid values. */
	acceptOther?: boolean;
	/**
	 * Our own, for an option: it must not be empty once it has been added. n8n's linter forbids `required` in
	 * collections.
	 */
	refuseEmpty?: boolean;
	/** Our own: no expression in the text may be empty, unless the parameter with this name is on. */
	refuseGaps?: string;
	/** Our own: the name of the parameter that allows required columns to be empty. */
	allowEmpty?: string;
	/** Our own, for a text field: when n8n marks the field if it is empty. */
	requiredIf?: RequiredIf;
}

/** Describes a field that may be empty if another field is filled, unless a form requires both. */
interface RequiredIf {
	/** The name of a resource mapper, whose first column tells what the form requires. */
	form: string;
	/** The name of the other field. */
	empty: string;
	/** The name of the parameter that allows both to be empty. */
	unless: string;
}

export const readOptions = ({ typeOptions = {} }: Field): TypeOptions => typeOptions;

export function createInputError(
	{ path }: Reading,
	sentence: string,
	missing?: readonly string[],
): InputError {
	return new InputError(joinLabels(path), sentence, missing);
}

export function readText(field: Field, value: unknown, reading: Reading): string {
	if (readOptions(field).timeOfDay) return readTime(value, reading);
	if (typeof value === 'string') return value.trim();
	if (Number.isFinite(value) || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
	const dateTime =
		isLuxon(value) || value instanceof Date ? parseInstant(value)?.toClockIn(reading.timezone) : undefined;
	if (dateTime) return [dateTime.date, dateTime.time].join('T');
	throw createInputError(reading, appendValue(TYPES.string!, value));
}

/** Reads a file. An expression such as `$binary.data` gives the file itself. */
export function readFile(_field: Field, value: unknown, reading: Reading): InputFile {
	const isName = typeof value === 'string' || isObject(value);
	const file = isName ? reading.fileIn(value as string | IBinaryData) : undefined;
	if (!file)
		throw createInputError(
			reading,
			`${appendValue('must name a binary field of the input item that holds a file', value)}, and the item has ${listFields(reading)}`,
		);
	return file;
}

function listFields({ fileFields }: Reading): string {
	return fileFields.length > 0 ? `only ${fileFields.map(toShortLiteral).join(', ')}` : 'none';
}

function readTime(value: unknown, reading: Reading): string {
	const time = parseInstant(value)?.toClockIn(reading.timezone).time;
	if (time) return time;
	if (typeof value !== 'string')
		throw createInputError(reading, appendValue('must be a time of day such as 09:30', value));
	return parseTimeOfDay(value)?.text ?? value.trim();
}

/** Reads a number and checks the field's limits, which the editor does not enforce for expressions. */
export function readNumber(field: Field, value: unknown, reading: Reading): number {
	if (isAmbiguousNumber(value)) throw createInputError(reading, appendValue(AMBIGUOUS_NUMBER, value));
	const number = readNumeral(value);
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = readOptions(field);
	const schema = z.number().min(minValue).max(maxValue);
	const checked = (numberPrecision === 0 ? schema.int() : schema).safeParse(number);
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
 * Reads a boolean. Spreadsheets write TRUE, and Python writes True.
 *
 * @returns undefined for anything else
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
	if (readOptions(field).dateOnly) {
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
	if (!changed) return read;
	const { path, number } = changed;
	throw createInputError(
		reading,
		`must not have a number that JSON would change: “${path.join('.')}” would become ${number}. To keep all digits, put it in quotation marks`,
	);
}

function parseJson(text: string, reading: Reading): unknown {
	try {
		// A file may begin with a byte order mark, which is not valid JSON.
		return JSON.parse(text.trim());
	} catch {
		throw createInputError(reading, appendValue('must be valid JSON', text));
	}
}

export function readChoice(field: Field, value: unknown, reading: Reading): unknown {
	const choices = field.options as readonly Choice[];
	const isLike = (text: string) => typeof value === 'string' && normalizeName(text) === normalizeName(value);
	const choice =
		choices.find((option) => option.value === value || String(option.value) === value) ??
		choices.find(({ name }) => isLike(name)) ??
		choices.find((option) => isLike(String(option.value)));
	if (choice) return choice.value;
	if (readOptions(field).acceptOther) return readText(field, value, reading);
	throw createInputError(reading, appendValue(mustBeOneOf(choices.map(({ name }) => name)), value));
}

/** @returns undefined if nothing is chosen */
export function readChoices(field: Field, value: unknown, reading: Reading): unknown[] | undefined {
	const chosen = (Array.isArray(value) ? value : [value]).filter((one) => !isEmpty(one));
	return chosen.length > 0 ? chosen.map((one) => readChoice(field, one, reading)) : undefined;
}

/**
 * Reads a picker. An expression may give a bare value instead of the picker's object, which then counts as a choice
 * from the list.
 */
export function readLocated(
	{ modes = [] }: Field,
	value: unknown,
	reading: Reading,
): PickerValue | undefined {
	const { mode, value: inner } = isObject(value) ? value : { mode: 'list', value };
	if (isEmpty(inner)) return undefined;
	if (typeof inner !== 'string' && typeof inner !== 'number')
		throw createInputError(reading, appendValue('must be an ID', inner));
	// An unknown mode could change which record is looked up or deleted.
	const known = modes.find(({ name }) => name === mode);
	if (!known)
		throw createInputError(
			reading,
			`must be chosen with the mode ${listNames(modes)}, but the mode is ${toShortLiteral(mode)}`,
		);
	const picked = String(inner).trim();
	return { mode: known.name, value: uuid.safeParse(picked).data ?? picked };
}

/** Returns a list such as "list (From List), handler (By Handler) or id (By ID)". */
function listNames(modes: readonly Mode[]): string {
	const names = modes.map(({ name, displayName }) => `${name} (${displayName})`);
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
}

function normalizeName(name: string): string {
	return name
		.toLowerCase()
		.replace(/[\s_]+/g, ' ')
		.trim();
}
