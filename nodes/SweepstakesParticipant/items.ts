import { isBlank, isObject, plainKey, type Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';
import { withNames } from '../shared/api/guesses';
import type { OneParticipant } from './picker';

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

/** Leaves out the owner, who is the same for all. */
export function participantItem(entry: Json, parameters: { simplify: boolean }): object {
	if (!parameters.simplify) return entry;
	const { UserToken: _, EntryPagesFields, ...person } = withNames(entry);
	return withFormFields(person, EntryPagesFields);
}

/** Adds the fields of the entry form, except those that the person already has under a similar name. */
export function withFormFields(person: Json, form: unknown): Json {
	if (!isObject(form)) return form === undefined ? person : { ...person, EntryPagesFields: form };
	const filled = Object.entries(person).filter(([, value]) => !isBlank(value));
	const own = new Set(filled.map(([key]) => plainKey(key)));
	const others = Object.entries(form).filter(([name]) => !own.has(plainKey(name)));
	return { ...person, ...Object.fromEntries(others) };
}

/** The fields that identify a person to a reader. */
export function toPerson({ entries: [entry] }: OneParticipant): object {
	return entry ? only(withNames(entry), ['FirstName', 'LastName', 'KeyEmail', 'KeyPhoneNumber']) : {};
}
