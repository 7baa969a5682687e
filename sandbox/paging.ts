/**
 * Returns a page of a list, with the number of pages. Pages are counted from 1, and a page after the last one is empty.
 */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
	return {
		rows: rows.slice((page - 1) * size, page * size),
		totalPages: Math.ceil(rows.length / size),
	};
}
