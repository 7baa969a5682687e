const NAMED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', ' '],
]);

/** Matches an HTML entity. A numeric one has at most as many digits as the largest code point needs. */
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** Normalizes a name for comparisons: white space around it, case and the encoding of accented letters do not matter. */
export function toTitleKey(title: string): string {
	return title.normalize('NFC').trim().toLowerCase();
}

/**
 * Reduces a text to its letters and digits in lowercase. They are the same in every format in which the service may
 * store the text.
 */
export function toPlainText(text: string): string {
	return text
		.replace(ENTITY, decode)
		.replace(/&#?\w{1,10};|<[^<>]*>/g, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

function decode(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
	if (name) return NAMED_ENTITIES.get(name.toLowerCase())!;
	const code = decimal ? Number(decimal) : parseInt(hexadecimal!, 16);
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

/**
 * Returns the key to lock with `Client.runExclusively` for a record that is recognized by its name, such as "GroupToken
 * <ID of the sweepstakes> <name of the group>".
 */
export const toNameKey = (kind: string, owner: string, name: string) =>
	`${kind} ${owner.toLowerCase()} ${toTitleKey(name)}`;

/** Adds marks to the name of a choice, such as "VIP (primary, locked)". Marks that are empty or false are left out. */
export function withMarks(name: string, ...marks: unknown[]): string {
	const known = marks.filter(Boolean).join(', ');
	return known ? `${name} (${known})` : name;
}
