import type { IExecuteFunctions } from 'n8n-workflow';

import type { ClientOptions, Stats } from '../../client/client';
import { pluralize } from '../../pluralize';
import { listGoodItems, type CheckedItems } from './checked-items';

/** The number of items that a test run processes. */
const MAX_TESTED = 10;

/** A run that somebody started in the editor to try a workflow with its first items. */
export class TestRun {
	/** The number of calls for the first item. They may include calls that read lists for all items. */
	private callsOfFirst?: number;

	private constructor(private readonly itemCount: number) {}

	/**
	 * Limits a run to its first items, if Options › Test Runs is “First 10 Items” and the run was started in the editor
	 * (n8n's mode "manual").
	 *
	 * @returns undefined if the run processes all items
	 */
	static limitToFirst(context: IExecuteFunctions, items: CheckedItems): TestRun | undefined {
		const { length } = items;
		const isForTest = listGoodItems(items).some((item) => item.isForTest);
		if (context.getMode() !== 'manual' || !isForTest || length <= MAX_TESTED) return undefined;
		items.splice(MAX_TESTED);
		return new TestRun(length);
	}

	noteCalls({ calls }: Stats): void {
		this.callsOfFirst ??= calls;
	}

	/**
	 * Returns a hint such as "Test run: 10 of 10,000 items. A published workflow processes all of them, in about 67
	 * minutes."
	 */
	toHint({ calls, retries }: Stats, { callsPerMinute }: ClientOptions): string {
		const perItem = (calls - retries - (this.callsOfFirst ?? 0)) / (MAX_TESTED - 1);
		const minutes = callsPerMinute > 0 ? Math.round((perItem * this.itemCount) / callsPerMinute) : 0;
		const time = minutes > 0 ? `, in about ${pluralize(minutes, 'minute')}` : '';
		const all = this.itemCount.toLocaleString('en-US');
		return `Test run: ${MAX_TESTED} of ${all} items. A published workflow processes all of them${time}.`;
	}
}
