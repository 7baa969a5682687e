import { throwIfCancelled, untilCancelled } from './cancellation';

/** Admits one at a time, in order of arrival. */
export class Mutex {
	private held = false;
	/** Each function admits one waiter, in order of arrival. */
	private readonly queue: Array<() => void> = [];

	get isHeld(): boolean {
		return this.held;
	}

	/**
	 * Waits for a turn. Whoever returns from here holds the mutex until `leave`.
	 *
	 * @throws {Cancelled} as soon as the signal fires; the caller then holds nothing.
	 */
	async enter(signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		if (!this.held) {
			this.held = true;
			return;
		}
		let admit!: () => void;
		const admitted = new Promise<void>((resolve) => {
			admit = resolve;
			this.queue.push(admit);
		});
		let hasTurn = false;
		try {
			await untilCancelled(admitted, signal);
			hasTurn = true;
		} finally {
			if (!hasTurn) this.giveUp(admit);
		}
	}

	/** Admits the next waiter. */
	leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.held = false;
	}

	/** If we were admitted just as we gave up, admit the next waiter. */
	private giveUp(admit: () => void): void {
		const place = this.queue.indexOf(admit);
		if (place >= 0) this.queue.splice(place, 1);
		else this.leave();
	}
}

/** A mutex for each key. Free ones are not kept. */
export class KeyedMutex {
	private readonly mutexes = new Map<string, Mutex>();

	/** Whether anybody holds a mutex: the one of `key` or, without a key, any. */
	isHeld(key?: string): boolean {
		return key === undefined ? this.mutexes.size > 0 : this.mutexes.has(key);
	}

	/** Waits for a turn at `key`, as `Mutex.enter` does. */
	async enter(key: string, signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		let mutex = this.mutexes.get(key);
		if (!mutex) this.mutexes.set(key, (mutex = new Mutex()));
		await mutex.enter(signal);
	}

	/** Admits the next waiter at `key`. */
	leave(key: string): void {
		const mutex = this.mutexes.get(key)!;
		mutex.leave();
		if (!mutex.isHeld) this.mutexes.delete(key);
	}
}
