import type { Span } from './span';

/** Calls that are processed after their reply. */
export class LateCalls {
	private waiting: Array<{ callsLeft: number; process(): void }> = [];

	/** @param late how many ms or how many more calls to wait before the call is processed */
	add(late: Span, process: () => void): void {
		if ('calls' in late) this.waiting.push({ callsLeft: late.calls, process });
		// unref() is needed because a pending call must not keep the process alive after the sandbox is closed.
		else setTimeout(process, late.ms).unref();
	}

	/** Counts another call, and processes the calls that were waiting for it. */
	count(): void {
		for (const late of this.waiting) late.callsLeft--;
		const due = this.waiting.filter(({ callsLeft }) => callsLeft === 0);
		this.waiting = this.waiting.filter(({ callsLeft }) => callsLeft > 0);
		for (const { process } of due) process();
	}
}
