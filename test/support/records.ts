import type { Store } from '../../sandbox/store';

/** Change with every call, also of an operation that only reads. */
const COUNTED = ['clock', 'tokens', 'usage', 'log'];

interface Table {
	all(): Iterable<object>;
}

const isTable = (value: unknown): value is Table =>
	typeof value === 'object' && value !== null && 'all' in value;

/**
 * The records of a service as text, to compare them with those before.
 *
 * @param beside leaves out those of this sweepstakes
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
