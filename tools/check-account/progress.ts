import type { Listener } from './recorder';

/** How often a long wait is reported, in ms. */
const EVERY_MS = 10_000;

/**
 * Tells the user that a check is still running while a reply takes long, or while the check waits for the rate limit.
 */
export class Progress implements Listener {
	private timer?: NodeJS.Timeout;

	constructor(private readonly say: (line: string) => void) {}

	onSent(call: string): void {
		let seconds = 0;
		this.onAnswered();
		this.timer = setInterval(() => {
			seconds += EVERY_MS / 1_000;
			this.say(`    … ${call} has not answered for ${seconds} s`);
		}, EVERY_MS);
		this.timer.unref();
	}

	onAnswered(): void {
		clearInterval(this.timer);
	}

	/** @param ms the whole wait, as far as it is known */
	onWait(ms: number): void {
		if (ms >= EVERY_MS) this.say(`    … waiting ${Math.ceil(ms / 1_000)} s for the rate limit`);
	}
}
