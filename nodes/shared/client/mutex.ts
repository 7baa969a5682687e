import { throwIfCancelled, awaitUnlessCancelled } from './cancellation';

/** A mutex with keys: each key has one holder at a time. Others wait for the key in order of arrival. */
export class KeyedMutex {
	/** Maps each held key to the functions that let the waiting callers in, in order of arrival. */
	private readonly waiting = new Map<string, Array<() => void>>();

	/** Runs `work` while it holds these keys. See `Client.runExclusively`. */
	async runExclusively<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const held: string[] = [];
		try {
			// The keys are sorted, so that two callers cannot deadlock.
			for (const key of [...new Set(keys)].sort()) {
				await this.enter(key, signal);
				held.push(key);
			}
			return await work();
		} finally {
			for (const key of held) this.leave(key);
		}
	}

	get isFree(): boolean {
		return this.waiting.size === 0;
	}

	/**
	 * Waits for a key, which the caller then holds until it calls `leave`.
	 *
	 * @throws {CancelledError} as soon as the signal fires. The caller does not hold the key then.
	 */
	async enter(key: string, signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		const waiting = this.waiting.get(key);
		if (!waiting) {
			this.waiting.set(key, []);
			return;
		}
		const admitted = new Promise<void>((resolve) => waiting.push(resolve));
		await awaitUnlessCancelled(admitted, signal).catch((error: unknown) => {
			// A caller that gives up keeps its place in the queue. When its place comes up, the next caller is let in.
			void admitted.then(() => this.leave(key));
			throw error;
		});
	}

	leave(key: string): void {
		const next = this.waiting.get(key)!.shift();
		if (next) next();
		else this.waiting.delete(key);
	}
}
