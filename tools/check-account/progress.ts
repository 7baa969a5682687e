import type { Listener } from './recorder';

/** How often to report a long wait, in ms. */
const EVERY_MS = 10_000;

/** Tells the user that the check is still running while it waits for a slow reply or for the rate limit. */
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

	/** @param ms how long the call has to wait, as far as it is known */
	onWait(ms: number): void {
		if (ms >= EVERY_MS) this.say(`    … waiting ${Math.ceil(ms / 1_000)} s for the rate limit`);
	}
}
