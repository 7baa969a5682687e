import { throwIfCancelled, untilCancelled } from './cancellation';

/** Admits one holder at a time, in order of arrival. */
export class Mutex {
	isHeld = false;
	private readonly queue: Array<() => void> = [];

	/** @throws {Cancelled} as soon as the signal fires; the caller then holds nothing. */
	async enter(signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		if (!this.isHeld) {
			this.isHeld = true;
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

	leave(): void {
		const next = this.queue.shift();
		if (next) next();
		else this.isHeld = false;
	}

	/** A waiter admitted just as it gave up admits the next one. */
	private giveUp(admit: () => void): void {
		const place = this.queue.indexOf(admit);
		if (place >= 0) this.queue.splice(place, 1);
		else this.leave();
	}
}

/** A mutex for each key. Free ones are dropped. */
export class KeyedMutex {
	private readonly mutexes = new Map<string, Mutex>();

	/** Whether the mutex of `key` is held or, without a key, any mutex. */
	isHeld(key?: string): boolean {
		return key === undefined ? this.mutexes.size > 0 : this.mutexes.has(key);
	}

	async enter(key: string, signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		let mutex = this.mutexes.get(key);
		if (!mutex) this.mutexes.set(key, (mutex = new Mutex()));
		await mutex.enter(signal);
	}

	leave(key: string): void {
		const mutex = this.mutexes.get(key)!;
		mutex.leave();
		if (!mutex.isHeld) this.mutexes.delete(key);
	}
}
