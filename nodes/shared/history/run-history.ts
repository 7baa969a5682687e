import { Hints } from './hints';

/** The outcome of work that must be done only once, by a key that names the work. `error` is set if the work failed. */
export type DoneWork = Map<string, { error?: unknown }>;

/** What a run has learned and done so far. */
export class RunHistory {
	/** The values by key. The callers of {@link getOrCreate} determine the type of each value. */
	private readonly values = new Map<string, unknown>();

	/**
	 * @param workflowId the same in every execution of the workflow; '' if the workflow was never saved
	 * @param verifiesIds whether an AI model may have made up IDs. Before a write, the node then checks that the record
	 *   belongs to the picked sweepstakes.
	 * @param done the work that earlier attempts of this run did, if n8n repeats it
	 * @param atEnd lookups at the end of the run, which may add hints
	 */
	constructor(
		readonly workflowId = '',
		readonly verifiesIds = false,
		private readonly done: DoneWork = new Map(),
		readonly hints = new Hints(),
		readonly atEnd: Array<() => Promise<void>> = [],
	) {}

	/** Returns what the first call with this key created. */
	getOrCreate<Value>(key: string, create: () => Value): Value {
		if (!this.values.has(key)) this.values.set(key, create());
		return this.values.get(key) as Value;
	}

	/**
	 * Returns a separate history with the same hints. In a shared history, what the dry run only previewed would count
	 * as written for later items.
	 */
	toDryRunHistory(): RunHistory {
		const { workflowId, verifiesIds, hints, atEnd } = this;
		return this.getOrCreate(
			'dry run',
			() => new RunHistory(workflowId, verifiesIds, new Map(), hints, atEnd),
		);
	}

	/** Calls `ask` once for this key and shares the answer. A failure is forgotten, so the next caller asks again. */
	async askOnce<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const answer = this.getOrCreate(key, ask);
		answer.catch(() => {
			if (this.values.get(key) === answer) this.values.delete(key);
		});
		return await answer;
	}

	/**
	 * Does work that must be done only once in a run.
	 *
	 * @returns undefined if it was done before
	 * @throws the error of the work, also for later items
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
