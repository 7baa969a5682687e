import type { z } from 'zod';
import { integer } from '../fields';

/*
 * Rules for pages of codes, messages and drips: pages are counted from 1 and have 25 records by default. Page numbers
 * and sizes that are out of range are clamped.
 */

/** Returns the schemas of the request keys that choose a page. */
export const pageKeys = (largest: number) => ({
	Page: integer.describe('clamped').default(1),
	ItemsPerPage: integer.describe(`1 to ${largest}, clamped`).default(25),
});

/** The maximum number of records on a page of messages or drips. */
export const MAX_PAGE_SIZE = 100;

/** Returns one page of records, and the counts that the reply reports. */
export function clampedPage<Row>(
	all: readonly Row[],
	asked: z.output<z.ZodObject<ReturnType<typeof pageKeys>>>,
	largest = MAX_PAGE_SIZE,
) {
	const ItemsPerPage = clamp(asked.ItemsPerPage, largest);
	const Page = clamp(asked.Page, Math.ceil(all.length / ItemsPerPage));
	const { rows, totalPages: TotalPages } = takePage(all, Page, ItemsPerPage);
	return { rows, counts: { TotalResults: all.length, Page, ItemsPerPage, TotalPages } };
}

const clamp = (value: number, most: number) => Math.max(1, Math.min(value, most));

/**
 * Returns a page of a list, with the number of pages. Pages are counted from 1, and a page after the last one is empty.
 */
export function takePage<Row>(rows: readonly Row[], page: number, size: number) {
	return {
		rows: rows.slice((page - 1) * size, page * size),
		totalPages: Math.ceil(rows.length / size),
	};
}
