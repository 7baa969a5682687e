import { isBlank, isObject, plainKey, type Json } from '../shared/json';

/** A person with the fields of the entry form beside their own. One that they have, perhaps under another spelling, is left out. */
export function withFormFields(person: Json, form: unknown): Json {
	if (!isObject(form)) return form === undefined ? person : { ...person, EntryPagesFields: form };
	const filled = Object.entries(person).filter(([, value]) => !isBlank(value));
	const own = new Set(filled.map(([key]) => plainKey(key)));
	const others = Object.entries(form).filter(([name]) => !own.has(plainKey(name)));
	return { ...person, ...Object.fromEntries(others) };
}
