import { Hints } from './hints';

/** What came of work, by what was asked for. */
export type Done = Map<string, { error?: unknown }>;

/** What a run has learned and done so far, across its calls. */
export class RunHistory {
	/** Each value has the type that the callers of {@link getOrCreate} give for its key. */
	private readonly values = new Map<string, unknown>();

	/**
	 * @param workflowId the same in every run of the workflow; '' if it was never saved
	 * @param verifiesIds whether a model may have chosen the IDs. We then check before a write that a record
	 *   belongs to the picked sweepstakes.
	 * @param done by earlier tries of the run, if n8n repeats it
	 * @param atEnd looks that wait for the end of the run, and may add hints
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
	 * A history of its own with the same hints: a later item must not take what a dry run remembers for done, such
	 * as a record that it only would have written.
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
	 * @throws its error, also for later items.
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
