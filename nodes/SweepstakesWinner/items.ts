import { isObject, plainKey, type Json } from '../shared/json';
import { withFormFields } from '../SweepstakesParticipant/items';

/** Where the record of a winner has what a person reads first, by `plainKey`. */
const KEYS = {
	FirstName: ['firstname'],
	LastName: ['lastname'],
	Email: ['email', 'keyemail'],
	PhoneNumber: ['phonenumber', 'keyphonenumber', 'mobilenumber', 'phone', 'mobile'],
} as const;

/**
 * A winner as the nodes return it, wherever the record is from: a draw (contract, Winner) or the list (reference, POST
 * /winners/fetch: `KeyEmail`, `EntryPagesFields`). The four keys above are always there, empty if the record has no such
 * value. The other fields of the entry form stand beside them.
 */
export function winnerItem({ EntryPagesFields, ...record }: Json): Json {
	const form = isObject(EntryPagesFields) ? EntryPagesFields : {};
	const sources = [record, form].map(byPlainKey);
	const first = (keys: readonly string[]) =>
		sources.flatMap((values) => keys.map((key) => values.get(key))).find(isFilled) ?? '';
	const lifted: Json = Object.fromEntries(Object.entries(KEYS).map(([key, names]) => [key, first(names)]));
	const repeats = ([key, value]: [string, unknown]) =>
		SPELLINGS.includes(plainKey(key)) && (!isFilled(value) || Object.values(lifted).includes(value));
	const others = (fields: Json) =>
		Object.fromEntries(Object.entries(fields).filter((field) => !repeats(field)));
	return withFormFields(
		{ ...others(record), ...lifted },
		isObject(EntryPagesFields) ? others(EntryPagesFields) : EntryPagesFields,
	);
}

const SPELLINGS: readonly string[] = Object.values(KEYS).flat();

function byPlainKey(record: Json): Map<string, unknown> {
	return new Map(Object.entries(record).map(([key, value]) => [plainKey(key), value]));
}

function isFilled(value: unknown): boolean {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
