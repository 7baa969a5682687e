const NAMED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', ' '],
]);

/** With at most as many digits as a character needs. */
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/**
 * What a title or name is compared by: services store the same text with other white space, composed in another way, or with
 * HTML entities.
 */
export function titleKey(title: string): string {
	return title.replace(ENTITY, decode).normalize('NFC').replace(/\s+/g, ' ').trim();
}

function decode(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
	if (name) return NAMED_ENTITIES.get(name.toLowerCase())!;
	const code = decimal ? Number(decimal) : parseInt(hexadecimal!, 16);
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

/** The key of `Caller.exclusively` for something that is found by its name: "group <its sweepstakes> <its name>". */
export const nameKey = (kind: string, owner: string, name: string) =>
	`${kind} ${owner.toLowerCase()} ${titleKey(name)}`;
