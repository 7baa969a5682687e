/** The signals by which a user or the system ends the check. SIGHUP means that the terminal window was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The time within which a second Ctrl+C counts as a repetition of the first, in ms. Programs between the terminal and
 * the check, such as npm, may repeat the signal that the terminal has already sent.
 */
const SAME_KEY_MS = 1_000;

/** The parts of a process that are needed to stop it. */
export interface Stoppable {
	on(signal: (typeof SIGNALS)[number], listener: () => void): unknown;
	stdout: NodeJS.EventEmitter;
	stderr: NodeJS.EventEmitter;
}

/**
 * Listens for everything that should make the check clean up and end. Ignores failed writes to a closed terminal, which
 * must not end the process before everything is removed.
 *
 * @param onStop called the first time
 * @param onSecond called if Ctrl+C is pressed again
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
