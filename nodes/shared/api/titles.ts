import { toText } from '../json';

/** Normalizes a name for comparisons: white space around it, case and the encoding of accented letters do not matter. */
export function toTitleKey(title: string): string {
	return title.normalize('NFC').trim().toLowerCase();
}

/**
 * Returns the key to lock with `Client.runExclusively` for a record that is recognized by its name, such as "GroupToken
 * <ID of the sweepstakes> <name of the group>".
 */
export const toNameKey = (kind: string, owner: string, name: string) =>
	`${kind} ${owner.toLowerCase()} ${toTitleKey(name)}`;

/** Adds marks to the name of a choice, such as "VIP (primary, locked)". Marks that are empty or false are left out. */
export function withMarks(name: string, ...marks: unknown[]): string {
	const known = marks.filter(Boolean).map(toText).join(', ');
	return known ? `${name} (${known})` : name;
}
