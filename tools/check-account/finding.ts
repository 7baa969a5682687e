import type { Kind } from './shape';

/** Something that is not as the nodes expect it. Holds no value of the account. */
export interface Finding {
	/** A key such as “Data.Invoices[].Total”, or a few words. */
	about: string;
	/** What the texts say. Completes “expected: …”. */
	expected: string;
	/** The shape of what came. Completes “came: …”. */
	came: string;
	/** What it means for workflows, in one or two sentences. */
	means: string;
}

export function sentenceOf({ about, expected, came }: Finding): string {
	return `${about}: expected ${expected}; came ${came}`;
}

/** Finding of a list. Equal ones count once. */
export function distinct(findings: readonly Finding[]): Finding[] {
	return [...new Map(findings.map((one) => [sentenceOf(one), one])).values()];
}

/** An amount of money, by the last part of its key. */
export const MONEY =
	/(^|Total|Sub|Tax|Fee|Discount|Gross|Net|Paid|Fees)(Amount|AmountPaid|AmountPrizes|AmountBeforeFees)$|^(Subtotal|Total|GrandTotal|TotalPending|TotalPaid|Rate|GrossAmount|NetAmount|ProcessingFee|SubscriptionPrice|FixedPrice)$/;

const OF_EMPTY = 'The column is empty in these rows, so texts and steps that use it have a gap.';

/** What a wrong or missing value of this kind means for workflows. */
export function meaningOf(path: string, kinds: readonly Kind[]): string {
	const key = /(\w+)(\[\])?$/.exec(path)?.[1] ?? '';
	if (kinds.includes('id') || kinds.includes('link'))
		return 'A later step that needs this ID (a lookup, a change, a merge with saved rows) fails or finds nothing.';
	if (kinds.includes('at') || kinds.includes('day') || kinds.includes('time'))
		return 'Triggers, filters and sorting by this date can miss rows. If an answer is lost, the nodes may be unable to tell what is new, and stop with an error.';
	if (/Type$/.test(key) && kinds.includes('word'))
		return 'The nodes treat it as plain text: they neither offer its choices nor check what is entered.';
	if (kinds.includes('word'))
		return 'A Switch, an If or a filter on this column does not know it, so these rows can take the wrong path.';
	if (MONEY.test(key) || kinds.includes('money'))
		return 'Amounts in messages, sums and comparisons can be wrong. Check them before you invoice or report.';
	if (kinds.includes('n'))
		return 'A sum, a comparison or a sort by this column can be wrong. As text, 10 comes before 9.';
	if (kinds.includes('b')) return 'An If or a filter on this column can take the wrong path.';
	return OF_EMPTY;
}
