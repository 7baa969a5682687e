import { Parts, type Account } from './account';
import { timeoutOr } from './cancellation';
import type { Doubt } from './doubt';
import type { OnWait } from './pacing/gate';
import type { LimitMismatch } from './plan';
import { ServiceClock } from './service-clock';
import { ATTEMPT_TIMEOUT_MS, type Transport } from './transport';

export interface Connection {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/** For a turn, and for all waits between tries, in ms. No limit if omitted. */
	patienceMs?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
}

/** Counts of one execution, for the hints in the output panel. */
export interface Stats {
	calls: number;
	succeeded: number;
	/** Processed calls that must not be processed twice. */
	sideEffects: number;
	retries: number;
	confirmed: number;
	/** The length of all replies, in characters. */
	received: number;
	/** Time in ms spent waiting for the rate limit, or for a busy or unreachable service. */
	waitedMs: number;
	/** Set once the service reveals another limit than the credential's. */
	limitMismatch?: LimitMismatch;
}

/** Memory of one execution, across its calls. */
export class Memory extends Parts {
	/**
	 * Whether a model may have chosen the IDs. We then check before a write that a record belongs to the
	 * picked sweepstakes.
	 */
	verifiesIds = false;

	/** Sentences about the results, for the person who runs the workflow. */
	readonly notices = new Set<string>();

	/** Looks that wait for the end of the run, and may add notices. */
	readonly atEnd: Array<() => Promise<void>> = [];
}

/** Calls that begin this soon after each other share a deadline, in ms. A signal lives until it fires. */
const SAME_DEADLINE_MS = 1_000;

export class Session {
	readonly stats: Stats = {
		calls: 0,
		succeeded: 0,
		sideEffects: 0,
		retries: 0,
		confirmed: 0,
		received: 0,
		waitedMs: 0,
	};
	readonly memory = new Memory();
	readonly clock = new ServiceClock();
	/** Replies in a row without the service's envelope. */
	foreignInARow = 0;
	/** The call being looked up. The lookups use its turn, and note signs that it may still run. */
	lookedUp?: Doubt;

	private latest?: { at: number; deadline: AbortSignal };

	constructor(readonly connection: Connection) {}

	/** Fires with the execution's signal, or when a call that begins now must end. */
	deadline(): AbortSignal {
		const now = performance.now();
		if (!this.latest || now > this.latest.at + SAME_DEADLINE_MS)
			this.latest = { at: now, deadline: timeoutOr(this.connection.signal, ATTEMPT_TIMEOUT_MS) };
		return this.latest.deadline;
	}
}
