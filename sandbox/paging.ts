/** Returns a page of a list, counted from 1, and the number of pages. A page beyond the last is empty. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
	return {
		rows: rows.slice((page - 1) * size, page * size),
		totalPages: Math.ceil(rows.length / size),
	};
}
