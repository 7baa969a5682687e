import { textOf } from '../json';

/** Whether two IDs are the same: the letters of a UUID may be upper- or lowercase. */
export function isSameId(one: unknown, other: string): boolean {
	return textOf(one).toLowerCase() === other.toLowerCase();
}
