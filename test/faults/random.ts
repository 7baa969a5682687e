/** The seed of this run: from the environment variable FAULTS_SEED, else always the same. */
export const FIRST_SEED = Number(process.env['FAULTS_SEED'] ?? 1);

/** Chance that comes out the same for the same seed (mulberry32). */
export class Dice {
	constructor(private state: number) {}

	/** From 0 up to, but not, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Whether something of this probability happens. */
	happens(probability: number): boolean {
		return this.next() < probability;
	}

	/** From 0 to `below` - 1. */
	below(below: number): number {
		return Math.floor(this.next() * below);
	}

	pick<T>(list: readonly T[]): T {
		return list[this.below(list.length)]!;
	}
}
