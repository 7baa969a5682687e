import type { Client } from '../shared/client/client';
import { parseInstant } from '../shared/time/parse';
import type { z } from '../shared/zod';
import type { details } from './api/invoices';

/** Adds a hint for each value of a new or changed invoice that is valid, but often a mistake. */
export function hintAtLikelyMistakes({ hints }: Client, invoice: z.output<typeof details>): void {
	const { DueDate, TaxRate = 0 } = invoice;
	if (parseInstant(DueDate)?.isPast(Date.now()))
		hints.add(
			`“Due Date” is in the past (${DueDate}), so such an invoice is overdue as soon as it is published.`,
		);
	// A spreadsheet returns 0.19 for a cell that shows 19%.
	if (TaxRate > 0 && TaxRate < 1) {
		const percent = Number((TaxRate * 100).toFixed(4));
		hints.add(
			`“Tax Rate (%)” is ${TaxRate}, so the tax is ${TaxRate}%. If you mean ${percent}%, enter ${percent}.`,
		);
	}
}
