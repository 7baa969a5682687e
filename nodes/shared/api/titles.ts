const NAMED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', ' '],
]);

/** An HTML entity, with no more digits than a character can need. */
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** The form in which names are compared: the service may change white space, composition and entities. */
export function titleKey(title: string): string {
	return title.replace(ENTITY, decode).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Only the letters and digits of a text: they stay the same however the service stores it. */
export function plainText(text: string): string {
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

/** The `Client.exclusively` key of a named thing: "GroupToken <its sweepstakes> <its name>". */
export const nameKey = (kind: string, owner: string, name: string) =>
	`${kind} ${owner.toLowerCase()} ${titleKey(name)}`;
