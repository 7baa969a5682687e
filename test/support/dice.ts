/** This run's seed: the environment variable FAULTS_SEED, or 1. */
export const FIRST_SEED = Number(process.env['FAULTS_SEED'] ?? 1);

/** A pseudo-random generator with a seed (mulberry32). */
export class Dice {
	constructor(private state: number) {}

	/** Returns a number from 0 (inclusive) to 1 (exclusive). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Returns true with the given probability. */
	happens(probability: number): boolean {
		return this.next() < probability;
	}

	/** Returns an integer from 0 to `below` - 1. */
	pickBelow(below: number): number {
		return Math.floor(this.next() * below);
	}

	pick<T>(list: readonly T[]): T {
		return list[this.pickBelow(list.length)]!;
	}

	/** Repeats the list endlessly, each time in a new order. */
	*rounds<T>(list: readonly T[]): Generator<T, never> {
		for (;;) {
			const left = [...list];
			while (left.length > 0) yield left.splice(this.pickBelow(left.length), 1)[0]!;
		}
	}
}
