import { Hints } from './hints';

/**
 * The outcome of work that is done only once, by a key that names the work. `error` is set if the work
 * failed.
 */
export type Done = Map<string, { error?: unknown }>;

/** What a run has learned and done so far, across its calls. */
export class RunHistory {
	/** Each value has the type that the callers of {@link getOrCreate} give for its key. */
	private readonly values = new Map<string, unknown>();

	/**
	 * @param workflowId the same in every run of the workflow; '' if it was never saved
	 * @param verifiesIds whether a model may have chosen the IDs. We then check before a write that a record
	 *   belongs to the picked sweepstakes.
	 * @param done the work that earlier tries of this run did, if n8n repeats it
	 * @param atEnd lookups at the end of the run, which may add hints
	 */
	constructor(
		readonly workflowId = '',
		readonly verifiesIds = false,
		private readonly done: Done = new Map(),
		readonly hints = new Hints(),
		readonly atEnd: Array<() => Promise<void>> = [],
	) {}

	/** Returns what `create` made for this key on the first call. */
	getOrCreate<Value>(key: string, create: () => Value): Value {
		if (!this.values.has(key)) this.values.set(key, create());
		return this.values.get(key) as Value;
	}

	/**
	 * Returns a separate history with the same hints. With a shared history, a later item could take a record
	 * for written that the dry run only would have written.
	 */
	forDryRun(): RunHistory {
		const { workflowId, verifiesIds, hints, atEnd } = this;
		return this.getOrCreate(
			'dry run',
			() => new RunHistory(workflowId, verifiesIds, new Map(), hints, atEnd),
		);
	}

	/** Asks once for this key. A failure is forgotten, so the next caller asks again. */
	async once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const answer = this.getOrCreate(key, ask);
		answer.catch(() => {
			if (this.values.get(key) === answer) this.values.delete(key);
		});
		return await answer;
	}

	/**
	 * Does work that must be done only once in a run.
	 *
	 * @returns undefined if it was done before.
	 * @throws the error of the work, also for later items.
	 */
	async dedupe<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
		const before = this.done.get(key);
		if (before && 'error' in before) throw before.error;
		if (before) return undefined;
		const result = await work().catch((error: unknown) => {
			this.done.set(key, { error });
			throw error;
		});
		this.done.set(key, {});
		return result;
	}
}
