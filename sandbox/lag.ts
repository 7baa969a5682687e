import type { Span } from './span';

/** When more than twice this many new rows are remembered, the older half is forgotten. */
const MAX_NEW_ROWS = 10_000;

const NOTHING: ReadonlySet<object> = new Set();

/**
 * Remembers the newest rows of a store and hides them from a call, as if the call read from a replica that lags behind.
 */
export class Lag {
	/** The newest rows, oldest first. */
	private newRows: Array<{ row: object; call: number; now: number }> = [];
	private call = 0;
	private now = 0;
	private hidden = NOTHING;

	get isOn(): boolean {
		return this.hidden !== NOTHING;
	}

	isHidden(row: object): boolean {
		return this.hidden.has(row);
	}

	/** @param now ms since 1970 */
	beginCall(now: number): void {
		this.call++;
		this.now = now;
	}

	/** Remembers a row of the current call. Rows from before the first call are never hidden. */
	noteNew(row: object): void {
		if (this.call === 0) return;
		this.newRows.push({ row, call: this.call, now: this.now });
		if (this.newRows.length > 2 * MAX_NEW_ROWS) this.newRows = this.newRows.slice(-MAX_NEW_ROWS);
	}

	/** Runs `work` while the rows of the last `lag.calls` calls, or of the last `lag.ms` milliseconds, are hidden. */
	hideDuring<Result>(lag: Span, work: () => Result): Result {
		const isRecent = ({ call, now }: { call: number; now: number }) =>
			'calls' in lag ? call >= this.call - lag.calls : now > this.now - lag.ms;
		this.hidden = new Set(this.newRows.filter(isRecent).map(({ row }) => row));
		try {
			return work();
		} finally {
			this.hidden = NOTHING;
		}
	}
}
