import { ATTEMPT_TIMEOUT_MS } from '../../nodes/shared/client/transport';
import type { Attempt } from './recorder';

/** How long the service took to answer a call. */
export interface Times {
	answers: number;
	/** The median, in ms. */
	median: number;
	slowest: number;
}

export function toTimes(attempts: readonly Attempt[]): Times {
	const sorted = attempts.map(({ ms }) => ms).sort((one, other) => one - other);
	const at = (index: number): number => Math.round(sorted[index] ?? 0);
	return {
		answers: sorted.length,
		median: at(Math.floor((sorted.length - 1) / 2)),
		slowest: at(sorted.length - 1),
	};
}

/** A reply that takes this long, in ms, is close to the deadline, and could miss it on a slower day. */
const NEAR_MS = ATTEMPT_TIMEOUT_MS / 3;

export const isNearDeadline = ({ slowest }: Times): boolean => slowest >= NEAR_MS;

/** If a call takes this long, in ms, a workflow with a thousand rows takes more than half an hour. */
const SLOW_MS = 2_000;

export const isSlow = ({ slowest }: Times): boolean => slowest >= SLOW_MS;

/** Formats a duration, such as "240 ms" or "12.5 s". */
export function duration(ms: number): string {
	return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export const DEADLINE_IN_WORDS = duration(ATTEMPT_TIMEOUT_MS).replace('.0', '');
