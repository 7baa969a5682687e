import { throwIfCancelled, awaitUnlessCancelled } from './cancellation';

/** Admits one holder of each key at a time, in order of arrival. */
export class KeyedMutex {
	/** For each held key, the functions that admit those who wait for it. */
	private readonly waiting = new Map<string, Array<() => void>>();

	isHeld(key: string): boolean {
		return this.waiting.has(key);
	}

	get isFree(): boolean {
		return this.waiting.size === 0;
	}

	/** @throws {CancelledError} as soon as the signal fires; the caller then does not hold the key */
	async enter(key: string, signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		const waiting = this.waiting.get(key);
		if (!waiting) {
			this.waiting.set(key, []);
			return;
		}
		const admitted = new Promise<void>((resolve) => waiting.push(resolve));
		await awaitUnlessCancelled(admitted, signal).catch((error: unknown) => {
			// A waiter that gives up keeps its place and, as soon as it is admitted, lets the next waiter in.
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
