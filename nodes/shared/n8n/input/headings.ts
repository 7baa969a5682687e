import { asObject, isObject } from '../../json';
import type { StoredColumn } from '../operation/field';

/** Groups of words that mean the same in the headings of spreadsheets, in the form that `toPlainHeading` returns. */
const SYNONYMS: readonly string[][] = [
	['email', 'emailaddress', 'mail', 'keyemail'],
	[
		'phone',
		'phone1',
		'phonenumber',
		'keyphonenumber',
		'mobile',
		'mobilenumber',
		'mobilephone',
		'telephone',
		'tel',
		'cell',
	],
	['firstname', 'givenname', 'forename', 'first'],
	['lastname', 'surname', 'familyname', 'last'],
	['zip', 'zipcode', 'postcode', 'postalcode'],
	['birthdate', 'birthday', 'dateofbirth', 'dob'],
];

const FIRST_SYNONYM = new Map(SYNONYMS.flatMap((words) => words.map((word) => [word, words[0]!] as const)));

/**
 * The maximum length of a heading that can match a field even if its text differs from the field's name, in characters.
 * A longer heading is unlikely to be a name, so it must be exactly the same.
 */
const MAX_HEADING_LENGTH = 200;

/** Reduces a heading to its letters and digits in lowercase. A note in parentheses at the end is dropped. */
function toPlainHeading(heading: string): string {
	if (heading.length > MAX_HEADING_LENGTH) return '';
	const plain = heading.normalize('NFKC').toLowerCase();
	return plain.replace(/ \([^()]*\)$/, '').replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The three forms in which headings and names are compared, the most certain first: the whole text, only its letters
 * and digits, and the first word of its group in `SYNONYMS`.
 */
type Meanings = readonly [exact: string, plain: string, same: string];

function readMeanings(text: string): Meanings {
	const plain = toPlainHeading(text);
	return [text, plain, FIRST_SYNONYM.get(plain) ?? ''];
}

/** The indexes of `Meanings`, the most certain form first. */
const MEANING_KINDS = [0, 1, 2] as const;

/** The number of headings to read per step. */
const HEADINGS_PER_STEP = 1_000;

export function takeAllSteps<Result>(steps: Generator<void, Result>): Result {
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/**
 * Finds the heading for each field. It works in steps, so that an input item with a million headings does not block
 * other workflows. If a heading matches several fields, or a field matches several headings, they are not paired.
 *
 * @param fields the possible names of each field
 */
export function* matchInSteps(
	fields: ReadonlyArray<readonly string[]>,
	headings: readonly string[],
): Generator<void, Array<string | undefined>> {
	const names = fields.map((one) => one.map(readMeanings));
	const known = new Set(names.flat(2).filter(Boolean));
	const candidates: Meanings[] = [];
	const counts = new Map<string, number>();
	for (const [index, heading] of headings.entries()) {
		if (index % HEADINGS_PER_STEP === 0) yield;
		const meanings = readMeanings(heading);
		const [, plain] = meanings;
		if (!meanings.some((meaning) => known.has(meaning))) continue;
		const count = counts.get(plain) ?? 0;
		counts.set(plain, count + 1);
		// More headings with the same letters would not change the result: each field can get one of them by its exact
		// name, and two more are enough to make a match by letters ambiguous.
		if (known.has(heading) || count < fields.length + 2) candidates.push(meanings);
	}
	const found: Array<string | undefined> = fields.map(() => undefined);
	for (const way of MEANING_KINDS) {
		const fieldsOf = new Map<string, Set<number>>();
		for (const [field, meanings] of names.entries())
			for (const { [way]: meaning } of found[field] === undefined ? meanings : [])
				if (meaning) fieldsOf.set(meaning, (fieldsOf.get(meaning) ?? new Set()).add(field));
		const taken = new Set(found);
		const fitting = new Map<number, Meanings[]>();
		for (const candidate of candidates) {
			if (taken.has(candidate[0])) continue;
			for (const field of fieldsOf.get(candidate[way]) ?? [])
				fitting.set(field, [...(fitting.get(field) ?? []), candidate]);
		}
		for (const [field, [first, another]] of fitting)
			if (first && !another && fieldsOf.get(first[way])!.size === 1) found[field] = first[0];
	}
	return found;
}

export function isColumn(value: unknown): value is StoredColumn {
	return isObject(value) && typeof value.id === 'string' && typeof value.displayName === 'string';
}

export interface MatchedHeadings {
	/** Maps the ID of a column to its heading. */
	headings: ReadonlyMap<string, string>;
	unused: readonly string[];
}

/** The maximum number of unused headings to list. A hint cannot show more. */
const MAX_UNUSED = 1_000;

/**
 * Matches the headings of a run's items with columns. If an item has the same headings as the one before, as in a
 * spreadsheet, the last match is reused.
 */
export class HeadingMatches {
	private latest?: {
		names: string;
		row: Record<string, unknown>;
		headings: readonly string[];
		matched: MatchedHeadings;
	};

	/**
	 * Matches the headings of an input item with the columns of a stored resource mapper, in steps. Reading the item
	 * later reuses the result.
	 *
	 * @returns undefined if the mapper does not use Map Automatically
	 */
	matchAhead(stored: unknown, row: Record<string, unknown>): Generator<void> | undefined {
		const { mappingMode, schema } = asObject(stored);
		if (mappingMode !== 'autoMapInputData' || !Array.isArray(schema)) return undefined;
		return this.match(schema.filter(isColumn), row);
	}

	*match(columns: readonly StoredColumn[], row: Record<string, unknown>): Generator<void, MatchedHeadings> {
		const { latest } = this;
		const names = columns.map(({ id, displayName }) => [id, displayName]);
		const key = JSON.stringify(names);
		const headings = latest?.row === row ? latest.headings : Object.keys(row);
		if (latest?.names === key && areSame(latest.headings, headings)) return latest.matched;
		const matched = yield* matchColumns(columns, names, headings);
		this.latest = { names: key, row, headings, matched };
		return matched;
	}
}

function* matchColumns(
	columns: readonly StoredColumn[],
	names: string[][],
	headings: readonly string[],
): Generator<void, MatchedHeadings> {
	const found = yield* matchInSteps(names, headings);
	const pairs = columns.flatMap(({ id }, index): Array<[string, string]> => {
		const heading = found[index];
		return heading === undefined ? [] : [[id, heading]];
	});
	const used = new Set(found);
	const unused: string[] = [];
	for (const heading of headings) {
		if (unused.length === MAX_UNUSED) break;
		if (!used.has(heading)) unused.push(heading);
	}
	return { headings: new Map(pairs), unused };
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
	if (one === other) return true;
	return one.length === other.length && one.every((text, index) => text === other[index]);
}
