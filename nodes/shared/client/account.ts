import { randomUUID } from 'crypto';

import { AccountHistory } from '../history/account-history';
import { asObject, isObject, type Json } from '../json';
import { KeyedMutex } from './mutex';
import { Queue } from './queue';

/** The state of an account that all executions of this process share. */
export class Account {
	/** An ID of this process. The process writes it into account notes, so that it can recognize its own entries. */
	readonly id: string = randomUUID();
	readonly queue = new Queue();
	/** The mutex behind `Client.runExclusively`. */
	readonly mutex = new KeyedMutex();
	readonly history = new AccountHistory(this.queue.others);
	/**
	 * The number of calls left this month. It is undefined if the plan has no limit, or if no reply has contained the
	 * number yet.
	 */
	callsLeft?: number;

	/**
	 * Updates `callsLeft` from the body of a successful reply. The counts are in `Telemetry` or, in a reply about the
	 * plan, in `Usage`. If a reply has no counts, the call still used up one of the calls left. A maximum of 0 means that
	 * the plan has no limit.
	 */
	noteQuota({ Telemetry, Usage }: Json): void {
		const { ApiCalls, MaxApiCalls } = asObject(Usage);
		const { APICalls: used, MaxAPICalls: most } = isObject(Telemetry)
			? Telemetry
			: { APICalls: ApiCalls, MaxAPICalls: MaxApiCalls };
		if (typeof used === 'number' && typeof most === 'number')
			this.callsLeft = most > 0 ? Math.max(0, most - used) : undefined;
		else if (this.callsLeft) this.callsLeft--;
	}
}

/**
 * How long an account must be unused before it is dropped, in ms. No execution waits this long between two calls, so an
 * account in use is never dropped and created a second time.
 */
const DROP_AFTER_MS = 3_600_000;

const accounts = new Map<string, Account>();

/**
 * Returns the account for a key, which is made from its address and token. All nodes and executions of this process
 * share the account.
 */
export function getAccount(key: string): Account {
	for (const [other, { queue }] of accounts) {
		if (other !== key && queue.getIdleMs() > DROP_AFTER_MS) accounts.delete(other);
	}
	let account = accounts.get(key);
	if (!account) accounts.set(key, (account = new Account()));
	return account;
}
