import { throwIfCancelled, untilCancelled } from './cancellation';

/** Admits one holder of each key at a time, in order of arrival. */
export class KeyedMutex {
	/** For each held key, those who wait for it. */
	private readonly waiting = new Map<string, Array<() => void>>();

	isHeld(key: string): boolean {
		return this.waiting.has(key);
	}

	get isFree(): boolean {
		return this.waiting.size === 0;
	}

	/** @throws {Cancelled} as soon as the signal fires; the caller then does not hold the key. */
	async enter(key: string, signal?: AbortSignal): Promise<void> {
		throwIfCancelled(signal);
		const waiting = this.waiting.get(key);
		if (!waiting) {
			this.waiting.set(key, []);
			return;
		}
		let admit!: () => void;
		const admitted = new Promise<void>((resolve) => {
			admit = resolve;
			waiting.push(admit);
		});
		let isAdmitted = false;
		try {
			await untilCancelled(admitted, signal);
			isAdmitted = true;
		} finally {
			if (!isAdmitted) this.giveUp(key, waiting, admit);
		}
	}

	leave(key: string): void {
		const next = this.waiting.get(key)!.shift();
		if (next) next();
		else this.waiting.delete(key);
	}

	/** Stops waiting. A waiter that was admitted just as it gave up admits the next one. */
	private giveUp(key: string, waiting: Array<() => void>, admit: () => void): void {
		const place = waiting.indexOf(admit);
		if (place >= 0) waiting.splice(place, 1);
		else this.leave(key);
	}
}
