import { AccountHistory } from '../history/account-history';
import { RecentMap } from '../history/recent';
import { MINUTE_MS } from '../time/units';
import { KeyedMutex } from './mutex';
import { Queue } from './queue';

/** How long a process remembers what it has learned about an account, in ms. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/** The state of an account that all executions of this process share. */
export class Account {
	readonly queue = new Queue();
	/** The mutex behind `Client.runExclusively`. */
	readonly mutex = new KeyedMutex();
	readonly history = new AccountHistory(this.queue);
	/**
	 * What `Client.recall` has learned. Only what seldom changes may be kept here, such as an entry form, and never who has
	 * entered or won, or which invoices, titles or codes there are.
	 */
	readonly learned = new RecentMap<string, unknown>(REMEMBERED_MS);
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
