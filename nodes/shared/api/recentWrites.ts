import type { Caller } from '../client/endpoint';

/** How many keys are kept, so that a list stays good for at least 2,500 writes. A person has two keys. */
const MOST_KEYS = 5_000;

/** How long a key is kept, in ms. */
const KEEP_MS = 3_600_000;

/** When the executions of this process last wrote, by the keys of `Caller.exclusively`. Moments are ms of the monotonic clock. */
class RecentWrites {
	/** The oldest first. */
	private readonly writtenAt = new Map<string, number>();
	/** When the latest of the dropped keys was written. */
	private droppedAt = -Infinity;

	add(keys: readonly string[]): void {
		const now = performance.now();
		for (const key of keys) {
			this.writtenAt.delete(key);
			this.writtenAt.set(key, now);
		}
		for (const [key, at] of this.writtenAt) {
			if (this.writtenAt.size <= MOST_KEYS && now - at <= KEEP_MS) break;
			this.writtenAt.delete(key);
			this.droppedAt = at;
		}
	}

	isSince(key: string, moment: number): boolean {
		return (this.writtenAt.get(key) ?? this.droppedAt) >= moment;
	}

	knowsAllSince(moment: number): boolean {
		return this.droppedAt < moment;
	}
}

const createRecentWrites = () => new RecentWrites();

/** Notes a finished write, whether it succeeded or not. Called while the keys are held. */
export function noteWrite(service: Caller, keys: readonly string[]): void {
	service.account.get(createRecentWrites).add(keys);
}

/**
 * Whether an execution of this process may have written something with this key at or after a moment, so that what was read
 * then may be out of date. Asked while the key is held.
 *
 * @param moment ms of `performance.now()`
 */
export function mayBeWrittenSince(service: Caller, key: string, moment: number): boolean {
	return service.account.get(createRecentWrites).isSince(key, moment);
}

/**
 * Whether all writes since a moment are still known. Otherwise `mayBeWrittenSince` is true for every key.
 *
 * @param moment ms of `performance.now()`
 */
export function knowsWritesSince(service: Caller, moment: number): boolean {
	return service.account.get(createRecentWrites).knowsAllSince(moment);
}
