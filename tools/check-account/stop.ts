/** Ways in which a person or the system ends the check. SIGHUP is a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Programs in between, such as npm, may pass on a Ctrl+C that the terminal has sent already. */
const SAME_KEY_MS = 1_000;

/** The parts of a process that a stop needs. */
export interface Stoppable {
	on(signal: (typeof SIGNALS)[number], listener: () => void): unknown;
	stdout: NodeJS.EventEmitter;
	stderr: NodeJS.EventEmitter;
}

/**
 * Listens for everything that should end the check in order. A closed terminal must not end the process by a failed
 * write, before everything is removed.
 *
 * @param onStop the first time
 * @param onSecond called when Ctrl+C is pressed again
 */
export function listenForStops(program: Stoppable, onStop: () => void, onSecond: () => void): void {
	let stoppedAt: number | undefined;
	const stop = (): void => {
		if (stoppedAt !== undefined) return;
		stoppedAt = Date.now();
		onStop();
	};
	for (const signal of SIGNALS)
		program.on(signal, () => {
			if (signal === 'SIGINT' && stoppedAt !== undefined && Date.now() - stoppedAt > SAME_KEY_MS) onSecond();
			stop();
		});
	for (const stream of [program.stdout, program.stderr]) stream.on('error', stop);
}
