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
