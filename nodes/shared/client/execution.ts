import type { RunHistory } from '../history/run-history';
import { ServiceClock } from '../time/service-clock';
import type { Account } from './account';
import { Deadlines } from './cancellation';
import type { OnWait } from './queue';
import { ATTEMPT_TIMEOUT_MS, type Transport } from './transport';

export interface ClientOptions {
	/** The address without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The maximum wait for a turn, and the maximum sum of the waits between attempts, in ms. Without it, the wait for a
	 * turn is unlimited, and the other waits have the default budget of `RetryBudget`.
	 */
	patienceMs?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
	/** A new history by default. */
	runHistory?: RunHistory;
}

/** The calls per minute in the plan and in the credential, if they differ. */
export interface LimitMismatch {
	plan: number;
	/** 0 means no limit. */
	credential: number;
}

/** Counts of one execution, for the hints in the output panel. */
export interface Stats {
	calls: number;
	succeeded: number;
	/** The number of processed calls that must not be processed twice. */
	sideEffects: number;
	retries: number;
	confirmed: number;
	/** The total length of all replies, in characters. */
	received: number;
	/** The number of replies in a row without the service's envelope. */
	foreignInARow: number;
	/** The time spent waiting for the rate limit, or for a busy or unreachable service, in ms. */
	waitedMs: number;
	/** Set once the service reveals a limit that differs from the credential's. */
	limitMismatch?: LimitMismatch;
}

/** What the calls of one execution share. */
export class Execution {
	readonly stats: Stats = {
		calls: 0,
		succeeded: 0,
		sideEffects: 0,
		retries: 0,
		confirmed: 0,
		received: 0,
		foreignInARow: 0,
		waitedMs: 0,
	};
	/** Compares the dates of records with our clock. */
	readonly clock = new ServiceClock();
	/** Provides the deadline for each attempt of a call. */
	readonly deadlines: Deadlines;

	constructor(readonly options: ClientOptions) {
		this.deadlines = new Deadlines(ATTEMPT_TIMEOUT_MS, options.signal);
	}

	get account(): Account {
		return this.options.account;
	}
}
