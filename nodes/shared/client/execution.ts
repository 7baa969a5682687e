import type { RunHistory } from '../history/run-history';
import { ServiceClock } from '../time/service-clock';
import type { Account } from './account';
import { Deadlines } from './cancellation';
import type { OnWait } from './queue';
import { ATTEMPT_TIMEOUT_MS, type Transport } from './transport';

export interface ClientOptions {
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	account: Account;
	/** 0 means no limit. */
	callsPerMinute: number;
	/**
	 * The longest wait for a turn, and the longest sum of the waits between tries, in ms. If omitted, the wait
	 * for a turn has no limit, and the other waits have the default of `RetryBudget`.
	 */
	patienceMs?: number;
	signal?: AbortSignal;
	onWait?: OnWait;
	/** Default: a new one. */
	run?: RunHistory;
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
	/** Processed calls that must not be processed twice. */
	sideEffects: number;
	retries: number;
	confirmed: number;
	/** The length of all replies, in characters. */
	received: number;
	/** Replies in a row without the service's envelope. */
	foreignInARow: number;
	/** Time in ms spent waiting for the rate limit, or for a busy or unreachable service. */
	waitedMs: number;
	/** Set once the service reveals another limit than the credential's. */
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
	/** Compares dates of records with our clock. */
	readonly clock = new ServiceClock();
	/** Gives each attempt of a call its deadline. */
	readonly deadlines: Deadlines;

	constructor(readonly options: ClientOptions) {
		this.deadlines = new Deadlines(ATTEMPT_TIMEOUT_MS, options.signal);
	}

	get account(): Account {
		return this.options.account;
	}
}
