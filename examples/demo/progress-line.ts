const MINUTE_MS = 60_000;

export interface Progress {
	added: number;
	total: number;
	/** When the service received each call, in ms since 1970, oldest first. */
	callsAt: readonly number[];
	callsPerMinute: number;
	/** The current time in ms since 1970. */
	now: number;
}

/** Formats the progress of the import: "148 of 500 added, 150 in the last minute, next in 43 s, 2 min 40 s left". */
export function progressLine({ added, total, ...calls }: Progress): string {
	const { callsAt, callsPerMinute, now } = calls;
	const inLastMinute = callsAt.filter((at) => at > now - MINUTE_MS).length;
	const waitMs = inLastMinute < callsPerMinute ? 0 : untilCall(1, calls);
	return [
		`${added} of ${total} added`,
		`${inLastMinute} in the last minute`,
		...(waitMs > 0 ? [`next in ${duration(waitMs)}`] : []),
		added < total ? `${duration(untilCall(total - added, calls))} left` : 'drawing and invoicing',
	].join(', ');
}

/** Formats the result of the import: "500 of 500 added in 3 min 4 s". */
export function resultLine({ added, total, callsAt }: Pick<Progress, 'added' | 'total' | 'callsAt'>): string {
	const ms = (callsAt.at(-1) ?? 0) - (callsAt[0] ?? 0);
	return `${added} of ${total} added in ${duration(ms)}`;
}

/**
 * Returns how long it takes until this many more calls have been made, in ms. Each call has to wait until a minute has
 * passed since the call `callsPerMinute` places before it.
 */
function untilCall(
	more: number,
	{ callsAt, callsPerMinute, now }: Omit<Progress, 'added' | 'total'>,
): number {
	const made = callsAt.length;
	const minutes = Math.ceil(more / callsPerMinute);
	const before = callsAt[made + more - 1 - minutes * callsPerMinute];
	if (before !== undefined) return Math.max(0, before + minutes * MINUTE_MS - now);
	const inThisMinute = more - (minutes - 1) * callsPerMinute;
	const msForCall = (now - (callsAt[0] ?? now)) / Math.max(1, made);
	return (minutes - 1) * MINUTE_MS + inThisMinute * msForCall;
}

function duration(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1_000));
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return `${seconds} s`;
	return minutes < 60
		? `${minutes} min ${seconds % 60} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
