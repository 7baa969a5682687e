import { cut, isEmpty, isObject } from '../../json';
import { InputError } from '../errors/node-errors';
import { joinLabels } from '../errors/sentences';
import { type Reading } from './values';

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
	return `${beginning} ${cut(part, MAX_PART_LENGTH)} is empty. ${listNames(Object.keys(reading.row))}`;
}

/** The fields of one item that are empty although they are filled in, because their expressions give nothing. */
export class EmptyFields {
	private readonly readings = new Map<string, Reading>();

	note(reading: Reading): void {
		if (isExpression(reading.stored)) this.readings.set(joinLabels(reading.path), reading);
	}

	clear(): void {
		this.readings.clear();
	}

	/** Adds the expression to each problem of an item that consists in a missing value. */
	explain({ label, expected, missing, others }: InputError): InputError {
		const reading = missing.map((one) => this.findIn(one)).find(Boolean);
		const explained = reading && describeEmptyPart(`${expected}, but`, reading);
		return new InputError(
			label,
			explained ?? expected,
			missing,
			others.map((other) => this.explain(other)),
		);
	}

	/** Finds the field with this label, or a field in the collection with this label. */
	private findIn(label: string): Reading | undefined {
		return [...this.readings].find(([noted]) => `${noted} ›`.startsWith(`${label} ›`))?.[1];
	}
}

const isExpression = (stored: unknown) => typeof stored === 'string' && stored.startsWith('=');

function findEmptyPart({ stored, evaluate }: Reading): string | undefined {
	const raw = isObject(stored) ? stored.value : stored;
	if (!evaluate || typeof raw !== 'string' || !isExpression(raw)) return undefined;
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
