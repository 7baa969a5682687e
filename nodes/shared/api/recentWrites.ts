import type { Caller } from '../client/endpoint';

/** Enough to keep a list valid for 2,500 writes; a person has two keys. */
const MOST_KEYS = 5_000;

const KEEP_MS = 3_600_000;

/** When this process last wrote, by the keys of `Caller.exclusively`, in ms of the monotonic clock. */
const createRecentWrites = () => ({
	/** The oldest first. */
	writtenAt: new Map<string, number>(),
	droppedAt: -Infinity,
});

/** Notes a finished write, successful or not. Call it while the keys are held. */
export function noteWrite(service: Caller, keys: readonly string[]): void {
	const writes = service.account.get(createRecentWrites);
	const { writtenAt } = writes;
	const now = performance.now();
	for (const key of keys) {
		writtenAt.delete(key);
		writtenAt.set(key, now);
	}
	for (const [key, at] of writtenAt) {
		if (writtenAt.size <= MOST_KEYS && now - at <= KEEP_MS) break;
		writtenAt.delete(key);
		writes.droppedAt = at;
	}
}

/**
 * Whether this process may have written something with this key since a `performance.now()`. Data read then
 * may be out of date. Call it while the key is held.
 */
export function mayBeWrittenSince(service: Caller, key: string, moment: number): boolean {
	const { writtenAt, droppedAt } = service.account.get(createRecentWrites);
	return (writtenAt.get(key) ?? droppedAt) >= moment;
}

/** Whether all writes since a `performance.now()` are known. If not, `mayBeWrittenSince` is always true. */
export function knowsWritesSince(service: Caller, moment: number): boolean {
	return service.account.get(createRecentWrites).droppedAt < moment;
}
