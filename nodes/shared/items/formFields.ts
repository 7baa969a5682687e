import { isObject, plainKey, type Json } from '../json';

/** A person with the fields of the entry form beside their own. One that they have under another spelling is left out. */
export function withFormFields(person: Json, form: unknown): Json {
	if (!isObject(form)) return form === undefined ? person : { ...person, EntryPagesFields: form };
	const own = new Set(Object.keys(person).map(plainKey));
	const others = Object.entries(form).filter(([name]) => !own.has(plainKey(name)));
	return { ...person, ...Object.fromEntries(others) };
}
