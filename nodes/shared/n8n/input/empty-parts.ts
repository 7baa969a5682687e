import { cut, isEmpty, toText } from '../../json';
import { InputError } from '../errors/node-errors';
import { joinLabels } from '../errors/sentences';
import { isExpression, readStoredText } from './expressions';
import type { Reading } from './values';

/** The maximum length of an expression in an error, in characters. */
const MAX_PART_LENGTH = 80;
/** The maximum length of a list of names in an error, in characters. */
const MAX_FIELDS_LENGTH = 120;

/**
 * Names the first expression `{{ … }}` in a field that is empty for the item. The first result for an item also lists the
 * input fields, unless the item comes from a dry run, which explains it. The result continues the sentence "“Label” …".
 *
 * @param beginning the beginning of the result, such as "is required, but"
 * @returns undefined if no expression is empty, or if an AI model fills in the field
 */
export function describeEmptyPart(beginning: string, reading: Reading): string | undefined {
	const part = findEmptyPart(reading);
	return part === undefined ? undefined : describePart(beginning, part, reading);
}

/** Matches an expression that says itself what to write if a value is empty. */
const CHOOSES = /\|\||\?(?!\.)|\$if/;

/** Describes an empty part as `describeEmptyPart` does, unless its expression says itself what to write instead. */
export function describeUnintendedGap(reading: Reading): string | undefined {
	const part = findEmptyPart(reading, (one) => !CHOOSES.test(one));
	return part === undefined
		? undefined
		: `${describePart('has an empty part:', part, reading)}. If it may be empty, add || '' to the expression, as in {{ $json.Seat || '' }}`;
}

function describePart(beginning: string, part: string, reading: Reading): string {
	const { json, emptyFields } = reading.item!;
	const sentences = [
		`${beginning} ${cut(part, MAX_PART_LENGTH)} is empty`,
		json.dryRun === true ? FROM_DRY_RUN : emptyFields.listOnce(Object.keys(json)),
	];
	return sentences.filter(Boolean).join('. ');
}

const FROM_DRY_RUN =
	'The item comes from a dry run (“dryRun” is true), which has no results. Run the earlier nodes for real first';

/** Records which fields are empty because their expressions are. */
export class EmptyFields {
	/** Maps the label of each empty field of the latest item to its reading. */
	private readonly readings = new Map<string, Reading>();
	/** Maps the labels of fields to the number of items of the run for which they are empty, and the first of these readings. */
	private readonly counts = new Map<string, { items: number; first: Reading }>();
	private isListed = false;

	note(reading: Reading): void {
		if (!isExpression(reading.stored)) return;
		const label = joinLabels(reading.path);
		const { items = 0, first = reading } = this.counts.get(label) ?? {};
		if (!this.readings.has(label)) this.counts.set(label, { items: items + 1, first });
		this.readings.set(label, reading);
	}

	/**
	 * Returns a sentence for each field that is empty for all items of the run, because the input may lack the column that
	 * its expression names. The first sentence also lists the fields of the first item.
	 */
	listAlwaysEmpty(itemCount: number): string[] {
		const always = [...this.counts].filter(
			([, { items, first }]) => items === itemCount && first.item?.evaluate,
		);
		const forAll = itemCount === 1 ? 'the item' : `all ${itemCount.toLocaleString('en-US')} items`;
		return always.map(([label, { first }], index) => {
			const sentence = `“${label}” was empty for ${forAll}: ${cut(toText(first.stored).slice(1), MAX_PART_LENGTH)}`;
			return index > 0 ? sentence : `${sentence}. ${listNames(Object.keys(first.item!.json))}`;
		});
	}

	/** Returns a sentence that lists these fields of the input, or undefined from the second call for the same item on. */
	listOnce(names: readonly string[]): string | undefined {
		if (this.isListed) return undefined;
		this.isListed = true;
		return listNames(names);
	}

	/** Forgets the previous item. */
	clear(): void {
		this.readings.clear();
		this.isListed = false;
	}

	/**
	 * Explains problems of an item: if a value is missing because its expression is empty, the problem then mentions the
	 * expression.
	 */
	explain({ label, expected, missing, others, more }: InputError): InputError {
		const reading = missing.map((one) => this.findIn(one)).find(Boolean);
		const explained = reading && describeEmptyPart(`${expected}, but`, reading);
		return new InputError(
			label,
			explained ?? expected,
			missing,
			others.map((other) => this.explain(other)),
			more,
		);
	}

	/** Finds an empty field with this label, or one inside the collection with this label. */
	private findIn(label: string): Reading | undefined {
		return [...this.readings].find(([noted]) => `${noted} ›`.startsWith(`${label} ›`))?.[1];
	}
}

function findEmptyPart(
	{ stored, item }: Reading,
	counts: (part: string) => boolean = () => true,
): string | undefined {
	const raw = readStoredText(stored);
	const { evaluate } = item ?? {};
	if (!evaluate || !isExpression(raw)) return undefined;
	return listParts(raw).find((part) => {
		try {
			return counts(part) && isEmpty(evaluate(part));
		} catch {
			// A part that was cut off at an inner `}}` throws (see `listParts`).
			return false;
		}
	});
}

/**
 * Splits a text into its expressions, each of which ends at the next `}}`. An expression that contains `}}` is cut off
 * there, so it cannot be evaluated and counts as not empty.
 */
function listParts(text: string): string[] {
	const parts: string[] = [];
	for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start + 2)) {
		const end = text.indexOf('}}', start);
		if (end < 0) break;
		parts.push(text.slice(start, end + 2));
	}
	return parts;
}

/** Returns a list such as "The input has these fields: FirstName, LastName …". */
function listNames(names: readonly string[]): string {
	if (names.length === 0) return 'The input has no fields';
	let list = '';
	for (const name of names) {
		const longer = list ? `${list}, ${name}` : name;
		if (longer.length > MAX_FIELDS_LENGTH)
			return `The input has these fields: ${list || name.slice(0, MAX_FIELDS_LENGTH)} …`;
		list = longer;
	}
	return `The input has these fields: ${list}`;
}
