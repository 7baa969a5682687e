import { HOUR_MS } from '../time/units';
import { RecentMap } from './recent';

/**
 * The maximum number of keys whose last write is remembered. A person has two keys, so a list of people stays usable
 * for 2,500 writes before people must be looked up again.
 */
const MAX_WRITES = 5_000;

/** The history of an account: when this process last wrote under each key of `Client.runExclusively`. */
export class AccountHistory {
	/** Maps a key to the time of the last write under this key, in ms of the monotonic clock. */
	private readonly writtenAt = new RecentMap<string, number>(HOUR_MS, MAX_WRITES);

	/** @param queue reveals whether another process uses the account */
	constructor(private readonly queue: { readonly hasNotedOthers: boolean }) {}

	/** Records that a write has ended, whether it succeeded or not. The caller must still hold the keys. */
	noteWrite(keys: readonly string[]): void {
		for (const key of keys) this.writtenAt.set(key, performance.now());
	}

	/**
	 * Whether this process may have written something under one of these keys since `moment`, so that data read at that
	 * moment may be out of date. The caller must hold the keys.
	 *
	 * @param moment a value of `performance.now()`
	 */
	isWrittenSince(keys: readonly string[], moment: number): boolean {
		return keys.some((key) => (this.writtenAt.get(key) ?? this.writtenAt.forgottenAt) >= moment);
	}

	/**
	 * Like `isWrittenSince`, but also true if another process used the account in the last minute, because that process
	 * may have written anything.
	 */
	mayBeWrittenSince(keys: readonly string[], moment: number): boolean {
		return this.queue.hasNotedOthers || this.isWrittenSince(keys, moment);
	}
}
