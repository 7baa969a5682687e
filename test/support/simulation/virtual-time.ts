const realImmediate = setImmediate;

interface Timer {
	at: number;
	order: number;
	fire: () => void;
}

/**
 * A clock that jumps from timer to timer, and that stands still while code runs. During `run`, it replaces
 * `performance.now`, `Date.now`, `setTimeout`, `AbortSignal.timeout` and `Math.random`, so that the code under test
 * runs unchanged. It is much faster than Jest's fake timers, which search all timers for the next one.
 */
export class VirtualTime {
	now = 0;
	/** A binary heap with the next timer first. */
	private readonly timers: Timer[] = [];
	private order = 0;

	/** Calls `fire` after `ms` on this clock. */
	callAfter(ms: number, fire: () => void): void {
		const timer = { at: this.now + Math.max(0.01, ms), order: this.order++, fire };
		let index = this.timers.push(timer) - 1;
		for (let parent; index > 0 && isBefore(timer, this.timers[(parent = (index - 1) >> 1)]!); index = parent)
			this.timers[index] = this.timers[parent]!;
		this.timers[index] = timer;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.callAfter(ms, resolve));
	}

	/** Runs `work` to its end on this clock. The same seed leads to the same run. */
	async run<T>(seed: number, work: () => Promise<T>): Promise<T> {
		const restore = this.replaceGlobals(randomFrom(seed));
		let isDone = false;
		try {
			const result = work().finally(() => (isDone = true));
			result.catch(() => {});
			for (;;) {
				await new Promise((resolve) => realImmediate(resolve));
				if (isDone) return await result;
				const timer = this.takeNext();
				if (!timer) throw new Error('Nothing is left to wait for, but the work is not done');
				this.now = timer.at;
				timer.fire();
			}
		} finally {
			restore();
		}
	}

	private takeNext(): Timer | undefined {
		const [first] = this.timers;
		const last = this.timers.pop();
		if (first === last || !last) return first;
		const { length } = this.timers;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child >= length) break;
			if (child + 1 < length && isBefore(this.timers[child + 1]!, this.timers[child]!)) child++;
			if (isBefore(last, this.timers[child]!)) break;
			this.timers[index] = this.timers[child]!;
			index = child;
		}
		this.timers[index] = last;
		return first;
	}

	private replaceGlobals(random: () => number): () => void {
		const { setTimeout } = globalThis;
		const now = performance.now.bind(performance);
		const dateNow = Date.now.bind(Date);
		const { timeout } = AbortSignal;
		const mathRandom = Math.random.bind(Math);
		globalThis.setTimeout = ((fire: () => void, ms = 0) =>
			this.callAfter(ms, fire)) as unknown as typeof setTimeout;
		performance.now = () => this.now;
		Date.now = () => this.now;
		AbortSignal.timeout = () => new AbortController().signal;
		Math.random = random;
		return () => {
			globalThis.setTimeout = setTimeout;
			performance.now = now;
			Date.now = dateNow;
			AbortSignal.timeout = timeout;
			Math.random = mathRandom;
		};
	}
}

const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Returns a function that generates pseudorandom numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
