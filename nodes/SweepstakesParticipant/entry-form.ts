import type { ParticipantToAdd, Person } from './api/add';
import { withTenDigits } from './api/person';
import { getFormFields } from '../SweepstakesEntryPage/api/fields';
import { isStorable } from '../SweepstakesEntryPage/picker';
import type { Client } from '../shared/client/client';
import { isSameId, asObject, isBlank, toPlainKey, type Json } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import { Problems } from '../shared/n8n/errors/problems';
import { mustBeOneOf, appendValue } from '../shared/n8n/errors/sentences';
import { describeFormDay, parseFormDay, writeFormDay, type DayOrder } from '../shared/time/form-day';
import type { MappedColumns, StoredColumn } from '../shared/n8n/operation/field';

/*
 * The service accepts an entry only if `Fields` contains the whole entry form: all fields that have a value, in the
 * form's order, including email and phone number (reference, participants/add). A column is a field of the form.
 */

/**
 * Returns an entry whose `Fields` contain all fields of the entry form that have a value. If the form is unknown, the
 * entry is unchanged.
 *
 * @throws {InputError} if a value is not a date or a choice that the form accepts
 * @throws {ServiceError} if the service rejects the API token or asks for a long wait
 */
export async function withEntryForm(
	client: Client,
	entry: ParticipantToAdd,
	mapped: MappedColumns,
): Promise<ParticipantToAdd> {
	const { sweepstakesToken, entryPageFields: given } = entry;
	const known = await findColumns(client, sweepstakesToken, mapped);
	if (known.length === 0) return entry;
	const isShort = known.some(({ filledFrom, tenDigits }) => filledFrom === 'KeyPhoneNumber' && tenDigits);
	const person = (isShort && withTenDigits(given)) || given;
	const problems = new Problems();
	const Fields = fillForm(
		known,
		person,
		createCellReader(mapped, isFormOf(sweepstakesToken, mapped), problems),
	);
	problems.throwIfAny();
	return { ...entry, entryPageFields: { ...person, Fields } };
}

/**
 * Finds values that are not among the choices of the entry form. The stored columns show the choices only if they come
 * from this sweepstakes' form; otherwise, nothing is found.
 */
export function findUnknownChoices(sweepstakesToken: string, person: Person, mapped: MappedColumns) {
	const problems = new Problems();
	if (isFormOf(sweepstakesToken, mapped))
		fillForm(mapped.columns, person, createCellReader(mapped, true, problems));
	return problems.all;
}

/**
 * Returns the values of an entry under all keys of the form, in the form's order. Keys without a value get null, so
 * that all items have the same columns.
 */
export async function withAllKeys(
	client: Client,
	sweepstakesToken: string,
	{ Fields }: Person,
	mapped: MappedColumns,
): Promise<Json> {
	const columns = await findColumns(client, sweepstakesToken, mapped);
	return matchColumns(
		columns.filter(({ filledFrom }) => !filledFrom),
		Fields,
		(_column, _name, value) => value ?? null,
	);
}

/** Whether the stored columns come from this sweepstakes' form. */
function isFormOf(sweepstakesToken: string, { columns }: MappedColumns): boolean {
	return columns.some(({ columnsOf }) => isSameId(columnsOf, sweepstakesToken));
}

/**
 * Whether the form has other fields or choices, or another order, than the stored columns that come from it.
 *
 * @param form the form as it is now
 */
export function hasFormChanged(
	form: readonly StoredColumn[],
	sweepstakesToken: string,
	mapped: MappedColumns,
): boolean {
	const listIds = (columns: readonly StoredColumn[]) =>
		columns
			.filter(({ id }) => isStorable(id))
			.map(({ id, options = [] }) => [id, ...options.map(({ value }) => String(value)).filter(isStorable)]);
	const [now, stored] = [form, mapped.columns].map((columns) => JSON.stringify(listIds(columns)));
	return isFormOf(sweepstakesToken, mapped) && now !== stored;
}

async function findColumns(
	client: Client,
	sweepstakesToken: string,
	mapped: MappedColumns,
): Promise<readonly StoredColumn[]> {
	const { columns } = mapped;
	const isOwn = isFormOf(sweepstakesToken, mapped);
	const form = isOwn ? columns : await getFormFields(client, sweepstakesToken);
	return form.length > 0 ? form : withoutForm(columns);
}

/**
 * Returns the stored columns in place of a form that cannot be read. If they come from another sweepstakes' form, the
 * choices are dropped, because their IDs are wrong here.
 */
function withoutForm(columns: readonly StoredColumn[]): StoredColumn[] {
	const isForeign = columns.some(({ columnsOf }) => columnsOf);
	const visible = columns.filter(({ filledFrom }) => !filledFrom);
	return isForeign ? visible.map((column) => ({ ...column, options: [] })) : visible;
}

function fillForm(form: readonly StoredColumn[], person: Person, toCell: CellReader): Json {
	const filled = matchColumns(form, person.Fields, (column, name, own) =>
		toCell(column, name, (column.filledFrom && asObject(person)[column.filledFrom]) ?? own),
	);
	return Object.fromEntries(Object.entries(filled).filter(([, value]) => !isBlank(value)));
}

/**
 * Puts values under the keys of the form, even if their names differ from the keys in case or separators. Values that
 * match no column come last, so that the service reports them.
 */
function matchColumns(form: readonly StoredColumn[], values: Json, toCell: CellReader): Json {
	const given = new Map(Object.entries(values));
	const ids = new Set(form.map(({ id }) => id));
	const findNameOfGiven = (id: string) =>
		given.has(id)
			? id
			: [...given.keys()].find((name) => !ids.has(name) && toPlainKey(name) === toPlainKey(id));
	const matched = form.map((column): [string, unknown] => {
		const name = findNameOfGiven(column.id) ?? column.id;
		const own = given.get(name);
		given.delete(name);
		return [column.id, toCell(column, name, own)];
	});
	return Object.fromEntries([...matched, ...given]);
}

/**
 * Converts a value to one that the service accepts for a column. `name` is the name that the value has in the input.
 */
type CellReader = (column: StoredColumn, name: string, value: unknown) => unknown;

/**
 * @param isOwn whether the stored columns come from this sweepstakes' form, so that the stored ID of a choice is valid
 * @param problems collects the problems with values; a value with a problem becomes undefined
 */
function createCellReader(
	{ columns, fixed, timezone }: MappedColumns,
	isOwn: boolean,
	problems: Problems,
): CellReader {
	const stored = new Map(columns.map((column) => [column.id, column]));
	const readCell: CellReader = (column, name, value) => {
		if (isBlank(value)) return value;
		const { options = [], dayOrder = column.dayOrder } = stored.get(name) ?? {};
		if (column.dayOrder) return toDay(column, value, dayOrder!, timezone);
		const isFixed = fixed.includes(name);
		const picked = isFixed ? options.find((option) => String(option.value) === String(value)) : undefined;
		if (picked && !isOwn) return findByName(column, picked.name);
		const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
		const choice = findChoice(column, text, isFixed);
		if (choice === undefined && column.options?.length && typeof text !== 'object')
			throw createChoiceError(column, text);
		return choice ?? text;
	};
	return (column, name, value) => problems.collect(() => readCell(column, name, value));
}

/**
 * Writes a date in the form's order of day and month.
 *
 * @param given the order of day, month and year in `value`, if it is text
 */
function toDay(
	{ displayName, dayOrder }: StoredColumn,
	value: unknown,
	given: DayOrder,
	timezone: string,
): string {
	const day = parseFormDay(value, given, timezone);
	if (!day) throw new InputError(displayName, appendValue(describeFormDay(given), value));
	return writeFormDay(day, dayOrder!);
}

/**
 * Finds a choice by the name that was picked in the panel. The panel stores the choice's ID, but in another
 * sweepstakes' form, the same ID may mean a different choice.
 */
function findByName(column: StoredColumn, picked: string): string {
	if (!column.options?.length) return picked;
	const choice = column.options.find(({ name }) => name === picked);
	if (!choice) throw createChoiceError(column, picked);
	return String(choice.value);
}

function createChoiceError({ displayName, options = [] }: StoredColumn, value: unknown): InputError {
	return new InputError(displayName, appendValue(mustBeOneOf(options.map(({ name }) => name)), value));
}

/**
 * Finds the choice that a value means. A value that was picked in the panel (`isFixed`) is an ID. A value from an
 * expression is compared with the names first, because a choice's name may equal another choice's ID.
 */
function findChoice({ options = [] }: StoredColumn, text: unknown, isFixed: boolean): string | undefined {
	if (typeof text !== 'string') return undefined;
	const byName = options.find(({ name }) => name === text);
	const byId = options.find((one) => String(one.value) === text);
	const [similar, another] = options.filter(({ name }) => toLowerName(name) === toLowerName(text));
	const [first, second] = isFixed ? [byId, byName] : [byName, byId];
	const choice = first ?? second ?? (another ? undefined : similar);
	return choice && String(choice.value);
}

/** Normalizes the case and spaces of a name. All other characters count: "A-" differs from "A". */
function toLowerName(name: string): string {
	return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
