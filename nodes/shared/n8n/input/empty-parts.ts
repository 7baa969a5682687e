import { isObject } from '../../json';
import { isEmpty, type Reading } from './values';

/** The maximum lengths in characters. */
const MAX_PART_LENGTH = 80;
const MAX_LIST_LENGTH = 120;

/**
 * Says which expression `{{ … }}` of a field gives nothing for the item, and which fields the input has. The result
 * continues the sentence "“Label” …".
 *
 * @param beginning such as "is required, but"
 * @returns undefined if no expression is empty, or if a model fills in the field
 */
export function describeEmptyPart(beginning: string, reading: Reading): string | undefined {
	const part = findEmptyPart(reading);
	if (part === undefined) return undefined;
	const shown = part.length > MAX_PART_LENGTH ? `${part.slice(0, MAX_PART_LENGTH - 1)}…` : part;
	return `${beginning} ${shown} is empty. ${listNames(Object.keys(reading.row))}`;
}

function findEmptyPart({ stored, evaluate }: Reading): string | undefined {
	const raw = isObject(stored) ? stored.value : stored;
	if (!evaluate || typeof raw !== 'string' || !raw.startsWith('=')) return undefined;
	return listParts(raw).find((part) => {
		try {
			return isEmpty(evaluate(part));
		} catch {
			// The part may end too early, at braces inside the expression. n8n has already evaluated the whole text, so
			// this error does not matter.
			return false;
		}
	});
}

function listParts(text: string): string[] {
	const parts: string[] = [];
	for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start + 2)) {
		const end = text.indexOf('}}', start);
		if (end < 0) break;
		parts.push(text.slice(start, end + 2));
	}
	return parts;
}

/** Returns a list such as "The input has FirstName, LastName …". */
function listNames(names: readonly string[]): string {
	if (names.length === 0) return 'The input has no fields';
	let list = '';
	for (const name of names) {
		const longer = list ? `${list}, ${name}` : name;
		if (longer.length > MAX_LIST_LENGTH) return `The input has ${list || name.slice(0, MAX_LIST_LENGTH)} …`;
		list = longer;
	}
	return `The input has ${list}`;
}
