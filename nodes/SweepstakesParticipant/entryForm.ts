import type { ParticipantToAdd } from './api/added';
import { knownFormFields, type FormField } from '../SweepstakesEntryPage/api/fields';
import type { Caller } from '../shared/client/endpoint';
import { ServiceError } from '../shared/client/failures';
import { cut, isBlank, plainKey, type Json } from '../shared/json';
import type { Mapped, StoredColumn } from '../shared/n8n/operation/field';

/*
 * The service accepts an entry only if `Fields` repeats the whole entry form: all filled columns in the
 * form's order, including email and phone number (reference, "Third reading": participants/add).
 */

type FormColumn = Pick<FormField, 'key' | 'filledFrom'> & Partial<FormField>;

/**
 * Completes `Fields` to the whole entry form, if it is known.
 *
 * @throws {ServiceError} if the service rejects the API token
 */
export async function withEntryForm(
	service: Caller,
	entry: ParticipantToAdd,
	mapped: Mapped | undefined,
): Promise<ParticipantToAdd> {
	const { sweepstakesToken, entryPageFields: person } = entry;
	const form =
		storedForm(mapped?.columns ?? [], sweepstakesToken) ?? (await knownFormFields(service, sweepstakesToken));
	if (form.length === 0) return entry;
	return { ...entry, entryPageFields: { ...person, Fields: fillForm(form, person) } };
}

/** @returns undefined if the stored columns are of another sweepstakes, or lack email and phone number */
function storedForm(columns: readonly StoredColumn[], sweepstakesToken: string): FormColumn[] | undefined {
	if (!columns.some(({ columnsOf }) => columnsOf === sweepstakesToken)) return undefined;
	return columns.map(({ id, filledFrom }) => ({ key: id, filledFrom: personKey(filledFrom) }));
}

function personKey(name: string | undefined): FormColumn['filledFrom'] {
	return name === 'KeyEmail' || name === 'KeyPhoneNumber' ? name : undefined;
}

/** Values without a column come last, and the service reports them. */
function fillForm(form: readonly FormColumn[], person: ParticipantToAdd['entryPageFields']): Json {
	const given = new Map(Object.entries(person.Fields ?? {}));
	const keys = new Set(form.map(({ key }) => key));
	const nameOfGiven = (key: string) =>
		given.has(key)
			? key
			: [...given.keys()].find((name) => !keys.has(name) && plainKey(name) === plainKey(key));
	const filled = form.map((column): [string, unknown] => {
		const name = nameOfGiven(column.key);
		const own = name === undefined ? undefined : given.get(name);
		if (name !== undefined) given.delete(name);
		return [column.key, toCell(column, (column.filledFrom && person[column.filledFrom]) ?? own)];
	});
	return Object.fromEntries([...filled, ...given].filter(([, value]) => !isBlank(value)));
}

/** Numbers go out as text, choices as IDs, birthdates as MM/DD/YYYY. */
function toCell({ type = '', choices = [] }: FormColumn, value: unknown): unknown {
	if (typeof value === 'number') return toCell({ key: '', type, choices }, String(value));
	if (typeof value !== 'string') return value;
	const choice = choices.find(({ name }) => plainKey(name) === plainKey(value));
	if (choice) return choice.value;
	return /birth/i.test(type) ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1') : value;
}

/** Names the missing columns in a refusal. The service only complains about the length of parameters. */
export async function namingMissing<T>(
	service: Caller,
	entry: ParticipantToAdd,
	adding: Promise<T>,
): Promise<T> {
	return await adding.catch(async (error: unknown) => {
		if (!(error instanceof ServiceError) || error.failure.code !== 'refused') throw error;
		if (error.failure.status !== 400 || error.failure.errorName) throw error;
		const missing = findMissing(
			await knownFormFields(service, entry.sweepstakesToken),
			entry.entryPageFields,
		);
		throw missing.length > 0 ? new ServiceError({ ...error.failure, expects: missing.join(' ') }) : error;
	});
}

function findMissing(form: readonly FormField[], person: ParticipantToAdd['entryPageFields']): string[] {
	const { KeyEmail, KeyPhoneNumber, Fields = {} } = person;
	const labels = form
		.filter(({ key, required }) => required && !(key in Fields))
		.map(({ name }) => `“${name}”`);
	return [
		...(KeyEmail && KeyPhoneNumber ? [] : ['The service may require both “Email” and “Phone Number”.']),
		...(labels.length > 0
			? [cut(`This entry lacks required fields of the entry form: ${labels.join(', ')}.`)]
			: []),
	];
}
