/** A page of a list, the first being 1, and how many there are. A page beyond the last is empty. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
	return {
		rows: rows.slice((page - 1) * size, page * size),
		totalPages: Math.ceil(rows.length / size),
	};
}
