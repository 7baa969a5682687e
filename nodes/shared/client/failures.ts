import type { Json } from '../json';
import type { Fault } from './transport';

/** Why a call has no result. `n8n/failureTexts.ts` has the sentences. */
export type FailureCode =
	/** 401 */
	| 'tokenRefused'
	/** 403 */
	| 'accessRefused'
	/** Any other 4xx, or `Response: false`. */
	| 'refused'
	/** 429 */
	| 'rateLimited'
	/** 503 */
	| 'busy'
	/** The call did not get its turn within the time that its caller allows. */
	| 'queueTooLong'
	/** The connection was not made: the request never left. */
	| 'unreachable'
	/** The instance's own rules forbid the address. */
	| 'egressBlocked'
	/** The TLS connection failed. */
	| 'untrusted'
	/** A 3xx: redirects are not followed. */
	| 'redirected'
	/** A response that the service cannot have sent. */
	| 'notTheService'
	/** A response that the service cannot have sent, after others that it has: a firewall or gateway refused this call. */
	| 'refusedOnTheWay'
	/** A success status with a body that neither says `Response: true` nor has what was asked for. */
	| 'notConfirmed'
	/** The request left, and no whole response arrived in time. */
	| 'deadlinePassed'
	/** The response is longer than any response of the service. */
	| 'replyTooLong'
	/** The request left, and no response arrived. */
	| 'noReply'
	/** A 5xx or 408 that does not say whether the call was processed. */
	| 'serverError'
	/** A success status with a body that is no JSON object. */
	| 'unreadableReply'
	/** The reply lacks what the contract promises. */
	| 'unexpectedReply'
	/** A list that does not end, whatever the service says. */
	| 'endlessList'
	/** A list that changed each time it was read. */
	| 'changingList'
	/** A file did not come from its temporary address. */
	| 'notDownloaded'
	/** A lookup without a result. */
	| 'notFound'
	/** A lookup that found only other people. */
	| 'foundOthers'
	/** A record that is given by its ID and belongs to another sweepstakes than the one that is picked. */
	| 'otherSweepstakes'
	/** A list entry without an ID or a date, so that nobody can know whether it is new. */
	| 'undatedEntry'
	/** A confirmation without a clear answer. */
	| 'inconclusive';

/** What is known about a call without a result. */
export interface Failure {
	code: FailureCode;
	/** The HTTP status, or the `Code` of an envelope with `Response: false`. */
	status?: number;
	/** The `Message` of the service. */
	serviceMessage?: string;
	/** `Help.ExpectedBody` of a 400: parameter names and their rules (contract, Errors). */
	expectedBody?: Readonly<Record<string, unknown>>;
	/** The name of the error, such as `DailyLimit` (contract, Errors: `Data.Code`). */
	errorName?: string;
	/** `Data.AddedToday` of a `DailyLimit` (contract, Errors). */
	addedToday?: number;
	/** `Help.EligibleParticipants` of a draw that asked for more (reference, "Serve both"). */
	eligibleParticipants?: number;
	/** The administrators among whom a ticket's `AssignTo` does not decide (reference, "Corrections": tickets/create). */
	candidates?: readonly string[];
	/** When a code was redeemed that cannot be redeemed again (reference, POST /codes/redeem). */
	redeemed?: string;
	/** Why a message was sent on no channel, such as "sms: NoAddress" (reference, POST /codes/send). */
	skips?: string;
	/** The channels of a message that was sent on none (reference, POST /messaging/send). */
	channels?: readonly Json[];
	/** The status of a record that does not allow the call, and why it has it, such as `blocked` and `HighBounceRate`. */
	recordStatus?: string;
	refusalReason?: string;
	/** What the service found in a message or a campaign that it does not send (reference, "Messaging"). */
	findings?: string;
	/** The `Hint` of an error (reference, "Entry page"). */
	hint?: string;
	/** How many responses a survey has that cannot be changed or deleted (reference, "Surveys": 409). */
	responses?: number;
	/** `expects` of the endpoint that refused the request with 400, or its `conflict` with 409. */
	expects?: string;
	fault?: Fault;
	/** Where a redirect leads. */
	location?: string;
	/** The plan's calls per minute, if a 429 names them. */
	planLimit?: number;
	/** What `Retry-After` asks for. */
	retryAfterMs?: number;
	/** What the reply does not say: completes "The service did not say …". */
	missing?: string;
	/** The name of a list, and how it showed that it does not end. */
	list?: string;
	reason?: string;
	/** The call may have been processed. `check` says what a person has to check. */
	ambiguous?: { check: string };
	/** What earlier calls of the same item did, as a sentence. */
	done?: string;
	/** The retries are used up. */
	gaveUp?: { tries: number; waitedMs: number };
	/** The service asks for a longer wait than any call makes. */
	requestedWaitMs?: number;
	/** How long the account has to wait, as far as is known. */
	queueMs?: number;
}

/** A call that failed for good. */
export class ServiceError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.code);
	}
}

/** Every other call of the account would fail alike. */
const ACCOUNT_WIDE: ReadonlySet<FailureCode> = new Set([
	'tokenRefused',
	'accessRefused',
	'egressBlocked',
	'untrusted',
	'redirected',
	'notTheService',
] as const);

/** The messages of a day are used up (reference, POST /codes/send and POST /messaging/send). */
const NO_MORE_MESSAGES = 'AccountDailyLimit';

/** Whether every other call of the account would fail alike, so that nothing more should be sent. */
export function concernsAccount({ code, errorName, requestedWaitMs }: Failure): boolean {
	return ACCOUNT_WIDE.has(code) || errorName === NO_MORE_MESSAGES || requestedWaitMs !== undefined;
}

/** Whether a call may have been processed: it is never sent again before somebody has looked. */
export function isAmbiguous(error: unknown): boolean {
	return error instanceof ServiceError && error.failure.ambiguous !== undefined;
}

/** The name of a refusal, by which a workflow can branch. */
export function readErrorName({
	errorName,
	refusalReason,
}: Pick<Failure, 'errorName' | 'refusalReason'>): string | undefined {
	return errorName ?? refusalReason;
}

/** Whether the service answered with this HTTP status. */
export function hasStatus(error: unknown, status: number): error is ServiceError {
	return error instanceof ServiceError && error.failure.status === status;
}

/** Work whose failure says first what became of the item: `done`, a sentence. */
export async function explained<T>(done: string, work: Promise<T>): Promise<T> {
	return await work.catch((error: unknown) => {
		throw error instanceof ServiceError ? new ServiceError({ ...error.failure, done }) : error;
	});
}

/** For a lookup that something can do without: `.catch(undefinedIfServiceFails)`. */
export function undefinedIfServiceFails(error: unknown): undefined {
	if (error instanceof ServiceError) return undefined;
	throw error;
}

/** @returns undefined if the service answers 404. */
export async function undefinedIfNotFound<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => {
		if (hasStatus(error, 404)) return undefined;
		throw error;
	});
}
