import { asObject, asText, cut, isObject, type Json } from '../json';
import type { Account } from './account';
import type { Failure } from './failures';
import type { Verdict } from './retry-policy';

/** The calls per minute of plan and credential, if they differ. */
export interface LimitMismatch {
	plan: number;
	/** 0 means no limit. */
	credential: number;
}

/** The plan's calls per minute, if the reply is about the plan. */
export function limitInPlan({ Data }: Json): number | undefined {
	const plan = asObject(Data);
	const limit = plan.MaxApiCallsPerMinute ?? asObject(plan.Settings).MaxApiCallsPerMinute;
	return typeof limit === 'number' && limit > 0 ? limit : undefined;
}

/** A number, at most two words, and "per minute": "10,500 API calls per minute". */
const PER_MINUTE = /(?<!\d,?)(\d+(?:,\d+)*)(?: \w+){0,2} per minute/i;

/** The plan's calls per minute in the message of a 429. The contract does not show its wording. */
export function limitInMessage({ Message }: Json = {}): number | undefined {
	const [, digits] = PER_MINUTE.exec(cut(asText(Message))) ?? [];
	return Number(digits?.replaceAll(',', '')) || undefined;
}

/** @param credential its calls per minute */
export function findLimitMismatch(verdict: Verdict, credential: number): LimitMismatch | undefined {
	const plan = verdict.kind === 'done' ? limitInPlan(verdict.body) : refusedAt(verdict.failure, credential);
	return plan === undefined || plan === credential ? undefined : { plan, credential };
}

/** A limit above the credential's does not explain a refusal: other programs may have used the rest. */
function refusedAt(failure: Failure, credential: number): number | undefined {
	const plan = failure.code === 'rateLimited' ? failure.planLimit : undefined;
	return plan !== undefined && (credential === 0 || plan < credential) ? plan : undefined;
}

/**
 * A reply without counts still used one call. Newer replies have `Telemetry`, and those about the plan also
 * `Usage`. A maximum of 0 means unlimited.
 */
export function noteQuota(account: Account, { Telemetry, Usage }: Json): void {
	const { ApiCalls, MaxApiCalls } = asObject(Usage);
	const { APICalls: used, MaxAPICalls: most } = isObject(Telemetry)
		? Telemetry
		: { APICalls: ApiCalls, MaxAPICalls: MaxApiCalls };
	if (typeof used === 'number' && typeof most === 'number')
		account.callsLeft = most > 0 ? Math.max(0, most - used) : undefined;
	else if (account.callsLeft) account.callsLeft--;
}
