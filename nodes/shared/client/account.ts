import { Gate } from './pacing/gate';
import { KeyedMutex } from './mutex';

/** What all executions of this process share for one account. Other processes have their own. */
export class Account {
	private readonly mutexes = new KeyedMutex();
	private readonly parts = new Map<() => unknown, unknown>();

	constructor(readonly gate = new Gate()) {}

	/** The part of the shared knowledge that `create` makes, the same one on every call: `account.get(createClaims)`. */
	get<Part>(create: () => Part): Part {
		if (!this.parts.has(create)) this.parts.set(create, create());
		return this.parts.get(create) as Part;
	}

	/**
	 * Runs `work` while no other execution runs work with one of these keys: first come, first served. Work with other keys
	 * does not wait. Must not be nested, or two executions could wait for each other.
	 *
	 * @throws {Cancelled} as soon as the signal fires during the wait; `work` is then not run.
	 */
	async exclusively<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const held: string[] = [];
		try {
			// In a fixed order, so that no two executions wait for each other.
			for (const key of [...new Set(keys)].sort()) {
				await this.mutexes.enter(key, signal);
				held.push(key);
			}
			return await work();
		} finally {
			for (const key of held) this.mutexes.leave(key);
		}
	}
}

/**
 * An account that nobody has used for so long is dropped, in ms. Longer than any wait of an execution between two calls, so
 * that an account is never known twice.
 */
const DROP_AFTER_MS = 3_600_000;

const accounts = new Map<string, Account>();

/** The account of a credential, the same one for all nodes and executions of this process. */
export function getAccount(id: string): Account {
	for (const [other, { gate }] of accounts) {
		if (other !== id && gate.idleMs() > DROP_AFTER_MS) accounts.delete(other);
	}
	let account = accounts.get(id);
	if (!account) accounts.set(id, (account = new Account()));
	return account;
}
