import type { Store } from '../../sandbox/store';

/** Tables that change with every call, even if the operation only reads. */
const COUNTED = ['clock', 'tokens', 'usage', 'log'];

interface Table {
	all(): Iterable<object>;
}

const isTable = (value: unknown): value is Table =>
	typeof value === 'object' && value !== null && 'all' in value;

/**
 * Lists the records of a service as text, so that tests can compare the records before and after a call.
 *
 * @param beside a sweepstakes whose records to leave out
 * @param ignored tables to leave out
 */
export function listRecords(
	store: Store,
	{ beside, ignored = [] }: { beside?: string; ignored?: readonly string[] } = {},
): string[] {
	const all: string[] = [];
	for (const [name, table] of Object.entries(store)) {
		if (COUNTED.includes(name) || ignored.includes(name) || !isTable(table)) continue;
		for (const record of table.all())
			if ((record as { SweepstakesToken?: string }).SweepstakesToken !== beside || beside === undefined)
				all.push(`${name} ${JSON.stringify(record)}`);
	}
	return all;
}
