import { ENCODED } from './formats';
import type { Member } from './shape';

/** Something that differs from what the nodes expect. It contains none of the account's values. */
export interface Finding {
	/** The key that differs, such as “Data.Invoices[].Total”, or a few words. */
	about: string;
	/** What the API documents say. It completes the line “expected: …”. */
	expected: string;
	/** What the service sent instead, such as the type of a value. It completes the line “found: …”. */
	came: string;
	/** What the difference means for workflows, in one or two sentences. */
	means: string;
}

export function toSentence({ about, expected, came }: Finding): string {
	return `${about}: expected ${expected}; came ${came}`;
}

/** Removes findings that equal an earlier finding. */
export function removeDuplicates(findings: readonly Finding[]): Finding[] {
	return [...new Map(findings.map((one) => [toSentence(one), one])).values()];
}

/** Returns only the first finding for each expectation, because the pages of a list usually differ in the same way. */
export function firstOfEach(findings: readonly Finding[]): Finding[] {
	const reversed = [...findings].reverse();
	return [...new Map(reversed.map((one) => [`${one.about}: ${one.expected}`, one])).values()].reverse();
}

/** Matches a key whose value is an amount of money. */
export const MONEY =
	/(^|Total|Sub|Tax|Fee|Discount|Gross|Net|Paid|Fees)(Amount|AmountPaid|AmountPrizes|AmountBeforeFees)$|^(Subtotal|Total|GrandTotal|TotalPending|TotalPaid|Rate|GrossAmount|NetAmount|ProcessingFee|SubscriptionPrice|FixedPrice)$/;

const OF_EMPTY = 'The column is empty in these rows, so texts and steps that use it have a gap.';
const OF_LISTS =
	'Your workflow gets no rows from this list, or stops with an error, although there may be some. Compare with your provider’s web app.';
const OF_PARTS =
	'The nodes don’t find the values that belong there. Columns stay empty, or the operation stops with an error.';
const OF_CODES =
	'Messages show these codes in place of the characters, and a comparison with your own list does not match.';

/** What a wrong string means for workflows, by the expected kind of string. */
const OF_TEXTS: Partial<Record<Member['kinds'][number], string>> = {
	email: 'Messages to this person fail, and nobody is found by this address.',
	phone: 'Messages to this person fail, and nobody is found by this number.',
	url: 'A message with this link sends people to a page that does not open.',
	image: 'The picture cannot be attached to a message or saved as a file.',
	currency: 'Messages and sums can name the wrong currency.',
	handler: 'The nodes take either, but an If, a Switch or a Merge on this column does not match.',
	number: 'A search, a sort or a comparison by this number can fail.',
};

/** Whether a key contains an amount of money. “Total” is an amount only in some replies. */
const isMoney = (path: string, key: string): boolean =>
	MONEY.test(key) && (key !== 'Total' || /Invoice|Consumption|Month/.test(path));

/**
 * Returns what a wrong or missing value means for workflows.
 *
 * @param came a description of the value; undefined if the key is missing
 */
export function explainMeaning(path: string, { form, kinds }: Member, came?: string): string {
	if (form === 'list') return OF_LISTS;
	if (form === 'object') return OF_PARTS;
	if (came === ENCODED) return OF_CODES;
	const key = /(\w+)(\[\])?$/.exec(path)?.[1] ?? '';
	const ofText = kinds.map((kind) => OF_TEXTS[kind]).find(Boolean);
	if (ofText) return ofText;
	if (kinds.includes('id') || kinds.includes('link'))
		return 'A later step that needs this ID (a lookup, a change, a merge with saved rows) fails or finds nothing.';
	if (kinds.includes('at') || kinds.includes('day') || kinds.includes('time'))
		return 'Triggers, filters and sorting by this date can miss rows. If a response is lost, the nodes may be unable to tell what is new, and stop with an error.';
	if (/Type$/.test(key) && kinds.includes('word'))
		return 'The nodes treat it as plain text: they neither offer its choices nor check what is entered.';
	if (kinds.includes('word'))
		return 'A Switch, If or Filter node on this column does not expect it, so these rows can take the wrong path.';
	if (isMoney(path, key) || kinds.includes('money'))
		return 'Amounts in messages, sums and comparisons can be wrong. Check them before you invoice or report.';
	if (kinds.includes('n'))
		return 'A sum, a comparison or a sort by this column can be wrong. As text, 10 comes before 9.';
	if (kinds.includes('b')) return 'An If or Filter node on this column can take the wrong path.';
	return OF_EMPTY;
}
