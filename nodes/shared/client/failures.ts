import type { Json } from '../json';
import type { Fault } from './transport';

/** Failure codes, each with the members that only it has. `n8n/errors` describes them in sentences. */
interface Details {
	/** 401 */
	tokenRefused: unknown;
	/** 403 */
	accessRefused: Refusal;
	/** Any other 4xx, or `Response: false`. */
	refused: Refusal;
	/** 429 */
	rateLimited: unknown;
	/** 503 */
	busy: unknown;
	/** The call did not get its turn within its caller's patience. `queueMs`: the wait, as far as known. */
	queueTooLong: { queueMs: number };
	/** No connection: the request never left. */
	unreachable: { fault: Fault };
	egressBlocked: { fault: Fault };
	untrusted: { fault: Fault };
	/** 3xx. Redirects are not followed. */
	redirected: { location?: string };
	/** The response cannot come from the service. */
	notTheService: unknown;
	/** The same, after calls that succeeded: a firewall or gateway refused this call. */
	refusedOnTheWay: unknown;
	/** A success status, but the body has neither `Response: true` nor the expected keys. */
	notConfirmed: unknown;
	/** The request was sent, but no complete response arrived in time. */
	deadlinePassed: unknown;
	replyTooLong: unknown;
	/** The request was sent, but no response arrived. */
	noReply: { fault: Fault };
	/** A 5xx or 408: the call may have been processed. */
	serverError: unknown;
	unreadableReply: unknown;
	/** The reply lacks documented keys. `missing` completes "The response does not show …". */
	unexpectedReply: { missing?: string };
	endlessList: { list: string; reason: string };
	changingList: { list: string };
	tooMuchData: { megabytes: number };
	notDownloaded: { reason?: string };
	/** A lookup found no such record. */
	notFound: { record: 'participant' | 'sweepstakes' };
	inconclusive: unknown;
	/** A dry run does not send this call, and the operation has no preview of its reply. */
	dryRun: unknown;
	/** A failure that only one resource has. */
	inOwnWords: { message: string; description: string };
}

export type FailureCode = keyof Details;

/** What the service says about a call that it refuses. */
export interface Refusal {
	serviceMessage?: string;
	/** The name of the error, such as `DailyLimit`, or else the reason for the status of a record. */
	errorName?: string;
	/** `expects` of the endpoint for a 400, or its `conflict` for a 409. */
	expects?: string;
	body?: Json;
}

/** Optional members of every failure. */
interface Common extends Pick<Refusal, 'serviceMessage' | 'errorName'> {
	/** The HTTP status, or the `Code` of an envelope with `Response: false`. */
	status?: number;
	retryAfterMs?: number;
	/** The call may have been processed. `check` tells a person where to look. */
	ambiguous?: { check: string };
	/** A sentence about earlier calls of the same item. */
	done?: string;
	gaveUp?: { tries: number; waitedMs: number };
	/** The wait that the service asks for, in ms, if it exceeds our budget. */
	requestedWaitMs?: number;
}

export type FailureOf<Code extends FailureCode> = { [C in Code]: { code: C } & Common & Details[C] }[Code];
export type Failure = FailureOf<FailureCode>;

export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.code);
	}
}

/**
 * A write had to wait, for example because the service was busy, and nothing was processed. Another process may have
 * written the same in the meantime, so the caller looks again (see `Confirmation.failsIfDelayed`).
 */
export class Overtaken extends ServiceError {}

const ACCOUNT_WIDE: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'accessRefused',
	'egressBlocked',
	'untrusted',
	'redirected',
	'notTheService',
] as const);

/** The daily quota of messages is used up (reference, POST /codes/send and POST /messaging/send). */
const NO_MORE_MESSAGES = 'AccountDailyLimit';

/** Whether every other call of the account would fail the same way. */
export function concernsAccount({ code, errorName, requestedWaitMs, gaveUp }: Failure): boolean {
	// If the run continued, each item would wait for the rate limit as long as this one did.
	if (code === 'rateLimited' && gaveUp) return true;
	return ACCOUNT_WIDE.has(code) || errorName === NO_MORE_MESSAGES || requestedWaitMs !== undefined;
}

/** Whether the call may have been processed. It is never resent without a lookup. */
export function isAmbiguous(error: unknown): boolean {
	return error instanceof ServiceError && error.failure.ambiguous !== undefined;
}

/** The service's words about a refused call, or `{}` for any other error. */
export function getRefusal(error: unknown): Common & Refusal {
	return error instanceof ServiceError ? error.failure : {};
}

/** Whether the service itself answered with this status, and not a website or a firewall. */
export function hasStatus(error: unknown, status: number): error is ServiceError {
	if (!(error instanceof ServiceError) || error.failure.status !== status) return false;
	return error.failure.code !== 'notTheService' && error.failure.code !== 'refusedOnTheWay';
}

/** A failure that affects the whole account, without the sentences about the item in which it occurred. */
export function withoutItem(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError({ ...error.failure, ambiguous: undefined, done: undefined });
}

/** Adds a sentence about the item (`done`) to the failure of `work`. */
export async function explained<T>(done: string, work: Promise<T>): Promise<T> {
	return await work.catch((error: unknown) => {
		throw error instanceof ServiceError ? new ServiceError({ ...error.failure, done }) : error;
	});
}

/** For optional lookups: `.catch(undefinedIfServiceFails)`. */
export function undefinedIfServiceFails(error: unknown): undefined {
	if (error instanceof ServiceError) return undefined;
	throw error;
}

/**
 * For optional lookups before another call. A refused token or a refusal because of the rate is thrown,
 * because the other call would fail the same way.
 */
export function undefinedUnlessStopped(error: unknown): undefined {
	if (hasStatus(error, 401) || (error instanceof ServiceError && error.failure.code === 'rateLimited'))
		throw error;
	return undefinedIfServiceFails(error);
}

export async function undefinedIfNotFound<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => {
		if (hasStatus(error, 404)) return undefined;
		throw error;
	});
}
