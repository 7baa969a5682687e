import type { IDataObject } from 'n8n-workflow';

/** The outcomes of a run by row number. */
export interface Rows {
	done: number[];
	ambiguous: number[];
	failed: number[];
}

/** Groups the row numbers of the items in a node's two outputs (success and error) by what happened to the row. */
export function toRows(good: readonly IDataObject[], bad: readonly IDataObject[], key: string): Rows {
	const mayBeProcessed = ({ error }: IDataObject) => String(error).includes('may have been processed');
	const numbers = (items: readonly IDataObject[]) => items.map((item) => Number(item[key]));
	return {
		done: numbers(good),
		ambiguous: numbers(bad.filter(mayBeProcessed)),
		failed: numbers(bad.filter((item) => !mayBeProcessed(item))),
	};
}

/**
 * Describes each row that was lost, duplicated or not reported, in one sentence.
 *
 * @param kept the row number of each record in the sandbox
 */
export function judgeRows(
	{ done, ambiguous, failed }: Rows,
	kept: readonly number[],
	count: number,
): string[] {
	const times = (list: readonly number[], row: number) => list.filter((one) => one === row).length;
	return Array.from({ length: count }, (_, row) => row + 1).flatMap((row) => {
		const told = times(done, row) + times(ambiguous, row) + times(failed, row);
		if (told !== 1) return [`Row ${row} came out ${told} times`];
		const there = times(kept, row);
		const isWell = done.includes(row) ? there === 1 : there === 0 || (there === 1 && ambiguous.includes(row));
		return isWell ? [] : [`Row ${row} is stored ${there} times`];
	});
}
