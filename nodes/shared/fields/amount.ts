import type { Field } from '../field';

/** Every list has these two. */
export const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies Field;

export const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	required: true,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} as const satisfies Field;

/** Ends a list after `most` entries, without asking for one more. */
export async function* atMost<T>(entries: AsyncIterable<T>, most: number): AsyncGenerator<T> {
	let count = 0;
	for await (const entry of entries) {
		yield entry;
		if (++count >= most) return;
	}
}
