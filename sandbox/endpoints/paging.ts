import type { z } from 'zod';
import { integer } from '../fields';
import { pageOf } from '../paging';

/*
 * The pages of codes, messaging and drips: from 1, 25 records unless asked otherwise. What is out of range is clamped (reference, "Codes"
 * and "Messaging: campaigns, suppressions, sending").
 */

/** The keys of a request for one page. */
export const pageKeys = (largest: number) => ({
	Page: integer.describe('clamped').default(1),
	ItemsPerPage: integer.describe(`1 to ${largest}, clamped`).default(25),
});

/** The largest page of messaging and drips. */
export const LARGEST_PAGE = 100;

/** One page of records, and the counts that the answer has beside it. */
export function clampedPage<Row>(
	all: readonly Row[],
	asked: z.output<z.ZodObject<ReturnType<typeof pageKeys>>>,
	largest = LARGEST_PAGE,
) {
	const ItemsPerPage = clamp(asked.ItemsPerPage, largest);
	const Page = clamp(asked.Page, Math.ceil(all.length / ItemsPerPage));
	const { rows, totalPages: TotalPages } = pageOf(all, Page, ItemsPerPage);
	return { rows, counts: { TotalResults: all.length, Page, ItemsPerPage, TotalPages } };
}

const clamp = (value: number, most: number) => Math.max(1, Math.min(value, most));
