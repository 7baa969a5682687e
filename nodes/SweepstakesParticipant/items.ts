import { isBlank, isObject, plainKey, type Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';
import { withNames } from './api/participants';
import type { OneParticipant } from './picker';

/**
 * A participant as the nodes return it, with the names wherever the service has them and the fields of the entry form beside
 * them. The owner is left out, because it is the same for all.
 */
export function participantItem(entry: Json, parameters: { simplify: boolean }): object {
	if (!parameters.simplify) return entry;
	const { UserToken: _, EntryPagesFields, ...person } = withNames(entry);
	return withFormFields(person, EntryPagesFields);
}

/** A person with the fields of the entry form beside their own. One that they have, perhaps under another spelling, is left out. */
export function withFormFields(person: Json, form: unknown): Json {
	if (!isObject(form)) return form === undefined ? person : { ...person, EntryPagesFields: form };
	const filled = Object.entries(person).filter(([, value]) => !isBlank(value));
	const own = new Set(filled.map(([key]) => plainKey(key)));
	const others = Object.entries(form).filter(([name]) => !own.has(plainKey(name)));
	return { ...person, ...Object.fromEntries(others) };
}

/** Who it is, as a person reads it. */
export function toPerson({ entries: [entry] }: OneParticipant): object {
	return entry ? only(withNames(entry), ['FirstName', 'LastName', 'KeyEmail', 'KeyPhoneNumber']) : {};
}
