import { isObject } from '../../json';
import type { StoredColumn } from '../operation/field';

/**
 * Patterns of headings that mean the same, in the form that `toPlainHeading` returns. A mobile number is a phone number,
 * too.
 */
const SYNONYMS: readonly RegExp[] = [
	/^(?:key)?e?mail(?:address)?$/,
	/^(?:mobile|cell)(?:phone)?(?:number)?$/,
	/^(?:(?:key|tele)?phone|tel|(?:mobile|cell)(?:phone)?)(?:number)?1?$/,
	/^(?:first|given|fore)name$|^first$/,
	/^(?:last|sur|family)name$|^last$/,
	/^zip$|^(?:zip|post|postal)code$/,
	/^birth(?:date|day)$|^dateofbirth$|^dob$/,
];

/**
 * Reduces a heading to its letters and digits in lowercase. A note is kept, because “Email (parent)” is the address of
 * somebody else.
 */
function toPlainHeading(heading: string): string {
	return heading
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names in the headings of spreadsheets and in templates, besides those that `SYNONYMS` match. */
const NAMES = ['name', 'fullname', 'fname', 'lname'];

/** Headings that are ordinary words, too. */
const ORDINARY_WORDS = new Set(['first', 'last']);

/** Whether a text is the heading of a value that each person has, such as “First Name” or “EMAIL”. */
export function isHeadingOfPerson(text: string): boolean {
	const plain = toPlainHeading(text);
	return !ORDINARY_WORDS.has(plain) && (NAMES.includes(plain) || SYNONYMS.some((words) => words.test(plain)));
}

/**
 * The four forms in which headings and names are compared, the most certain first: the whole text, only its letters and
 * digits, and the indexes of the first and the last of `SYNONYMS` that matches.
 */
type Meanings = readonly [exact: string, plain: string, narrow: number, wide: number];

const NO_SYNONYM = -1;

function readMeanings(text: string): Meanings {
	const plain = toPlainHeading(text);
	const matches = (words: RegExp) => words.test(plain);
	return [text, plain, SYNONYMS.findIndex(matches), SYNONYMS.findLastIndex(matches)];
}

function readPurpose(text = ''): Meanings {
	return ['', '', NO_SYNONYM, readMeanings(text)[3]];
}

/** The indexes of `Meanings`, the most certain form first. */
const MEANING_KINDS = [0, 1, 2, 3] as const;

/**
 * Finds the heading for each field. If a heading matches several fields, or a field matches several headings, they are
 * not paired.
 *
 * @param fields the possible names of each field
 * @param purposes for each field, a word for what it holds, such as "KeyEmail". It counts only as a synonym.
 */
export function matchHeadings(
	fields: ReadonlyArray<readonly string[]>,
	headings: readonly string[],
	purposes: ReadonlyArray<string | undefined> = [],
): Array<string | undefined> {
	const names = fields.map((one, index) => [...one.map(readMeanings), readPurpose(purposes[index])]);
	const meanings = headings.map(readMeanings);
	const found: Array<string | undefined> = fields.map(() => undefined);
	for (const kind of MEANING_KINDS) {
		const taken = new Set(found);
		// If several headings have the same meaning, none of them is certain, so two are enough to know.
		const byMeaning = new Map<string | number, string[]>();
		for (const { 0: heading, [kind]: meaning } of meanings)
			if (meaning !== '' && meaning !== NO_SYNONYM && !taken.has(heading))
				byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), heading].slice(0, 2));
		const matches = names.map((own, index) => {
			const wanted = found[index] === undefined ? own.map(({ [kind]: meaning }) => meaning) : [];
			return [...new Set(wanted)].flatMap((meaning) => byMeaning.get(meaning) ?? []);
		});
		for (const [index, [first, another]] of matches.entries()) {
			const isOfOneField = first !== undefined && matches.filter((one) => one.includes(first)).length === 1;
			if (isOfOneField && another === undefined) found[index] = first;
		}
	}
	return found;
}

export function isColumn(value: unknown): value is StoredColumn {
	return isObject(value) && typeof value.id === 'string' && typeof value.displayName === 'string';
}

/** How the columns of a resource mapper match the headings of an item. */
export interface MatchedColumns {
	/** Maps the ID of a column to its heading. */
	headings: ReadonlyMap<string, string>;
	unused: readonly string[];
}

/** The latest match, because all rows of a spreadsheet have the same headings. */
let latest: { key: string; matched: MatchedColumns } | undefined;

/**
 * Matches the columns of a resource mapper with the headings of an input item. If a column fills a field of the node, a
 * heading may also mean that field, no matter what the form calls the column.
 */
export function matchColumns(columns: readonly StoredColumn[], headings: readonly string[]): MatchedColumns {
	const names = columns.map(({ id, displayName }) => [id, displayName]);
	const purposes = columns.map(({ filledFrom }) => filledFrom);
	const key = JSON.stringify([names, purposes, headings]);
	if (latest?.key === key) return latest.matched;
	const found = matchHeadings(names, headings, purposes);
	const pairs = columns.flatMap(({ id }, index): Array<[string, string]> => {
		const heading = found[index];
		return heading === undefined ? [] : [[id, heading]];
	});
	const used = new Set(found);
	const matched = { headings: new Map(pairs), unused: headings.filter((heading) => !used.has(heading)) };
	latest = { key, matched };
	return matched;
}
