import { asText } from '../json';

/** What an ID is found by: the letters of a UUID may be upper- or lowercase. */
export function idKey(id: unknown): string {
	return asText(id).toLowerCase();
}

/** Whether two IDs are the same. */
export function isSameId(one: unknown, other: string): boolean {
	return idKey(one) === idKey(other);
}
