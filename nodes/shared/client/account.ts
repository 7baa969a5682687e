import { randomUUID } from 'crypto';

import { Gate } from './pacing/gate';
import { KeyedMutex } from './pacing/mutex';
import { AccountHistory } from '../history/account-history';

/** State shared by all executions of this process that use one account. */
export class Account {
	/** Tells other processes who wrote something, such as a note. */
	readonly id: string = randomUUID();
	readonly gate = new Gate();
	readonly history = new AccountHistory(this.gate);
	/** The calls left this month. Undefined if the plan has no limit, or no reply has told us yet. */
	callsLeft?: number;
	private readonly mutexes = new KeyedMutex();

	/**
	 * Runs `work` while no other execution holds one of these keys. First come, first served.
	 * Do not nest: two executions could deadlock.
	 *
	 * @throws {Cancelled} as soon as the signal fires during the wait; `work` then does not run.
	 */
	async exclusively<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const held: string[] = [];
		try {
			// Sorted, so that two executions cannot deadlock.
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

/** Longer than any wait between two calls of an execution, so that an account never exists twice. */
const DROP_AFTER_MS = 3_600_000;

const accounts = new Map<string, Account>();

/** The account of a credential, shared by all nodes and executions of this process. */
export function getAccount(id: string): Account {
	for (const [other, { gate }] of accounts) {
		if (other !== id && gate.idleMs() > DROP_AFTER_MS) accounts.delete(other);
	}
	let account = accounts.get(id);
	if (!account) accounts.set(id, (account = new Account()));
	return account;
}
