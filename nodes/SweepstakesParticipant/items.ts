import { isBlank, isObject, toPlainKey, type Json, toText } from '../shared/json';
import { omitKeys } from '../shared/n8n/output/keys';
import { PERSON_FIELDS } from './api/person';

export const READ_FIRST = [
	'FirstName',
	'LastName',
	'Email',
	'KeyEmail',
	'PhoneNumber',
	'KeyPhoneNumber',
	'SweepstakesName',
	'Total',
	'StartDate',
	'EndDate',
];

/**
 * Returns the item for an entry. If `simplify` is on, the owner (`UserToken`) is left out, because it is the same for
 * all participants.
 */
export function toParticipantItem(entry: Json, parameters: { simplify: boolean }): object {
	return parameters.simplify ? toPersonItem(omitKeys(entry, ['UserToken']) as Json) : entry;
}

/**
 * Returns an item that has a person's name, email address and phone number under the keys of `PERSON_FIELDS`. They come
 * from the record or its entry form; a missing value is ''. The other fields of the form become keys of the item.
 */
export function toPersonItem({ EntryPagesFields, ...record }: Json): Json {
	const form = isObject(EntryPagesFields) ? EntryPagesFields : {};
	const sources = [record, form].map(mapByPlainKey);
	const findFirst = (keys: readonly string[]) =>
		sources.flatMap((values) => keys.map((key) => values.get(key))).find(isTextOrNumber) ?? '';
	const person: Json = Object.fromEntries(
		Object.entries(PERSON_FIELDS).map(([key, spellings]) => [key, findFirst(spellings)]),
	);
	const isRepeated = ([key, value]: [string, unknown]) =>
		SPELLINGS.includes(toPlainKey(key)) && (!isTextOrNumber(value) || Object.values(person).includes(value));
	const pickOthers = (fields: Json) =>
		Object.fromEntries(Object.entries(fields).filter((field) => !isRepeated(field)));
	return withFormFields(
		{ ...pickOthers(record), ...person },
		isObject(EntryPagesFields) ? pickOthers(EntryPagesFields) : EntryPagesFields,
	);
}

const SPELLINGS: readonly string[] = Object.values(PERSON_FIELDS).flat();

function mapByPlainKey(record: Json): Map<string, unknown> {
	return new Map(Object.entries(record).map(([key, value]) => [toPlainKey(key), value]));
}

function isTextOrNumber(value: unknown): boolean {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/**
 * Adds the fields of the entry form to a person, except fields that the person already has with a similar name and the
 * same value. A form field that has the same name as a key of the person, such as Status, but a different value stays
 * in `EntryPagesFields`.
 */
export function withFormFields(person: Json, form: unknown): Json {
	if (!isObject(form)) return form === undefined ? person : { ...person, EntryPagesFields: form };
	const filled = Object.entries(person).filter(([, value]) => !isBlank(value));
	const own = new Set(filled.map(([key, value]) => toAnswerKey(key, value)));
	const ownNames = new Set(filled.map(([key]) => toPlainKey(key)));
	const answers = Object.entries(form).filter(([name, value]) =>
		isBlank(value) ? !ownNames.has(toPlainKey(name)) : !own.has(toAnswerKey(name, value)),
	);
	const isTaken = ([name]: [string, unknown]) => !isBlank(person[name]);
	const apart = answers.filter(isTaken);
	return {
		...person,
		...Object.fromEntries(answers.filter((answer) => !isTaken(answer))),
		...(apart.length > 0 && { EntryPagesFields: Object.fromEntries(apart) }),
	};
}

function toAnswerKey(name: string, value: unknown): string {
	return `${toPlainKey(name)} ${toText(value)}`;
}
