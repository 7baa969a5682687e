import { z } from 'zod';
import type { Dialect } from './dialect';

/* The formats in which a service may store text and phone numbers. */

const FORMS = {
	trimmed: (text: string) => text.trim(),
	collapsed: (text: string) => text.replace(/\s+/g, ' '),
	withoutTags: (text: string) => text.replace(/<[^<>]*>/g, ''),
	escaped: (text: string) => text.replaceAll('&', '&amp;'),
	NFC: (text: string) => text.normalize('NFC'),
	NFD: (text: string) => text.normalize('NFD'),
};

type Form = keyof typeof FORMS;

export const keptForms = z
	.object({
		/** The formats of titles, names and descriptions, applied in this order. */
		texts: z.array(z.enum(Object.keys(FORMS) as [Form, ...Form[]])).optional(),
		/** The format of phone numbers. By default, it is `tenDigits` in `reference` and `asSent` in `contract`. */
		phones: z.enum(['asSent', 'tenDigits']).optional(),
	})
	.strict();

export type KeptForms = z.output<typeof keptForms>;

const NAMES_A_TEXT = /(Title|Name|Description)$/;

/** Converts the titles, names and descriptions at any depth of a request to the formats in which they are stored. */
export function withKeptTexts<Value>(value: Value, forms: KeptForms['texts'] = []): Value {
	return forms.length === 0 ? value : (keepAs(value, '', forms) as Value);
}

function keepAs(value: unknown, key: string, forms: readonly Form[]): unknown {
	if (typeof value === 'string')
		return NAMES_A_TEXT.test(key) ? forms.reduce((text, form) => FORMS[form](text), value) : value;
	if (Array.isArray(value)) return value.map((entry) => keepAs(entry, key, forms));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keepAs(inner, name, forms)]));
}

/** Returns a phone number in the format in which it is stored. */
export function keptPhone(
	phone: string,
	{ kept: { phones }, dialect }: { kept: KeptForms; dialect: Dialect },
): string {
	const notation = phones ?? (dialect === 'reference' ? 'tenDigits' : 'asSent');
	return notation === 'asSent' ? phone : tenDigits(phone);
}

/** Returns a US or Canadian number as 10 digits. From other numbers, only the separators are removed. */
export function tenDigits(phone: string): string {
	if (!/^\+?[0-9 ().-]+$/.test(phone)) return phone;
	return phone.replace(/^\+?1(?=\D*(\d\D*){10}$)|[ ().-]/g, '');
}
