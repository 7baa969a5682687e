import type { Person } from './api/add';
import { isNameOfPerson, withTenDigits } from './api/person';
import { getForm, hasFormChanged, type FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client } from '../shared/client/client';
import { isBlank, toPlainKey, type Json, toText } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import { Problems } from '../shared/n8n/errors/problems';
import { describePlaceholder } from '../shared/n8n/input/damage';
import type { MappedColumns } from '../shared/n8n/operation/field';
import { isZip, type FormReadings, type ValueSource } from './form-readings';

/**
 * Uses the entry form. If that fails although it may succeed with another form, the remembered form may be out of date.
 * Then the form is read again and, if it has changed, used once more.
 *
 * @param mayBeOutdated whether another form may avoid an error
 */
export async function withForm<Result>(
	client: Client,
	sweepstakesToken: string,
	mayBeOutdated: (error: unknown) => boolean,
	use: (form: readonly FormField[]) => Promise<Result>,
): Promise<Result> {
	const form = await getForm(client, sweepstakesToken);
	return await use(form.fields).catch(async (error: unknown) => {
		if (!mayBeOutdated(error) || !(await hasFormChanged(client, sweepstakesToken))) throw error;
		return await use(form.fields);
	});
}

/**
 * Returns a person whose `Fields` are the whole entry form, because the service accepts no other entry: all fields that
 * have a value, in the form's order, including email and phone number (reference, participants/add). If the form is
 * unknown, the person is unchanged.
 *
 * @param readings how the values of all items of the run were read
 * @param itemIndex given while all items are read before the first one is sent, so that hints can name the item
 * @throws {InputError} if the form lacks a field, or if a value is a placeholder, or not a name, a date or a choice that
 *   the form accepts
 */
export function fillForm(
	form: readonly FormField[],
	given: Person,
	mapped: MappedColumns,
	readings: FormReadings,
	itemIndex?: number,
): Person {
	if (form.length === 0) return given;
	const isShort = form.some(({ filledFrom, tenDigits }) => filledFrom === 'KeyPhoneNumber' && tenDigits);
	const person = (isShort && withTenDigits(given)) || given;
	const { answers, others } = matchFields(form, person.Fields);
	const source = { timezone: mapped.timezone, itemIndex };
	const problems = new Problems();
	const Fields: Json = {};
	for (const [field, answer] of answers) {
		const value = (field.filledFrom && person[field.filledFrom]) ?? answer;
		const sent = problems.collect(() => toSent(field, value, readings, source));
		if (!isBlank(sent)) Fields[field.id] = sent;
	}
	if (others.length > 0) problems.add([toLackingError(others, mapped)]);
	problems.throwIfAny();
	return { ...person, Fields };
}

/**
 * Returns the values of an entry under all keys of the form, in the form's order. Keys without a value get null, so
 * that all items have the same columns. If the form is unknown, the values are unchanged.
 */
export function withAllKeys(form: readonly FormField[], { Fields }: Person): Json {
	if (form.length === 0) return Fields;
	const { answers } = matchFields(form, Fields);
	const own = answers.filter(([{ filledFrom }]) => !filledFrom);
	return Object.fromEntries(own.map(([{ id }, answer]) => [id, answer ?? null]));
}

/**
 * Pairs the fields of a form with the values for them. The name of a value may differ from the field's key in case or
 * separators. `others` are the names that match no field.
 */
function matchFields(form: readonly FormField[], values: Json) {
	const others = new Set(Object.keys(values));
	const ids = new Set(form.map(({ id }) => id));
	const answers = form.map((field): [FormField, unknown] => {
		const isSimilar = (name: string) => !ids.has(name) && toPlainKey(name) === toPlainKey(field.id);
		const name = others.has(field.id) ? field.id : [...others].find(isSimilar);
		if (name === undefined) return [field, undefined];
		others.delete(name);
		return [field, values[name]];
	});
	return { answers, others: [...others] };
}

function toLackingError(names: readonly string[], { columns }: MappedColumns): InputError {
	const labels = names.map((name) => columns.find(({ id }) => id === name)?.displayName ?? name);
	return new InputError(
		'Entry Form Fields',
		`must be fields of this sweepstakes’ entry form, which lacks ${labels.map((label) => `“${label}”`).join(', ')}. Choose “Refresh Field List” in the menu of “Entry Form Fields”`,
	);
}

/** Matches the type of a date field, even if its order of day, month and year is unknown. */
const IS_DAY = /date(?!.?time)/i;

/** Converts a value to one that the service accepts for a field. */
function toSent(field: FormField, value: unknown, readings: FormReadings, source: ValueSource): unknown {
	if (isBlank(value)) return value;
	const { displayName, type, dayOrder, options } = field;
	if (dayOrder) return readings.readDay(field, dayOrder, value, source);
	const text = typeof value === 'number' || typeof value === 'boolean' ? toText(value) : value;
	if (typeof text !== 'string') return text;
	if (options.length === 0) {
		const refusal = describePlaceholder(text);
		if (refusal) throw new InputError(displayName, refusal);
		if (isNameOfPerson(field.id)) readings.checkName(field, text, source);
		else if (isZip(field)) readings.checkZip(field, text, source);
		else if (!field.filledFrom) readings.checkAnswer(field, value, source);
		return IS_DAY.test(type) ? readings.readDayAsTyped(field, text, source) : text;
	}
	return readings.readChoice(field, text, source);
}
