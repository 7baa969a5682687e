import { asText } from '../json';

/** Returns the form in which IDs are compared, because the case of a UUID does not matter. */
export function toIdKey(id: unknown): string {
	return asText(id).toLowerCase();
}

export function isSameId(one: unknown, other: string): boolean {
	return toIdKey(one) === toIdKey(other);
}
