import type { RunHistory } from '../history/run-history';
import { ServiceClock } from '../time/service-clock';
import type { Account } from './account';
import { Deadlines } from './cancellation';
import type { OnWait } from './queue';
import { ATTEMPT_TIMEOUT_MS, type Transport } from './transport';

export interface ClientOptions {
	/** The Base URL, without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The maximum wait until a call can be sent, and the maximum sum of the waits between attempts, in ms. If omitted,
	 * the first is unlimited, and the second is the default budget of `RetryBudget`.
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
	/** The number of refusals in a row without the service's envelope. */
	foreignInARow: number;
	/** The time spent waiting for the rate limit, or for a busy or unreachable service, in ms. */
	waitedMs: number;
	/** Set when the service has revealed a limit that differs from the credential's. */
	limitMismatch?: LimitMismatch;
}

/** The state that the calls of one execution share. */
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
