import type { Client } from '../client/client';

/** Enough to keep a list valid for 2,500 writes; a person has two keys. */
const MOST_KEYS = 5_000;

const KEEP_MS = 3_600_000;

/** When this process last wrote, by the keys of `Client.exclusively`, in ms of the monotonic clock. */
const createRecentWrites = () => ({
	/** The oldest first. */
	writtenAt: new Map<string, number>(),
	droppedAt: -Infinity,
});

/** Notes a finished write, successful or not. Call it while the keys are held. */
export function noteWrite(client: Client, keys: readonly string[]): void {
	const writes = client.account.get(createRecentWrites);
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

/** Others are taken to be at work for this long after we met them. */
const OTHERS_STAY_MS = 60_000;

/**
 * Whether something with this key may have been written since a `performance.now()`, by this process, or by
 * another one if we met any in the last minute. Data read then may be out of date. Call it while the key is
 * held.
 */
export function mayBeWrittenSince({ account }: Client, key: string, moment: number): boolean {
	if (performance.now() - account.gate.metOthersAt < OTHERS_STAY_MS) return true;
	const { writtenAt, droppedAt } = account.get(createRecentWrites);
	return (writtenAt.get(key) ?? droppedAt) >= moment;
}

/** Whether all writes of this process since a `performance.now()` are known. If not, `mayBeWrittenSince` is always true. */
export function knowsWritesSince(client: Client, moment: number): boolean {
	return client.account.get(createRecentWrites).droppedAt < moment;
}
