import type { Json } from '../json';
import type { Fault } from './transport';

/**
 * Maps each failure code to the members that only this failure has. `n8n/errors` describes the failures in sentences.
 */
interface FailureMembers {
	/** The service does not accept the API token. */
	tokenRefused: unknown;
	/** The service does not allow the call for the account. */
	accessRefused: Refusal;
	/** The service refused the call for any other reason, for example because of its values, a record or a quota. */
	refused: Refusal;
	/** The rate limit of the account is reached. */
	rateLimited: unknown;
	/** The service is processing another call. */
	busy: unknown;
	/**
	 * The call was not sent within `patienceMs`. `queueMs` is how long the account still has to wait, as far as it is
	 * known.
	 */
	queueTooLong: { queueMs: number };
	/** The request was not sent, because no connection could be made. */
	unreachable: { fault: Fault };
	egressBlocked: { fault: Fault };
	untrusted: { fault: Fault };
	/** A 3xx. Redirects are not followed. */
	redirected: { location?: string };
	/** The reply does not come from the service. */
	notTheService: unknown;
	/**
	 * The reply does not come from the service, but earlier calls succeeded, so a firewall or gateway must have refused
	 * this call.
	 */
	refusedOnTheWay: unknown;
	/** The status means success, but the body has neither `Response: true` nor the expected keys. */
	notAcknowledged: unknown;
	/** The request was sent, but no complete reply arrived, or the reply was too long to read. */
	noReply: { fault: Fault };
	/** A 408, or a 5xx other than 501 and the service's own 503. The call may have been processed. */
	serverError: unknown;
	unreadableReply: unknown;
	/** The reply lacks documented keys. `missing` completes "The service’s response does not show …". */
	unexpectedReply: { missing?: string };
	endlessList: { list: string; reason: string };
	tooMuchData: { megabytes: number };
	notDownloaded: { reason?: string };
	/** A lookup found no such record. */
	notFound: { record: string };
	/** The call would read a record that exists only in a rehearsal, so it was not sent. */
	rehearsed: unknown;
	/** A failure that occurs only in one place of the code, which also writes its texts. */
	inOwnWords: { message: string; description: string };
}

export type FailureCode = keyof FailureMembers;

/** What the service's reply says about a refused call. */
export interface Refusal {
	serviceMessage?: string;
	/** The name of the error, such as `DailyLimit`, or the reason for a record's status. */
	errorName?: string;
	/** The endpoint's `expects` for a 400, or its `conflict` for a 409. */
	expects?: string;
	/** The beginning of the body, with its first entries. A "…" stands for what is left out. */
	body?: Json;
}

/** How a call ended that was sent several times, or whose reply was lost. See the table of `settleLostReply`. */
export interface Ending {
	/**
	 * `gaveUp`: the call was refused for now, or could not be sent, until the time for retries was over, so it was not
	 * processed; or it only reads. `unconfirmed`: an attempt of a call that can be repeated without harm may have been
	 * processed, and no attempt succeeded. After all other reasons, a call that must not be repeated may have been
	 * processed.
	 */
	reason:
		| 'gaveUp'
		| 'unconfirmed'
		| 'nothingFound'
		| 'somethingElse'
		| 'notReadable'
		| 'accountRefused'
		| 'notLookedUp';
	/** How often the call was sent. */
	tries: number;
	/** How often the call was looked up. */
	lookups: number;
	/** Tells a person where to look. */
	check?: string;
	/** The sum of the waits, in ms. */
	waitedMs?: number;
	/** What a lookup found instead of exactly what was asked for. Completes "a lookup found …". */
	found?: string;
	/** Why a lookup failed. */
	lookUpFailure?: Failure;
}

/** Optional members of all failures. */
interface CommonMembers extends Pick<Refusal, 'serviceMessage' | 'errorName'> {
	/** The HTTP status, or the `Code` of an envelope with `Response: false`. */
	status?: number;
	retryAfterMs?: number;
	/** Set if the call was sent more than once, or may have been processed. */
	ending?: Ending;
	/** A sentence about what has or has not been done for the item. */
	done?: string;
	/** The wait that the service asks for, in ms, if it exceeds the budget for waits. */
	requestedWaitMs?: number;
}

export type FailureOf<Code extends FailureCode> = {
	[C in Code]: { code: C } & CommonMembers & FailureMembers[C];
}[Code];
export type Failure = FailureOf<FailureCode>;

export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.code);
	}
}

const ACCOUNT_WIDE: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'accessRefused',
	'egressBlocked',
	'untrusted',
	'redirected',
	'notTheService',
] as const);

/** The error name if the daily quota of messages is used up (reference, POST /codes/send and POST /messaging/send). */
const NO_MORE_MESSAGES = 'AccountDailyLimit';

/** Whether every other call of the account would fail in the same way. */
export function concernsAccount({ code, errorName, requestedWaitMs, ending }: Failure): boolean {
	// If the run continued, each further item would wait for the rate limit as long as this one did.
	if (code === 'rateLimited' && ending) return true;
	return ACCOUNT_WIDE.has(code) || errorName === NO_MORE_MESSAGES || requestedWaitMs !== undefined;
}

/** Whether the call may have been processed. */
export function isAmbiguous(error: unknown): boolean {
	const { ending } = error instanceof ServiceError ? error.failure : {};
	return ending !== undefined && ending.reason !== 'gaveUp';
}

/**
 * Returns the failure of a `ServiceError`, which includes what the service says about a refused call. Returns `{}` for
 * any other error.
 */
export function getRefusal(error: unknown): CommonMembers & Refusal {
	return error instanceof ServiceError ? error.failure : {};
}

/** Whether the call failed with this status, unless the reply clearly comes from something other than the service. */
export function hasStatus(error: unknown, status: number): error is ServiceError {
	if (!(error instanceof ServiceError) || error.failure.status !== status) return false;
	return error.failure.code !== 'notTheService' && error.failure.code !== 'refusedOnTheWay';
}

/**
 * Removes from an error what concerns only the item in which it occurred. Use it for a failure that affects the whole
 * account.
 */
export function dropItemSentences(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { ending } = error.failure;
	const isOfItem = isAmbiguous(error);
	return new ServiceError({ ...error.failure, ending: isOfItem ? undefined : ending, done: undefined });
}

/** Adds a sentence about what has or has not been done for the item: `.catch(throwWith(done))`. */
export function throwWith(done: string): (error: unknown) => never {
	return (error) => {
		throw error instanceof ServiceError ? new ServiceError({ ...error.failure, done }) : error;
	};
}

/** Whether a call was not sent because the record to read exists only in a rehearsal. It counts as not found. */
export function isRehearsed(error: unknown): error is ServiceError {
	return error instanceof ServiceError && error.failure.code === 'rehearsed';
}

/** Ignores that a record exists only in a rehearsal, so that nothing belongs to it: `.catch(undefinedIfRehearsed)`. */
export function undefinedIfRehearsed(error: unknown): undefined {
	if (isRehearsed(error)) return undefined;
	throw error;
}

/** Ignores the failure of an optional lookup: `.catch(undefinedIfServiceFails)`. */
export function undefinedIfServiceFails(error: unknown): undefined {
	if (error instanceof ServiceError) return undefined;
	throw error;
}

/**
 * Ignores the failure of an optional lookup before another call: `.catch(undefinedIfRefused)`. Throws the error if the
 * other call would probably fail in the same way: if the token is refused, the rate limit is reached, or every attempt
 * failed.
 */
export function undefinedIfRefused(error: unknown): undefined {
	if (!(error instanceof ServiceError)) throw error;
	const { code, ending, requestedWaitMs } = error.failure;
	const gaveUp = ending?.reason === 'gaveUp' || requestedWaitMs !== undefined;
	if (hasStatus(error, 401) || code === 'rateLimited' || gaveUp) throw error;
	return undefined;
}

/** Ignores that there is no such record: `.catch(undefinedIfNotFound)`. */
export function undefinedIfNotFound(error: unknown): undefined {
	if (hasStatus(error, 404)) return undefined;
	throw error;
}
