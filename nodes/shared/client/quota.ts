import { isObject, type Json } from '../json';
import type { Account } from './account';

/** The calls of the account in this month, as the service counts them. */
interface Quota {
	/** How many calls the plan still allows; undefined if it has no limit, or the service has not said it yet. */
	left?: number;
}

const createQuota = (): Quota => ({});

/** How many calls the plan of the account still allows in this month, as far as this process knows. */
export function callsLeft(account: Account): number | undefined {
	return account.get(createQuota).left;
}

/**
 * Notes how many calls a reply says are left. One that does not say it was a call, too.
 *
 * Newer replies have `Telemetry`, and that of the plan also `Usage`. A maximum of 0 means unlimited.
 */
export function noteQuota(account: Account, { Telemetry, Usage }: Json): void {
	const quota = account.get(createQuota);
	const { APICalls: used, MaxAPICalls: most } = isObject(Telemetry) ? Telemetry : namesOfTelemetry(Usage);
	if (typeof used === 'number' && typeof most === 'number')
		quota.left = most > 0 ? Math.max(0, most - used) : undefined;
	else if (quota.left) quota.left--;
}

function namesOfTelemetry(usage: unknown): Json {
	return isObject(usage) ? { APICalls: usage.ApiCalls, MaxAPICalls: usage.MaxApiCalls } : {};
}
