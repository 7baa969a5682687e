import type { IExecuteFunctions } from 'n8n-workflow';

import type { ClientOptions, Stats } from '../../../../../nodes/shared/client/client';
import type { CheckedItems } from '../../../../../nodes/shared/n8n/run/checked-items';
import { TestRun } from '../../../../../nodes/shared/n8n/run/test-run';

const context = { getMode: () => 'manual' } as IExecuteFunctions;

const createItems = (itemCount: number): CheckedItems =>
	Array.from({ length: itemCount }, (_, itemIndex) => ({
		itemIndex,
		parameters: {},
		request: {},
		isDry: false,
		isForTest: true,
		unused: [],
	}));

/** @param calls how many calls have been made after each item */
function hintAfter(
	itemCount: number,
	calls: number[],
	callsPerMinute: number,
	retries = 0,
): string | undefined {
	const test = TestRun.limitToFirst(context, createItems(itemCount));
	for (const count of calls) test?.noteCalls({ calls: count } as Stats);
	return test?.toHint({ calls: calls.at(-1), retries } as Stats, { callsPerMinute } as ClientOptions);
}

const ONE_EACH = Array.from({ length: 10 }, (_, index) => index + 1);

test.each<[string, string | undefined, Parameters<typeof hintAfter>]>([
	['a call for each item', ', in about 67 minutes', [10_000, ONE_EACH, 150]],
	[
		'lists that only the first item reads',
		', in about 67 minutes',
		[10_000, ONE_EACH.map((one) => one + 20), 150],
	],
	['repeated calls', ', in about 67 minutes', [10_000, ONE_EACH.with(9, 13), 150, 3]],
	['calls for one minute', ', in about 1 minute', [150, ONE_EACH, 150]],
	['calls for less than a minute', '', [12, ONE_EACH, 150]],
	['no rate limit', '', [10_000, ONE_EACH, 0]],
	['one call for all items', '', [10_000, ONE_EACH.map(() => 1), 150]],
	['handled no item yet', '', [10_000, [], 150]],
])('if a test run has %s, its hint ends with “all of them%s.”', (_what, time, asked) => {
	const all = asked[0].toLocaleString('en-US');
	expect(hintAfter(...asked)).toBe(
		`Test run: 10 of ${all} items. A published workflow processes all of them${time}.`,
	);
});

test('a test run handles only the first ten items', () => {
	const items = createItems(12);
	TestRun.limitToFirst(context, items);
	expect(items).toEqual(createItems(10));
});
