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

/**
 * Returns the form in which names are compared, because the service may change white space, HTML entities and how
 * accented letters are encoded.
 */
export function toTitleKey(title: string): string {
	return title.replace(ENTITY, decode).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * Returns only the letters and digits of a text, which stay the same in every format in which the service may store it.
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
 * Returns the key to lock with `Client.runExclusively` for a record with a name: "GroupToken <its sweepstakes> <its
 * name>".
 */
export const toNameKey = (kind: string, owner: string, name: string) =>
	`${kind} ${owner.toLowerCase()} ${toTitleKey(name)}`;

/** The name of a choice, with what else is known: "VIP (primary, locked)". Marks that are empty or false are left out. */
export function withMarks(name: string, ...marks: unknown[]): string {
	const known = marks.filter(Boolean).join(', ');
	return known ? `${name} (${known})` : name;
}
