import type { z } from '../shared/zod';
import type { channels } from '../shared/api/formats';
import { pluralize } from '../shared/pluralize';
import { fitsChannel, TOO_LONG_FOR_SMS } from './api';

/**
 * The characters of the alphabet of text messages (GSM 03.38), apart from letters and digits without accents. A message
 * with any other character is sent in an encoding in which each character takes more than twice the space.
 */
const ALPHABET = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà');

/** The characters of this alphabet that take the space of two. */
const DOUBLE = new Set('^{}\\[~]|€\f');

/** How many characters fit into a text message, and into each part of one that is sent in several parts. */
const PLACES = { alphabet: [160, 153], other: [70, 67] } as const;

/** Returns how many text messages a text counts as, and the first character outside of their alphabet, if any. */
export function countSegments(text: string): { segments: number; special?: string } {
	let places = 0;
	let special: string | undefined;
	for (const character of text) {
		if (DOUBLE.has(character)) places += 2;
		else if (ALPHABET.has(character) || /^[a-z0-9]$/i.test(character)) places++;
		else special ??= character;
	}
	const [single, part] = special === undefined ? PLACES.alphabet : PLACES.other;
	const length = special === undefined ? places : text.length;
	return { segments: length <= single ? 1 : Math.ceil(length / part), special };
}

/** Quotes a character, or returns its Unicode number if nobody could see it. */
function nameCharacter(character: string): string {
	if (!/[\p{Z}\p{C}\p{M}]/u.test(character)) return `“${character}”`;
	return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Returns a hint if a character of a text message reduces how many characters fit. */
export function describeSpecial(text: string): string | undefined {
	const { special } = countSegments(text);
	return (
		special &&
		`Because of ${nameCharacter(special)}, a text message has room for 70 characters instead of 160, and a longer text counts as more text messages.`
	);
}

/** The rule for the length of a message, for `refine`. */
export const fitsTextMessage = [
	fitsChannel,
	({ Message }: { Message: string }) => {
		const { segments, special } = countSegments(Message);
		const because = special === undefined ? '' : ` because of ${nameCharacter(special)}`;
		const counted = `it counts as ${pluralize(segments, 'text message')}${because}`;
		return { ...TOO_LONG_FOR_SMS, message: `${TOO_LONG_FOR_SMS.message} (${counted})` };
	},
] as const;

/** Returns the column of a dry run that shows how many text messages a text counts as. Emails have no such column. */
export function previewSegments(
	wanted: z.output<typeof channels>,
	channel: unknown,
	text: string,
): { segments?: number | null } {
	if (wanted === 'email') return {};
	return { segments: channel === 'sms' ? countSegments(text).segments : null };
}
