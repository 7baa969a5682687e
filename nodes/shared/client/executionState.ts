import type { OnWait } from './pacing/gate';
import type { LimitMismatch } from './planLimit';

/** What one execution has sent, for the hints in the output panel. */
export interface Stats {
	calls: number;
	/** Calls with a reply of success. */
	succeeded: number;
	retries: number;
	/** Calls without a reply that turned out to be processed. */
	confirmed: number;
	/** How long all replies were, in characters. */
	received: number;
	/** Time in ms spent waiting for the rate limit, or for a service that was busy or unreachable. */
	waitedMs: number;
}

/** What the calls of one execution share. Created once for an execution and passed on. */
export class ExecutionState {
	readonly stats: Stats = { calls: 0, succeeded: 0, retries: 0, confirmed: 0, received: 0, waitedMs: 0 };

	/**
	 * Whether an ID may come from a model. Where the service takes a record by its ID alone, it is then looked up before a write: it
	 * must belong to the sweepstakes that is picked.
	 */
	verifiesIds = false;

	/** Called before each wait for the window or a block. */
	onWait?: OnWait;

	/** Set once the service has named another limit than the credential. */
	limitMismatch?: LimitMismatch;

	/** Whether the current item has made a call that must not be processed twice. */
	sideEffects = false;

	/** What the person who runs this should know about the results, as sentences. */
	readonly notices = new Set<string>();

	private readonly parts = new Map<() => unknown, unknown>();

	/** The part of the state that `create` makes, the same one on every call: `state.get(createCache)`. */
	get<Part>(create: () => Part): Part {
		if (!this.parts.has(create)) this.parts.set(create, create());
		return this.parts.get(create) as Part;
	}
}
