import { asText } from '../json';

/** Returns the form in which IDs are compared, because the case of a UUID does not matter. */
export function idKey(id: unknown): string {
	return asText(id).toLowerCase();
}

export function isSameId(one: unknown, other: string): boolean {
	return idKey(one) === idKey(other);
}
